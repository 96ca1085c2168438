import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Somebody who runs the shop: signs in to the pages of the admin port. Rows stay when they leave, since the log names them. */
export const keeper = pgTable(
  'keeper',
  {
    keeperId: uuid('keeper_id').primaryKey(),
    /** What they sign in with: lower case, no e-mail address. Unique among those who have not been removed. */
    name: text('name').notNull(),
    /** Null until they have chosen a password. */
    passwordHash: text('password_hash'),
    /** The secret of the second factor (TOTP), encrypted with a key that is not in the database. */
    secondFactor: bytes('second_factor').notNull(),
    /** Step of the last code that was taken: none is taken twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** SHA-256 of the code that lets them choose a password; null once they have. */
    enrolmentHash: text('enrolment_hash'),
    enrolmentEndsAt: instant('enrolment_ends_at'),
    /** Language of their pages; null for the browser's. */
    locale: text('locale'),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [uniqueIndex('keeper_name').on(t.name).where(sql`${t.removedAt} is null`)],
);

export const keeperSession = pgTable(
  'keeper_session',
  {
    /** SHA-256 of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    keeperId: uuid('keeper_id')
      .notNull()
      .references(() => keeper.keeperId),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** What is said on the next page, once; null for nothing. */
    notice: text('notice'),
  },
  (t) => [index('keeper_session_keeper').on(t.keeperId), index('keeper_session_ends').on(t.endsAt)],
);

/** What a change was, in words of the shop: ids, codes, amounts, texts of pages. Nothing of a customer. */
export type LoggedState = Readonly<Record<string, unknown>> | null;

/** Every change that the shop's own people made, by page or command; written in the transaction of the change, and never changed. */
export const keeperLog = pgTable(
  'keeper_log',
  {
    keeperLogId: bigint('keeper_log_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** Null for a command, which shows the token that all of them share. */
    keeperId: uuid('keeper_id').references(() => keeper.keeperId),
    /** Name of the operation: 'order.ship'. */
    operation: text('operation').notNull(),
    /** What was changed, in the word of its module, and which one. */
    noun: text('noun').notNull(),
    nounId: text('noun_id').notNull(),
    before: jsonb('before').$type<LoggedState>(),
    after: jsonb('after').$type<LoggedState>(),
    /** How many rows it stands for, where it was one of many. */
    count: integer('count').notNull().default(1),
  },
  (t) => [index('keeper_log_at').on(t.at), index('keeper_log_noun').on(t.noun, t.nounId)],
);

/** An operation that moves more money than one person may decide alone: asked for by one, decided by another. */
export const keeperRequest = pgTable(
  'keeper_request',
  {
    keeperRequestId: bigint('keeper_request_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the operation: 'order.refund'. */
    operation: text('operation').notNull(),
    /** What was entered, by field; empty once it is decided. */
    fields: jsonb('fields').$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Page that it was asked for on, below `/keeper`. */
    page: text('page').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => keeper.keeperId),
    askedAt: instant('asked_at').notNull(),
    state: text('state').$type<'pending' | 'confirmed' | 'declined' | 'refused'>().notNull(),
    /** Code of the refusal why it could not be done when it was confirmed. */
    refusal: text('refusal'),
    /** Null while it waits, and for a command that declines it. */
    decidedBy: uuid('decided_by').references(() => keeper.keeperId),
    decidedAt: instant('decided_at'),
  },
  (t) => [
    index('keeper_request_asked').on(t.askedAt),
    check('keeper_request_state', sql`${t.state} in ('pending', 'confirmed', 'declined', 'refused')`),
    check('keeper_request_decided', sql`(${t.state} = 'pending') = (${t.decidedAt} is null)`),
    check(
      'keeper_request_second_person',
      sql`${t.state} not in ('confirmed', 'refused') or (${t.decidedBy} is not null and ${t.decidedBy} <> ${t.askedBy})`,
    ),
  ],
);
