import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { deleteOldQuotations } from './queries.ts';
import { siloQuotationRetention } from './retention.ts';

/** Creates the job that deletes bulk feed requests after their retention period. */
export function createForgetQuotationsJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'forget-quotations',
    intervalMs: HOUR_MS,
    isIrrevocable: true,
    run: () =>
      deleteOldQuotations(
        deps.database,
        getRetentionLimit(siloQuotationRetention.siloQuotations, new Date(deps.clock())),
      ),
  };
}
