import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytes, instant } from '../database/column-types.ts';

/** Staff members, who sign in to the admin. Rows remain when they leave, because the log refers to them. */
export const staffMember = pgTable(
  'keeper',
  {
    staffMemberId: uuid('keeper_id').primaryKey(),
    /** Sign-in name: lower case, not an e-mail address. Unique among present members. */
    name: text('name').notNull(),
    /** Null until they have set a password. */
    passwordHash: text('password_hash'),
    /** Secret of the second factor (TOTP), encrypted with a key that is not in the database. */
    secondFactor: bytes('second_factor').notNull(),
    /** Time step of the last accepted code, because no code is accepted twice. */
    lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
    /** SHA-256 of the enrolment code; null after the password is set. */
    enrolmentHash: text('enrolment_hash'),
    enrolmentEndsAt: instant('enrolment_ends_at'),
    /** Language of the admin; null for that of the browser. */
    locale: text('locale'),
    createdAt: instant('created_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (t) => [uniqueIndex('keeper_name').on(t.name).where(sql`${t.removedAt} is null`)],
);

export const staffSession = pgTable(
  'keeper_session',
  {
    /** SHA-256 of the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    staffMemberId: uuid('keeper_id')
      .notNull()
      .references(() => staffMember.staffMemberId),
    createdAt: instant('created_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Message for the next page, shown once; null if there is none. */
    notice: text('notice'),
  },
  (t) => [index('keeper_session_keeper').on(t.staffMemberId), index('keeper_session_ends').on(t.endsAt)],
);

/** State of a changed resource: ids, codes, amounts, texts of pages. No customer data. */
export type LoggedState = Readonly<Record<string, unknown>> | null;

/**
 * Log of every change by staff, from a page or a command. Written in the transaction of the change and never
 * updated.
 */
export const adminLog = pgTable(
  'keeper_log',
  {
    adminLogId: bigint('keeper_log_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** Null for a command, because all commands use the same token. */
    staffMemberId: uuid('keeper_id').references(() => staffMember.staffMemberId),
    /** Name of the operation: 'order.ship'. */
    operation: text('operation').notNull(),
    /** Type, as its module calls it, and id of the changed resource. */
    resource: text('noun').notNull(),
    resourceId: text('noun_id').notNull(),
    before: jsonb('before').$type<LoggedState>(),
    after: jsonb('after').$type<LoggedState>(),
    /** Number of rows changed at once. */
    count: integer('count').notNull().default(1),
  },
  (t) => [index('keeper_log_at').on(t.at), index('keeper_log_noun').on(t.resource, t.resourceId)],
);

/**
 * Requests for operations that move more money than one person may decide alone: requested by one, decided by
 * another.
 */
export const adminRequest = pgTable(
  'keeper_request',
  {
    adminRequestId: bigint('keeper_request_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the operation: 'order.refund'. */
    operation: text('operation').notNull(),
    /** Entered values by field; empty after the decision. */
    fields: jsonb('fields').$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** Euro cents. */
    amount: integer('amount').notNull(),
    /** Page of the form, below `/admin`. */
    page: text('page').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => staffMember.staffMemberId),
    askedAt: instant('asked_at').notNull(),
    state: text('state').$type<'pending' | 'confirmed' | 'declined' | 'refused'>().notNull(),
    /** Code of the refusal if the confirmed operation failed. */
    refusal: text('refusal'),
    /** Null while it is pending, and if a command declined it. */
    decidedBy: uuid('decided_by').references(() => staffMember.staffMemberId),
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
