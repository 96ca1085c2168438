import { eq } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { findPaymentMethod } from '../../sites/sites/queries.ts';
import { findOrder } from '../orders/queries.ts';
import type { OrderRecord } from '../orders/types.ts';
import type { PaymentRecord } from './queries.ts';
import { payment } from './tables.ts';

/** A payment with the order data that its provider gets. */
export interface PaymentWithOrder {
  readonly payment: PaymentRecord;
  readonly order: OrderRecord;
  readonly methodKey: string;
}

export async function findPayment(
  handle: Database,
  paymentId: string,
): Promise<PaymentWithOrder | undefined> {
  const [row] = await handle.select().from(payment).where(eq(payment.paymentId, paymentId));
  if (!row) return undefined;
  const order = await findOrder(handle, row.orderId);
  const method = await findPaymentMethod(handle, row.paymentMethodId);
  return order && method && { payment: row, order, methodKey: method.key };
}
