import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { CallerCart } from '../../core/http/caller.ts';
import type { ContextOf } from '../../sites/scoped-call.ts';
import type { CartContext } from './change-cart.ts';

/** Handles the calls for the goods of a cart. The order details are in `order-details.ts`. */
export interface CartService {
  /** Returns the cart of an id, with the caller's access; null if the id is invalid. */
  findCallerCart(shoppingcartId: string, siteId: number): Promise<CallerCart | null>;
  /** Creates a cart. Returns the existing open cart of a signed-in customer. */
  create(context: ContextOf<'createCart'>, input: CallInput<'createCart'>): Promise<CallAnswer<'createCart'>>;
  fetch(context: CartContext): Promise<CallAnswer<'fetchCart'>>;
  add(context: ContextOf<'addCartProduct'>, input: CallInput<'addCartProduct'>): Promise<undefined>;
  alter(context: CartContext, input: CallInput<'alterCartProduct'>): Promise<undefined>;
  remove(context: CartContext, input: CallInput<'removeCartProduct'>): Promise<undefined>;
  removeSample(context: CartContext, input: CallInput<'removeRqsSample'>): Promise<undefined>;
  nameSample(context: CartContext, input: CallInput<'nameRqsSample'>): Promise<undefined>;
  fetchRecommendations(context: CartContext): Promise<CallAnswer<'fetchCartRecommendations'>>;
  reportConversion(
    context: ContextOf<'reportConversion'>,
    input: CallInput<'reportConversion'>,
  ): Promise<undefined>;
}
