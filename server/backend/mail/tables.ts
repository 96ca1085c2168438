import { sql } from 'drizzle-orm';
import { bigint, customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';
import { language } from '../modules/languages/tables.ts';
import { site } from '../modules/sites/tables.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** What mails say, written in the same transaction as what they tell of, with the event of the outbox that has them sent. */
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
    sentAt: instant('sent_at'),
    /** Why the last attempt failed: the server's word, without addresses. */
    failure: text('failure'),
  },
  (t) => [
    // What a recipient got within a day.
    index('outbox_mail_recipient').on(sql`lower(${t.recipient})`, t.createdAt),
    // What is deleted by its age, sent or not.
    index('outbox_mail_sent').on(t.sentAt).where(sql`${t.sentAt} is not null`),
    index('outbox_mail_unsent').on(t.createdAt).where(sql`${t.sentAt} is null`),
  ],
);

/** Files that are given out and never change: an invoice is what its first reader saw. */
export const storedDocument = pgTable(
  'stored_document',
  {
    storedDocumentId: bigint('stored_document_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    mediaType: text('media_type').notNull(),
    fileName: text('file_name').notNull(),
    bytes: bytes('bytes').notNull(),
    /** Of the bytes, in hex. */
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
    /** How long it is needed, as whoever wrote it knows. */
    keepUntil: instant('keep_until').notNull(),
  },
  (t) => [index('stored_document_end').on(t.keepUntil)],
);

/** The documents that a mail carries. */
export const mailAttachment = pgTable(
  'mail_attachment',
  {
    outboxMailId: bigint('outbox_mail_id', { mode: 'number' })
      .notNull()
      .references(() => outboxMail.outboxMailId, { onDelete: 'cascade' }),
    storedDocumentId: bigint('stored_document_id', { mode: 'number' })
      .notNull()
      .references(() => storedDocument.storedDocumentId),
  },
  (t) => [
    primaryKey({ columns: [t.outboxMailId, t.storedDocumentId] }),
    index('mail_attachment_document').on(t.storedDocumentId),
  ],
);
