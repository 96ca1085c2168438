import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { getDocumentRetentionLimit } from '../../sites/local-dates.ts';
import { listSiteLegalPeriods } from '../../sites/sites/queries.ts';
import { deleteOldWithdrawals } from './queries.ts';

/** Creates the job that deletes withdrawals after their retention period. */
export function createForgetWithdrawalsJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget-withdrawals',
    intervalMs: HOUR_MS,
    isIrrevocable: true,
    async run() {
      const now = new Date(clock());
      for (const { siteId, timeZone, retentionYears } of await listSiteLegalPeriods(database)) {
        await deleteOldWithdrawals(database, {
          siteId,
          before: getDocumentRetentionLimit(now, timeZone, retentionYears),
        });
      }
    },
  };
}
