import type { Api } from '../../shared/api/client.ts';
import type { ScopeState } from '../store/app-store.ts';
import { getBrowserCart } from '../store/visitor-cart.ts';

/** The shop that an address leads to, where it is another one than this and sells something; null where it is not. */
export function findOtherShop(
  { shops, site }: Pick<ScopeState, 'shops' | 'site'>,
  url: string,
): { readonly siteId: number; readonly languageId: number } | null {
  const { origin } = new URL(url, window.location.href);
  for (const { siteId, type, languages } of shops) {
    const language = languages.find((known) => known.origin === origin);
    if (language && type !== 2 && siteId !== site.siteId) return { siteId, languageId: language.languageId };
  }
  return null;
}

/**
 * Asks for the address in another shop that takes the visitor's cart over.
 *
 * @returns null where it leads to no other shop, or the visitor has no cart
 * @throws ApiError
 */
export async function handOverCart(
  api: Pick<Api, 'handOverCart'>,
  scope: ScopeState,
  url: string,
): Promise<string | null> {
  const body = findOtherShop(scope, url);
  const { id } = getBrowserCart(scope);
  if (!body || id === null) return null;
  return (await api.handOverCart({ params: { id }, body })).url;
}
