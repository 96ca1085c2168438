import { and, count, eq, inArray } from 'drizzle-orm';
import type { FeedModel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { Database } from '../../core/database/database.ts';
import { enqueue } from '../../core/queue/enqueue.ts';
import { feedAdvice, feedModel } from './tables.ts';

/** Returns the constants of the model; undefined if the installation gives no advice. */
export async function findFeedModel(database: Database): Promise<FeedModel | undefined> {
  const [row] = await database.select({ model: feedModel.model }).from(feedModel);
  return row?.model;
}

/** Deletes the saved rations of an account. */
export async function deleteAdviceOfAccount(transaction: Database, accountId: string): Promise<void> {
  await transaction.delete(feedAdvice).where(eq(feedAdvice.accountId, accountId));
}

/** Detaches saved rations from deleted samples. They keep their values and their type of roughage. */
export async function unlinkSamplesFromAdvice(
  transaction: Database,
  sampleIds: readonly string[],
): Promise<void> {
  await transaction
    .update(feedAdvice)
    .set({ sampleId: null })
    .where(inArray(feedAdvice.sampleId, [...sampleIds]));
}

/** Name of the job that recalculates saved rations after a laboratory result. */
export const RECALCULATE_ADVICE_JOB = 'recalculate-advice';

/**
 * Enqueues the recalculation of rations that were saved with a sample or, for a hygiene scan, with the
 * nutrition scan of the same batch. Runs in the transaction that stores the result.
 */
export async function queueRecalculation(transaction: Database, sampleId: string, now: Date): Promise<void> {
  await enqueue(transaction, [{ name: RECALCULATE_ADVICE_JOB, payload: { sampleId }, now }]);
}

/** Counts the rations that their owner has not viewed since they were recalculated. */
export async function countUnreadAdvice(handle: Database, accountId: string): Promise<number> {
  const [row] = await handle
    .select({ unread: count() })
    .from(feedAdvice)
    .where(and(eq(feedAdvice.accountId, accountId), eq(feedAdvice.isRead, false)));
  return row?.unread ?? 0;
}
