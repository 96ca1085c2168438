import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Order, PaymentMethodOption } from '../../../../shared/contract/orders.ts';
import { normaliseDiscountCode } from '../../../../shared/rules/cart/discount-code.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import { awaitsPayment, isCancellableByCustomer } from '../../../../shared/rules/orders/order-status.ts';
import { getPaymentPeriodMs, isSlowPaymentMethod } from '../../../../shared/rules/orders/payment-period.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import { findDealer, findParcelShop } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import type { VisitorContext } from '../../core/http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { defineLimits, type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { lockOrderAtLab } from '../../nutrition/lab-results/queries.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import type { TransferLines } from '../carts/service.ts';
import { type Payments, readIssuer } from '../payments/service.ts';
import { createInvoiceSummary, createOrderAnswer } from './order-answer.ts';
import { getPayableAmount, isPayable } from './payable-amount.ts';
import {
  findOrder,
  listInvoices,
  listOrderLines,
  listOrderSamples,
  listPayments,
  updateOrder,
} from './queries.ts';
import { createReorderDetails } from './reorder-details.ts';
import type { OrderChanger, OrderRecord } from './service.ts';
import { releaseReservedStock } from './unpaid-order-stock.ts';

/** Handles the calls of the customer of an order, and the list of payment methods. */
export interface CustomerOrderService {
  fetchPaymentMethods(context: ContextOf<'fetchPaymentMethods'>): Promise<CallAnswer<'fetchPaymentMethods'>>;
  fetchStatus(
    context: ContextOf<'fetchOrderStatus'>,
    input: CallInput<'fetchOrderStatus'>,
  ): Promise<CallAnswer<'fetchOrderStatus'>>;
  /** Returns the order in the cookie of the browser; null without one, or if the order no longer exists. */
  fetchLast(context: ContextOf<'fetchLastOrder'>): Promise<CallAnswer<'fetchLastOrder'>>;
  /** Returns an order to the account that placed it, with its documents. */
  fetchOrder(
    context: ContextOf<'fetchOrder'>,
    input: CallInput<'fetchOrder'>,
  ): Promise<CallAnswer<'fetchOrder'>>;
  startPayment(
    context: ContextOf<'startOrderPayment'>,
    input: CallInput<'startOrderPayment'>,
  ): Promise<CallAnswer<'startOrderPayment'>>;
  cancel(context: ContextOf<'cancelOrder'>, input: CallInput<'cancelOrder'>): Promise<undefined>;
  reorder(context: ContextOf<'reorder'>, input: CallInput<'reorder'>): Promise<CallAnswer<'reorder'>>;
}

/**
 * Limits wrong tokens per visitor. Tokens are random, so many wrong ones indicate guessing. A page that polls
 * with the right token is not limited.
 */
export const orderRateLimits = defineLimits('orders', {
  wrongTokensPerVisitor: { maxAttempts: 30, windowMs: HOUR_MS },
  changesPerVisitor: { maxAttempts: 120, windowMs: HOUR_MS },
  /** Limits queries to the payment provider for one payment, when an order page is loaded repeatedly. */
  providerPerPayment: { maxAttempts: 1, windowMs: 3000 },
});

/** Clears the cookie that marks an unpaid order in the browser. */
const clearedOpenOrderCookie: ResponseCookie = { name: 'openOrder', value: '', maxAgeSeconds: 0 };
/**
 * Returns whether an order can be paid by a method. The total is final, so another method must cost the same.
 */
const canPayByMethod = (
  order: Pick<OrderRecord, 'paymentMethodId' | 'paymentCosts'>,
  method: { readonly paymentMethodId: number; readonly costInclVat: number },
): boolean => method.paymentMethodId === order.paymentMethodId || method.costInclVat === order.paymentCosts;

/** Creates the service. */
export function createCustomerOrderService(deps: {
  readonly database: Database;
  readonly orders: OrderChanger;
  readonly payments: Payments;
  readonly products: ProductService;
  readonly transferLines: TransferLines;
  readonly limiter: Limiter;
  readonly linkTokens: LinkTokens;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): CustomerOrderService {
  const { database, orders, payments, products, transferLines, limiter, linkTokens, clock } = deps;

  /**
   * Returns an order if the caller may see it.
   *
   * @param token undefined for a signed-in caller, who must own the order
   * @throws ProblemError `not_found` if the order is not of this site or the token is wrong
   */
  async function findCallerOrder(
    { site, visitorAddress, account }: ScopedContext & Pick<VisitorContext, 'account'>,
    orderId: string,
    token: string | undefined,
  ): Promise<OrderRecord> {
    const order = await findOrder(database, orderId);
    // Always compared, so that timing does not reveal whether the order exists.
    const isOwn =
      token === undefined
        ? account !== null && order?.accountId === account.accountId
        : linkTokens.isTokenOf({ purpose: 'order', id: orderId }, token, order?.tokenHash ?? null);
    if (order && isOwn && order.siteId === site.site.siteId) return order;
    await limiter.takeForAddress(orderRateLimits.wrongTokensPerVisitor, visitorAddress);
    throw createNotFound();
  }

  /** Does the same for calls that change the order. */
  async function findChangeableOrder(
    context: ScopedContext & Pick<VisitorContext, 'account'>,
    orderId: string,
    token: string | undefined,
  ): Promise<OrderRecord> {
    await limiter.takeForAddress(orderRateLimits.changesPerVisitor, context.visitorAddress);
    return findCallerOrder(context, orderId, token);
  }

  /**
   * Returns the requested payment method, or that of the order.
   *
   * @throws ProblemError `validation_failed` if the site does not offer it, or a bank is missing
   */
  async function chooseMethod(
    { site }: ScopedContext,
    order: OrderRecord,
    body: CallInput<'startOrderPayment'>['body'],
  ) {
    const paymentMethodId = body.paymentMethodId ?? order.paymentMethodId;
    const method = site.paymentMethods.find((known) => known.paymentMethodId === paymentMethodId);
    if (
      !method ||
      method.needsGiftCard ||
      !canPayByMethod(order, method) ||
      !payments.isOffered(site, method.key)
    ) {
      throw createValidationFailed([{ field: 'paymentMethodId', code: 'unknown' }]);
    }
    const former = method.paymentMethodId === order.paymentMethodId ? order.issuer : null;
    return { method, issuer: await readIssuer(payments, site, method, body.issuer ?? former) };
  }

  /** Returns the payment method and the bank of an order if they can still be chosen. */
  async function findReorderPayment(context: ScopedContext, order: OrderRecord) {
    try {
      const { method, issuer } = await chooseMethod(context, order, {});
      return { paymentMethodId: method.paymentMethodId, issuer };
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return { paymentMethodId: null, issuer: null };
    }
  }

  /** Returns whether the dealer or parcel shop of an order can still be chosen; true if it has none. */
  async function isPickupLocationOpen({ delivery, dealerId, parcelShopId }: OrderRecord): Promise<boolean> {
    if (delivery.kind === 'dealer') {
      return dealerId !== null && (await findDealer(database, dealerId))?.isPickupPoint === true;
    }
    if (delivery.kind !== 'parcelShop') return true;
    return parcelShopId !== null && (await findParcelShop(database, parcelShopId)) !== undefined;
  }

  /** Lists the payment methods that the site offers now, with their banks. */
  async function listMethods({ site }: ScopedContext): Promise<PaymentMethodOption[]> {
    const offered = site.paymentMethods.filter(
      ({ key, needsGiftCard }) => needsGiftCard || payments.isOffered(site, key),
    );
    const options = await Promise.all(
      offered.map(async ({ paymentMethodId, key, name, costInclVat, needsGiftCard, needsIssuer }) => ({
        needsIssuer,
        option: {
          paymentMethodId,
          key,
          name,
          cost: costInclVat,
          needsGiftCard,
          issuers: needsIssuer ? [...(await payments.listIssuers(site, key))] : [],
        },
      })),
    );
    // A method whose banks cannot be listed is unavailable.
    return options
      .filter(({ needsIssuer, option: told }) => !needsIssuer || told.issuers.length > 0)
      .map(({ option: told }) => told);
  }

  const findPendingPayment = async (orderId: string) =>
    (await listPayments(database, orderId)).find(({ status }) => status === 'pending');

  const canQueryProvider = (paymentId: string) =>
    tryCountAttempt(() => limiter.take(orderRateLimits.providerPerPayment, paymentId));

  /** Returns the current state of an order. */
  async function describe(context: ScopedContext, found: OrderRecord): Promise<Order> {
    const { orderId } = found;
    let order = found;
    // Refreshes the payment first, so that a customer who returns from their bank sees its latest status.
    const waiting = awaitsPayment(order.status) ? await findPendingPayment(orderId) : undefined;
    if (waiting && (await canQueryProvider(waiting.paymentId))) {
      await payments.refresh(waiting.paymentId);
      order = (await findOrder(database, orderId)) ?? order;
    }
    const methods = isPayable(order) ? await listMethods(context) : [];
    const others = methods.filter(
      ({ needsGiftCard, cost, paymentMethodId }) =>
        !needsGiftCard && canPayByMethod(order, { paymentMethodId, costInclVat: cost }),
    );
    return createOrderAnswer({ database, products, clock }, context, order, others);
  }

  /** @throws ProblemError `payment_unavailable` if the provider cannot be reached */
  async function begin(paymentId: string, orderId: string): Promise<string | null> {
    const url = await payments.begin(paymentId);
    if (url !== null) return url;
    const known = (await listPayments(database, orderId)).find((row) => row.paymentId === paymentId);
    // Some methods have no payment page: the order shows the details of the bank transfer.
    if (known && known.status !== 'failed' && known.providerPaymentId !== null) return null;
    throw new ProblemError('payment_unavailable');
  }

  return {
    fetchPaymentMethods: listMethods,

    async fetchStatus(context, { params: { orderId }, query: { token } }) {
      const order = await findCallerOrder(context, orderId, token);
      if (context.cookies.order?.startsWith(`${orderId}.`) && !isPayable(order))
        context.setCookie(clearedOpenOrderCookie);
      return describe(context, order);
    },

    async fetchLast(context) {
      const { cookies, setCookie } = context;
      if (cookies.order === null) return { order: null };
      const [orderId = '', token = ''] = cookies.order.split('.');
      try {
        const order = await findCallerOrder(context, orderId, token);
        const { orderNumber, status } = order;
        const amount = getPayableAmount(order);
        if (!isPayable(order)) setCookie(clearedOpenOrderCookie);
        return { order: { orderId, orderNumber, status, isPayable: isPayable(order), token, amount } };
      } catch (error) {
        if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error;
        setCookie({ name: 'order', value: '', maxAgeSeconds: 0 });
        setCookie(clearedOpenOrderCookie);
        return { order: null };
      }
    },

    async fetchOrder(context, { params: { orderId } }) {
      const { site, account } = context;
      const found = await findOrder(database, orderId);
      // Not rate limited: ids are random, and a signed-in customer may query their orders.
      if (found?.accountId !== account.accountId || found.siteId !== site.site.siteId) throw createNotFound();
      const order = await describe(context, found);
      const invoices = await listInvoices(database, { orderId });
      return { ...order, invoices: invoices.map(createInvoiceSummary) };
    },

    async startPayment(context, { params: { orderId }, body }) {
      const order = await findChangeableOrder(context, orderId, body.token);
      if (!isPayable(order)) throw new ProblemError('order_not_payable');
      const { method, issuer } = await chooseMethod(context, order, body);
      const { paymentMethodId } = method;
      const started = await findPendingPayment(orderId);
      // The order may just have been paid in another tab.
      if (started) await payments.refresh(started.paymentId);
      const waiting = started && (await findPendingPayment(orderId));
      if (waiting?.paymentMethodId === paymentMethodId && waiting.issuer === issuer) {
        return { paymentUrl: waiting.paymentUrl ?? (await begin(waiting.paymentId, orderId)) };
      }
      const now = new Date(clock());
      const paymentId = await database.transaction(
        'change-order',
        async (transaction) => {
          const locked = await orders.lock(transaction, orderId);
          if (!locked || locked.status === 'cancelled') throw new ProblemError('order_not_payable');
          // Paid in the meantime.
          if (!awaitsPayment(locked.status)) return null;
          // Another attempt does not extend the payment period beyond that of the slowest method.
          const period = new Date(locked.createdAt.getTime() + getPaymentPeriodMs(method.key));
          const { paymentDueAt } = locked;
          await updateOrder(transaction, orderId, {
            paymentMethodId,
            issuer,
            paymentDueAt: paymentDueAt !== null && paymentDueAt > period ? paymentDueAt : period,
          });
          const changed = (await orders.lock(transaction, orderId)) ?? locked;
          if (isSlowPaymentMethod(method.key)) await releaseReservedStock(transaction, changed, now);
          const amount = getPayableAmount(changed);
          const prepared = await payments.prepare(transaction, changed, {
            paymentMethodId,
            issuer,
            amount,
            now,
          });
          return prepared.paymentId;
        },
        { signal: context.signal },
      );
      return { paymentUrl: paymentId === null ? null : await begin(paymentId, orderId) };
    },

    async cancel(context, { params: { orderId }, body: { token } }) {
      await findChangeableOrder(context, orderId, token);
      const now = new Date(clock());
      await database.transaction(
        'change-order',
        async (transaction) => {
          const order = await orders.lock(transaction, orderId);
          if (!order) throw createNotFound();
          if (order.status === 'cancelled') return;
          const isDone =
            isCancellableByCustomer(order.status) &&
            !(await lockOrderAtLab(transaction, orderId)) &&
            (await orders.change(transaction, order, 'cancelled', { now, cancelReason: 'customer' }));
          if (!isDone) throw new ProblemError('order_not_cancellable');
        },
        { signal: context.signal },
      );
      return undefined;
    },

    async reorder(context, { params: { orderId }, body: { token } }) {
      const order = await findChangeableOrder(context, orderId, token);
      const [lines, samples] = await Promise.all([
        listOrderLines(database, orderId),
        listOrderSamples(database, orderId),
      ]);
      const bought = lines.filter(({ isGift }) => !isGift);
      const payment = await findReorderPayment(context, order);
      return transferLines(context, {
        lines: bought.map(({ position, productVariantId, productType, quantity }) => ({
          productVariantId,
          productType,
          count: quantity,
          samples: samples
            .filter((sample) => sample.position === position)
            .map(({ sequence, sampleName }) => ({ sequence, sampleName })),
        })),
        formerAmounts: new Map(
          bought.map(({ productVariantId, originalAmount, quantity }) => [
            productVariantId,
            originalAmount / quantity,
          ]),
        ),
        discountCode: order.discountCode === null ? null : normaliseDiscountCode(order.discountCode),
        mailCampaignId: null,
        details: createReorderDetails({ ...order, ...payment }, await isPickupLocationOpen(order)),
      });
    },
  };
}
