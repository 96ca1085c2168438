import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import {
  claimWaitingReviews,
  deleteExpiredReviewData,
  hasSameText,
  saveReviewCheckResult,
} from './queries.ts';
import { recalculateProductRatings } from './recalculate-product-ratings.ts';
import { reviewRetention } from './retention.ts';
import { findRejectionReason } from './review-checks.ts';

/** Number of reviews checked in one transaction. */
const batchSize = 50;

export interface PublishedReviews {
  /** Products whose reviews changed and whose pages are outdated. */
  readonly productIds: readonly number[];
  readonly published: number;
  readonly rejected: number;
}

/**
 * Checks every confirmed review and publishes those that pass, with the ratings in the same transaction. Then
 * deletes data that is no longer needed. Several processes may run it concurrently.
 */
export async function publishReviews(database: Database, now: Date): Promise<PublishedReviews> {
  const productIds = new Set<number>();
  let published = 0;
  let rejected = 0;
  for (let taken = batchSize; taken === batchSize; ) {
    const batch = await database.transaction('check-reviews', async (transaction) => {
      const waiting = await claimWaitingReviews(transaction, batchSize);
      const changed = new Set<number>();
      let passed = 0;
      for (const review of waiting) {
        const { title, opinion, text, authorName: name } = review;
        const found = findRejectionReason({ title, opinion, text, name });
        const reason = found ?? ((await hasSameText(transaction, review)) ? 'duplicate' : null);
        await saveReviewCheckResult(transaction, review.reviewId, { reason, now });
        if (reason !== null) continue;
        changed.add(review.productId);
        passed += 1;
      }
      await recalculateProductRatings(transaction, [...changed]);
      const keys = [...changed].map((productId) => `product-${productId}`);
      await enqueuePurge(transaction, keys, now);
      return { taken: waiting.length, passed, changed };
    });
    taken = batch.taken;
    published += batch.passed;
    rejected += batch.taken - batch.passed;
    for (const productId of batch.changed) productIds.add(productId);
  }
  await database.transaction('forget-reviews', (transaction) =>
    deleteExpiredReviewData(transaction, {
      unconfirmedBefore: getRetentionLimit(reviewRetention.unconfirmedReviews, now),
      addressesBefore: getRetentionLimit(reviewRetention.reviewAddresses, now),
    }),
  );
  return { productIds: [...productIds], published, rejected };
}
