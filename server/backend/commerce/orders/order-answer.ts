import type { InvoiceSummary, Order, PaymentMethodOption } from '../../../../shared/contract/orders.ts';
import { hasOnlyRoughageTests } from '../../../../shared/rules/cart/shipping-properties.ts';
import { isCancellableByCustomer } from '../../../../shared/rules/orders/order-status.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { listOrdersAtLab } from '../../nutrition/lab-results/queries.ts';
import { findRegionCode } from '../../sites/countries/queries.ts';
import { getWithdrawalDays } from '../../sites/legal-periods.ts';
import { getTimeZone } from '../../sites/local-dates.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { findPaymentMethod } from '../../sites/sites/queries.ts';
import { findGiftCardDigits, sumReturnedToCard } from '../gift-cards/queries.ts';
import { listPayments, type PaymentRecord } from '../payments/queries.ts';
import { getWithdrawalState, listWithdrawalsOfOrder } from '../withdrawals/queries.ts';
import { getPayableAmount, isPayable } from './payable-amount.ts';
import {
  findInvoiceNumber,
  type InvoiceRow,
  listOrderLines,
  listOrderSamples,
  listStatusChanges,
} from './queries.ts';
import type { OrderRecord } from './types.ts';
import { getWithdrawalPeriod } from './withdrawal-period.ts';

/** Returns an invoice or a credit note for its customer. */
export const createInvoiceSummary = (row: InvoiceRow): InvoiceSummary => ({
  ...row,
  created: row.created.toISOString(),
  path: `/api/invoices/${row.invoiceId}`,
});

/**
 * Returns the payment status of an order: that of the payment that secures it, else of the pending one, else
 * of the latest.
 *
 * @param returnedToCard euro cents
 * @param paidAmount euro cents of the payment and the gift card together
 */
function createPaymentStatus(payments: readonly PaymentRecord[], returnedToCard: number, paidAmount: number) {
  const latest =
    payments.find(({ securesOrder }) => securesOrder) ??
    payments.find(({ status }) => status === 'pending') ??
    payments[0];
  const refundedAmount = payments.reduce((sum, row) => sum + row.refundedAmount, returnedToCard);
  // Of the payment that secures the order: a second payment is refunded automatically.
  const credited = (latest?.refundedAmount ?? 0) + returnedToCard;
  const refunded = credited >= paidAmount ? ('refunded' as const) : ('partially_refunded' as const);
  if (!latest) {
    return {
      status: credited > 0 ? refunded : ('none' as const),
      refundedAmount,
      transfer: null,
    };
  }
  const { transferAccountHolder, transferIban, transferEntity, transferReference } = latest;
  return {
    status: latest.status === 'paid' && credited > 0 ? refunded : latest.status,
    refundedAmount,
    transfer:
      transferAccountHolder === null || transferReference === null
        ? null
        : {
            accountHolder: transferAccountHolder,
            iban: transferIban,
            entity: transferEntity,
            reference: transferReference,
          },
  };
}

interface OrderAnswerDeps {
  readonly database: Database;
  readonly products: ProductService;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Reads what an order refers to. */
async function readOrderDetails(
  { database, products, clock }: OrderAnswerDeps,
  context: ScopedContext,
  order: OrderRecord,
) {
  const { orderId, paymentMethodId } = order;
  const { site } = context;
  const [
    lines,
    samples,
    atLab,
    statusChanges,
    payments,
    method,
    giftCardNumber,
    returnedToCard,
    invoiceNumber,
    withdrawals,
    siteRegion,
    regionCode,
  ] = await Promise.all([
    listOrderLines(database, orderId),
    listOrderSamples(database, orderId),
    listOrdersAtLab(database, [orderId]),
    listStatusChanges(database, orderId),
    listPayments(database, orderId),
    paymentMethodId === null ? undefined : findPaymentMethod(database, paymentMethodId),
    findGiftCardDigits(database, orderId),
    sumReturnedToCard(database, orderId),
    findInvoiceNumber(database, orderId),
    listWithdrawalsOfOrder(database, orderId),
    findRegionCode(database, site.site.countryId),
    findRegionCode(database, order.billing.address.countryId),
  ]);
  const period = getWithdrawalPeriod(
    {
      status: order.status,
      createdAt: order.createdAt,
      sentAt: statusChanges.find(({ status }) => status === 'sent')?.at ?? null,
      receivedOn: order.receivedOn,
      isDigital: order.delivery.kind === 'none',
      deliveryTimeDays: order.delivery.deliveryTimeDays,
    },
    { days: getWithdrawalDays(site), timeZone: getTimeZone(siteRegion), regionCode },
    new Date(clock()),
  );
  const ids = [...new Set(lines.map(({ productVariantId }) => productVariantId))];
  const summaries = new Map(
    (await products.fetchSummaries(context, ids)).map((summary) => [summary.productVariantId, summary]),
  );
  return {
    lines,
    samples,
    atLab,
    statusChanges,
    payments,
    method,
    giftCardNumber,
    returnedToCard,
    invoiceNumber,
    withdrawals,
    period,
    summaries,
  };
}

type OrderDetails = Awaited<ReturnType<typeof readOrderDetails>>;

/** Returns a line of an order, with its product if the site still sells it. */
const createOrderLineAnswer = (
  line: OrderDetails['lines'][number],
  { samples, summaries }: Pick<OrderDetails, 'samples' | 'summaries'>,
): Order['lines'][number] => ({
  productId: line.productId,
  productVariantId: line.productVariantId,
  productType: line.productType,
  quantity: line.quantity,
  description: line.description,
  productLabel: line.productLabel,
  originalAmount: line.originalAmount,
  totalAmount: line.totalAmount,
  vatRatePercentage: line.vatRatePercentage,
  vatAmount: line.vatAmount,
  vatType: line.vatType,
  productDiscounts: line.productDiscounts,
  isGift: line.isGift,
  rqsSamples: samples
    .filter(({ position }) => position === line.position)
    .map(({ sequence, sampleName }) => ({ sequence, sampleName })),
  product: summaries.get(line.productVariantId) ?? null,
});

/**
 * Returns an order for the holder of its token.
 *
 * @param paymentMethods methods by which it may be paid now
 */
export async function createOrderAnswer(
  deps: OrderAnswerDeps,
  context: ScopedContext,
  order: OrderRecord,
  paymentMethods: readonly PaymentMethodOption[],
): Promise<Order> {
  const { orderId, paymentMethodId } = order;
  const details = await readOrderDetails(deps, context, order);
  const { lines, statusChanges, payments, method, period } = details;
  const amount = getPayableAmount(order);
  return {
    orderId,
    orderNumber: order.orderNumber,
    status: order.status,
    statusChanges: statusChanges.map(({ status, at }) => ({ status, at: at.toISOString() })),
    created: order.createdAt.toISOString(),
    billing: order.billing,
    delivery: order.delivery,
    lines: lines.map((line) => createOrderLineAnswer(line, details)),
    subTotalAmount: order.subTotalAmount,
    orderDiscounts: order.orderDiscounts,
    originalShippingCosts: order.originalShippingCosts,
    shippingDiscounts: order.shippingDiscounts,
    shippingCosts: order.shippingCosts,
    shippingCostsExclVat: order.shippingCostsExclVat,
    paymentCosts: order.paymentCosts,
    totalAmount: order.totalAmount,
    totalAmountExclVat: order.totalAmountExclVat,
    vatAmounts: order.vatAmounts,
    discountCode: order.discountCode,
    giftCardAmount: order.giftCardAmount,
    giftCardNumber: details.giftCardNumber,
    payment: {
      ...createPaymentStatus(payments, details.returnedToCard, order.totalAmount),
      paymentMethodId,
      methodKey: method?.key ?? null,
      methodName: method?.name ?? null,
      issuer: order.issuer,
      amount,
      dueAt: order.paymentDueAt?.toISOString() ?? null,
    },
    isPayable: isPayable(order),
    paymentMethods: [...paymentMethods],
    isCancellable: isCancellableByCustomer(order.status) && !details.atLab.has(orderId),
    isWithdrawable: period.isOpen,
    withdrawalUntil: period.endsAt?.toISOString() ?? null,
    withdrawals: details.withdrawals.map((row) => ({
      received: row.at.toISOString(),
      state: getWithdrawalState(row),
    })),
    scanProductsOnly: hasOnlyRoughageTests(lines.filter(({ isGift }) => !isGift)),
    invoiceNumber: details.invoiceNumber,
    trackingUrl: order.trackingUrl,
  };
}
