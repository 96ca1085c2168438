import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/** Types of actors: a staff member, a customer account, or the shop itself (jobs). */
export const actorKinds = ['keeper', 'account', 'shop'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Further details of an action: codes and numbers, no personal data. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * Audit log: who changed which resource of the shop. Written in the transaction of the change and never
 * updated.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    auditEntryId: bigint('audit_entry_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind').$type<ActorKind>().notNull(),
    actorId: text('actor_id').notNull(),
    /** Name of the action in kebab case, for example 'hide'. */
    act: text('act').notNull(),
    /** Type of the changed resource, as its module calls it, for example 'review'. */
    resource: text('noun').notNull(),
    /** Null if the action concerns all resources of the type. */
    resourceId: text('noun_id'),
    details: jsonb('details').$type<AuditDetails>().notNull(),
  },
  (t) => [
    index('audit_entry_at').on(t.at),
    index('audit_entry_noun').on(t.resource, t.resourceId),
    check('audit_entry_actor_kind', sql`${t.actorKind} in ('keeper', 'account', 'shop')`),
  ],
);
