import type { CallAnswer, CallInput } from '../../../../../shared/contract/calls.ts';
import { awaitsPayment } from '../../../../../shared/rules/orders/order-status.ts';
import {
  getPaymentPeriodMs,
  isSlowPaymentMethod,
} from '../../../../../shared/rules/orders/payment-period.ts';
import type { Database } from '../../../core/database/database.ts';
import { ProblemError } from '../../../core/http/problem-error.ts';
import type { ContextOf } from '../../../sites/scoped-call.ts';
import { listPayments, type PaymentRecord } from '../../payments/queries.ts';
import type { Payments } from '../../payments/types.ts';
import { getPayableAmount, isPayable } from '../payable-amount.ts';
import { updateOrder } from '../queries.ts';
import type { OrderChanger, OrderRecord } from '../types.ts';
import { releaseReservedStock } from '../unpaid-order-stock.ts';
import { chooseMethod } from './payment-methods.ts';

export interface StartPaymentDeps {
  readonly database: Database;
  readonly orders: OrderChanger;
  readonly payments: Payments;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Returns the payment of an order that waits for the customer or the provider; undefined if there is none. */
export async function findPendingPayment(
  database: Database,
  orderId: string,
): Promise<PaymentRecord | undefined> {
  return (await listPayments(database, orderId)).find(({ status }) => status === 'pending');
}

/** @throws ProblemError `payment_unavailable` if the provider cannot be reached */
async function begin(
  { database, payments }: StartPaymentDeps,
  paymentId: string,
  orderId: string,
): Promise<string | null> {
  const url = await payments.begin(paymentId);
  if (url !== null) return url;
  const known = (await listPayments(database, orderId)).find((row) => row.paymentId === paymentId);
  // Some methods have no payment page: the order shows the details of the bank transfer.
  if (known && known.status !== 'failed' && known.providerPaymentId !== null) return null;
  throw new ProblemError('payment_unavailable');
}

/**
 * Starts the payment of an order by the requested method, or returns the page of a payment that has started.
 *
 * @throws ProblemError `order_not_payable`, `payment_unavailable`, or `validation_failed` for the method
 */
export async function startPayment(
  deps: StartPaymentDeps,
  context: ContextOf<'startOrderPayment'>,
  order: OrderRecord,
  body: CallInput<'startOrderPayment'>['body'],
): Promise<CallAnswer<'startOrderPayment'>> {
  const { database, orders, payments, clock } = deps;
  const { orderId } = order;
  if (!isPayable(order)) throw new ProblemError('order_not_payable');
  const { method, issuer } = await chooseMethod(payments, context, order, body);
  const { paymentMethodId } = method;
  const started = await findPendingPayment(database, orderId);
  // The order may just have been paid in another tab.
  if (started) await payments.refresh(started.paymentId);
  const waiting = started && (await findPendingPayment(database, orderId));
  if (waiting?.paymentMethodId === paymentMethodId && waiting.issuer === issuer) {
    return { paymentUrl: waiting.paymentUrl ?? (await begin(deps, waiting.paymentId, orderId)) };
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
  return { paymentUrl: paymentId === null ? null : await begin(deps, paymentId, orderId) };
}
