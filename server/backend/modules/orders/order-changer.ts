import { eq } from 'drizzle-orm';
import { mayFollow } from '../../../../shared/rules/orders/order-status.ts';
import type { OrderChanger } from './service.ts';
import { customerOrder, orderStatusChange } from './tables.ts';

/** Makes what changes the state of orders. */
export function createOrderChanger(): OrderChanger {
  return {
    async lock(transaction, orderId) {
      const [order] = await transaction
        .select()
        .from(customerOrder)
        .where(eq(customerOrder.orderId, orderId))
        .for('update');
      return order;
    },
    async change(transaction, order, to, { now, cancelReason, trackingUrl }) {
      if (!mayFollow(order.status, to)) return false;
      await transaction
        .update(customerOrder)
        .set({
          status: to,
          ...(to === 'paid' || to === 'cancelled' ? { paymentDueAt: null } : {}),
          ...(cancelReason && { cancelReason }),
          ...(trackingUrl !== undefined && { trackingUrl }),
        })
        .where(eq(customerOrder.orderId, order.orderId));
      await transaction.insert(orderStatusChange).values({ orderId: order.orderId, status: to, at: now });
      return true;
    },
    async noteLatePayment(transaction, orderId) {
      await transaction
        .update(customerOrder)
        .set({ hadLatePayment: true })
        .where(eq(customerOrder.orderId, orderId));
    },
  };
}
