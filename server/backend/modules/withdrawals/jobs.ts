import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { getRetentionLimit } from '../../privacy/retention.ts';
import { deleteOldWithdrawals } from './queries.ts';

const HOUR_MS = 3_600_000;

/** Makes the job that forgets withdrawals whose time is over. */
export function createForgetWithdrawalsJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'forget-withdrawals',
    intervalMs: HOUR_MS,
    run: () => deleteOldWithdrawals(deps.database, getRetentionLimit('withdrawals', new Date(deps.clock()))),
  };
}
