import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { getPaperLimit } from '../../scope/site-calendar.ts';
import { listSiteLaws } from '../legal/queries.ts';
import type { Payments } from '../payments/service.ts';
import {
  claimOldOrders,
  deleteOrders,
  listOverdue,
  listPayments,
  listSent,
  type OverdueOrder,
  type SentOrder,
} from './queries.ts';
import type { OrderChanger } from './service.ts';
import { getWithdrawalPeriod } from './withdrawal-period.ts';

/** Orders that one run looks at, or one transaction removes. */
const BATCH = 100;
/** How long past its time an order waits for a provider that does not answer: its goods are held meanwhile. */
const PATIENCE_MS = DAY_MS;
/** A provider that failed so often in one run is not asked again in it: the orders of other sites do not wait for its timeouts. */
const MOST_FAILURES = 3;

interface JobDeps {
  readonly database: Database;
  readonly orders: OrderChanger;
  readonly payments: Pick<Payments, 'refresh'>;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Makes the job that cancels orders whose payment did not come in its time. */
export function createEndUnpaidOrders(deps: JobDeps): Job {
  const { database, orders, payments, errors, clock } = deps;

  /** Money may have come that nobody has told of yet. @returns whether it is known of each payment how it stands */
  async function refreshPayments(orderId: string): Promise<boolean> {
    let isKnown = true;
    for (const { paymentId, status } of await listPayments(database, orderId)) {
      if (status === 'pending') isKnown = (await payments.refresh(paymentId)) && isKnown;
    }
    return isKnown;
  }

  /** @param failures of the providers of sites in this run */
  async function end(
    { orderId, siteId }: OverdueOrder,
    { now, failures }: { readonly now: Date; readonly failures: Map<number, number> },
  ): Promise<void> {
    const failed = failures.get(siteId) ?? 0;
    let isKnown = false;
    if (failed < MOST_FAILURES) {
      failures.set(siteId, failed + 1);
      isKnown = await refreshPayments(orderId);
      if (isKnown) failures.set(siteId, failed);
    }
    // What may have been paid waits for the next run, until a day later money that comes is given back as too late.
    const dueBefore = isKnown ? now : new Date(now.getTime() - PATIENCE_MS);
    await database.transaction('change-order', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      const isOver = order?.paymentDueAt != null && order.paymentDueAt <= dueBefore;
      if (!order || !isOver || !awaitsPayment(order.status)) return;
      await orders.change(transaction, order, 'cancelled', { now, cancelReason: 'unpaid' });
    });
  }

  return {
    name: 'end-unpaid-orders',
    intervalMs: MINUTE_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      const failures = new Map<number, number>();
      let after: string | undefined;
      for (;;) {
        const overdue = await listOverdue(database, { now, after }, BATCH);
        for (const order of overdue) {
          if (signal.aborted) return;
          // An order that cannot be ended does not block the others.
          await end(order, { now, failures }).catch((error: unknown) =>
            errors.reportError(error, { job: 'end-unpaid-orders', orderId: order.orderId }),
          );
        }
        if (overdue.length < BATCH) break;
        after = overdue.at(-1)?.orderId;
      }
    },
  };
}

/** Makes the job that closes orders whose withdrawal period has ended. */
export function createCloseOrders({ database, orders, clock }: JobDeps): Job {
  return {
    name: 'close-orders',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      for (const { siteId, timeZone, withdrawalDays: days } of await listSiteLaws(database)) {
        // None of those that were dispatched later can have ended.
        const before = new Date(now.getTime() - days * DAY_MS);
        let after: SentOrder | undefined;
        for (;;) {
          const sent = await listSent(database, { siteId, before, after }, BATCH);
          for (const order of sent) {
            if (signal.aborted) return;
            const { regionCode } = order;
            if (getWithdrawalPeriod(order, { days, timeZone, regionCode }, now).isOpen) continue;
            await database.transaction('change-order', async (transaction) => {
              const locked = await orders.lock(transaction, order.orderId);
              if (locked) await orders.change(transaction, locked, 'closed', { now });
            });
          }
          if (sent.length < BATCH) break;
          after = sent.at(-1);
        }
      }
    },
  };
}

/** Makes the job that forgets orders that the law of their shop asks for no more, with their invoices; the documents go after them. */
export function createForgetOrders({ database, clock }: JobDeps): Job {
  return {
    name: 'forget-orders',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      for (const { siteId, timeZone, retentionYears } of await listSiteLaws(database)) {
        const before = getPaperLimit(now, timeZone, retentionYears);
        let removed = BATCH;
        while (removed === BATCH && !signal.aborted) {
          removed = await database.transaction('forget-orders', async (transaction) => {
            const ids = await claimOldOrders(transaction, { siteId, before }, BATCH);
            await deleteOrders(transaction, ids, now);
            return ids.length;
          });
        }
      }
    },
  };
}
