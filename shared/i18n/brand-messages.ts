import type { SiteType } from '../contract/sites.ts';
import { brandKeys } from '../rules/brand-name.ts';
import type { Messages } from './translate.ts';

/** Middle part of the name of the file with the texts of a brand: `locales/<locale>.<overlay>.json`. */
export type BrandOverlay = Exclude<(typeof brandKeys)[SiteType], 'havero'>;

/**
 * Returns the overlay of a site type.
 *
 * @param type 0 main brand, 1 German-market brand, 2 corporate
 * @returns null for the main brand, which uses the base texts
 */
export function getBrandOverlay(type: SiteType): BrandOverlay | null {
  return type === 0 ? null : brandKeys[type];
}

/**
 * Composes the texts of a site: those of the language, overridden by those of the brand.
 *
 * @param base all texts of the language
 * @param overlay only the texts that the brand changes, or null
 * @param fallbacks fallback texts, nearest first (the site's fallback language, then English)
 * @returns a new object; the arguments are not modified
 */
export function composeMessages(
  base: Messages,
  overlay: Messages | null,
  fallbacks: readonly Messages[] = [],
): Messages {
  return Object.assign({}, ...fallbacks.toReversed(), base, overlay);
}
