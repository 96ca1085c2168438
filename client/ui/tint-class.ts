import styles from './tints.module.css';

/**
 * Returns the class that sets `--tint`, the pale background of a product.
 *
 * @param colourWay name of the pack's colour way, for example 'meadow'
 * @returns undefined for an unknown colour way; the background is then the plain band
 */
export function getTintClass(colourWay: string): string | undefined {
  return styles[colourWay];
}
