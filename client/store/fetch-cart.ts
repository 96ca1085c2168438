import { ApiError } from '../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../shared/api/client.ts';
import type {
  CalculatedCart2,
  CalculatedLine,
  FreeProduct,
} from '../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../shared/contract/carts.ts';
import { type CardProduct, toCard } from './card-product.ts';
import type { VisitorCart } from './visitor-cart.ts';

/** A gift, with what is shown of its product. */
export type ShownGift = Omit<FreeProduct, 'product'> & { readonly product: CardProduct };

/** A line, with what is shown of its product. */
export interface ShownLine extends Omit<CalculatedLine, 'product' | 'freeProducts'> {
  readonly product: CardProduct;
  readonly freeProducts: readonly ShownGift[];
}

/** What a cart costs, as pages and the mini-cart show it. Amounts are euro cents. */
export interface ShownCalculation extends Omit<CalculatedCart2, 'products'> {
  readonly products: readonly ShownLine[];
}

/** A cart and what it costs; both null where the visitor has none. */
export type LoadedCart =
  | { readonly cart: Cart; readonly calculatedCart: ShownCalculation }
  | { readonly cart: null; readonly calculatedCart: null };

/** As every visit begins, and as it is after a load that failed. */
export const noCart: LoadedCart = { cart: null, calculatedCart: null };

function toShown(calculated: CalculatedCart2): ShownCalculation {
  return {
    ...calculated,
    products: calculated.products.map((line) => ({
      ...line,
      product: toCard(line.product),
      freeProducts: line.freeProducts.map((gift) => ({ ...gift, product: toCard(gift.product) })),
    })),
  };
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.failure === 'status' && error.status === 404;

/**
 * Fetches the visitor's cart and what it costs. Without an id nothing is asked: a cart is made when something goes into it.
 *
 * Any failure clears what is known of the cart (`VisitorCart.forget`); one that is gone is no cart.
 *
 * @param api calls in the visitor's own name
 * @throws ApiError when one of the two cannot be had, the cart being there or not
 */
export async function fetchCart(api: Api, cart: VisitorCart, options: CallOptions): Promise<LoadedCart> {
  const { id } = cart;
  if (id === null) return noCart;
  const input = { params: { id } };
  try {
    const [own, calculated] = await Promise.all([
      api.fetchCart(input, options),
      api.calculateCart2(input, options),
    ]);
    cart.keep(id);
    return { cart: own, calculatedCart: toShown(calculated) };
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'aborted') throw error;
    cart.forget({ isGone: isGone(error) });
    if (isGone(error)) return noCart;
    throw error;
  }
}
