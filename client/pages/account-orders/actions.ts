import { ACCOUNT_ORDERS_PATH, getAccountOrderPath } from '../../../shared/rules/account/account-paths.ts';
import type { FormAction } from '../../forms/form-action.ts';

/** Adds the products of an order to the cart at current prices, and returns the differences. */
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

/** Cancels an order of the signed-in customer permanently. */
export const cancelOrder: FormAction = async ({ api, fields, options }) => {
  const orderId = fields.get('orderId');
  await api.cancelOrder({ params: { orderId }, body: {} }, options);
  return { status: 'done', noticePath: getAccountOrderPath(orderId), changed: ['account'] };
};
