import { and, count, eq, exists, gt, inArray, isNotNull, isNull, lt, lte, min, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type QueueName, queueItem } from './tables.ts';

/** Number of items of a name that are not done. */
export interface QueueState {
  readonly waiting: number;
  readonly dead: number;
  /** First due time of the oldest item that is still retried; null if there is none. */
  readonly oldestAt: Date | null;
}

/** Counts the items that are not done, by name. */
export async function countItemsByName(database: Database): Promise<ReadonlyMap<string, QueueState>> {
  const isAlive = sql`${queueItem.deadAt} is null`;
  const rows = await database
    .select({
      name: queueItem.name,
      waiting: sql<number>`count(*) filter (where ${isAlive})`.mapWith(Number),
      dead: count(queueItem.deadAt),
      oldestAt: min(sql`case when ${isAlive} then ${queueItem.dueSince} end`).mapWith(queueItem.dueSince),
    })
    .from(queueItem)
    .where(isNull(queueItem.doneAt))
    .groupBy(queueItem.name);
  return new Map(rows.map(({ name, ...state }) => [name, state]));
}

/**
 * Returns when the next item of these names is due, in milliseconds since 1970; undefined if none is due in
 * the period.
 */
export async function findNextDueTime(
  database: Database,
  names: readonly QueueName[],
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<number | undefined> {
  const [row] = await database
    .select({ runAt: min(queueItem.runAt) })
    .from(queueItem)
    .where(
      and(
        inArray(queueItem.name, [...names]),
        isNull(queueItem.doneAt),
        isNull(queueItem.deadAt),
        gt(queueItem.runAt, after),
        lte(queueItem.runAt, until),
      ),
    );
  return row?.runAt?.getTime();
}

/** Number of campaign mails waiting for the mail server. */
export interface WaitingCampaignMails {
  /** Number without any attempt. */
  readonly neverTried: number;
  /** Number including those that the server has deferred; dead ones are excluded. */
  readonly all: number;
}

/** Counts the waiting campaign mails, up to a limit. */
export async function countWaitingCampaignMails(
  handle: Database,
  limit: number,
): Promise<WaitingCampaignMails> {
  const waiting = handle
    .select({ attempts: queueItem.attempts })
    .from(queueItem)
    .where(and(eq(queueItem.name, 'letter'), isNull(queueItem.doneAt), isNull(queueItem.deadAt)))
    .limit(limit)
    .as('waiting');
  const [row] = await handle
    .select({
      neverTried: sql<number>`count(*) filter (where ${waiting.attempts} = 0)`.mapWith(Number),
      all: count(),
    })
    .from(waiting);
  return row ?? { neverTried: 0, all: 0 };
}

/** Counts the items of a name that are not done. */
export const countItems = (database: Database, name: QueueName): Promise<number> =>
  database.$count(queueItem, and(eq(queueItem.name, name), isNull(queueItem.doneAt)));

/**
 * Returns true if an item of a name is in its first attempt or waits for it, and no earlier item of the same
 * ordering key has failed.
 */
export async function hasUntriedItem(database: Database, name: QueueName): Promise<boolean> {
  const earlier = alias(queueItem, 'earlier');
  const isBehindFailed = exists(
    database
      .select({ one: sql`1` })
      .from(earlier)
      .where(
        and(
          eq(earlier.orderingKey, queueItem.orderingKey),
          isNull(earlier.doneAt),
          isNotNull(earlier.failure),
          lt(earlier.queueItemId, queueItem.queueItemId),
        ),
      ),
  );
  const rows = await database
    .select({ id: queueItem.queueItemId })
    .from(queueItem)
    .where(
      and(
        eq(queueItem.name, name),
        isNull(queueItem.doneAt),
        isNull(queueItem.deadAt),
        isNull(queueItem.failure),
        not(isBehindFailed),
      ),
    )
    .limit(1);
  return rows.length > 0;
}
