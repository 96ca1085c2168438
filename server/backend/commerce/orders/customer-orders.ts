import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Order } from '../../../../shared/contract/orders.ts';
import { awaitsPayment, isCancellableByCustomer } from '../../../../shared/rules/orders/order-status.ts';
import type { ProductService } from '../../catalogue/products/service.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, ProblemError } from '../../core/http/problem-error.ts';
import type { ResponseCookie } from '../../core/http/visitor-cookies.ts';
import { type Limiter, tryCountAttempt } from '../../core/limits/limiter.ts';
import type { LinkTokens } from '../../core/security/link-tokens.ts';
import { lockOrderAtLab } from '../../nutrition/lab-results/queries.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import type { TransferLines } from '../carts/service.ts';
import type { Payments } from '../payments/types.ts';
import { createOrderAccess, orderRateLimits } from './customer-orders/order-access.ts';
import { canPayByMethod, listMethods } from './customer-orders/payment-methods.ts';
import { reorder } from './customer-orders/reorder.ts';
import { findPendingPayment, startPayment } from './customer-orders/start-payment.ts';
import { createInvoiceSummary, createOrderAnswer } from './order-answer.ts';
import { getPayableAmount, isPayable } from './payable-amount.ts';
import { findOrder, listInvoices } from './queries.ts';
import type { OrderChanger, OrderRecord } from './types.ts';

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

/** Clears the cookie that marks an unpaid order in the browser. */
const clearedOpenOrderCookie: ResponseCookie = { name: 'openOrder', value: '', maxAgeSeconds: 0 };

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
  const { database, orders, payments, products, limiter, clock } = deps;
  const { findCallerOrder, findChangeableOrder } = createOrderAccess(deps);

  const canQueryProvider = (paymentId: string) =>
    tryCountAttempt(() => limiter.take(orderRateLimits.providerPerPayment, paymentId));

  /** Returns the current state of an order. */
  async function describe(context: ScopedContext, found: OrderRecord): Promise<Order> {
    const { orderId } = found;
    let order = found;
    // Refreshes the payment first, so that a customer who returns from their bank sees its latest status.
    const waiting = awaitsPayment(order.status) ? await findPendingPayment(database, orderId) : undefined;
    if (waiting && (await canQueryProvider(waiting.paymentId))) {
      await payments.refresh(waiting.paymentId);
      order = (await findOrder(database, orderId)) ?? order;
    }
    const methods = isPayable(order) ? await listMethods(payments, context) : [];
    const others = methods.filter(
      ({ needsGiftCard, cost, paymentMethodId }) =>
        !needsGiftCard && canPayByMethod(order, { paymentMethodId, costInclVat: cost }),
    );
    return createOrderAnswer({ database, products, clock }, context, order, others);
  }

  return {
    fetchPaymentMethods: (context) => listMethods(payments, context),

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
      return startPayment(deps, context, order, body);
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
      return reorder(deps, context, await findChangeableOrder(context, orderId, token));
    },
  };
}
