import { AdminRefusal, type Change } from '../../../core/admin/operation.ts';
import type { Database } from '../../../core/database/database.ts';
import type { OrderRefusal } from '../order-actions.ts';
import type { OrderChanger, OrderRecord } from '../types.ts';

/** Maximum number of orders in one form. */
export const MAX_ORDERS_PER_REQUEST = 50;

/** @throws AdminRefusal if there is no such order */
export async function lockFoundOrder(
  transaction: Database,
  orders: OrderChanger,
  orderId: string,
): Promise<OrderRecord> {
  const order = await orders.lock(transaction, orderId);
  if (!order) throw new AdminRefusal('not_found');
  return order;
}

/** @throws AdminRefusal if the operation was refused */
export function assertOrderChangeAccepted({ orderNumber }: OrderRecord, refusal: OrderRefusal | null): void {
  if (refusal !== null) throw new AdminRefusal(refusal.code, { number: orderNumber });
}

/** Returns the log entry for a status change of an order. */
export const createStatusChangeLogEntry = (
  order: OrderRecord,
  status: string,
  details: Record<string, unknown> = {},
): Change => ({
  resource: 'order',
  resourceId: order.orderId,
  before: { number: order.orderNumber, status: order.status },
  after: { number: order.orderNumber, status, ...details },
});
