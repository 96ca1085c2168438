import type { SiteType } from '../contract/sites.ts';
import { isCorporate } from '../rules/site-type.ts';
import type { Messages } from './translate.ts';

/** Middle part of the file that holds a brand's own wording: `locales/<locale>.<overlay>.json`. */
export type BrandOverlay = 'hafero' | 'group';

/**
 * Which overlay a site speaks with.
 *
 * @param type 0 main brand, 1 German-market brand, 2 corporate
 * @returns null for the main brand, whose words are the base texts
 */
export function getBrandOverlay(type: SiteType): BrandOverlay | null {
  if (type === 1) return 'hafero';
  if (isCorporate({ type })) return 'group';
  return null;
}

/**
 * Texts of a site: the language's own, with the brand's wording laid over them.
 *
 * @param base all texts of the language
 * @param overlay only the texts that the brand changes, or null
 * @param fallbacks texts to fall back on, nearest first (the site's fallback language, then English)
 * @returns a new object; the arguments stay as they are
 */
export function composeMessages(
  base: Messages,
  overlay: Messages | null,
  fallbacks: readonly Messages[] = [],
): Messages {
  return Object.assign({}, ...fallbacks.toReversed(), base, overlay);
}
