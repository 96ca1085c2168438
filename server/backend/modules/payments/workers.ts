import { enqueue, type QueuedJob } from '../../jobs/job-queue.ts';
import type { ClaimedEvent } from '../../outbox/queries.ts';
import { HopelessError, ReceiverAwayError, type Worker } from '../../queue/drain-queue.ts';
import { tellCustomer } from '../orders/service.ts';
import {
  BEGIN_PAYMENT_JOB,
  type PaymentsDeps,
  type PaymentsWithWork,
  REFRESH_PAYMENT_JOB,
} from './create-payments.ts';
import { readPaymentWork } from './payment-work.ts';
import { ProviderError } from './provider.ts';
import { findPayment, findRefund, lockPayments, markRefunded, sumRefunds, updatePayment } from './queries.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** After the last the work is given up: four days in all, and a person decides. */
const WORK_WAITS_MS = [
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
const BEGIN_WAITS_MS = [30 * SECOND_MS, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];
const REFRESH_WAITS_MS = [30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS];
const REFRESH_GIVE_UP_MS = 14 * DAY_MS;

/** Looks at a payment that waits: each after half of its age, within these bounds, and none once it is so old. */
const LEAST_LOOK_MS = 15 * SECOND_MS;
const LONGEST_LOOK_MS = 3 * HOUR_MS;
const LAST_LOOK_MS = 60 * DAY_MS;

/** Has what a provider refuses end as a dead letter, and what it may do later tried again. */
async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw error.isLasting ? new HopelessError(error.message) : new ReceiverAwayError(error.message);
  }
}

function readId(job: QueuedJob): string {
  const { paymentId } = job.payload;
  if (typeof paymentId !== 'string') throw new HopelessError('no_payment');
  return paymentId;
}

/** Makes what the shop does at its providers by itself. Everything in it may be done twice. */
export function createPaymentWorkers(
  deps: Pick<PaymentsDeps, 'database' | 'clock' | 'getOrders'> & { readonly payments: PaymentsWithWork },
): {
  readonly event: Worker<ClaimedEvent>;
  readonly queued: Readonly<Record<string, Worker<QueuedJob>>>;
} {
  const { database, clock, getOrders, payments } = deps;

  async function lookAgain(paymentId: string, since: string): Promise<void> {
    const now = new Date(clock());
    const age = now.getTime() - Date.parse(since);
    if (!(age < LAST_LOOK_MS)) return;
    const wait = Math.min(LONGEST_LOOK_MS, Math.max(LEAST_LOOK_MS, age / 2));
    const runAt = new Date(now.getTime() + wait);
    await enqueue(database, REFRESH_PAYMENT_JOB, { paymentId, since }, { runAt, now });
  }

  /** After something was asked of the provider: it tells how the payment stands, perhaps only later. */
  async function refreshAfter(paymentId: string): Promise<void> {
    await payments.tryRefresh(paymentId);
    const found = await findPayment(database, paymentId);
    const isWaiting = found?.payment.status === 'pending' || found?.payment.status === 'authorized';
    if (isWaiting) await lookAgain(paymentId, new Date(clock()).toISOString());
  }

  async function cancel(paymentId: string): Promise<void> {
    const found = await findPayment(database, paymentId);
    if (!found) return;
    const { payment } = found;
    if (payment.providerPaymentId !== null) {
      // Since this was wanted its customer may have paid by it, and the order lives on that.
      await payments.tryRefresh(paymentId);
      const known = await findPayment(database, paymentId);
      if (known?.payment.securesOrder && known.order.status !== 'cancelled') return;
      await payments.getProvider(payment).cancel(payment.providerPaymentId);
      await refreshAfter(paymentId);
      return;
    }
    const isBegun = await database.transaction('cancel-payment', async (transaction) => {
      await getOrders().lock(transaction, payment.orderId);
      const row = (await lockPayments(transaction, payment.orderId)).find(
        (candidate) => candidate.paymentId === paymentId,
      );
      if (row && row.providerPaymentId !== null) return true;
      // Whoever is beginning it sees this, and has it cancelled there as well.
      if (row?.status === 'pending') {
        await updatePayment(transaction, paymentId, { status: 'cancelled' }, new Date(clock()));
      }
      return false;
    });
    if (isBegun) await cancel(paymentId);
  }

  async function capture(paymentId: string): Promise<void> {
    const found = await findPayment(database, paymentId);
    if (!found || found.payment.status === 'paid') return;
    const { status, providerPaymentId, amount } = found.payment;
    if (status !== 'authorized' || providerPaymentId === null) throw new HopelessError('not_authorized');
    await payments.getProvider(found.payment).capture(providerPaymentId, amount);
    await refreshAfter(paymentId);
  }

  async function refund(refundId: string): Promise<void> {
    const found = await findRefund(database, refundId);
    if (!found || found.refund.status === 'done') return;
    const { paymentId, orderId, providerPaymentId } = found.payment;
    if (providerPaymentId === null) throw new HopelessError('never_begun');
    const order = await findPayment(database, paymentId);
    const { providerRefundId } = await payments.getProvider(found.payment).refund(providerPaymentId, {
      refundId,
      amount: found.refund.amount,
      description: order?.order.orderNumber ?? '',
    });
    const now = new Date(clock());
    await database.transaction('refund-payment', async (transaction) => {
      await getOrders().lock(transaction, orderId);
      const row = (await lockPayments(transaction, orderId)).find(
        (candidate) => candidate.paymentId === paymentId,
      );
      if (!row || !(await markRefunded(transaction, refundId, providerRefundId, now))) return;
      const done = (await sumRefunds(transaction, [paymentId])).get(paymentId)?.done ?? 0;
      const refundedAmount = Math.max(row.refundedAmount, Math.min(done, row.amount));
      await updatePayment(transaction, paymentId, { refundedAmount }, now);
      await tellCustomer(transaction, { orderId, kind: 'refunded', subject: refundId }, now);
    });
  }

  return {
    event: {
      waitsMs: WORK_WAITS_MS,
      async run({ payload }) {
        const work = readPaymentWork(payload);
        if (work === null) throw new HopelessError('unknown_work');
        await attempt(() => {
          if (work.act === 'refund') return refund(work.refundId);
          return work.act === 'cancel' ? cancel(work.paymentId) : capture(work.paymentId);
        });
      },
    },
    queued: {
      [BEGIN_PAYMENT_JOB]: {
        waitsMs: BEGIN_WAITS_MS,
        giveUpAfterMs: DAY_MS,
        run: (job) =>
          attempt(async () => {
            await payments.tryBegin(readId(job));
          }),
      },
      // Once for each word of the provider, and again and again, ever more rarely, where no word comes.
      [REFRESH_PAYMENT_JOB]: {
        waitsMs: REFRESH_WAITS_MS,
        giveUpAfterMs: REFRESH_GIVE_UP_MS,
        run: (job) =>
          attempt(async () => {
            const paymentId = readId(job);
            await payments.tryRefresh(paymentId);
            const { since } = job.payload;
            if (typeof since !== 'string') return;
            const found = await findPayment(database, paymentId);
            const waits =
              found?.payment.status === 'pending' ||
              (found?.payment.status === 'authorized' &&
                (!found.payment.securesOrder || found.order.status === 'cancelled'));
            if (waits) await lookAgain(paymentId, since);
          }),
      },
    },
  };
}
