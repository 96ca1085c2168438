import { getCartPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Opens the cart of the one-time `key`, with an id that is valid for an hour. */
export const impersonateCart: FormAction = async ({ api, cart, fields, scope, options }) => {
  const { shoppingcartId } = await api.impersonateCart({ query: { key: fields.get('key') } }, options);
  cart.keep(shoppingcartId);
  return { status: 'done', path: getCartPath(scope.language.code), changed: ['cart'] };
};

/** Ends the impersonation. This browser then has no cart; the cart itself is unchanged. */
export const leaveImpersonatedCart: FormAction = async ({ cart, scope }) => {
  cart.forget({ isGone: true });
  return { status: 'done', noticePath: getCartPath(scope.language.code), changed: ['cart'] };
};
