import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/queue/enqueue.ts';

/**
 * Kinds of order mails: received and waiting for a slow payment; still unpaid; confirmed, with its invoice;
 * dispatched; cancelled; refunded, with a credit note; the purchased gift cards.
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
  /** Id of the refund; '' for kinds of which an order has only one message. */
  readonly subject: string;
}

/** Name of the job that writes an order mail and its documents. */
export const ORDER_MESSAGE_JOB = 'order-message';

/**
 * Enqueues a mail to the customer of an order, once, in the transaction of the reported change. A job creates
 * documents and mail afterwards, so that the order neither waits for them nor fails with them.
 *
 * @param runAt time at which the mail is written
 */
export async function enqueueOrderMessage(
  transaction: Database,
  { orderId, kind, subject = '' }: Omit<OrderMessage, 'subject'> & { readonly subject?: string },
  now: Date,
  runAt = now,
): Promise<void> {
  await enqueue(transaction, [{ name: ORDER_MESSAGE_JOB, payload: { orderId, kind, subject }, runAt, now }]);
}
