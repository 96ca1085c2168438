import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** Whom an event is for. */
export const eventKinds = ['mail', 'payment', 'stock', 'search', 'purge'] as const;
export type EventKind = (typeof eventKinds)[number];

/** What is delivered beside the others: each kind, and of mails the letters by themselves, so that no order's mail waits behind them. */
export type EventLane = EventKind | 'letter';

/**
 * What has happened and others must be told, written in its transaction. Those of one key are delivered in the order of their numbers,
 * one after the other, at least once; who writes two of one key has the second wait for the first (a row lock), so that the numbers
 * are in the order of the commits.
 */
export const outboxEvent = pgTable(
  'outbox_event',
  {
    outboxEventId: bigint('outbox_event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<EventKind>().notNull(),
    orderingKey: text('ordering_key').notNull(),
    /** Ids and codes: nothing that a person wrote. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Begun so far. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    /** Of the last attempt: a code. */
    failure: text('failure'),
    /** Since when it is not tried any more. Later ones of its key wait until it is put back or dropped. */
    deadAt: instant('dead_at'),
  },
  (t) => [
    index('outbox_event_due')
      .on(t.kind, t.nextAttemptAt)
      .where(sql`${t.doneAt} is null and ${t.deadAt} is null`),
    index('outbox_event_order').on(t.orderingKey, t.outboxEventId).where(sql`${t.doneAt} is null`),
    index('outbox_event_done').on(t.doneAt).where(sql`${t.doneAt} is not null`),
    check('outbox_event_kind', sql`${t.kind} in ('mail', 'payment', 'stock', 'search', 'purge')`),
  ],
);
