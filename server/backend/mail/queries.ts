import { and, eq, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { language } from '../modules/languages/tables.ts';
import { outboxMail } from './tables.ts';

export interface ClaimedMail {
  readonly outboxMailId: number;
  readonly kind: string;
  readonly siteId: number;
  readonly culture: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  readonly createdAt: Date;
  /** Attempts begun, with this one. */
  readonly attempts: number;
}

/** Beyond any clock: a mail that is not tried any more. */
const NEVER = new Date('9999-12-31T00:00:00Z');

/** The outbox as the job that empties it sees it. */
export interface OutboxRepository {
  /** Takes the mail that waits longest, for so long that no other process takes it too; undefined where none is due. */
  claimNext(now: Date, leaseMs: number): Promise<ClaimedMail | undefined>;
  markSent(outboxMailId: number, now: Date): Promise<void>;
  /** @param nextAttemptAt null: not tried any more */
  markFailed(outboxMailId: number, failure: string, nextAttemptAt: Date | null): Promise<void>;
  countWaiting(): Promise<number>;
  /** Mails name people: none is kept for longer than somebody may ask about it. */
  deleteOld(before: { readonly sent: Date; readonly unsent: Date }): Promise<void>;
}

/** Makes the repository. */
export function createOutboxRepository(database: Database): OutboxRepository {
  return {
    async claimNext(now, leaseMs) {
      const due = database
        .select({ outboxMailId: outboxMail.outboxMailId })
        .from(outboxMail)
        .where(and(isNull(outboxMail.sentAt), lte(outboxMail.nextAttemptAt, now)))
        .orderBy(outboxMail.nextAttemptAt)
        .limit(1)
        .for('update', { skipLocked: true });
      const [row] = await database
        .update(outboxMail)
        .set({
          attempts: sql`${outboxMail.attempts} + 1`,
          nextAttemptAt: new Date(now.getTime() + leaseMs),
        })
        .from(language)
        .where(
          and(eq(outboxMail.outboxMailId, sql`(${due})`), eq(language.languageId, outboxMail.languageId)),
        )
        .returning({
          outboxMailId: outboxMail.outboxMailId,
          kind: outboxMail.kind,
          siteId: outboxMail.siteId,
          culture: language.culture,
          recipient: outboxMail.recipient,
          subject: outboxMail.subject,
          text: outboxMail.text,
          html: outboxMail.html,
          unsubscribeUrl: outboxMail.unsubscribeUrl,
          createdAt: outboxMail.createdAt,
          attempts: outboxMail.attempts,
        });
      return row;
    },
    async markSent(outboxMailId, now) {
      await database
        .update(outboxMail)
        .set({ sentAt: now, failure: null })
        .where(eq(outboxMail.outboxMailId, outboxMailId));
    },
    async markFailed(outboxMailId, failure, nextAttemptAt) {
      await database
        .update(outboxMail)
        .set({ failure, nextAttemptAt: nextAttemptAt ?? NEVER })
        .where(eq(outboxMail.outboxMailId, outboxMailId));
    },
    countWaiting: () =>
      database.$count(outboxMail, and(isNull(outboxMail.sentAt), lt(outboxMail.nextAttemptAt, NEVER))),
    async deleteOld(before) {
      await database
        .delete(outboxMail)
        .where(and(isNotNull(outboxMail.sentAt), lt(outboxMail.sentAt, before.sent)));
      await database
        .delete(outboxMail)
        .where(and(isNull(outboxMail.sentAt), lt(outboxMail.createdAt, before.unsent)));
    },
  };
}
