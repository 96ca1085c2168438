import { inArray } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { payment, refund } from './tables.ts';

/** Forgets the payments of orders, with what was paid back of them. */
export async function deletePayments(transaction: Database, orderIds: readonly string[]): Promise<void> {
  const ofOrders = inArray(payment.orderId, [...orderIds]);
  const paymentIds = transaction.select({ paymentId: payment.paymentId }).from(payment).where(ofOrders);
  await transaction.delete(refund).where(inArray(refund.paymentId, paymentIds));
  await transaction.delete(payment).where(ofOrders);
}
