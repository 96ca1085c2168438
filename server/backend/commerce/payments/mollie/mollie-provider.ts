import {
  CaptureMethod,
  createMollieClient,
  Locale,
  MollieApiError,
  type Payment,
  type PaymentCreateParams,
  PaymentEmbed,
  PaymentLineType,
  PaymentMethod,
  type Refund,
} from '@mollie/api-client';
import type { PaymentStatus } from '../../../../../shared/rules/orders/order-status.ts';
import { formatStreetLine } from '../../../../../shared/rules/people/street-line.ts';
import type { MollieSettings } from '../payment-settings.ts';
import {
  type ListedPayment,
  type PaymentLine,
  type PaymentProvider,
  type PaymentToBegin,
  ProviderError,
  type ProviderPayment,
  type ProviderPaymentSummary,
  type ProviderRefund,
  type TransferDetails,
} from '../provider.ts';
import { callWithDeadline } from './call-deadline.ts';
import { formatAmount, parseAmount } from './mollie-amounts.ts';
import { findMollieMethod } from './mollie-methods.ts';

/**
 * Timeout in milliseconds of a call with all its retries, and the maximum number of requests: one retry with
 * the same key if Mollie fails.
 */
const TIMEOUT_MS = 8000;
const MAX_CALL_REQUESTS = 2;

/** Entries per page of a list; Mollie's maximum. */
const PAGE_SIZE = 250;

/** A refund or a chargeback in a list. */
interface ListedRefundOrChargeback {
  readonly createdAt: string;
  readonly paymentId: string;
}

type MolliePage<T> = readonly T[] & { readonly nextPageCursor: string | undefined };

const statuses: Readonly<Record<string, PaymentStatus>> = {
  open: 'pending',
  pending: 'pending',
  authorized: 'authorized',
  paid: 'paid',
  failed: 'failed',
  expired: 'expired',
  canceled: 'cancelled',
};

/** Returns whether a refund was refused. No money was or will be moved. */
const isRefundRefused = (status: string): boolean => status === 'failed' || status === 'canceled';

/** Languages of Mollie's pages. For any other language the browser decides. */
const mollieLocales: readonly string[] = Object.values(Locale);

const toMollieLocale = (culture: string): Locale | undefined => {
  const name = culture.replace('-', '_');
  return mollieLocales.includes(name) ? (name as Locale) : undefined;
};

/** HTTP statuses of temporary errors. */
const temporaryErrorStatuses: readonly number[] = [408, 409, 425, 429];

/** Converts an error to a code. Mollie's own message may quote personal data. */
function toProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  if (!(error instanceof MollieApiError) || error.statusCode === undefined) {
    return new ProviderError('mollie_unreachable', { isPermanent: false });
  }
  const { statusCode, field } = error;
  const isTemporary = statusCode >= 500 || temporaryErrorStatuses.includes(statusCode);
  const fieldSuffix = field !== undefined && /^[\w.]{1,60}$/.test(field) ? `_${field}` : '';
  return new ProviderError(`mollie_${statusCode}${fieldSuffix}`, { isPermanent: !isTemporary });
}

const readTextProperty = (value: unknown, name: string): string | null => {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return typeof text === 'string' && text !== '' ? text : null;
};

function toTransferDetails({ details }: Payment): TransferDetails | null {
  const reference = readTextProperty(details, 'transferReference');
  const iban = readTextProperty(details, 'bankAccount');
  if (reference === null || iban === null) return null;
  return { accountHolder: readTextProperty(details, 'bankName') ?? '', iban, entity: null, reference };
}

const readNumberProperty = (value: unknown, name: string): number | null => {
  const number: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
  return Number.isSafeInteger(number) ? Number(number) : null;
};

function toPaymentSummary(payment: Payment): ProviderPaymentSummary {
  const status = statuses[payment.status];
  if (status === undefined) throw new ProviderError('mollie_unknown_status', { isPermanent: true });
  const { amount, amountRefunded, amountChargedBack, metadata } = payment;
  return {
    providerPaymentId: payment.id,
    status,
    amount: parseAmount(amount.value),
    currency: amount.currency,
    paymentId: readTextProperty(metadata, 'paymentId'),
    orderId: readTextProperty(metadata, 'orderId'),
    siteId: readNumberProperty(metadata, 'siteId'),
    description: payment.description,
    paymentUrl: status === 'pending' ? (payment._links.checkout?.href ?? null) : null,
    transfer: toTransferDetails(payment),
    refundedAmount: amountRefunded === undefined ? 0 : parseAmount(amountRefunded.value) || 0,
    chargedBackAmount: amountChargedBack === undefined ? 0 : parseAmount(amountChargedBack.value) || 0,
  };
}

const toProviderRefund = ({
  id,
  amount,
  metadata,
  status,
}: Pick<Refund, 'id' | 'amount' | 'metadata' | 'status'>): ProviderRefund => ({
  providerRefundId: id,
  refundId: readTextProperty(metadata, 'refundId'),
  amount: parseAmount(amount.value),
  isFailed: isRefundRefused(status),
});

const toProviderPayment = (payment: Payment): ProviderPayment => ({
  ...toPaymentSummary(payment),
  refunds: (payment._embedded?.refunds ?? []).map(toProviderRefund),
});

const mollieLineTypes: Readonly<Record<PaymentLine['kind'], PaymentLineType>> = {
  goods: PaymentLineType.physical,
  digital: PaymentLineType.digital,
  delivery: PaymentLineType.shipping_fee,
  giftCard: PaymentLineType.gift_card,
  surcharge: PaymentLineType.surcharge,
  discount: PaymentLineType.discount,
};

const toMollieLine = (line: PaymentLine) => ({
  type: mollieLineTypes[line.kind],
  description: line.description,
  quantity: line.quantity,
  unitPrice: formatAmount(line.unitAmount),
  ...(line.discountAmount > 0 && { discountAmount: formatAmount(line.discountAmount) }),
  totalAmount: formatAmount(line.totalAmount),
  vatRate: line.vatRatePercentage.toFixed(2),
  vatAmount: formatAmount(line.vatAmount),
});

/** Returns the billing details and lines, which only pay-later methods require. */
function createBillingDetails({ billing, regionCode, lines }: PaymentToBegin) {
  const { firstName, lastName, emailAddress, address } = billing;
  return {
    billingAddress: {
      givenName: firstName,
      familyName: lastName,
      email: emailAddress,
      streetAndNumber: formatStreetLine(address),
      postalCode: address.zipcode,
      city: address.city,
      country: regionCode,
    },
    lines: lines.map(toMollieLine),
  };
}

/**
 * Returns whether Mollie can reach a URL. Mollie refuses payments with an unreachable webhook; without a
 * webhook the shop polls.
 */
const isReachableByMollie = (url: string): boolean => {
  const hostname = URL.parse(url)?.hostname ?? 'localhost';
  return hostname !== 'localhost' && !hostname.endsWith('.localhost');
};

function createPaymentParameters(payment: PaymentToBegin, method: PaymentMethod): PaymentCreateParams {
  const { paymentId, amount, description, culture, redirectUrl, webhookUrl } = payment;
  const locale = toMollieLocale(culture);
  const isPayLater = method === PaymentMethod.klarna;
  return {
    amount: formatAmount(amount),
    method,
    description,
    redirectUrl,
    // Contains only ids, no personal data.
    metadata: { paymentId, orderId: payment.orderId, siteId: payment.siteId },
    idempotencyKey: paymentId,
    ...(locale && { locale }),
    ...(isReachableByMollie(webhookUrl) && { webhookUrl }),
    ...(method === PaymentMethod.banktransfer && { dueDate: payment.expiresAt.toISOString().slice(0, 10) }),
    ...(isPayLater && { captureMode: CaptureMethod.manual, ...createBillingDetails(payment) }),
  };
}

/** Creates the provider of a configuration at Mollie, using Mollie's own client. */
export function createMollieProvider(
  { apiKey, apiUrl }: MollieSettings,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): PaymentProvider {
  const client = createMollieClient({ apiKey, ...(apiUrl !== undefined && { apiEndpoint: apiUrl }) });

  async function callMollie<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await callWithDeadline({ timeoutMs, maxRequests: MAX_CALL_REQUESTS }, call);
    } catch (error) {
      throw toProviderError(error);
    }
  }

  /** Returns a payment; null if Mollie does not know the id. */
  async function find(id: string, parameters?: { readonly embed: PaymentEmbed[] }): Promise<Payment | null> {
    try {
      return await callWithDeadline({ timeoutMs, maxRequests: MAX_CALL_REQUESTS }, () =>
        client.payments.get(id, parameters),
      );
    } catch (error) {
      if (error instanceof MollieApiError && (error.statusCode === 404 || error.statusCode === 410))
        return null;
      throw toProviderError(error);
    }
  }

  /**
   * Iterates over the pages of a list. Mollie lists the newest entries first, so it stops at the first entry
   * before the given time.
   */
  async function* listPages<T extends { readonly createdAt: string }>(
    since: Date,
    fetchPage: (page: { readonly limit: number; readonly from?: string }) => Promise<MolliePage<T>>,
    toListed: (entry: T) => ListedPayment,
  ): AsyncGenerator<readonly ListedPayment[]> {
    let from: string | undefined;
    do {
      const start = from === undefined ? {} : { from };
      const page = await callMollie(() => fetchPage({ limit: PAGE_SIZE, ...start }));
      const recent = page.filter(({ createdAt }) => Date.parse(createdAt) >= since.getTime());
      if (recent.length > 0) yield recent.map(toListed);
      from = recent.length === page.length ? page.nextPageCursor : undefined;
    } while (from !== undefined);
  }

  return {
    supports: (methodKey) => findMollieMethod(methodKey) !== undefined,
    // Customers choose their bank on Mollie's page.
    listIssuers: async () => [],
    async begin(payment) {
      const method = findMollieMethod(payment.methodKey);
      if (method === undefined) throw new ProviderError('mollie_without_method', { isPermanent: true });
      return toProviderPayment(
        await callMollie(() => client.payments.create(createPaymentParameters(payment, method))),
      );
    },
    async fetch(id) {
      const payment = await find(id, { embed: [PaymentEmbed.refunds] });
      return payment && toProviderPayment(payment);
    },
    async *list(since) {
      yield* listPages<Payment>(
        since,
        (page) => client.payments.page(page),
        (payment) => ({
          providerPaymentId: payment.id,
          // A payment with an unknown status is listed without a summary: only fetching it fails, and other
          // payments are not affected.
          summary: Object.hasOwn(statuses, payment.status) ? toPaymentSummary(payment) : null,
        }),
      );
      // Includes payments that were started long before.
      const toListed = ({ paymentId }: ListedRefundOrChargeback) => ({
        providerPaymentId: paymentId,
        summary: null,
      });
      yield* listPages<ListedRefundOrChargeback>(since, (page) => client.refunds.page(page), toListed);
      yield* listPages<ListedRefundOrChargeback>(since, (page) => client.chargebacks.page(page), toListed);
    },
    async capture(id, amount) {
      await callMollie(() =>
        client.paymentCaptures.create({
          paymentId: id,
          amount: formatAmount(amount),
          idempotencyKey: `capture-${id}`,
        }),
      );
    },
    async cancel(id, { releases }) {
      const payment = await find(id);
      if (payment?.status === 'authorized') {
        if (releases) await callMollie(() => client.payments.releaseAuthorization(id));
      } else if (payment?.isCancelable === true) await callMollie(() => client.payments.cancel(id));
    },
    async refund(id, { refundId, amount, description }) {
      // Mollie stores keys for an hour only, and this refund may have been requested days ago.
      const earlier = await callMollie(() => client.paymentRefunds.page({ paymentId: id, limit: 250 }));
      const known = earlier.find(
        ({ metadata, status }) =>
          readTextProperty(metadata, 'refundId') === refundId && !isRefundRefused(status),
      );
      if (known) return { providerRefundId: known.id };
      const refund = await callMollie(() =>
        client.paymentRefunds.create({
          paymentId: id,
          amount: formatAmount(amount),
          description,
          metadata: { refundId },
          idempotencyKey: refundId,
        }),
      );
      if (isRefundRefused(refund.status))
        throw new ProviderError('mollie_refund_failed', { isPermanent: true });
      return { providerRefundId: refund.id };
    },
  };
}
