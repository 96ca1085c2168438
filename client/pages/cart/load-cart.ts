import { ApiError } from '../../../shared/api/api-error.ts';
import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import { getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { LoadResult, PrivateLoadContext } from '../../load-context.ts';
import { fetchCart, type LoadedCart, noCart } from '../../store/fetch-cart.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { CartData } from './page.ts';

/**
 * Loads the visitor's cart with its totals. Without a cart it requests only the selling points; viewing the
 * page creates no cart.
 *
 * @throws ApiError 404 on the corporate site
 */
export async function loadCart(context: PrivateLoadContext): Promise<LoadResult<CartData>> {
  const { api, visitor, cart, critical, optional, mayBeSignedIn, scope, shop } = context;
  if (isCorporate(scope.site)) throw new ApiError('status', { status: 404 });
  const { id } = cart;
  const [loaded, usps, recommended, last] = await Promise.all([
    fetchCartOrNull(() => fetchCart(visitor, cart, critical)),
    optional((options) =>
      api.fetchUsps({ params: { collectionId: scope.site.cartUspCollectionId } }, options),
    ),
    id === null ? null : optional((options) => visitor.fetchCartRecommendations({ params: { id } }, options)),
    // For a visitor who returns from the bank, the page links to the order.
    optional((options) => visitor.fetchLastOrder(undefined, options)),
  ]);
  const isEmpty = loaded !== null && (loaded.calculatedCart?.products.length ?? 0) === 0;
  const isSignedIn =
    isEmpty && mayBeSignedIn && (await optional((options) => visitor.isAuthenticated(undefined, options)));
  return {
    status: loaded === null ? 503 : 200,
    head: {
      title: shop.t('cart.title'),
      description: null,
      canonicalPath: null,
      alternates: scope.shops
        .filter((one) => !isCorporate(one))
        .flatMap(({ siteId, languages }) =>
          languages.map(({ languageId, code, origin }) => ({
            siteId,
            languageId,
            url: `${origin}${getCartPath(code)}`,
          })),
        ),
      isIndexable: false,
    },
    data: {
      kind: 'cart',
      loaded: loaded ?? noCart,
      isFailed: loaded === null,
      unpaidOrder: last?.order?.isPayable
        ? {
            orderNumber: last.order.orderNumber,
            amount: last.order.amount,
            path: getOrderPath(scope.language.code, last.order),
          }
        : null,
      usps: usps?.usps ?? [],
      asksToSignIn: isEmpty && !isSignedIn,
      recommended: loaded?.cart ? (recommended?.map(toListedProduct) ?? null) : [],
    },
  };
}

/** Returns null if the cart cannot be loaded, which the page reports. */
async function fetchCartOrNull(fetch: () => Promise<LoadedCart>): Promise<LoadedCart | null> {
  try {
    return await fetch();
  } catch (error) {
    if (error instanceof ApiError && error.failure !== 'aborted') return null;
    throw error;
  }
}
