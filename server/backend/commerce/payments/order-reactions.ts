import type { OrderReactions } from '../orders/order-reactions.ts';
import { deletePayments, listChargedBackOrderIds } from './queries.ts';
import type { Payments } from './types.ts';

/**
 * Captures the payment of a sent order and releases those of a cancelled one. Refuses to send an order that
 * is not paid, or whose payment was charged back: staff decide first.
 */
export const createPaymentOrderReactions = (
  payments: Pick<Payments, 'release' | 'isSecured' | 'capture'>,
): OrderReactions => ({
  async prepare(transaction, { orderId }, to) {
    if (to !== 'processing' && to !== 'sent') return true;
    if ((await listChargedBackOrderIds(transaction, [orderId])).size > 0) return false;
    return to === 'processing' || payments.isSecured(transaction, orderId);
  },
  sent: (transaction, { order, now }) => payments.capture(transaction, order.orderId, now),
  cancelled: (transaction, { order, reason, orderCreditId, now }) =>
    payments.release(transaction, order.orderId, {
      reason: reason === 'shop' ? 'shop' : 'cancelled',
      orderCreditId,
      now,
    }),
  deleting: deletePayments,
});
