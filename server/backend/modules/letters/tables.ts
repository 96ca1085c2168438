import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { language } from '../languages/tables.ts';
import { site } from '../sites/tables.ts';

/** draft → sending → sent; sending and paused back and forth; what is not sent may be cancelled. */
export const letterStatuses = ['draft', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type LetterStatus = (typeof letterStatuses)[number];

/** A letter to all who get letters of its kind on its sites. */
export const letter = pgTable(
  'letter',
  {
    letterId: integer('letter_id').primaryKey().generatedAlwaysAsIdentity(),
    /** For the shop's own people. */
    name: text('name').notNull(),
    kind: text('kind').$type<'newsletter' | 'offers'>().notNull(),
    status: text('status').$type<LetterStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    startedAt: instant('started_at'),
    /** When the last was written, or when it was cancelled. */
    endedAt: instant('ended_at'),
    /** Subscribers up to this id have been seen to. */
    lastSubscriberId: bigint('last_subscriber_id', { mode: 'number' }).notNull().default(0),
    /** Who came after it was started has a later one, and gets the next letter. */
    endSubscriberId: bigint('end_subscriber_id', { mode: 'number' }).notNull().default(0),
    /** Mails that were laid into the outbox. */
    writtenCount: integer('written_count').notNull().default(0),
    /** When the next mail may be written, by the pace. */
    nextAt: instant('next_at'),
    /** Whom of the shop's own people a test goes to; null once it is written. */
    testAddress: text('test_address'),
  },
  (t) => [
    index('letter_sending').on(t.startedAt).where(sql`${t.status} = 'sending'`),
    check('letter_kind', sql`${t.kind} in ('newsletter', 'offers')`),
    check('letter_status', sql`${t.status} in ('draft', 'sending', 'paused', 'sent', 'cancelled')`),
  ],
);

/** Whose readers it goes to. */
export const letterSite = pgTable(
  'letter_site',
  {
    letterId: integer('letter_id')
      .notNull()
      .references(() => letter.letterId),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
  },
  (t) => [primaryKey({ columns: [t.letterId, t.siteId] })],
);

/** What it says in a language. */
export const letterText = pgTable(
  'letter_text',
  {
    letterId: integer('letter_id')
      .notNull()
      .references(() => letter.letterId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** On one line; also the heading. Placeholders such as `{brand}` stay in both texts. */
    subject: text('subject').notNull(),
    markdown: text('markdown').notNull(),
  },
  (t) => [primaryKey({ columns: [t.letterId, t.languageId] })],
);

/** Who was written to: no mailbox gets a letter twice, on whichever sites and however often it has asked for letters. */
export const letterRecipient = pgTable(
  'letter_recipient',
  {
    letterId: integer('letter_id')
      .notNull()
      .references(() => letter.letterId),
    /** SHA-256 of the address. */
    addressHash: text('address_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.letterId, t.addressHash] }),
    index('letter_recipient_created').on(t.createdAt),
  ],
);
