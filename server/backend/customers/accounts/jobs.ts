import { sessionLifetimes } from '../../../../shared/rules/account/session-lifetimes.ts';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import {
  deleteEndedSessions,
  deleteEndedTokens,
  deleteOldRequests,
  deleteUnactivatedAccounts,
} from './queries.ts';
import { accountRetention } from './retention.ts';

/** Creates the job that deletes expired sessions and mailed links, and accounts that were never activated. */
export function createAccountCleanupJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget-accounts',
    intervalMs: HOUR_MS,
    isIrrevocable: true,
    async run() {
      const now = clock();
      const { browser, kept } = sessionLifetimes;
      await deleteEndedSessions(database, {
        browserSeenBefore: new Date(now - browser.idleMs),
        browserStartedBefore: new Date(now - browser.totalMs),
        keptSeenBefore: new Date(now - kept.idleMs),
        keptStartedBefore: new Date(now - kept.totalMs),
      });
      await deleteEndedTokens(database, getRetentionLimit(accountRetention.accountTokens, new Date(now)));
      await deleteOldRequests(database, getRetentionLimit(accountRetention.accountRequests, new Date(now)));
      await deleteUnactivatedAccounts(database, {
        before: getRetentionLimit(accountRetention.unactivatedAccounts, new Date(now)),
        now: new Date(now),
      });
    },
  };
}
