import { deleteOldActs } from '../audit/audit.ts';
import type { Database } from '../database/database.ts';
import { deleteOldAnswers } from '../idempotency/answers.ts';
import type { Job } from '../jobs/job-runner.ts';
import { deleteEndedWindows } from '../limits/limiter.ts';
import { deleteOldDocuments } from '../mail/documents.ts';
import { deleteOldMails } from '../mail/queries.ts';
import { getRetentionLimit } from './retention.ts';

/** Makes the job that forgets what belongs to no noun, once its time is over. */
export function createForgetJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget',
    intervalMs: 10 * 60_000,
    async run() {
      const now = new Date(clock());
      await deleteOldActs(database, getRetentionLimit('acts', now));
      await deleteEndedWindows(database, getRetentionLimit('countedActs', now));
      await deleteOldAnswers(database, getRetentionLimit('keyedAnswers', now));
      await deleteOldMails(database, {
        sent: getRetentionLimit('sentMails', now),
        unsent: getRetentionLimit('unsentMails', now),
      });
      // After the mails that carry them.
      await deleteOldDocuments(database, getRetentionLimit('documents', now));
    },
  };
}
