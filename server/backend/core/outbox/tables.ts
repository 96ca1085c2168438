import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/** Receivers of events. */
export const eventKinds = ['mail', 'payment', 'stock', 'search', 'purge'] as const;
export type EventKind = (typeof eventKinds)[number];

/**
 * Group of events that is delivered in parallel with the others: each type, and campaign mails separately, so
 * that no mail of an order waits for them.
 */
export type EventLane = EventKind | 'letter';

/**
 * Events to be delivered to others, written in the transaction that causes them. Events of one ordering key
 * are delivered at least once and sequentially by number. A row lock serializes transactions that write
 * events of the same key, so that the numbers follow the order of the commits.
 */
export const outboxEvent = pgTable(
  'outbox_event',
  {
    outboxEventId: bigint('outbox_event_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<EventKind>().notNull(),
    orderingKey: text('ordering_key').notNull(),
    /** Ids and codes; no text written by a person. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** Number of started attempts. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    doneAt: instant('done_at'),
    /** Code of the last attempt's failure. */
    failure: text('failure'),
    /**
     * Time of the last failed attempt; null while the event is retried. Later events of its key wait until it
     * is retried or discarded.
     */
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
