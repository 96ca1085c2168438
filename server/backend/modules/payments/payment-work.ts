import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { putEvents } from '../../outbox/queries.ts';
import { getPaymentsKey, insertRefund, type PaymentRecord, type RefundRecord } from './queries.ts';

/** What is to be done at a provider, after the transaction that wants it. */
export type PaymentWork =
  | { readonly act: 'cancel' | 'capture'; readonly paymentId: string }
  | { readonly act: 'refund'; readonly refundId: string };

/** Has work done at the provider of an order: one after the other, each until it is done or given up. */
export async function putPaymentWork(
  transaction: Database,
  orderId: string,
  works: readonly PaymentWork[],
  now: Date,
): Promise<void> {
  await putEvents(
    transaction,
    works.map((work) => ({
      kind: 'payment',
      orderingKey: getPaymentsKey(orderId),
      payload: { ...work },
      now,
    })),
  );
}

/** The work of an event; null where it is none of ours. */
export function readPaymentWork(payload: Readonly<Record<string, unknown>>): PaymentWork | null {
  const { act, paymentId, refundId } = payload;
  if ((act === 'cancel' || act === 'capture') && typeof paymentId === 'string') return { act, paymentId };
  return act === 'refund' && typeof refundId === 'string' ? { act, refundId } : null;
}

/** Has money of a payment go back. */
export async function putRefund(
  transaction: Database,
  { paymentId, orderId }: Pick<PaymentRecord, 'paymentId' | 'orderId'>,
  { amount, reason, orderCreditId }: Pick<RefundRecord, 'amount' | 'reason' | 'orderCreditId'>,
  now: Date,
): Promise<void> {
  const refundId = randomUUID();
  await insertRefund(transaction, { refundId, paymentId, amount, reason, orderCreditId, createdAt: now });
  await putPaymentWork(transaction, orderId, [{ act: 'refund', refundId }], now);
}
