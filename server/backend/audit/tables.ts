import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Who may do what is worth noting: an employee, a customer, or the shop by itself. */
export const actorKinds = ['keeper', 'account', 'shop'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** What is told of an act beside what it was about: codes and numbers, nothing of a person. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Who has changed what of the shop; written in the transaction of the change, and never changed. */
export const auditEntry = pgTable(
  'audit_entry',
  {
    auditEntryId: bigint('audit_entry_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    actorId: text('actor_id').notNull(),
    /** In kebab case: 'hide'. */
    act: text('act').notNull(),
    /** What it was about, in the word of its module: 'review'. */
    noun: text('noun').notNull(),
    /** Null where it was about all of them. */
    nounId: text('noun_id'),
    details: jsonb('details').$type<AuditDetails>().notNull(),
  },
  (t) => [
    index('audit_entry_at').on(t.at),
    index('audit_entry_noun').on(t.noun, t.nounId),
    check('audit_entry_actor_kind', sql`${t.actorKind} in ('keeper', 'account', 'shop')`),
  ],
);
