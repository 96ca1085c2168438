import type { Database } from '../../database/database.ts';
import { findOrder } from '../orders/queries.ts';
import type { OrderRecord } from '../orders/service.ts';
import type { ProviderPaymentSummary } from './provider.ts';
import { findPayment, type PaymentRecord } from './queries.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a text is the id of a row; a provider may say anything. */
export const isUuid = (text: string | null): text is string => text !== null && UUID.test(text);

type Named = Pick<ProviderPaymentSummary, 'paymentId' | 'orderId'>;

/** What a provider's payment says that it is for: ids that the shop gave it when it was started. */
export interface NamedOrder {
  /** Undefined if the shop has no such order. */
  readonly order: OrderRecord | undefined;
  /** The payment that it was started as; undefined if the shop has no such payment. */
  readonly payment: PaymentRecord | undefined;
}

/** Finds the order that a provider's payment is for. @returns null if it names none: it was not started by this shop */
export async function findNamedOrder(
  database: Database,
  { paymentId, orderId }: Named,
): Promise<NamedOrder | null> {
  if (!isUuid(paymentId) && !isUuid(orderId)) return null;
  const found = isUuid(paymentId) ? await findPayment(database, paymentId) : undefined;
  const order = found?.order ?? (isUuid(orderId) ? await findOrder(database, orderId) : undefined);
  return { order, payment: found?.payment };
}

/**
 * Whether a provider's payment is for an order: it was started as a payment of that order, or it names the order and no payment of the
 * shop.
 */
export async function isForOrder(database: Database, orderId: string, named: Named): Promise<boolean> {
  if (!isUuid(named.paymentId)) return named.orderId === orderId;
  return (await findPayment(database, named.paymentId))?.order.orderId === orderId;
}

/** The order number at the end of what the customer reads: 'Havero 2026-000001'; null if there is none. */
export const readOrderNumber = (description: string): string | null =>
  /(?:^|\s)(\d{4}-\d{6})$/.exec(description)?.[1] ?? null;
