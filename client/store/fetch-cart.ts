import { ApiError } from '../../shared/api/api-error.ts';
import type { Api, CallOptions } from '../../shared/api/client.ts';
import type {
  CalculatedCart2,
  CalculatedLine,
  FreeProduct,
} from '../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../shared/contract/carts.ts';
import { type ListedProduct, toListedProduct } from './listed-product.ts';
import type { CartIdStore } from './visitor-cart-id.ts';

/** A gift with the visible fields of its product. */
export type GiftView = Omit<FreeProduct, 'product'> & { readonly product: ListedProduct };

/** A line with the visible fields of its product. */
export interface CartLineView extends Omit<CalculatedLine, 'product' | 'freeProducts'> {
  readonly product: ListedProduct;
  readonly freeProducts: readonly GiftView[];
}

/** Calculated cart as pages and the mini-cart show it. Amounts in euro cents. */
export interface CalculatedCartView extends Omit<CalculatedCart2, 'products'> {
  readonly products: readonly CartLineView[];
}

/** A cart and its calculation; both null if the visitor has none. */
export type LoadedCart =
  | { readonly cart: Cart; readonly calculatedCart: CalculatedCartView }
  | { readonly cart: null; readonly calculatedCart: null };

/** Initial value, and the value after a failed load. */
export const noCart: LoadedCart = { cart: null, calculatedCart: null };

function toCalculatedCartView(calculated: CalculatedCart2): CalculatedCartView {
  return {
    ...calculated,
    products: calculated.products.map((line) => ({
      ...line,
      product: toListedProduct(line.product),
      freeProducts: line.freeProducts.map((gift) => ({ ...gift, product: toListedProduct(gift.product) })),
    })),
  };
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.failure === 'status' && error.status === 404;

/**
 * Fetches the visitor's cart and its calculation. Without an id it makes no call: a cart is created when the
 * first product is added.
 *
 * Any failure clears the stored cart (`CartIdStore.forget`). A cart that no longer exists is returned as no
 * cart.
 *
 * @param api client that acts for the visitor
 * @throws ApiError if one of the two cannot be loaded, unless the cart does not exist
 */
export async function fetchCart(api: Api, cart: CartIdStore, options: CallOptions): Promise<LoadedCart> {
  const { id } = cart;
  if (id === null) return noCart;
  const input = { params: { id } };
  try {
    const [own, calculated] = await Promise.all([
      api.fetchCart(input, options),
      api.calculateCart2(input, options),
    ]);
    cart.keep(id);
    return { cart: own, calculatedCart: toCalculatedCartView(calculated) };
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'aborted') throw error;
    cart.forget({ isGone: isGone(error) });
    if (isGone(error)) return noCart;
    throw error;
  }
}
