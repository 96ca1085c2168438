import { getCartHandoverPath } from '../../../shared/rules/cart/cart-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Takes the cart over that `token` is for, and tells what is other than it was. */
export const receiveCart: FormAction = async ({ api, cart, fields, scope, options }) => {
  const { cart: received, differences } = await api.receiveCart(
    { body: { token: fields.get('token') } },
    options,
  );
  cart.keep(received.shoppingcartId);
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
