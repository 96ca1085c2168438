import type { Database } from '../../database/database.ts';
import { enqueue } from '../../jobs/job-queue.ts';

/**
 * Mails of an order: it has come in and waits for slow money; it is still unpaid; it is confirmed, with its invoice; it has left; it was cancelled; money has
 * gone back, with a credit note; the gift cards that were bought.
 */
export const orderMessageKinds = [
  'received',
  'unpaid',
  'confirmed',
  'sent',
  'cancelled',
  'refunded',
  'gift-cards',
] as const;
export type OrderMessageKind = (typeof orderMessageKinds)[number];

export interface OrderMessage {
  readonly orderId: string;
  readonly kind: OrderMessageKind;
  /** The refund that is told of; '' where there is one message of the kind. */
  readonly subject: string;
}

/** Name of the job that writes a mail of an order, and its documents first. */
export const ORDER_MESSAGE_JOB = 'order-message';

/**
 * Has the customer of an order told something, once. In the transaction of what is told: documents and mail are made by a job after it, so
 * that nothing of an order waits for them or fails with them.
 *
 * @param runAt when the mail is written
 */
export async function tellCustomer(
  transaction: Database,
  { orderId, kind, subject = '' }: Omit<OrderMessage, 'subject'> & { readonly subject?: string },
  now: Date,
  runAt = now,
): Promise<void> {
  await enqueue(transaction, ORDER_MESSAGE_JOB, { orderId, kind, subject }, { runAt, now });
}
