import { getCheckoutPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';
import { fetchCart } from '../../store/fetch-cart.ts';

/**
 * Chooses a dealer to collect the cart from and opens the delivery step, which redirects to the first
 * incomplete step. An empty cart is refused, because there is nothing to collect.
 */
export const collectAtDealer: FormAction = async ({ api, cart, fields, options, scope }) => {
  const dealerId = fields.get('dealerId');
  if (!/^[1-9]\d{0,8}$/.test(dealerId))
    return { status: 'refused', problems: [{ field: null, code: 'not_found' }] };
  const loaded = await fetchCart(api, cart, options);
  if (!loaded.cart || loaded.calculatedCart.products.length === 0)
    return { status: 'refused', problems: [{ field: null, code: 'cart_empty' }] };
  const { shoppingcartId: id } = loaded.cart;
  await api.setDealer({ params: { id }, query: { dealerId: Number(dealerId) } }, options);
  return { status: 'done', path: getCheckoutPath(scope.language.code, 'delivery'), changed: ['cart'] };
};
