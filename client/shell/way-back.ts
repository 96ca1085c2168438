import type { ScopeState, ShopChoice } from '../store/app-store.ts';
import { MOVED_FRAGMENT } from './localization.ts';

export interface WayBack {
  /** Absolute address of the page that the visitor came from, without fragment. */
  readonly url: string;
  readonly shop: ShopChoice;
  readonly language: ShopChoice['languages'][number];
}

/**
 * Reads from a fragment which page of another of our shops the visitor was moved away from. Anybody can write a fragment, so only
 * hosts of our shops count.
 *
 * @returns null where it names none
 */
export function findWayBack(
  fragment: string,
  { shops, origin }: Pick<ScopeState, 'shops' | 'origin'>,
): WayBack | null {
  if (!fragment.startsWith(MOVED_FRAGMENT)) return null;
  const from = new URLSearchParams(fragment.slice(1)).values().next().value ?? '';
  if (!URL.canParse(from)) return null;
  const url = new URL(from);
  if (url.origin === origin) return null;
  for (const shop of shops) {
    const language = shop.languages.find((each) => each.origin === url.origin);
    // Put together anew: names and passwords before the host are left behind.
    if (language) return { url: url.origin + url.pathname + url.search, shop, language };
  }
  return null;
}
