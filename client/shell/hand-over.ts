import { ApiError } from '../../shared/api/api-error.ts';
import type { Api } from '../../shared/api/client.ts';
import { HANDOVER_PATH_MARK } from '../../shared/rules/cart/cart-paths.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';
import type { ScopeState } from '../store/app-store.ts';
import { mayBeSignedIn } from '../store/signed-in.ts';
import { getBrowserCart } from '../store/visitor-cart.ts';
import { addVisit } from './carried-visit.ts';
import { readCheckoutDraft } from './read-checkout-draft.ts';

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

/** Leaves this page. The other host learns which shop the visitor comes from, also where the page gives no referrer. */
export function leaveForShop(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.referrerPolicy = 'origin';
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Prepares what the visitor takes along to another shop: the cart, or in another language of this shop the session with its cart, the cart of a
 * guest, compared products and consent. What is typed into a form of the checkout is stored with the cart before.
 *
 * @param options.takesCart whether the cart is taken to another shop; to another language of this shop it always is
 * @returns the address to open; `url` where there is nothing to take along
 * @throws ApiError
 */
export async function handOver(
  api: Pick<Api, 'handOverCart' | 'handOverSession' | 'setDraft'>,
  scope: ScopeState,
  url: string,
  { takesCart }: { readonly takesCart: boolean },
): Promise<string> {
  const place = findOtherShop(scope, url);
  if (!place || !(place.isSameSite || takesCart)) return url;
  const { siteId, languageId, isSameSite } = place;
  const { id } = getBrowserCart(scope);
  const draft = isSameSite ? readCheckoutDraft() : null;
  // Typed text that cannot be stored does not keep the visitor from leaving.
  if (id !== null && draft) await api.setDraft({ params: { id }, body: draft }).catch(() => undefined);
  if (isSameSite && mayBeSignedIn()) {
    const session = await unlessRefused(api.handOverSession());
    if (session) return addVisit(url, session.token);
  }
  const cart =
    id === null
      ? null
      : await unlessRefused(api.handOverCart({ params: { id }, body: { siteId, languageId } }));
  if (!isSameSite) return cart?.url ?? url;
  if (!cart) return addVisit(url);
  const { pathname, search } = new URL(url, window.location.href);
  return addVisit(`${cart.url}${HANDOVER_PATH_MARK}${encodeURIComponent(pathname + search)}`);
}

/** Null if the session has ended or the cart was ordered since this page was loaded, or an employee looks at the cart. */
async function unlessRefused<T>(call: Promise<T>): Promise<T | null> {
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
