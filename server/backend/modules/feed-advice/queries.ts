import { and, count, eq, inArray } from 'drizzle-orm';
import type { FeedModel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { Database } from '../../database/database.ts';
import { enqueue } from '../../jobs/job-queue.ts';
import { feedAdvice, feedModel } from './tables.ts';

/** The constants of the model; undefined where the shop gives no advice. */
export async function findFeedModel(database: Database): Promise<FeedModel | undefined> {
  const [row] = await database.select({ model: feedModel.model }).from(feedModel);
  return row?.model;
}

/** Deletes what the owner of an account saved. */
export async function deleteAdviceOfAccount(transaction: Database, accountId: string): Promise<void> {
  await transaction.delete(feedAdvice).where(eq(feedAdvice.accountId, accountId));
}

/** Advice that was counted with samples that are forgotten keeps its figures, and what kind of roughage it is for. */
export async function unlinkSamples(transaction: Database, sampleIds: readonly string[]): Promise<void> {
  await transaction
    .update(feedAdvice)
    .set({ sampleId: null })
    .where(inArray(feedAdvice.sampleId, [...sampleIds]));
}

/** Name of the job that counts saved rations anew after a result of the laboratory. */
export const RECALCULATE_ADVICE_JOB = 'recalculate-advice';

/**
 * Has the rations counted anew that were saved with a sample, or with the nutrition scan of the same batch where it is a hygiene scan. In
 * the transaction that keeps its result.
 */
export async function queueRecalculation(transaction: Database, sampleId: string, now: Date): Promise<void> {
  await enqueue(transaction, RECALCULATE_ADVICE_JOB, { sampleId }, { runAt: now, now });
}

/** Rations that their owner has not looked at since the shop counted them anew. */
export async function countUnreadAdvice(handle: Database, accountId: string): Promise<number> {
  const [row] = await handle
    .select({ unread: count() })
    .from(feedAdvice)
    .where(and(eq(feedAdvice.accountId, accountId), eq(feedAdvice.isRead, false)));
  return row?.unread ?? 0;
}
