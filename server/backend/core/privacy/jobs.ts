import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { deleteOldAdminRows } from '../admin/staff-accounts.ts';
import { deleteOldAuditEntries } from '../audit/audit.ts';
import { auditRetention } from '../audit/retention.ts';
import type { Database } from '../database/database.ts';
import { idempotencyRetention } from '../idempotency/retention.ts';
import { deleteOldAnswers } from '../idempotency/stored-answers.ts';
import { deleteEndedWindows } from '../limits/limiter.ts';
import { limitRetention } from '../limits/retention.ts';
import { deleteOldMails } from '../mail/queries.ts';
import { mailRetention } from '../mail/retention.ts';
import { deleteOldDocuments, type SelectDocumentReferences } from '../mail/stored-documents.ts';
import type { Job } from '../queue/scheduler.ts';
import { getRetentionLimit } from './retention.ts';

/**
 * Retention of the staff log in days: as long as the accounts of its years are audited. It contains no
 * customer data.
 */
const ADMIN_LOG_RETENTION_DAYS = 10 * 366;

/** Creates the job that deletes expired data that belongs to no module. */
export function createExpiredDataDeletionJob(deps: {
  readonly database: Database;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /** What refers to stored documents, of all modules. */
  readonly documentReferences: readonly SelectDocumentReferences[];
}): Job {
  const { database, clock, documentReferences } = deps;
  return {
    name: 'forget',
    intervalMs: 10 * MINUTE_MS,
    isIrrevocable: true,
    async run() {
      const now = new Date(clock());
      await deleteOldAuditEntries(database, getRetentionLimit(auditRetention.acts, now));
      await deleteOldAdminRows(database, {
        now,
        logBefore: new Date(now.getTime() - ADMIN_LOG_RETENTION_DAYS * DAY_MS),
      });
      await deleteEndedWindows(database, getRetentionLimit(limitRetention.countedActs, now));
      await deleteOldAnswers(database, getRetentionLimit(idempotencyRetention.keyedAnswers, now));
      await deleteOldMails(database, {
        sent: getRetentionLimit(mailRetention.sentMails, now),
        unsent: getRetentionLimit(mailRetention.unsentMails, now),
      });
      // Follows the deletion of the mails that refer to them.
      await deleteOldDocuments(database, getRetentionLimit(mailRetention.documents, now), documentReferences);
    },
  };
}
