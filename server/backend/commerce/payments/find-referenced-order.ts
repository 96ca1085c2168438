import { isUuid } from '../../../../shared/rules/uuid.ts';
import type { Database } from '../../core/database/database.ts';
import { findOrder } from '../orders/queries.ts';
import type { OrderRecord } from '../orders/types.ts';
import { findPayment } from './find-payment.ts';
import type { ProviderPaymentSummary } from './provider.ts';
import type { PaymentRecord } from './queries.ts';

type ReferencedIds = Pick<ProviderPaymentSummary, 'paymentId' | 'orderId'>;

/** The order and payment ids in a provider's payment. The shop set them when the payment was started. */
export interface ReferencedOrder {
  /** Undefined if the shop has no such order. */
  readonly order: OrderRecord | undefined;
  /** The payment that it was started as; undefined if the shop has no such payment. */
  readonly payment: PaymentRecord | undefined;
}

/**
 * Finds the order of a provider's payment.
 *
 * @returns null if it names none, which means that this shop did not start it
 */
export async function findReferencedOrder(
  database: Database,
  { paymentId, orderId }: ReferencedIds,
): Promise<ReferencedOrder | null> {
  if (!isUuid(paymentId) && !isUuid(orderId)) return null;
  const found = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined;
  const order = found?.order ?? (isUuid(orderId) ? await findOrder(database, orderId) : undefined);
  return { order, payment: found?.payment };
}

/**
 * Returns whether a provider's payment is for an order: it was started as a payment of that order, or it
 * names the order and no payment of the shop.
 */
export async function isForOrder(
  database: Database,
  orderId: string,
  payment: ReferencedIds,
): Promise<boolean> {
  if (!isUuid(payment.paymentId)) return payment.orderId === orderId;
  return (await findPayment(database, payment.paymentId))?.order.orderId === orderId;
}

/**
 * Returns the order number at the end of a payment description such as 'Havero 2026-000001'; null if there is
 * none.
 */
export const findOrderNumberInDescription = (description: string): string | null =>
  /(?:^|\s)(\d{4}-\d{6})$/.exec(description)?.[1] ?? null;
