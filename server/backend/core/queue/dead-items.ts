import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { queueItem } from './tables.ts';

/** Item that is not retried until a person decides. */
export interface DeadItem {
  readonly id: number;
  readonly name: string;
  /** Subject; null if only the payload contains it. */
  readonly orderingKey: string | null;
  readonly attempts: number;
  /** Code of the last attempt's failure. */
  readonly failure: string | null;
  readonly deadAt: Date;
}

/** Pattern of the id of an item in forms and on the command line: 'item-12'. */
export const QUEUE_ITEM_ID_PATTERN = '^item-([1-9]\\d{0,14})$';

/** Returns the number of an id such as 'item-12'; null for other text. */
export function parseQueueItemId(text: string): number | null {
  const number = new RegExp(QUEUE_ITEM_ID_PATTERN).exec(text)?.[1];
  return number === undefined ? null : Number(number);
}

/** Maximum number of dead items listed, which a person can still look through. */
const MAX_LISTED_DEAD = 200;

const isDead = and(isNotNull(queueItem.deadAt), isNull(queueItem.doneAt));

async function changeDeadItem(
  handle: Database,
  id: number,
  changes: Partial<typeof queueItem.$inferInsert>,
): Promise<boolean> {
  const rows = await handle
    .update(queueItem)
    .set(changes)
    .where(and(eq(queueItem.queueItemId, id), isDead))
    .returning({ id: queueItem.queueItemId });
  if (rows.length > 0) handle.wake('queue');
  return rows.length > 0;
}

/**
 * Retries a dead item from now on. Returns false if the item is not dead. It gives up its unique key, because
 * a newer item may wait under it.
 */
export const retryItem = (handle: Database, id: number, now: Date): Promise<boolean> =>
  changeDeadItem(handle, id, { deadAt: null, attempts: 0, runAt: now, dueSince: now, uniqueKey: null });

/**
 * Discards a dead item permanently, so that the later items of its key are done. Returns false if the item is
 * not dead.
 */
export const discardItem = (handle: Database, id: number, now: Date): Promise<boolean> =>
  changeDeadItem(handle, id, { doneAt: now });

/** Counts the dead items, which need a decision by a person. */
export const countDeadItems = (handle: Database): Promise<number> => handle.$count(queueItem, isDead);

/** Lists the dead items, oldest first. */
export async function listDeadItems(handle: Database): Promise<DeadItem[]> {
  const rows = await handle
    .select({
      id: queueItem.queueItemId,
      name: queueItem.name,
      orderingKey: queueItem.orderingKey,
      attempts: queueItem.attempts,
      failure: queueItem.failure,
      deadAt: queueItem.deadAt,
    })
    .from(queueItem)
    .where(isDead)
    .orderBy(queueItem.queueItemId)
    .limit(MAX_LISTED_DEAD);
  return rows.flatMap(({ deadAt, ...row }) => (deadAt === null ? [] : [{ ...row, deadAt }]));
}
