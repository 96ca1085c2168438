import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { bytes, instant } from '../database/column-types.ts';

/** Mails, written in the transaction that causes them, with the item of the queue for their delivery. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    outboxMailId: bigint('outbox_mail_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Type of mail, for operators. */
    kind: text('kind').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** Plain text part. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** URL for the header `List-Unsubscribe`; null for a mail sent on individual request. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** Reason of the last failure: the server's response code, without addresses. */
    failure: text('failure'),
  },
  (t) => [
    // For the daily limit per recipient.
    index('outbox_mail_recipient').on(sql`lower(${t.recipient})`, t.createdAt),
    // For the deletion by age.
    index('outbox_mail_sent').on(t.sentAt).where(sql`${t.sentAt} is not null`),
    index('outbox_mail_unsent').on(t.createdAt).where(sql`${t.sentAt} is null`),
  ],
);

/** Issued documents, which never change: an invoice stays as first sent. */
export const storedDocument = pgTable(
  'stored_document',
  {
    storedDocumentId: bigint('stored_document_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    mediaType: text('media_type').notNull(),
    fileName: text('file_name').notNull(),
    bytes: bytes('bytes').notNull(),
    /** SHA-256 of the bytes, in hex. */
    sha256: text('sha256').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Retention date, set by the author of the document. */
    keepUntil: instant('keep_until').notNull(),
  },
  (t) => [index('stored_document_end').on(t.keepUntil)],
);

/** Attachments of mails. */
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
