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
import { instant } from '../../database/columns.ts';
import { language } from '../languages/tables.ts';
import { site } from '../sites/tables.ts';

/** A customer of one site. Orders, carts and reviews name it; what the law asks to keep of them stays when it goes. */
export const account = pgTable(
  'account',
  {
    /** Random: `userId` of the calls. */
    accountId: uuid('account_id').primaryKey(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    /** Of the mails that are written to it. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** As `normaliseEmailAddress` makes it. */
    emailAddress: text('email_address').notNull(),
    /** Argon2id with the pepper of the shop; null where the owner has to set a new one by a mailed link. */
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
    /** Whether the newsletter was ticked at registration: it counts from the activation on. Later `newsletter_subscriber` says who gets letters. */
    newsletter: boolean('newsletter').notNull().default(false),
    /** What was agreed to with it; null without, and once it counts. */
    newsletterConsent: jsonb('newsletter_consent').$type<RequestedConsent>(),
    /** Of its owner's mails the one that is no letter. */
    labResults: boolean('lab_results').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    /** Null until a mailed link was followed: nobody can sign in before. */
    activatedAt: instant('activated_at'),
  },
  (t) => [
    unique('account_email_address').on(t.siteId, t.emailAddress),
    index('account_unactivated').on(t.createdAt).where(sql`${t.activatedAt} is null`),
  ],
);

/** A delivery address that the owner of an account has saved under a name. */
export const accountAddress = pgTable(
  'account_address',
  {
    addressId: uuid('address_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    /** Chosen by the owner: 'Stable'. */
    addressName: text('address_name').notNull(),
    /** Of the name, as `getNameKey` makes it: names that differ in case only are the same. */
    nameKey: text('name_key').notNull(),
    recipient: jsonb('recipient').$type<AlternativeShippingAddress>().notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [unique('account_address_name').on(t.accountId, t.nameKey)],
);

/** Where somebody is signed in. */
export const accountSession = pgTable(
  'account_session',
  {
    /** Names it in lists; it opens nothing. */
    accountSessionId: uuid('account_session_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    /** SHA-256 of what the cookie holds. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    /** To the minute: not every request writes it. */
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the password was given last. */
    authenticatedAt: instant('authenticated_at').notNull(),
    /** Stays when the browser is closed. */
    isKept: boolean('is_kept').notNull(),
    browser: text('browser'),
    system: text('system'),
    /** Network of the visitor: /24 of IPv4, /48 of IPv6. */
    network: text('network'),
    /**
     * Id of the session that began in this browser. Each language of a site has a host and cookies of its own, so a browser has one
     * session per language; they end together. Null: the session's own id (rows of earlier releases).
     */
    browserId: uuid('browser_id'),
    /** Pending hand-over to the host of another language: SHA-256 of its secret with the browser it is for. */
    handoverHash: text('handover_hash'),
    handoverAt: instant('handover_at'),
  },
  (t) => [index('account_session_account').on(t.accountId), index('account_session_seen').on(t.lastSeenAt)],
);

/** What a mailed link may do, once. */
export const accountToken = pgTable(
  'account_token',
  {
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => account.accountId),
    kind: text('kind').$type<'confirm' | 'reset' | 'email-change' | 'email-undo'>().notNull(),
    /** Of a change: the new address; of what undoes one: the former. */
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

/** What somebody agreed to who registered: counts once the mailbox is proven. */
export interface RequestedConsent {
  readonly languageId: number;
  readonly words: string;
  readonly network: string | null;
  /** Instant in ISO 8601. */
  readonly at: string;
}

/** What a registration brings along besides its address. */
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
 * What somebody has asked for without being signed in. It is done after they were answered, so that neither the answer nor its time says
 * whether the shop knows the address; then it goes.
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
    /** The address, or the id of an account. */
    subject: text('subject').notNull(),
    /** Path of the page that the mailed link leads to. */
    callbackPath: text('callback_path').notNull(),
    /** Of a registration. */
    registration: jsonb('registration').$type<RequestedAccount>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('account_request_created').on(t.createdAt),
    check('account_request_kind', sql`${t.kind} in ('register', 'forgot', 'resend')`),
  ],
);
