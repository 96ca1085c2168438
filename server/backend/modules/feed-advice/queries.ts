import { eq, inArray } from 'drizzle-orm';
import type { FeedModel } from '../../../../shared/rules/feed-advice/feed-model.ts';
import type { Database } from '../../database/database.ts';
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
