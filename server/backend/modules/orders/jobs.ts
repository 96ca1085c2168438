import { awaitsPayment } from '../../../../shared/rules/orders/order-status.ts';
import { WITHDRAWAL_DAYS } from '../../../../shared/rules/shipping-costs.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { getRetentionLimit } from '../../privacy/retention.ts';
import type { Payments } from '../payments/service.ts';
import { claimOldOrders, deleteOrders, listOverdueIds, listPayments, listSentIds } from './queries.ts';
import type { OrderChanger } from './service.ts';

/** Orders that one run looks at, or one transaction removes. */
const BATCH = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

  /** Money may have come that nobody has told of yet. */
  async function refreshPayments(orderId: string): Promise<void> {
    for (const { paymentId, status } of await listPayments(database, orderId)) {
      if (status === 'pending') await payments.refresh(paymentId);
    }
  }

  async function end(orderId: string, now: Date): Promise<void> {
    await refreshPayments(orderId);
    await database.transaction('change-order', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      const isOver = order?.paymentDueAt != null && order.paymentDueAt <= now;
      if (!order || !isOver || !awaitsPayment(order.status)) return;
      await orders.change(transaction, order, 'cancelled', { now, cancelReason: 'unpaid' });
    });
  }

  return {
    name: 'end-unpaid-orders',
    intervalMs: MINUTE_MS,
    async run(signal) {
      const now = new Date(clock());
      for (const orderId of await listOverdueIds(database, now, BATCH)) {
        if (signal.aborted) return;
        // One whose provider cannot be asked waits for the next run, and holds no other up.
        await end(orderId, now).catch((error: unknown) => errors.reportError(error, { orderId }));
      }
    },
  };
}

/** Makes the job that closes orders once nobody may withdraw from them any more. */
export function createCloseOrders({ database, orders, clock }: JobDeps): Job {
  return {
    name: 'close-orders',
    intervalMs: 60 * MINUTE_MS,
    async run(signal) {
      const now = new Date(clock());
      const before = new Date(now.getTime() - WITHDRAWAL_DAYS * DAY_MS);
      let closed = BATCH;
      while (closed === BATCH && !signal.aborted) {
        const ids = await listSentIds(database, before, BATCH);
        for (const orderId of ids) {
          await database.transaction('change-order', async (transaction) => {
            const order = await orders.lock(transaction, orderId);
            if (order) await orders.change(transaction, order, 'closed', { now });
          });
        }
        closed = ids.length;
      }
    },
  };
}

/** Makes the job that forgets orders that no law asks for any more; their documents go by their own time. */
export function createForgetOrders({ database, clock }: JobDeps): Job {
  return {
    name: 'forget-orders',
    intervalMs: 60 * MINUTE_MS,
    async run(signal) {
      const before = getRetentionLimit('orders', new Date(clock()));
      let removed = BATCH;
      while (removed === BATCH && !signal.aborted) {
        removed = await database.transaction('forget-orders', async (transaction) => {
          const ids = await claimOldOrders(transaction, before, BATCH);
          await deleteOrders(transaction, ids);
          return ids.length;
        });
      }
    },
  };
}
