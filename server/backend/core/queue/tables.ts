import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from '../database/column-types.ts';

/**
 * Name of an item, which determines its worker. Names do not wait for each other. Campaign mails have the
 * name `letter`, so that no mail of an order waits for them.
 */
export type QueueName =
  | 'account-request'
  | 'begin-payment'
  | 'issue-gift-cards'
  | 'lab-result'
  | 'letter'
  | 'letter-test'
  | 'mail'
  | 'order-message'
  | 'payment'
  | 'price-turn'
  | 'purge'
  | 'recalculate-advice'
  | 'reconcile-payment'
  | 'refresh-payment'
  | 'warn-account-owner';

/**
 * Work for the workers of the backend, written in the transaction that causes it and done at least once.
 * Items of one ordering key are done sequentially by number. A row lock serializes transactions that write
 * items of the same key, so that the numbers follow the order of the commits.
 */
export const queueItem = pgTable(
  'queue_item',
  {
    queueItemId: bigint('queue_item_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').$type<QueueName>().notNull(),
    /** Subject, for example `order 2026-000001`; null if the item waits for no other. */
    orderingKey: text('ordering_key'),
    /** Only one item of a name and unique key waits for its first attempt; null if there may be several. */
    uniqueKey: text('unique_key'),
    /** Ids and codes; no text written by a person. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
    /** First due time, from which the age of the item counts. */
    dueSince: instant('due_since').notNull(),
    /** Earliest start of the next attempt. During an attempt, the end of its lease. */
    runAt: instant('run_at').notNull(),
    /** Number of started attempts. */
    attempts: integer('attempts').notNull().default(0),
    /** Code of the last attempt's failure. */
    failure: text('failure'),
    /**
     * Time of the last failed attempt; null while the item is retried. Later items of its key wait until it
     * is retried or discarded.
     */
    deadAt: instant('dead_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    index('queue_item_due')
      .on(t.name, t.runAt, t.queueItemId)
      .where(sql`${t.doneAt} is null and ${t.deadAt} is null`),
    index('queue_item_order').on(t.orderingKey, t.queueItemId).where(sql`${t.doneAt} is null`),
    uniqueIndex('queue_item_unique')
      .on(t.name, t.uniqueKey)
      .where(
        sql`${t.attempts} = 0 and ${t.deadAt} is null and ${t.doneAt} is null and ${t.uniqueKey} is not null`,
      ),
    index('queue_item_done').on(t.doneAt).where(sql`${t.doneAt} is not null`),
    index('queue_item_dead').on(t.queueItemId).where(sql`${t.deadAt} is not null`),
  ],
);
