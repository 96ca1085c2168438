import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/**
 * Transitions: draft → sending → sent; between sending and paused both ways; anything but sent can be
 * cancelled.
 */
export const campaignStatuses = ['draft', 'sending', 'paused', 'sent', 'cancelled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** A campaign to all subscribers of its kind on its sites. */
export const campaign = pgTable(
  'letter',
  {
    campaignId: integer('letter_id').primaryKey().generatedAlwaysAsIdentity(),
    /** Internal name. */
    name: text('name').notNull(),
    kind: text('kind').$type<'newsletter' | 'offers'>().notNull(),
    status: text('status').$type<CampaignStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    startedAt: instant('started_at'),
    /** When the last mail was written, or the campaign was cancelled. */
    endedAt: instant('ended_at'),
    /** Subscribers up to this id have been processed. */
    lastSubscriberId: bigint('last_subscriber_id', { mode: 'number' }).notNull().default(0),
    /** Last subscriber at the start. Later subscribers get the next campaign. */
    endSubscriberId: bigint('end_subscriber_id', { mode: 'number' }).notNull().default(0),
    /** Mails that were put into the outbox. */
    writtenCount: integer('written_count').notNull().default(0),
    /** Earliest time of the next mail, by the configured rate. */
    nextAt: instant('next_at'),
    /** Internal address for a test; null once it is written. */
    testAddress: text('test_address'),
  },
  (t) => [
    index('letter_sending').on(t.startedAt).where(sql`${t.status} = 'sending'`),
    check('letter_kind', sql`${t.kind} in ('newsletter', 'offers')`),
    check('letter_status', sql`${t.status} in ('draft', 'sending', 'paused', 'sent', 'cancelled')`),
  ],
);

/** The sites whose subscribers get the campaign. */
export const campaignSite = pgTable(
  'letter_site',
  {
    campaignId: integer('letter_id')
      .notNull()
      .references(() => campaign.campaignId),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.siteId] })],
);

/** The text of a campaign in a language. */
export const campaignText = pgTable(
  'letter_text',
  {
    campaignId: integer('letter_id')
      .notNull()
      .references(() => campaign.campaignId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** One line; also the heading. Placeholders such as `{brand}` are stored in both texts. */
    subject: text('subject').notNull(),
    markdown: text('markdown').notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignId, t.languageId] })],
);

/**
 * Recipients of a campaign. They ensure that a mailbox gets it only once, on however many sites it is
 * subscribed.
 */
export const campaignRecipient = pgTable(
  'letter_recipient',
  {
    campaignId: integer('letter_id')
      .notNull()
      .references(() => campaign.campaignId),
    /** SHA-256 of the address. */
    addressHash: text('address_hash').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.campaignId, t.addressHash] }),
    index('letter_recipient_created').on(t.createdAt),
  ],
);
