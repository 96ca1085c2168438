import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Opens the cart that the one-time `key` is for, under an id that works for an hour. */
export const impersonateCart: FormAction = async ({ api, cart, fields, scope, options }) => {
  const { shoppingcartId } = await api.impersonateCart({ query: { key: fields.get('key') } }, options);
  cart.keep(shoppingcartId);
  return { status: 'done', path: getCartPath(scope.language.code), changed: ['cart'] };
};

/** Leaves it: this browser knows no cart any more. The cart itself stays as it is. */
export const leaveCart: FormAction = async ({ cart, scope }) => {
  cart.forget({ isGone: true });
  return { status: 'done', noticePath: getCartPath(scope.language.code), changed: ['cart'] };
};
