import { eq } from 'drizzle-orm';
import { type Actor, noteAct } from '../../audit/audit.ts';
import type { Database } from '../../database/database.ts';
import { putPurge } from '../../outbox/purges.ts';
import { writeProductRatings } from './product-ratings.ts';
import { review } from './tables.ts';

/**
 * Why a published review may be taken down; what is kept with it is the key. A low rating or a hard opinion is none of them, and
 * none may be added that only such reviews would meet (Directive 2005/29, annex I no. 23c; docs/decisions/014-reviews.md).
 */
export const takeDownReasons = {
  unlawful: 'insults, incites, defames, infringes a right or is otherwise against the law',
  'personal-data': 'tells of a person who can be recognised and has not agreed',
  fake: 'proven to be invented or paid for',
  advertising: 'is there to sell something else',
  'off-topic': 'is not about this product',
  author: 'the author has asked for it',
} as const;

/** Key of a reason. */
export type TakeDownReason = keyof typeof takeDownReasons;

/** True for the key of a reason. */
export function isTakeDownReason(value: string): value is TakeDownReason {
  return Object.hasOwn(takeDownReasons, value);
}

/**
 * What became of an order to take a review down or to put it back. `unchanged`: it was so already; `never-published`: it was not
 * shown before, and the checks decide about that.
 */
export type TakeDownOutcome =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly productId: number;
      /** What it was taken down for; null where it was shown. */
      readonly before: string | null;
    }
  | { readonly outcome: 'unknown' | 'never-published' };

/**
 * Takes a published review down, or puts it back where it stood; the product's rating is counted anew in the same transaction, and the
 * webs are told.
 *
 * @param reason null puts it back
 */
export async function setTakenDown(
  transaction: Database,
  reviewId: number,
  reason: TakeDownReason | null,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
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
  // What the checks have refused, or have not seen yet, has no date of publication.
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
  await writeProductRatings(transaction, [productId]);
  await putPurge(transaction, [`product-${productId}`], now);
  await noteAct(transaction, {
    actor,
    act: reason === null ? 'show' : 'hide',
    noun: 'review',
    nounId: reviewId,
    details: reason === null ? {} : { reason },
    now,
  });
  return { outcome: 'changed', productId, before };
}
