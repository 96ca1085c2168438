import { eq } from 'drizzle-orm';
import { type ChangeContext, recordAuditEntry } from '../../core/audit/audit.ts';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { recalculateProductRatings } from './recalculate-product-ratings.ts';
import { review } from './tables.ts';

/**
 * Valid reasons to take down a published review; the key is stored with it. A low rating or a harsh opinion
 * is not a reason, and no reason may be added that only such reviews would meet (Directive 2005/29, annex I
 * no. 23c; docs/decisions/014-reviews.md).
 */
export const takeDownReasons = {
  unlawful: 'insults, incites, defames, infringes a right or is otherwise against the law',
  'personal-data': 'contains data of an identifiable person without consent',
  fake: 'proven to be invented or paid for',
  advertising: 'advertises something else',
  'off-topic': 'is not about this product',
  author: 'requested by the author',
} as const;

/** Key of a reason. */
export type TakeDownReason = keyof typeof takeDownReasons;

/** Returns whether a text is the key of a reason. */
export function isTakeDownReason(value: string): value is TakeDownReason {
  return Object.hasOwn(takeDownReasons, value);
}

/**
 * Result of a take-down or a restoration. `unchanged`: the review was already in that state;
 * `never-published`: it was never published, and the checks decide about that.
 */
export type TakeDownOutcome =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly productId: number;
      /** The previous reason; null if the review was visible. */
      readonly before: string | null;
    }
  | { readonly outcome: 'unknown' | 'never-published' };

/**
 * Takes a published review down, or restores it. The same transaction recalculates the rating of the product
 * and purges its pages.
 *
 * @param reason null restores the review
 */
export async function setReviewTakenDown(
  transaction: Database,
  reviewId: number,
  reason: TakeDownReason | null,
  { actor, now }: ChangeContext,
): Promise<TakeDownOutcome> {
  const [found] = await transaction
    .select({
      productId: review.productId,
      status: review.status,
      publishedAt: review.publishedAt,
      reason: review.rejectionReason,
    })
    .from(review)
    .where(eq(review.reviewId, reviewId))
    .for('update');
  if (!found) return { outcome: 'unknown' };
  // Reviews that were refused or not checked yet have no publication date.
  if (found.publishedAt === null) return { outcome: 'never-published' };
  const { productId } = found;
  const before = found.status === 'rejected' ? found.reason : null;
  if ((found.status === 'rejected') === (reason !== null)) {
    return { outcome: 'unchanged', productId, before };
  }
  await transaction
    .update(review)
    .set({ status: reason === null ? 'published' : 'rejected', rejectionReason: reason })
    .where(eq(review.reviewId, reviewId));
  await recalculateProductRatings(transaction, [productId]);
  await enqueuePurge(transaction, [`product-${productId}`], now);
  await recordAuditEntry(transaction, {
    actor,
    act: reason === null ? 'show' : 'hide',
    resource: 'review',
    resourceId: reviewId,
    details: reason === null ? {} : { reason },
    now,
  });
  return { outcome: 'changed', productId, before };
}
