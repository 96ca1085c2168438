import { ACCOUNT_ORDERS_PATH, getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Puts what an order had into the cart, at the prices of now, and tells what is other than it was. */
export const orderAgain: FormAction = async ({ api, cart, fields, options }) => {
  const orderId = fields.get('orderId');
  const made = await api.reorder({ params: { orderId }, body: {} }, options);
  cart.keep(made.cart.shoppingcartId);
  return {
    status: 'done',
    noticePath: ACCOUNT_ORDERS_PATH,
    subject: { title: fields.get('orderNumber').slice(0, 40), url: getAccountOrderPath(orderId) },
    differences: made.differences.map(({ kind, description, formerAmount, currentAmount }) => ({
      kind,
      description,
      formerAmount,
      currentAmount,
    })),
    changed: ['cart'],
  };
};

/** Cancels an order of who is signed in, for good. */
export const cancelOrder: FormAction = async ({ api, fields, options }) => {
  const orderId = fields.get('orderId');
  await api.cancelOrder({ params: { orderId }, body: {} }, options);
  return { status: 'done', noticePath: getAccountOrderPath(orderId), changed: ['account'] };
};
