import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import type { QueueItem } from './attempts.ts';
import { type QueueName, queueItem } from './tables.ts';

/**
 * Claims the item of a name that is due first, for `leaseMs`, in which no other process can claim it. Returns
 * undefined if no item is due.
 */
export async function claimItem(
  database: Database,
  name: QueueName,
  now: Date,
  leaseMs: number,
): Promise<QueueItem | undefined> {
  const earlier = alias(queueItem, 'earlier');
  /**
   * The first item of the key that is not done. A scalar subquery is one index lookup per candidate, whatever
   * the statistics of the table say. `not exists` became a join over all waiting items if the table was last
   * analysed while it was empty.
   */
  const firstOfKey = database
    .select({ id: earlier.queueItemId })
    .from(earlier)
    .where(and(eq(earlier.orderingKey, queueItem.orderingKey), isNull(earlier.doneAt)))
    .orderBy(earlier.queueItemId)
    .limit(1);
  const due = database
    .select({ id: queueItem.queueItemId })
    .from(queueItem)
    .where(
      and(
        eq(queueItem.name, name),
        isNull(queueItem.doneAt),
        isNull(queueItem.deadAt),
        lte(queueItem.runAt, now),
        or(isNull(queueItem.orderingKey), eq(queueItem.queueItemId, sql`(${firstOfKey})`)),
      ),
    )
    .orderBy(queueItem.runAt, queueItem.queueItemId)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await database
    .update(queueItem)
    .set({ attempts: sql`${queueItem.attempts} + 1`, runAt: new Date(now.getTime() + leaseMs) })
    .where(eq(queueItem.queueItemId, sql`(${due})`))
    .returning({
      id: queueItem.queueItemId,
      name: queueItem.name,
      orderingKey: queueItem.orderingKey,
      payload: queueItem.payload,
      attempts: queueItem.attempts,
      dueSince: queueItem.dueSince,
    });
  return row;
}

/**
 * Returns an SQL condition: no other process has claimed the item after its lease. If one has, the result of
 * its later attempt counts.
 */
const isClaimedItem = ({ id, attempts }: QueueItem) =>
  and(eq(queueItem.queueItemId, id), eq(queueItem.attempts, attempts));

/** Marks a claimed item as done. */
export async function finishItem(database: Database, item: QueueItem, now: Date): Promise<void> {
  await database.update(queueItem).set({ doneAt: now, failure: null }).where(isClaimedItem(item));
}

/** Records a failed attempt. @param runAt next attempt; null if the item is dead until a person retries it */
export async function failItem(
  database: Database,
  item: QueueItem,
  failure: string,
  now: Date,
  runAt: Date | null,
): Promise<void> {
  await database
    .update(queueItem)
    .set(runAt === null ? { failure, deadAt: now } : { failure, runAt })
    .where(isClaimedItem(item));
}

/** Deletes items that were done before the given moment. */
export async function deleteDoneItems(database: Database, before: Date): Promise<void> {
  await database.delete(queueItem).where(lt(queueItem.doneAt, before));
}
