import { randomUUID } from 'node:crypto';
import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { getPaymentOrderingKey, insertRefund, type PaymentRecord, type RefundRecord } from './queries.ts';

/** Work at a provider, to be done after the transaction that requires it. */
export type PaymentWork =
  | { readonly act: 'cancel' | 'capture'; readonly paymentId: string }
  | { readonly act: 'refund'; readonly refundId: string };

/**
 * Enqueues work at the provider of an order. Work of one order runs sequentially, each until it is done or
 * abandoned.
 */
export async function enqueuePaymentWork(
  transaction: Database,
  orderId: string,
  works: readonly PaymentWork[],
  now: Date,
): Promise<void> {
  await enqueue(
    transaction,
    works.map((work) => ({
      name: 'payment',
      orderingKey: getPaymentOrderingKey(orderId),
      payload: { ...work },
      now,
    })),
  );
}

/** Returns the work of an item of the queue; null for other items. */
export function parsePaymentWork(payload: Readonly<Record<string, unknown>>): PaymentWork | null {
  const { act, paymentId, refundId } = payload;
  if ((act === 'cancel' || act === 'capture') && typeof paymentId === 'string') return { act, paymentId };
  return act === 'refund' && typeof refundId === 'string' ? { act, refundId } : null;
}

/** Requests the refund of a payment. */
export async function enqueueRefund(
  transaction: Database,
  { paymentId, orderId }: Pick<PaymentRecord, 'paymentId' | 'orderId'>,
  { amount, reason, orderCreditId }: Pick<RefundRecord, 'amount' | 'reason' | 'orderCreditId'>,
  now: Date,
): Promise<void> {
  const refundId = randomUUID();
  await insertRefund(transaction, { refundId, paymentId, amount, reason, orderCreditId, createdAt: now });
  await enqueuePaymentWork(transaction, orderId, [{ act: 'refund', refundId }], now);
}
