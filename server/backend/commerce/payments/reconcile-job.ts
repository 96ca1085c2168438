import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { createGauge, type Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { countOpenDifferences } from './differences/queries.ts';
import type { Reconciler } from './service.ts';
import { differenceKinds } from './tables.ts';

/**
 * The last days are compared hourly, for missed webhooks; a longer window daily, for refunds and transfers
 * that take weeks.
 */
const HOURLY_COMPARISON_WINDOW_MS = 3 * DAY_MS;
const DAILY_COMPARISON_WINDOW_MS = 35 * DAY_MS;

/** Error for payments that could not be compared with their provider. Reported once per run. */
class ReconcileFailedError extends Error {
  override readonly name = 'ReconcileFailedError';
}

/** Creates the job that compares the providers with the shop, and the metric of open differences. */
export function createReconcileJob(deps: {
  readonly database: Database;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly reconciler: Pick<Reconciler, 'reconcile'>;
}): { readonly job: Job; readonly measure: Metric } {
  const { database, errors, clock, reconciler } = deps;
  let open: Readonly<Record<string, number>> = {};
  let longRunAt = Number.NEGATIVE_INFINITY;
  return {
    measure: createGauge({
      name: 'backend_payment_differences',
      help: 'Open differences between the payment providers and the shop, by kind, after the last comparison in this process',
      labelName: 'kind',
      read: () => open,
    }),
    job: {
      name: 'reconcile-payments',
      intervalMs: HOUR_MS,
      async run(signal) {
        const startedAt = clock();
        const isLong = startedAt - longRunAt >= DAY_MS;
        const since = new Date(
          startedAt - (isLong ? DAILY_COMPARISON_WINDOW_MS : HOURLY_COMPARISON_WINDOW_MS),
        );
        const { failures } = await reconciler.reconcile(since, signal);
        const counts = await countOpenDifferences(database);
        open = Object.fromEntries(differenceKinds.map((kind) => [kind, counts.get(kind) ?? 0]));
        if (signal.aborted) return;
        if (failures.length === 0) {
          if (isLong) longRunAt = startedAt;
          return;
        }
        errors.reportError(
          new ReconcileFailedError(`Payments could not be compared: ${failures.join(', ')}`),
          {
            job: 'reconcile-payments',
          },
        );
      },
    },
  };
}
