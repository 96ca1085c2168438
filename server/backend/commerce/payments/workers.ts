import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import {
  FailedAttemptError,
  PermanentFailureError,
  type QueueItem,
  type QueueWorkers,
} from '../../core/queue/attempts.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { enqueueOrderMessage } from '../orders/service.ts';
import type { OrderRecord } from '../orders/types.ts';
import { attemptAtProvider } from './attempt-at-provider.ts';
import {
  BEGIN_PAYMENT_JOB,
  type PaymentsDeps,
  type PaymentsForJobs,
  REFRESH_PAYMENT_JOB,
} from './create-payments.ts';
import { findPayment } from './find-payment.ts';
import { parsePaymentWork } from './payment-work.ts';
import { ProviderError } from './provider.ts';
import {
  findRefund,
  lockPayments,
  markRefundCompleted,
  type PaymentRecord,
  sumRefunds,
  updatePayment,
} from './queries.ts';

/** Retry delays. After the last one, four days in total, the work is abandoned and staff must decide. */
const WORK_RETRY_DELAYS_MS = [
  10 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  2 * DAY_MS,
];
const START_RETRY_DELAYS_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
const REFRESH_RETRY_DELAYS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const REFRESH_GIVE_UP_MS = 14 * DAY_MS;

/**
 * Polling of pending payments, in milliseconds: each interval is half of the payment's age, within these
 * bounds, up to a maximum age.
 */
const MIN_POLL_INTERVAL_MS = 15 * SECOND_MS;
const MAX_POLL_INTERVAL_MS = 3 * HOUR_MS;
const MAX_POLL_AGE_MS = 60 * DAY_MS;

function getPaymentId({ payload: { paymentId } }: QueueItem): string {
  if (typeof paymentId !== 'string') throw new PermanentFailureError('no_payment');
  return paymentId;
}

/** Creates the background jobs of payments. All of them are idempotent. */
export function createPaymentWorkers(
  deps: Pick<PaymentsDeps, 'database' | 'clock' | 'errors' | 'orders'> & {
    readonly payments: PaymentsForJobs;
  },
): QueueWorkers {
  const { database, clock, errors, orders, payments } = deps;

  async function scheduleRefresh(paymentId: string, since: string): Promise<void> {
    const now = new Date(clock());
    const age = now.getTime() - Date.parse(since);
    if (!(age < MAX_POLL_AGE_MS)) return;
    const wait = Math.min(MAX_POLL_INTERVAL_MS, Math.max(MIN_POLL_INTERVAL_MS, age / 2));
    const runAt = new Date(now.getTime() + wait);
    await enqueue(database, [{ name: REFRESH_PAYMENT_JOB, payload: { paymentId, since }, runAt, now }]);
  }

  /** Refreshes a payment after a request to the provider, whose effect may be delayed. */
  async function refreshAfter(paymentId: string): Promise<void> {
    await payments.tryRefresh(paymentId);
    const found = await findPayment(database, paymentId);
    const isWaiting = found?.payment.status === 'pending' || found?.payment.status === 'authorized';
    if (isWaiting) await scheduleRefresh(paymentId, new Date(clock()).toISOString());
  }

  /** Evaluates a payment and its order under lock; returns undefined if the payment does not exist. */
  async function withLockedPayment<T>(
    { paymentId, orderId }: PaymentRecord,
    work: (row: PaymentRecord, order: OrderRecord, transaction: Database) => T | Promise<T>,
  ): Promise<T | undefined> {
    return database.transaction('cancel-payment', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      const row = (await lockPayments(transaction, orderId)).find(
        (candidate) => candidate.paymentId === paymentId,
      );
      return order && row && work(row, order, transaction);
    });
  }

  /**
   * Returns how to end a payment at its provider; null if it must not be ended there. A payment that pays an
   * active order is not ended, nor one that may do so in a moment because its customer has paid since. Any
   * other may be released: cancelled orders stay cancelled, and ended payments pay nothing.
   */
  async function findCancelOptions(
    row: PaymentRecord,
    order: OrderRecord,
    transaction: Database,
  ): Promise<{ readonly releases: boolean } | null> {
    const { status, securesOrder, providerPaymentId } = row;
    if (providerPaymentId === null) {
      // A request that is starting the payment sees this, and cancels it at the provider as well.
      if (status === 'pending') {
        await updatePayment(transaction, row.paymentId, { status: 'cancelled' }, new Date(clock()));
      }
      return null;
    }
    if (order.status === 'cancelled') return { releases: true };
    return securesOrder ? null : { releases: status !== 'pending' };
  }

  async function cancel(paymentId: string): Promise<void> {
    // Its customer may have paid with it since the work was requested.
    await payments.tryRefresh(paymentId);
    const found = await findPayment(database, paymentId);
    const cancelOptions = found && (await withLockedPayment(found.payment, findCancelOptions));
    const current = await findPayment(database, paymentId);
    if (!cancelOptions || !current || current.payment.providerPaymentId === null) return;
    await payments.getProvider(current.payment).cancel(current.payment.providerPaymentId, cancelOptions);
    await refreshAfter(paymentId);
  }

  async function capture(paymentId: string): Promise<void> {
    const found = await findPayment(database, paymentId);
    const isDue =
      found &&
      (await withLockedPayment(
        found.payment,
        ({ status, securesOrder }, order) =>
          status === 'authorized' && securesOrder && order.status !== 'cancelled',
      ));
    if (!found || found.payment.status === 'paid') return;
    const { providerPaymentId, amount } = found.payment;
    if (!isDue || providerPaymentId === null) throw new PermanentFailureError('not_authorized');
    try {
      await payments.getProvider(found.payment).capture(providerPaymentId, amount);
    } catch (error) {
      // The payment may be over at the provider; the refresh records that.
      if (error instanceof ProviderError && error.isPermanent) await payments.tryRefresh(paymentId);
      throw error;
    }
    await refreshAfter(paymentId);
  }

  async function refund(refundId: string): Promise<void> {
    const found = await findRefund(database, refundId);
    if (found?.refund.status !== 'pending') return;
    const { paymentId, orderId, providerPaymentId } = found.payment;
    if (providerPaymentId === null) throw new PermanentFailureError('never_begun');
    const order = await findPayment(database, paymentId);
    const { providerRefundId } = await payments.getProvider(found.payment).refund(providerPaymentId, {
      refundId,
      amount: found.refund.amount,
      description: order?.order.orderNumber ?? '',
    });
    const now = new Date(clock());
    await database.transaction('refund-payment', async (transaction) => {
      await orders.lock(transaction, orderId);
      const row = (await lockPayments(transaction, orderId)).find(
        (candidate) => candidate.paymentId === paymentId,
      );
      if (!row || !(await markRefundCompleted(transaction, refundId, providerRefundId, now))) return;
      const done = (await sumRefunds(transaction, [paymentId])).get(paymentId)?.done ?? 0;
      const refundedAmount = Math.max(row.refundedAmount, Math.min(done, row.amount));
      await updatePayment(transaction, paymentId, { refundedAmount }, now);
      await enqueueOrderMessage(transaction, { orderId, kind: 'refunded', subject: refundId }, now);
    });
  }

  /**
   * Refunds that are owed are retried whatever the provider answers: its balance or the shop's rights there
   * may be corrected in the meantime.
   */
  async function tryRefund(refundId: string): Promise<void> {
    try {
      await refund(refundId);
    } catch (error) {
      if (!(error instanceof ProviderError) || !error.isPermanent) throw error;
      errors.reportError(error, { refundId });
      throw new FailedAttemptError(error.message);
    }
  }

  return {
    payment: {
      retryDelaysMs: WORK_RETRY_DELAYS_MS,
      async run({ payload }) {
        const work = parsePaymentWork(payload);
        if (work === null) throw new PermanentFailureError('unknown_work');
        await attemptAtProvider(() => {
          if (work.act === 'refund') return tryRefund(work.refundId);
          return work.act === 'cancel' ? cancel(work.paymentId) : capture(work.paymentId);
        });
      },
    },
    [BEGIN_PAYMENT_JOB]: {
      retryDelaysMs: START_RETRY_DELAYS_MS,
      giveUpAfterMs: DAY_MS,
      run: (item) =>
        attemptAtProvider(async () => {
          await payments.tryBegin(getPaymentId(item));
        }),
    },
    // Runs once per notification, and polls at increasing intervals if there is none.
    [REFRESH_PAYMENT_JOB]: {
      retryDelaysMs: REFRESH_RETRY_DELAYS_MS,
      giveUpAfterMs: REFRESH_GIVE_UP_MS,
      run: (item) =>
        attemptAtProvider(async () => {
          const paymentId = getPaymentId(item);
          await payments.tryRefresh(paymentId);
          const { since } = item.payload;
          if (typeof since !== 'string') return;
          const found = await findPayment(database, paymentId);
          const waits =
            found?.payment.status === 'pending' ||
            (found?.payment.status === 'authorized' &&
              (!found.payment.securesOrder || found.order.status === 'cancelled'));
          if (waits) await scheduleRefresh(paymentId, since);
        }),
    },
  };
}
