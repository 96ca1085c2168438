import type { Address } from '../../../../shared/contract/addresses.ts';
import { formatStreetLine } from '../../../../shared/rules/people/street-line.ts';
import { toEuroText } from '../../core/cli/euro-amounts.ts';
import { toPlain } from '../../core/cli/plain-text.ts';
import { formatUtcMinute } from '../../core/cli/utc-minute.ts';
import type { Database } from '../../core/database/database.ts';
import { findPaymentMethod, getSiteKeysById } from '../../sites/sites/queries.ts';
import {
  type FailedPaymentWork,
  listFailedPaymentWork,
  listPayments,
  listRefundsOfOrder,
  type PaymentRecord,
  type RefundRecord,
} from '../payments/queries.ts';
import { isSecured } from '../payments/service.ts';
import { findOrderWithDetails, type OrderWithDetails } from './documents/queries.ts';
import { findInvoiceNumber } from './queries.ts';
import type { OrderRecord } from './types.ts';

const describeOrderHead = (
  { orderNumber, siteId, status, cancelReason, totalAmount }: OrderRecord,
  siteKeys: ReadonlyMap<number, string>,
): string[] => [
  orderNumber,
  siteKeys.get(siteId) ?? String(siteId),
  cancelReason === null ? status : `${status} (${cancelReason})`,
  toEuroText(totalAmount),
];

/**
 * Describes an order on a line of a list, without personal data.
 *
 * @param failed failed provider operations of the order
 */
export const describeOrderRow = (
  order: OrderRecord,
  siteKeys: ReadonlyMap<number, string>,
  failed: readonly FailedPaymentWork[],
): string =>
  [
    formatUtcMinute(order.createdAt),
    ...describeOrderHead(order, siteKeys),
    ...failed.map(({ act, failure }) => `${act} failed: ${failure}`),
  ].join(' · ');

function describeAddress(address: Address, regionCodes: OrderWithDetails['regionCodes']): string {
  const { zipcode, city, countryId } = address;
  return [
    formatStreetLine(address),
    `${zipcode} ${city}`,
    regionCodes.get(countryId) ?? String(countryId),
  ].join(', ');
}

function describeBillingAndDelivery({ order, regionCodes }: OrderWithDetails): string[] {
  const { firstName, lastName, companyName, vatNumber, phoneNumber, emailAddress, address } = order.billing;
  const { kind, name, address: destination } = order.delivery;
  const named = (values: readonly (string | null | undefined)[]) =>
    values.filter((value) => value != null && value !== '').join(', ');
  return [
    `billed to   ${named([`${firstName} ${lastName}`, companyName, vatNumber, describeAddress(address, regionCodes)])}`,
    `reached by  ${named([emailAddress, phoneNumber])}`,
    `delivery    ${kind}${destination === null ? '' : `: ${named([name, describeAddress(destination, regionCodes)])}`}`,
    ...(order.trackingUrl === null ? [] : [`followed at ${order.trackingUrl}`]),
  ];
}

function describeOrderLines({ lines }: OrderWithDetails): string[] {
  return lines.map(({ quantity, description, productLabel, isGift, totalAmount, sampleNames }) =>
    [
      `${quantity} × ${description}${productLabel === '' ? '' : `, ${productLabel}`}`,
      isGift ? 'gift' : toEuroText(totalAmount),
      ...sampleNames,
    ].join(' · '),
  );
}

function describeAmounts(
  { order, giftCardDigits }: OrderWithDetails,
  invoiceNumber: string | null,
): string[] {
  const discounts = [...order.orderDiscounts, ...order.shippingDiscounts];
  return [
    `goods ${toEuroText(order.subTotalAmount)}`,
    ...discounts.map(({ description, amount }) => `${description} −${toEuroText(amount)}`),
    ...(order.discountCode === null ? [] : [`code ${order.discountCode}`]),
    `delivery ${toEuroText(order.shippingCosts)}`,
    `total ${toEuroText(order.totalAmount)}`,
    ...(order.giftCardAmount === 0
      ? []
      : [`gift card …${giftCardDigits ?? ''} pays ${toEuroText(order.giftCardAmount)}`]),
    ...(invoiceNumber === null ? [] : [`invoice ${invoiceNumber}`]),
  ];
}

async function describePayment(database: Database, row: PaymentRecord, order: OrderRecord): Promise<string> {
  const method = await findPaymentMethod(database, row.paymentMethodId);
  return [
    `${formatUtcMinute(row.createdAt)}  payment by ${method?.key ?? row.paymentMethodId}`,
    row.status,
    toEuroText(row.amount),
    ...(row.securesOrder && !isSecured(row.status) && order.status !== 'cancelled'
      ? ['its authorisation is over: the order is not paid']
      : []),
    ...(row.refundedAmount === 0 ? [] : [`${toEuroText(row.refundedAmount)} went back`]),
    ...(row.chargedBackAmount === 0 ? [] : [`${toEuroText(row.chargedBackAmount)} charged back`]),
  ].join(' · ');
}

const textByRefundStatus = {
  pending: 'on its way',
  done: 'accepted',
  failed: 'failed at the provider',
} as const;

const describeRefund = ({ createdAt, reason, status, amount }: RefundRecord): string =>
  `${formatUtcMinute(createdAt)}  refund (${reason}) · ${textByRefundStatus[status]} · ${toEuroText(amount)}`;

function describeFailedWork({
  act,
  amount,
  failure,
  attempts,
  nextAttemptAt,
  itemId,
}: FailedPaymentWork): string {
  const next =
    nextAttemptAt === null
      ? `given up: npm run outbox -- retry item-${itemId}`
      : `tried again at ${formatUtcMinute(nextAttemptAt)}`;
  return [
    `! ${act}${amount === null ? '' : ` of ${toEuroText(amount)}`} failed: ${failure}`,
    `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    next,
  ].join(' · ');
}

/** Describes an order for customer service, including its customer but never its token. */
export async function describeOrder(database: Database, order: OrderRecord): Promise<string> {
  const { orderId, paymentDueAt, hadLatePayment } = order;
  const details = await findOrderWithDetails(database, orderId);
  if (!details) return 'The order is gone.';
  const [siteKeys, invoiceNumber, payments, refunds, failed] = await Promise.all([
    getSiteKeysById(database),
    findInvoiceNumber(database, orderId),
    listPayments(database, orderId),
    listRefundsOfOrder(database, orderId),
    listFailedPaymentWork(database, [orderId]),
  ]);
  const described = await Promise.all(
    payments.toReversed().map((row) => describePayment(database, row, details.order)),
  );
  return [
    describeOrderHead(details.order, siteKeys).join(' · '),
    ...details.statusChanges.map(({ status, at }) => `${formatUtcMinute(at)}  ${status}`),
    ...described,
    ...refunds.map(describeRefund),
    ...failed.map(describeFailedWork),
    ...(paymentDueAt === null ? [] : [`is cancelled unless it is paid by ${formatUtcMinute(paymentDueAt)}`]),
    ...(hadLatePayment ? ['money came after it was cancelled, and went back'] : []),
    ...describeOrderLines(details),
    describeAmounts(details, invoiceNumber).join(' · '),
    ...describeBillingAndDelivery(details),
  ]
    .map(toPlain)
    .join('\n    ');
}
