import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { language } from '../modules/languages/tables.ts';
import { site } from '../modules/sites/tables.ts';

/** Mails to be sent, written in the same transaction as what they tell of; the job of the outbox sends them. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    outboxMailId: bigint('outbox_mail_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the kind of mail, for people who look after the outbox. */
    kind: text('kind').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** The whole mail as plain text. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Address for the header `List-Unsubscribe`; null where the mail was asked for by a single act. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    /** Why the last attempt failed: the server's word, without addresses. */
    failure: text('failure'),
  },
  (t) => [
    index('outbox_mail_due').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
    // What is deleted by its age, sent or not.
    index('outbox_mail_sent').on(t.sentAt).where(sql`${t.sentAt} is not null`),
    index('outbox_mail_unsent').on(t.createdAt).where(sql`${t.sentAt} is null`),
  ],
);
