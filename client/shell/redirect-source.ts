import type { ScopeState, ShopChoice } from '../store/app-store.ts';
import { REDIRECT_SOURCE_FRAGMENT } from './site-choice.ts';

export interface RedirectSource {
  /** Absolute URL of the previous page, without fragment. */
  readonly url: string;
  readonly shop: ShopChoice;
  readonly language: ShopChoice['languages'][number];
}

/**
 * Reads from a fragment which page of another site the visitor was redirected from. Anyone can write a
 * fragment, so only hosts of the shop are accepted.
 *
 * @returns null if it names none
 */
export function findRedirectSource(
  fragment: string,
  { shops, origin }: Pick<ScopeState, 'shops' | 'origin'>,
): RedirectSource | null {
  if (!fragment.startsWith(REDIRECT_SOURCE_FRAGMENT)) return null;
  const from = new URLSearchParams(fragment.slice(1)).values().next().value ?? '';
  if (!URL.canParse(from)) return null;
  const url = new URL(from);
  if (url.origin === origin) return null;
  for (const shop of shops) {
    const language = shop.languages.find((each) => each.origin === url.origin);
    // Rebuilt from its parts, which drops user name and password.
    if (language) return { url: url.origin + url.pathname + url.search, shop, language };
  }
  return null;
}
