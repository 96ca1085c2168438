import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { createGauge, type Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { bookCheckKeys, type Disagreement, listDisagreements } from './queries.ts';

/** The result of the checks of the books. */
export interface BooksCheckReport {
  /** Number of disagreements by check. Checks without disagreements are left out. */
  readonly counts: ReadonlyMap<string, number>;
  readonly listed: readonly Disagreement[];
}

/** Runs every check of the books. Each check reads its own snapshot of the database; nothing is locked. */
export async function checkBooks(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<BooksCheckReport> {
  const counts = new Map<string, number>();
  const listed: Disagreement[] = [];
  const settledBefore = new Date(now.getTime() - HOUR_MS);
  for (const check of bookCheckKeys) {
    if (signal?.aborted) break;
    const found = await listDisagreements(database, check, settledBefore);
    if (found.count === 0) continue;
    counts.set(check, found.count);
    listed.push(...found.listed);
  }
  return { counts, listed };
}

/** Error that reports disagreements to the error service, once for each run of the job. */
class BooksDisagreeError extends Error {
  override readonly name = 'BooksDisagreeError';
}

/** Creates the job that checks the books at startup and every night, and the metric of its latest result. */
export function createCheckBooksJob(deps: {
  readonly database: Database;
  readonly errors: ErrorReporter;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): { readonly job: Job; readonly measure: Metric } {
  const { database, errors, clock } = deps;
  let latest: Readonly<Record<string, number>> = {};
  return {
    measure: createGauge({
      name: 'backend_books_disagreements',
      help: 'Rows that disagree, by check, when the books were last checked in this process (npm run check:books lists them)',
      labelName: 'check',
      read: () => latest,
    }),
    job: {
      name: 'check-books',
      intervalMs: DAY_MS,
      async run(signal) {
        const { counts } = await checkBooks(database, new Date(clock()), signal);
        if (signal.aborted) return;
        latest = Object.fromEntries(bookCheckKeys.map((check) => [check, counts.get(check) ?? 0]));
        if (counts.size === 0) return;
        const checks = [...counts].map(([check, count]) => `${check} ${count}`).join(', ');
        errors.reportError(new BooksDisagreeError(`The books disagree: ${checks}`), { job: 'check-books' });
      },
    },
  };
}
