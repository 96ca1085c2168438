import { parseReturnPath } from '../../../shared/rules/account/return-path.ts';
import { getCartHandoverPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/**
 * Takes over the cart of `token` and returns the differences. Without differences it opens the page `path` of
 * this shop.
 */
export const receiveCart: FormAction = async ({ api, cart, fields, scope, options }) => {
  const { cart: received, differences } = await api.receiveCart(
    { body: { token: fields.get('token') } },
    options,
  );
  cart.keep(received.shoppingcartId);
  const path = parseReturnPath(fields.get('path'));
  if (path !== null && differences.length === 0) return { status: 'done', path, changed: ['cart'] };
  return {
    status: 'done',
    noticePath: getCartHandoverPath(scope.language.code),
    differences: differences.map(({ kind, description, formerAmount, currentAmount }) => ({
      kind,
      description,
      formerAmount,
      currentAmount,
    })),
    changed: ['cart'],
  };
};
