import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/** The mail kinds that can be subscribed to independently. */
export const subscriptionKinds = ['newsletter', 'offers'] as const;
export type SubscriptionKind = (typeof subscriptionKinds)[number];

/** Where a consent was given. */
export const consentSources = ['footer', 'checkout', 'registration', 'account'] as const;
export type ConsentSource = (typeof consentSources)[number];

/**
 * A subscriber: an address on a site, with or without an account. The only source of subscriptions for the
 * account, the footer, the checkout and all links. Addresses without a subscription have no row.
 */
export const newsletterSubscriber = pgTable(
  'newsletter_subscriber',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Language of the mails. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Address as normalised by `normaliseEmailAddress`. */
    emailAddress: text('email_address').notNull(),
    newsletter: boolean('newsletter').notNull(),
    offers: boolean('offers').notNull(),
    /** The unsubscribe token in every mail. It gives no other access, and is the same in each mail. */
    unsubscribeKey: text('unsubscribe_key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('newsletter_subscriber_address').on(t.siteId, t.emailAddress),
    check('newsletter_subscriber_wants_any', sql`${t.newsletter} or ${t.offers}`),
  ],
);

/** A consent with its proof: time, displayed text and network. */
export const newsletterConsent = pgTable(
  'newsletter_consent',
  {
    consentId: bigint('consent_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Language of the consent text and of the mails. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Address as normalised by `normaliseEmailAddress`. */
    emailAddress: text('email_address').notNull(),
    kind: text('kind').$type<SubscriptionKind>().notNull(),
    source: text('source').$type<ConsentSource>().notNull(),
    /**
     * Text displayed next to the button, with the brand name; empty in rows of earlier releases, which did
     * not store it.
     */
    words: text('words').notNull(),
    /** Network of the visitor: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    createdAt: instant('created_at').notNull(),
    /** SHA-256 of the token in the opt-in mail; null if the mailbox was proven before. */
    confirmTokenHash: text('confirm_token_hash').unique(),
    /** Null until the confirmation; the consent has no effect before. */
    confirmedAt: instant('confirmed_at'),
    /** When the subscription was ended. */
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
