import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type QueueName, queueItem } from './tables.ts';

export interface NewItem {
  readonly name: QueueName;
  /** Ids and codes; no text written by a person. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly now: Date;
  /** Earliest start; default: `now`. */
  readonly runAt?: Date;
  /**
   * Subject, for example `order 2026-000001`. Items of one key are done in order; different keys do not wait
   * for each other.
   */
  readonly orderingKey?: string;
  /** At most one item of a name and unique key waits for its first attempt. */
  readonly uniqueKey?: string;
}

/** Number of rows per statement. */
const MAX_ITEMS_PER_INSERT = 1000;

/** Predicate of the index `queue_item_unique`. */
const isUniqueKeyTaken = sql`attempts = 0 and dead_at is null and done_at is null and unique_key is not null`;

/**
 * Enqueues items: each is done at least once, by one process at a time. Call it in the transaction that
 * causes them, so that both commit or roll back together. An item whose unique key is waiting is not added
 * again; the waiting item is moved forward if the new one would be due earlier.
 *
 * @param items of different unique keys
 */
export async function enqueue(transaction: Database, items: readonly NewItem[]): Promise<void> {
  for (let at = 0; at < items.length; at += MAX_ITEMS_PER_INSERT) {
    const rows = items.slice(at, at + MAX_ITEMS_PER_INSERT);
    await transaction
      .insert(queueItem)
      .values(rows.map(({ now, runAt = now, ...item }) => ({ ...item, runAt, dueSince: runAt })))
      .onConflictDoUpdate({
        target: [queueItem.name, queueItem.uniqueKey],
        targetWhere: isUniqueKeyTaken,
        set: {
          runAt: sql`least(${queueItem.runAt}, excluded.run_at)`,
          dueSince: sql`least(${queueItem.dueSince}, excluded.due_since)`,
        },
      });
  }
  if (items.some(({ now, runAt = now }) => runAt <= now)) transaction.wake('queue');
}
