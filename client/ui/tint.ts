import styles from './tints.module.css';

/**
 * Class that sets `--tint`, the pale ground behind a product.
 *
 * @param colourWay name of the pack's colour way, for example 'meadow'
 * @returns undefined for a colour way that the drawings do not know: the ground is then the plain band
 */
export function getTintClass(colourWay: string): string | undefined {
  return styles[colourWay];
}
