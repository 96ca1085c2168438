import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { deleteOldConsents } from './queries.ts';
import { newsletterRetention } from './retention.ts';

/** Creates the job that deletes unconfirmed subscriptions, and the proof of consents that ended long ago. */
export function createConsentCleanupJob({
  database,
  clock,
}: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'newsletter-consents',
    intervalMs: HOUR_MS,
    isIrrevocable: true,
    async run() {
      const now = new Date(clock());
      await deleteOldConsents(database, {
        unconfirmed: getRetentionLimit(newsletterRetention.unconfirmedConsents, now),
        ended: getRetentionLimit(newsletterRetention.endedConsents, now),
      });
    },
  };
}
