import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { CART_HANDOVER_PATH_SEPARATOR } from '../../shared/rules/cart/cart-paths.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';
import type { ScopeState } from '../store/app-store.ts';
import { mayBeSignedIn } from '../store/may-be-signed-in.ts';
import { getBrowserCart } from '../store/visitor-cart-id.ts';
import { readCheckoutDraft } from './read-checkout-draft.ts';
import { addTransferredVisit } from './visit-transfer.ts';

/** A selling site in a language. */
interface HandoverTarget {
  readonly siteId: number;
  readonly languageId: number;
  /** Whether it is another language of this site, where the same cart can be opened. */
  readonly isSameSite: boolean;
}

/** Returns the other site or language that a URL leads to; null if it leads to neither. */
export function findOtherShop(
  { shops, site, language: shown }: Pick<ScopeState, 'shops' | 'site' | 'language'>,
  url: string,
): HandoverTarget | null {
  const { origin } = new URL(url, window.location.href);
  for (const shop of shops) {
    const { siteId, languages } = shop;
    const language = languages.find((known) => known.origin === origin);
    if (!language || isCorporate(shop)) continue;
    const { languageId } = language;
    const isSameSite = siteId === site.siteId;
    if (!isSameSite || languageId !== shown.languageId) return { siteId, languageId, isSameSite };
  }
  return null;
}

/** Opens another site. The other host learns the previous site even if the page sends no referrer. */
export function navigateToSite(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = 'origin';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Prepares the data that the visitor takes to another site: the cart. For another language of this site: the
 * session with its cart, the cart of a guest, compared products and consent. Typed checkout fields are stored
 * with the cart first.
 *
 * @param options.transfersCart whether the cart is transferred to another site; to another language of this
 *   site it always is
 * @returns the URL to open, or `url` if there is nothing to transfer
 * @throws ApiError if the transfer fails
 */
export async function handOver(
  api: Pick<Api, 'handOverCart' | 'handOverSession' | 'setDraft'>,
  scope: ScopeState,
  url: string,
  { transfersCart }: { readonly transfersCart: boolean },
): Promise<string> {
  const place = findOtherShop(scope, url);
  if (!place || !(place.isSameSite || transfersCart)) return url;
  const { siteId, languageId, isSameSite } = place;
  const { id } = getBrowserCart(scope);
  const draft = isSameSite ? readCheckoutDraft() : null;
  // The visitor can leave even if the typed fields cannot be stored.
  if (id !== null && draft) await api.setDraft({ params: { id }, body: draft }).catch(() => undefined);
  if (isSameSite && mayBeSignedIn()) {
    const session = await nullIfRefused(api.handOverSession());
    if (session) return addTransferredVisit(url, session.token);
  }
  const cart =
    id === null
      ? null
      : await nullIfRefused(api.handOverCart({ params: { id }, body: { siteId, languageId } }));
  if (!isSameSite) return cart?.url ?? url;
  if (!cart) return addTransferredVisit(url);
  const { pathname, search } = new URL(url, window.location.href);
  return addTransferredVisit(
    `${cart.url}${CART_HANDOVER_PATH_SEPARATOR}${encodeURIComponent(pathname + search)}`,
  );
}

/**
 * Returns null if the session has expired, the cart has been ordered since this page was loaded, or a staff
 * member is viewing the cart.
 */
async function nullIfRefused<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (
      error instanceof ApiError &&
      error.failure === 'status' &&
      [400, 401, 404].includes(error.status ?? 0)
    ) {
      return null;
    }
    throw error;
  }
}
