import type { Database } from '../../core/database/database.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getLocalDate, getTimeZone } from '../../sites/local-dates.ts';
import { findSiteCountryId } from '../../sites/sites/queries.ts';
import type { Payments } from '../payments/types.ts';
import { isChargedBack } from './change-order.ts';
import { isFullyCredited } from './credit-order.ts';
import { listStatusChanges, updateOrder } from './queries.ts';
import { markKitsOfOrderSent } from './samples/order-samples.ts';
import type { OrderChanger, OrderRecord } from './types.ts';

/** Why an operation of staff on an order is refused. */
export type OrderRefusal =
  | { readonly code: 'order_not_packable' | 'order_not_sendable' | 'order_not_cancellable' }
  /** The authorisation of its payment has expired: nothing is paid. */
  | { readonly code: 'order_not_paid' }
  /** The payment was fully refunded. */
  | { readonly code: 'order_refunded' }
  /** The customer's bank charged the payment back. */
  | { readonly code: 'order_charged_back' }
  /** A gift card that was sold with it has been used. */
  | { readonly code: 'order_card_used' };

/** Why the receipt of an order cannot be recorded for a date. */
export interface ReceiptRefusal {
  readonly code: 'received_day';
}

/** Dependencies of the operations. */
export interface OrderActionDeps {
  readonly orders: OrderChanger;
  readonly payments: Pick<Payments, 'isSecured'>;
}

/** Maximum length of a tracking URL, in characters. */
export const MAX_TRACKING_URL_LENGTH = 1000;

/** Returns whether a text is a valid tracking URL. */
export function isTrackingUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && text.length <= MAX_TRACKING_URL_LENGTH;
}

/**
 * Marks a paid order as being packed. Used by the command and the admin page, as are the other operations
 * here: each expects a locked order, and returns why it was refused, or null.
 */
export async function packOrder(
  transaction: Database,
  { orders }: Pick<OrderActionDeps, 'orders'>,
  order: OrderRecord,
  now: Date,
): Promise<OrderRefusal | null> {
  if (await orders.change(transaction, order, 'processing', { now })) return null;
  if (await isChargedBack(transaction, order.orderId)) return { code: 'order_charged_back' };
  return { code: (await isFullyCredited(transaction, order)) ? 'order_refunded' : 'order_not_packable' };
}

/** Result of sending an order. */
export type ShipOrderResult =
  | { readonly refusal: OrderRefusal }
  /** Numbers of the kits that were sent with it. */
  | { readonly refusal: null; readonly kits: readonly string[] };

/**
 * Records that an order was dispatched, with its kits.
 *
 * @param trackingUrl URL checked by `isTrackingUrl`; undefined if the parcel has no tracking
 */
export async function shipOrder(
  transaction: Database,
  { orders, payments }: OrderActionDeps,
  order: OrderRecord,
  { trackingUrl, now }: { readonly trackingUrl: string | undefined; readonly now: Date },
): Promise<ShipOrderResult> {
  if (await orders.change(transaction, order, 'sent', { now, trackingUrl })) {
    return { refusal: null, kits: await markKitsOfOrderSent(transaction, order, now) };
  }
  if (await isChargedBack(transaction, order.orderId)) return { refusal: { code: 'order_charged_back' } };
  if (await isFullyCredited(transaction, order)) return { refusal: { code: 'order_refunded' } };
  const isPaid = await payments.isSecured(transaction, order.orderId);
  return { refusal: { code: isPaid ? 'order_not_sendable' : 'order_not_paid' } };
}

/**
 * Records the day on which a dispatched order was received. Its withdrawal period begins on the following
 * day.
 *
 * @param receipt.receivedOn local date in the shop's country ('2026-11-05')
 */
export async function recordOrderReceipt(
  transaction: Database,
  order: OrderRecord,
  { receivedOn, now }: { readonly receivedOn: string; readonly now: Date },
): Promise<ReceiptRefusal | null> {
  const { orderId, siteId } = order;
  const timeZone = getTimeZone(
    await findRegionCode(transaction, await findSiteCountryId(transaction, siteId)),
  );
  const sentAt = (await listStatusChanges(transaction, orderId)).find(({ status }) => status === 'sent')?.at;
  const isPossible =
    sentAt !== undefined &&
    receivedOn >= getLocalDate(sentAt, timeZone) &&
    receivedOn <= getLocalDate(now, timeZone);
  if (!isPossible) return { code: 'received_day' };
  await updateOrder(transaction, orderId, { receivedOn });
  return null;
}

export async function cancelOrder(
  transaction: Database,
  { orders }: Pick<OrderActionDeps, 'orders'>,
  order: OrderRecord,
  now: Date,
): Promise<OrderRefusal | null> {
  if (await orders.change(transaction, order, 'cancelled', { now, cancelReason: 'shop' })) return null;
  const { status } = order;
  return { code: status === 'paid' || status === 'processing' ? 'order_card_used' : 'order_not_cancellable' };
}
