import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { getDocumentRetentionLimit } from '../../sites/local-dates.ts';
import { listSiteLegalPeriods } from '../../sites/sites/queries.ts';
import { listPayments } from '../payments/queries.ts';
import type { Payments } from '../payments/types.ts';
import {
  claimOldOrders,
  type DispatchedOrder,
  listOverdueOrders,
  listSent,
  type OverdueOrder,
} from './queries.ts';
import type { OrderChanger } from './types.ts';
import { getWithdrawalPeriod } from './withdrawal-period.ts';

/** Number of orders that one run checks, or one transaction deletes. */
const BATCH_SIZE = 100;
/**
 * Extra time in milliseconds that an order waits for a provider that does not answer. Its goods stay
 * reserved.
 */
const PAYMENT_GRACE_MS = DAY_MS;
/**
 * Number of failures after which a provider is not queried again in the same run, so that orders of other
 * sites do not wait for its timeouts.
 */
const MAX_FAILURES = 3;

interface OrderJobDeps {
  readonly database: Database;
  readonly orders: OrderChanger;
  readonly payments: Pick<Payments, 'refresh'>;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Creates the job that cancels orders that were not paid in time. */
export function createUnpaidOrderCancellationJob(deps: OrderJobDeps): Job {
  const { database, orders, payments, errors, clock } = deps;

  /**
   * Refreshes the payments of an order, because a payment may not have been reported yet.
   *
   * @returns whether the status of each payment is known
   */
  async function refreshPayments(orderId: string): Promise<boolean> {
    let isKnown = true;
    for (const { paymentId, status } of await listPayments(database, orderId)) {
      if (status === 'pending') isKnown = (await payments.refresh(paymentId)) && isKnown;
    }
    return isKnown;
  }

  /** @param failures failures by site of the providers in this run */
  async function cancelIfUnpaid(
    { orderId, siteId }: OverdueOrder,
    { now, failures }: { readonly now: Date; readonly failures: Map<number, number> },
  ): Promise<void> {
    const failed = failures.get(siteId) ?? 0;
    let isKnown = false;
    if (failed < MAX_FAILURES) {
      failures.set(siteId, failed + 1);
      isKnown = await refreshPayments(orderId);
      if (isKnown) failures.set(siteId, failed);
    }
    // If a payment may have been made, the order waits for the next run, for at most one day. A payment that
    // arrives later is refunded as late.
    const dueBefore = isKnown ? now : new Date(now.getTime() - PAYMENT_GRACE_MS);
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
        const overdue = await listOverdueOrders(database, { now, after }, BATCH_SIZE);
        for (const order of overdue) {
          if (signal.aborted) return;
          // A failure for one order does not block the others.
          await cancelIfUnpaid(order, { now, failures }).catch((error: unknown) =>
            errors.reportError(error, { job: 'end-unpaid-orders', orderId: order.orderId }),
          );
        }
        if (overdue.length < BATCH_SIZE) break;
        after = overdue.at(-1)?.orderId;
      }
    },
  };
}

/** Creates the job that closes orders whose withdrawal period has ended. */
export function createOrderClosingJob({ database, orders, clock }: OrderJobDeps): Job {
  return {
    name: 'close-orders',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      for (const { siteId, timeZone, withdrawalDays: days } of await listSiteLegalPeriods(database)) {
        // The period of orders dispatched later cannot have ended.
        const before = new Date(now.getTime() - days * DAY_MS);
        let after: DispatchedOrder | undefined;
        for (;;) {
          const sent = await listSent(database, { siteId, before, after }, BATCH_SIZE);
          for (const order of sent) {
            if (signal.aborted) return;
            const { regionCode } = order;
            if (getWithdrawalPeriod(order, { days, timeZone, regionCode }, now).isOpen) continue;
            await database.transaction('change-order', async (transaction) => {
              const locked = await orders.lock(transaction, order.orderId);
              if (locked) await orders.change(transaction, locked, 'closed', { now });
            });
          }
          if (sent.length < BATCH_SIZE) break;
          after = sent.at(-1);
        }
      }
    },
  };
}

/**
 * Creates the job that deletes orders and their invoices after the statutory retention period of their site.
 * The stored documents are deleted afterwards.
 */
export function createOrderCleanupJob({ database, orders, clock }: OrderJobDeps): Job {
  return {
    name: 'forget-orders',
    intervalMs: 60 * MINUTE_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      for (const { siteId, timeZone, retentionYears } of await listSiteLegalPeriods(database)) {
        const before = getDocumentRetentionLimit(now, timeZone, retentionYears);
        let removed = BATCH_SIZE;
        while (removed === BATCH_SIZE && !signal.aborted) {
          removed = await database.transaction('forget-orders', async (transaction) => {
            const ids = await claimOldOrders(transaction, { siteId, before }, BATCH_SIZE);
            await orders.delete(transaction, ids, now);
            return ids.length;
          });
        }
      }
    },
  };
}
