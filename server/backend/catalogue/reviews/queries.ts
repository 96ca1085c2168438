import { and, asc, desc, eq, gte, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReviewLanguages, ReviewSort } from '../../../../shared/contract/reviews.ts';
import type { Database } from '../../core/database/database.ts';
import { languages } from '../../sites/languages/views.ts';
import { review, reviewTranslation } from './tables.ts';

type ReviewRecord = typeof review.$inferSelect;

/** A published review with the texts to show. */
export interface ReviewRow {
  readonly review: Pick<
    ReviewRecord,
    'reviewId' | 'rating' | 'authorName' | 'publishedAt' | 'createdAt' | 'isVerifiedPurchase'
  >;
  readonly texts: { readonly title: string; readonly opinion: string; readonly text: string };
  readonly culture: string;
  readonly languageName: string;
}

/** How often a rating was given, in all languages and in one. */
export interface RatingFrequency {
  readonly rating: number;
  readonly count: number;
  readonly languageCount: number;
}

export interface ReviewListing {
  readonly productId: number;
  readonly languageId: number;
  readonly languages: ReviewLanguages;
  readonly sort: ReviewSort;
  readonly offset: number;
  readonly limit: number;
}

export interface NewReviewRow {
  readonly productId: number;
  readonly siteId: number;
  readonly languageId: number;
  readonly rating: number;
  readonly authorName: string;
  /**
   * Hash of the token for the confirmation by mail; null if the author is signed in with a confirmed address.
   */
  readonly confirmTokenHash: string | null;
  readonly accountId: string | null;
  readonly contentHash: string;
  readonly isVerifiedPurchase: boolean;
  readonly createdAt: Date;
  readonly texts: { readonly title: string; readonly opinion: string; readonly text: string };
}

/** A confirmed review that waits for its checks. */
export interface WaitingReview {
  readonly reviewId: number;
  readonly productId: number;
  readonly authorName: string;
  readonly title: string;
  readonly opinion: string;
  readonly text: string;
}

const sortOrders: Record<ReviewSort, SQL[]> = {
  newest: [desc(review.publishedAt), desc(review.reviewId)],
  rating: [desc(review.rating), desc(review.publishedAt), desc(review.reviewId)],
  '-rating': [asc(review.rating), desc(review.publishedAt), desc(review.reviewId)],
};

/** The text of a review in the requested language. */
const requestedTranslation = alias(reviewTranslation, 'own');
/** The text in the language in which it was written. */
const originalTranslation = alias(reviewTranslation, 'written');

/** Returns how often each rating was given to a product. Ratings without reviews are left out. */
export async function countRatings(
  handle: Database,
  productId: number,
  languageId: number,
): Promise<RatingFrequency[]> {
  return handle
    .select({
      rating: review.rating,
      count: sql<number>`count(*)::int`.mapWith(Number),
      languageCount: sql<number>`count(${requestedTranslation.reviewId})::int`.mapWith(Number),
    })
    .from(review)
    .leftJoin(
      requestedTranslation,
      and(
        eq(requestedTranslation.reviewId, review.reviewId),
        eq(requestedTranslation.languageId, languageId),
      ),
    )
    .where(and(eq(review.productId, productId), eq(review.status, 'published')))
    .groupBy(review.rating);
}

/** Returns one page of the published reviews of a product. */
export async function listReviews(handle: Database, listing: ReviewListing): Promise<ReviewRow[]> {
  const { productId, languageId, languages: shownLanguages, sort, offset, limit } = listing;
  const rows = await handle
    .select({
      review: {
        reviewId: review.reviewId,
        rating: review.rating,
        authorName: review.authorName,
        publishedAt: review.publishedAt,
        createdAt: review.createdAt,
        isVerifiedPurchase: review.isVerifiedPurchase,
      },
      texts: {
        title: sql<string>`coalesce(${requestedTranslation.title}, ${originalTranslation.title})`,
        opinion: sql<string>`coalesce(${requestedTranslation.opinion}, ${originalTranslation.opinion})`,
        text: sql<string>`coalesce(${requestedTranslation.text}, ${originalTranslation.text})`,
      },
      culture: languages.culture,
      languageName: languages.localizedName,
    })
    .from(review)
    .leftJoin(
      requestedTranslation,
      and(
        eq(requestedTranslation.reviewId, review.reviewId),
        eq(requestedTranslation.languageId, languageId),
      ),
    )
    .leftJoin(
      originalTranslation,
      and(
        eq(originalTranslation.reviewId, review.reviewId),
        eq(originalTranslation.languageId, review.languageId),
      ),
    )
    .innerJoin(
      languages,
      eq(languages.languageId, sql`coalesce(${requestedTranslation.languageId}, ${review.languageId})`),
    )
    .where(
      and(
        eq(review.productId, productId),
        eq(review.status, 'published'),
        shownLanguages === 'own'
          ? isNotNull(requestedTranslation.reviewId)
          : isNotNull(originalTranslation.reviewId),
      ),
    )
    .orderBy(...sortOrders[sort])
    .limit(limit)
    .offset(offset);
  return rows;
}

/**
 * Returns the condition that a review waits for the mailed link. If a time is given, only reviews from before
 * it match.
 */
const createUnconfirmedCondition = (before: Date | null) =>
  and(eq(review.status, 'unconfirmed'), before === null ? undefined : lt(review.createdAt, before));

/**
 * Stores a review that waits for its confirmation or, for a signed-in author, for its checks. The same text
 * from the same address changes nothing, unless the link of the first one has expired: then it counts as new.
 *
 * @param expiredBefore null for a signed-in author, who needs no link, so that a link that is still valid
 * does not matter
 * @returns false if it already exists
 */
export async function insertReview(
  transaction: Database,
  row: NewReviewRow,
  expiredBefore: Date | null,
): Promise<boolean> {
  const { texts: words, ...columns } = row;
  const { confirmTokenHash, accountId, createdAt, isVerifiedPurchase } = row;
  const state =
    accountId === null
      ? { status: 'unconfirmed' as const, confirmedAt: null }
      : { status: 'waiting' as const, confirmedAt: createdAt };
  const [inserted] = await transaction
    .insert(review)
    .values({ ...columns, ...state })
    .onConflictDoUpdate({
      target: review.contentHash,
      set: { ...state, confirmTokenHash, accountId, createdAt, isVerifiedPurchase },
      setWhere: createUnconfirmedCondition(expiredBefore) ?? sql`false`,
    })
    .returning({ reviewId: review.reviewId });
  if (!inserted) return false;
  await transaction
    .insert(reviewTranslation)
    .values({ reviewId: inserted.reviewId, languageId: row.languageId, ...words })
    .onConflictDoNothing();
  return true;
}

/**
 * Returns true if this text of this address already exists, and its link is still valid or was used.
 *
 * @param expiredBefore null: only confirmed reviews count
 */
export async function reviewExists(
  handle: Database,
  contentHash: string,
  expiredBefore: Date | null,
): Promise<boolean> {
  const rows = await handle
    .select({ reviewId: review.reviewId })
    .from(review)
    .where(
      and(
        eq(review.contentHash, contentHash),
        or(
          ne(review.status, 'unconfirmed'),
          expiredBefore === null ? undefined : gte(review.createdAt, expiredBefore),
        ),
      ),
    );
  return rows.length > 0;
}

/** Returns the review of a token. */
export async function findReviewByToken(
  handle: Database,
  confirmTokenHash: string,
): Promise<Pick<ReviewRecord, 'reviewId' | 'productId' | 'status' | 'createdAt'> | undefined> {
  const [row] = await handle
    .select({
      reviewId: review.reviewId,
      productId: review.productId,
      status: review.status,
      createdAt: review.createdAt,
    })
    .from(review)
    .where(eq(review.confirmTokenHash, confirmTokenHash));
  return row;
}

/** Marks a review as waiting for its checks. A later status stays unchanged. */
export async function confirmReview(handle: Database, reviewId: number, now: Date): Promise<void> {
  await handle
    .update(review)
    .set({ status: 'waiting', confirmedAt: now })
    .where(and(eq(review.reviewId, reviewId), eq(review.status, 'unconfirmed')));
}

/**
 * Locks some confirmed reviews for checking, the oldest first. Other processes skip them until the
 * transaction ends.
 */
export async function claimWaitingReviews(transaction: Database, limit: number): Promise<WaitingReview[]> {
  return transaction
    .select({
      reviewId: review.reviewId,
      productId: review.productId,
      authorName: review.authorName,
      title: reviewTranslation.title,
      opinion: reviewTranslation.opinion,
      text: reviewTranslation.text,
    })
    .from(review)
    .innerJoin(
      reviewTranslation,
      and(
        eq(reviewTranslation.reviewId, review.reviewId),
        eq(reviewTranslation.languageId, review.languageId),
      ),
    )
    .where(eq(review.status, 'waiting'))
    .orderBy(asc(review.confirmedAt), asc(review.reviewId))
    .limit(limit)
    .for('update', { of: review, skipLocked: true });
}

/**
 * Returns true if another review of the product, published or taken down, has the same text, ignoring case.
 */
export async function hasSameText(
  transaction: Database,
  { reviewId, productId, text }: Pick<WaitingReview, 'reviewId' | 'productId' | 'text'>,
): Promise<boolean> {
  const rows = await transaction
    .select({ reviewId: review.reviewId })
    .from(review)
    .innerJoin(reviewTranslation, eq(reviewTranslation.reviewId, review.reviewId))
    .where(
      and(
        eq(review.productId, productId),
        isNotNull(review.publishedAt),
        ne(review.reviewId, reviewId),
        sql`lower(${reviewTranslation.text}) = lower(${text})`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Stores the result of the checks. */
export async function saveReviewCheckResult(
  transaction: Database,
  reviewId: number,
  verdict: { readonly reason: string | null; readonly now: Date },
): Promise<void> {
  const { reason, now } = verdict;
  await transaction
    .update(review)
    .set(
      reason === null
        ? { status: 'published', publishedAt: now }
        : { status: 'rejected', rejectionReason: reason },
    )
    .where(eq(review.reviewId, reviewId));
}

/**
 * Deletes data that is no longer needed: unconfirmed reviews, and the addresses of checked reviews, which
 * only earlier releases stored.
 */
export async function deleteExpiredReviewData(
  transaction: Database,
  moments: { readonly unconfirmedBefore: Date; readonly addressesBefore: Date },
): Promise<void> {
  await transaction
    .delete(review)
    .where(and(eq(review.status, 'unconfirmed'), lt(review.createdAt, moments.unconfirmedBefore)));
  await transaction
    .update(review)
    .set({ authorEmailAddress: null })
    .where(
      and(
        or(eq(review.status, 'published'), eq(review.status, 'rejected')),
        isNotNull(review.authorEmailAddress),
        lt(review.createdAt, moments.addressesBefore),
      ),
    );
}

/**
 * Detaches the reviews of an account. Published reviews stay with the displayed name of the author, without
 * the account and the hash of its address. The others are deleted.
 */
export async function unlinkReviews(transaction: Database, accountId: string): Promise<void> {
  await transaction.delete(review).where(and(eq(review.accountId, accountId), isNull(review.publishedAt)));
  await transaction
    .update(review)
    .set({ accountId: null, contentHash: null, confirmTokenHash: null })
    .where(eq(review.accountId, accountId));
}

/** A published or taken-down review in its original language. */
export interface ListedReview {
  readonly reviewId: number;
  readonly productId: number;
  readonly publishedAt: Date | null;
  readonly rating: number;
  readonly authorName: string;
  readonly languageCode: string;
  readonly title: string;
  readonly opinion: string;
  readonly text: string;
  /** Null for a published review. */
  readonly takenDownFor: string | null;
}

/** Lists the newest published or taken-down reviews. */
export async function listReviewsForAdmin(
  handle: Database,
  filter: {
    readonly productId?: number | undefined;
    readonly isTakenDown: boolean;
    readonly limit: number;
    readonly offset?: number;
  },
): Promise<ListedReview[]> {
  const { productId, isTakenDown, limit, offset = 0 } = filter;
  const rows = await handle
    .select({
      reviewId: review.reviewId,
      productId: review.productId,
      publishedAt: review.publishedAt,
      rating: review.rating,
      authorName: review.authorName,
      languageCode: languages.code,
      title: reviewTranslation.title,
      opinion: reviewTranslation.opinion,
      text: reviewTranslation.text,
      takenDownFor: review.rejectionReason,
    })
    .from(review)
    .innerJoin(languages, eq(languages.languageId, review.languageId))
    .innerJoin(
      reviewTranslation,
      and(
        eq(reviewTranslation.reviewId, review.reviewId),
        eq(reviewTranslation.languageId, review.languageId),
      ),
    )
    .where(
      and(
        isNotNull(review.publishedAt),
        eq(review.status, isTakenDown ? 'rejected' : 'published'),
        productId === undefined ? undefined : eq(review.productId, productId),
      ),
    )
    .orderBy(desc(review.publishedAt), desc(review.reviewId))
    .limit(limit)
    .offset(offset);
  return rows;
}

/** Counts the visible reviews that were published since a time. */
export const countReviewsPublishedSince = (handle: Database, since: Date): Promise<number> =>
  handle.$count(review, and(eq(review.status, 'published'), gte(review.publishedAt, since)));
