import type { Api } from '../../shared/api/client.ts';
import { HANDOVER_PATH_MARK } from '../../shared/rules/cart/cart-paths.ts';
import type { ScopeState } from '../store/app-store.ts';
import { getBrowserCart } from '../store/visitor-cart.ts';
import { addVisit } from './carried-visit.ts';

/** A shop that sells something, in a language. */
interface ShopPlace {
  readonly siteId: number;
  readonly languageId: number;
  /** It is another language of this shop, where the same cart can be opened. */
  readonly isSameSite: boolean;
}

/** The other shop, or other language of this shop, that an address leads to; null if it leads to neither. */
export function findOtherShop(
  { shops, site, language: shown }: Pick<ScopeState, 'shops' | 'site' | 'language'>,
  url: string,
): ShopPlace | null {
  const { origin } = new URL(url, window.location.href);
  for (const { siteId, type, languages } of shops) {
    const language = languages.find((known) => known.origin === origin);
    if (!language || type === 2) continue;
    const { languageId } = language;
    const isSameSite = siteId === site.siteId;
    if (!isSameSite || languageId !== shown.languageId) return { siteId, languageId, isSameSite };
  }
  return null;
}

/**
 * Asks for the address that takes the visitor's cart over in another shop or language. In another language it then opens `url` automatically.
 *
 * @returns null if `url` leads to no other shop or language, or the visitor has no cart
 * @throws ApiError
 */
export async function handOverCart(
  api: Pick<Api, 'handOverCart'>,
  scope: ScopeState,
  url: string,
): Promise<string | null> {
  const place = findOtherShop(scope, url);
  const { id } = getBrowserCart(scope);
  if (!place || id === null) return null;
  const { siteId, languageId, isSameSite } = place;
  const { url: handover } = await api.handOverCart({ params: { id }, body: { siteId, languageId } });
  if (!isSameSite) return handover;
  const { pathname, search } = new URL(url, window.location.href);
  return addVisit(`${handover}${HANDOVER_PATH_MARK}${encodeURIComponent(pathname + search)}`);
}
