import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Address } from '../../../../shared/contract/addresses.ts';
import type { AlternativeShippingAddress, Shipping } from '../../../../shared/contract/people.ts';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';

/**
 * A customer of one site. Orders, carts and reviews refer to it. The records that must be retained by law
 * stay when the account is deleted.
 */
export const account = pgTable(
  'account',
  {
    /** Random id, the `userId` of the API. */
    accountId: uuid('account_id').primaryKey(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Language of the mails to the owner. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Address as normalised by `normaliseEmailAddress`. */
    emailAddress: text('email_address').notNull(),
    /**
     * Argon2id hash with the pepper of the installation; null if the owner has to set a new password by a
     * mailed link.
     */
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull().default(''),
    mobilePhoneNumber: text('mobile_phone_number').notNull().default(''),
    companyName: text('company_name').notNull().default(''),
    vatNumber: text('vat_number').notNull().default(''),
    address: jsonb('address').$type<Address>(),
    shipping: jsonb('shipping').$type<Shipping>(),
    alternativeShippingAddress: jsonb('alternative_shipping_address').$type<AlternativeShippingAddress>(),
    /**
     * Whether the newsletter was ticked at registration. It takes effect at activation. After that
     * `newsletter_subscriber` lists who gets campaigns.
     */
    newsletter: boolean('newsletter').notNull().default(false),
    /** Consent given with the newsletter opt-in; null without one, and once it has taken effect. */
    newsletterConsent: jsonb('newsletter_consent').$type<RequestedConsent>(),
    /**
     * Whether the owner gets mails about results of lab tests. It is the only optional mail of an account
     * that is not a campaign.
     */
    labResults: boolean('lab_results').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    /** Null until the mailed link was followed; sign-in is impossible before. */
    activatedAt: instant('activated_at'),
  },
  (t) => [
    unique('account_email_address').on(t.siteId, t.emailAddress),
    index('account_unactivated').on(t.createdAt).where(sql`${t.activatedAt} is null`),
  ],
);

/** A delivery address that an account owner has saved under a name. */
export const accountAddress = pgTable(
  'account_address',
  {
    addressId: uuid('address_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    /** Name chosen by the owner, such as 'Stable'. */
    addressName: text('address_name').notNull(),
    /** Key of the name as made by `getNameKey`: names that differ only in case are the same. */
    nameKey: text('name_key').notNull(),
    recipient: jsonb('recipient').$type<AlternativeShippingAddress>().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [unique('account_address_name').on(t.accountId, t.nameKey)],
);

/** A session of an account in a browser. */
export const accountSession = pgTable(
  'account_session',
  {
    /** Id in lists; it gives no access. */
    accountSessionId: uuid('account_session_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    /** SHA-256 of the cookie value. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** Precise to the minute: not every request writes it. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** Time of the last password check. */
    authenticatedAt: instant('authenticated_at').notNull(),
    /** Whether the session survives closing the browser. */
    isKept: boolean('is_kept').notNull(),
    browser: text('browser'),
    system: text('system'),
    /** Network of the visitor: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    /**
     * Id of the session that was started first in this browser. Each language of a site has its own host and
     * cookies, so a browser has one session per language; they end together. Null: the session's own id (rows
     * of earlier releases).
     */
    browserId: uuid('browser_id'),
    /** Pending hand-over to the host of another language: SHA-256 of its secret and the browser it is for. */
    handoverHash: text('handover_hash'),
    handoverAt: instant('handover_at'),
  },
  (t) => [index('account_session_account').on(t.accountId), index('account_session_seen').on(t.lastSeenAt)],
);

/** A single-use token of a mailed link. */
export const accountToken = pgTable(
  'account_token',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    kind: text('kind').$type<'confirm' | 'reset' | 'email-change' | 'email-undo'>().notNull(),
    /** The new address of a change, or the former address of a token that undoes one. */
    emailAddress: text('email_address'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    index('account_token_account').on(t.accountId),
    index('account_token_end').on(t.expiresAt),
    check('account_token_kind', sql`${t.kind} in ('confirm', 'reset', 'email-change', 'email-undo')`),
  ],
);

/** Consent given at registration. It takes effect once the mailbox is proven. */
export interface RequestedConsent {
  readonly languageId: number;
  readonly words: string;
  readonly network: string | null;
  /** Time in ISO 8601. */
  readonly at: string;
}

/** Data of a registration in addition to its address. */
export interface RequestedAccount {
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly companyName: string;
  readonly vatNumber: string;
  readonly address: Address | null;
  readonly newsletter: boolean;
  readonly newsletterConsent: RequestedConsent | null;
}

/**
 * A request made by a visitor who is not signed in. It is processed after the response and then deleted, so
 * that neither the response nor its duration reveals whether the address is known.
 */
export const accountRequest = pgTable(
  'account_request',
  {
    accountRequestId: bigint('account_request_id', { mode: 'number' })
      .primaryKey()
      .generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'register' | 'forgot' | 'resend'>().notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Email address, or id of an account. */
    subject: text('subject').notNull(),
    /** Path of the page that the mailed link opens. */
    callbackPath: text('callback_path').notNull(),
    /** Data of a registration. */
    registration: jsonb('registration').$type<RequestedAccount>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('account_request_created').on(t.createdAt),
    check('account_request_kind', sql`${t.kind} in ('register', 'forgot', 'resend')`),
  ],
);
