import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { language } from '../languages/tables.ts';
import { site } from '../sites/tables.ts';

/** The letters that somebody may ask for, each by itself. */
export const letterKinds = ['newsletter', 'offers'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** Where somebody has agreed. */
export const consentSources = ['footer', 'checkout', 'registration', 'account'] as const;
export type ConsentSource = (typeof consentSources)[number];

/**
 * Who gets letters: an address on a site, with or without an account there. The only place that says so, for the account, the footer, the
 * checkout and every link; whoever wants none has no row.
 */
export const newsletterSubscriber = pgTable(
  'newsletter_subscriber',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Of the letters. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** As `normaliseEmailAddress` makes it. */
    emailAddress: text('email_address').notNull(),
    newsletter: boolean('newsletter').notNull(),
    offers: boolean('offers').notNull(),
    /** The token in every letter that ends them: it opens nothing else, and each letter carries the same. */
    unsubscribeKey: text('unsubscribe_key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('newsletter_subscriber_address').on(t.siteId, t.emailAddress),
    check('newsletter_subscriber_wants_any', sql`${t.newsletter} or ${t.offers}`),
  ],
);

/** What somebody has agreed to, as it must be provable: when, in which words, and from which network. */
export const newsletterConsent = pgTable(
  'newsletter_consent',
  {
    consentId: bigint('consent_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Of the words, and of the letters. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** As `normaliseEmailAddress` makes it. */
    emailAddress: text('email_address').notNull(),
    kind: text('kind').$type<LetterKind>().notNull(),
    source: text('source').$type<ConsentSource>().notNull(),
    /** What stood beside the button, with the brand's name; empty where an earlier release has not kept it. */
    words: text('words').notNull(),
    /** Network of the visitor: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    createdAt: instant('created_at').notNull(),
    /** SHA-256 of the token in the mailed link that confirms; null where the mailbox was proven before. */
    confirmTokenHash: text('confirm_token_hash').unique(),
    /** Null until then: it counts for nothing. */
    confirmedAt: instant('confirmed_at'),
    /** When the letters were ended. */
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('newsletter_consent_address').on(t.siteId, t.emailAddress),
    index('newsletter_consent_unconfirmed').on(t.createdAt).where(sql`${t.confirmedAt} is null`),
    index('newsletter_consent_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    check('newsletter_consent_kind', sql`${t.kind} in ('newsletter', 'offers')`),
    check('newsletter_consent_source', sql`${t.source} in ('footer', 'checkout', 'registration', 'account')`),
  ],
);
