import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReviewLanguages, ReviewSort } from '../../../../shared/contract/reviews.ts';
import type { Database } from '../../database/database.ts';
import { language } from '../languages/tables.ts';
import { customerOrder, orderLine } from '../orders/tables.ts';
import { siteProduct } from '../products/tables.ts';
import { review, reviewTranslation } from './tables.ts';

type ReviewRecord = typeof review.$inferSelect;

/** A published review with the words to show. */
export interface ReviewRow {
  readonly review: Pick<
    ReviewRecord,
    'reviewId' | 'rating' | 'authorName' | 'publishedAt' | 'createdAt' | 'isVerifiedPurchase'
  >;
  readonly words: { readonly title: string; readonly opinion: string; readonly text: string };
  readonly culture: string;
  readonly languageName: string;
}

/** How often a rating was given, in all languages and in one. */
export interface RatingCount {
  readonly rating: number;
  readonly count: number;
  readonly ownCount: number;
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
  /** How it is confirmed by mail; null where its author is signed in, whose address is known. */
  readonly confirmTokenHash: string | null;
  readonly accountId: string | null;
  readonly contentHash: string;
  readonly isVerifiedPurchase: boolean;
  readonly createdAt: Date;
  readonly words: { readonly title: string; readonly opinion: string; readonly text: string };
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

const orders: Record<ReviewSort, SQL[]> = {
  newest: [desc(review.publishedAt), desc(review.reviewId)],
  rating: [desc(review.rating), desc(review.publishedAt), desc(review.reviewId)],
  '-rating': [asc(review.rating), desc(review.publishedAt), desc(review.reviewId)],
};

/** A review's words in the language asked for. */
const own = alias(reviewTranslation, 'own');
/** Its words in the language it was written in. */
const written = alias(reviewTranslation, 'written');

/** True where the site sells the product. */
export async function isProductOnSite(handle: Database, siteId: number, productId: number): Promise<boolean> {
  const rows = await handle
    .select({ productId: siteProduct.productId })
    .from(siteProduct)
    .where(and(eq(siteProduct.siteId, siteId), eq(siteProduct.productId, productId)));
  return rows.length > 0;
}

/** How often each rating was given to a product; ratings that nobody gave are missing. */
export async function countRatings(
  handle: Database,
  productId: number,
  languageId: number,
): Promise<RatingCount[]> {
  return handle
    .select({
      rating: review.rating,
      count: sql<number>`count(*)::int`.mapWith(Number),
      ownCount: sql<number>`count(${own.reviewId})::int`.mapWith(Number),
    })
    .from(review)
    .leftJoin(own, and(eq(own.reviewId, review.reviewId), eq(own.languageId, languageId)))
    .where(and(eq(review.productId, productId), eq(review.status, 'published')))
    .groupBy(review.rating);
}

/** One page of the published reviews of a product. */
export async function listReviews(handle: Database, listing: ReviewListing): Promise<ReviewRow[]> {
  const { productId, languageId, languages, sort, offset, limit } = listing;
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
      words: {
        title: sql<string>`coalesce(${own.title}, ${written.title})`,
        opinion: sql<string>`coalesce(${own.opinion}, ${written.opinion})`,
        text: sql<string>`coalesce(${own.text}, ${written.text})`,
      },
      culture: language.culture,
      languageName: language.localizedName,
    })
    .from(review)
    .leftJoin(own, and(eq(own.reviewId, review.reviewId), eq(own.languageId, languageId)))
    .leftJoin(written, and(eq(written.reviewId, review.reviewId), eq(written.languageId, review.languageId)))
    .innerJoin(language, eq(language.languageId, sql`coalesce(${own.languageId}, ${review.languageId})`))
    .where(
      and(
        eq(review.productId, productId),
        eq(review.status, 'published'),
        languages === 'own' ? isNotNull(own.reviewId) : isNotNull(written.reviewId),
      ),
    )
    .orderBy(...orders[sort])
    .limit(limit)
    .offset(offset);
  return rows;
}

/** Reviews that wait for the link in their mail; those from before a moment only, where one is given. */
const isUnconfirmed = (before: Date | null) =>
  and(eq(review.status, 'unconfirmed'), before === null ? undefined : lt(review.createdAt, before));

/**
 * Stores a review that waits for its confirmation, or for its checks where its author is signed in. The same words of the same address
 * again change nothing, unless the link of the first time has expired: then they count as new.
 *
 * @param expiredBefore null: whoever is signed in needs no link, so one that still works does not matter
 * @returns false where it was there already
 */
export async function insertReview(
  transaction: Database,
  row: NewReviewRow,
  expiredBefore: Date | null,
): Promise<boolean> {
  const { words, ...columns } = row;
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
      setWhere: isUnconfirmed(expiredBefore) ?? sql`false`,
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
 * Whether somebody has got a product from a site: an order of their address or their account with it was sent, or is closed.
 *
 * @param bought.emailAddress in its normal form
 * @param bought.accountId null for who is not signed in
 */
export async function hasBought(
  handle: Database,
  bought: {
    readonly siteId: number;
    readonly productId: number;
    readonly emailAddress: string;
    readonly accountId: string | null;
  },
): Promise<boolean> {
  const [row] = await handle
    .select({ orderId: customerOrder.orderId })
    .from(customerOrder)
    .innerJoin(orderLine, eq(orderLine.orderId, customerOrder.orderId))
    .where(
      and(
        eq(customerOrder.siteId, bought.siteId),
        or(
          eq(sql`${customerOrder.billing} ->> 'emailAddress'`, bought.emailAddress),
          bought.accountId === null ? undefined : eq(customerOrder.accountId, bought.accountId),
        ),
        inArray(customerOrder.status, ['sent', 'closed']),
        eq(orderLine.productId, bought.productId),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/**
 * True where these words of this address are there already, and their link still works or has been used.
 *
 * @param expiredBefore null: only where they were confirmed
 */
export async function isKnown(
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

/** The review that a token belongs to. */
export async function findByToken(
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

/** Lets a review wait for its checks; one that is further than that stays as it is. */
export async function confirmReview(handle: Database, reviewId: number, now: Date): Promise<void> {
  await handle
    .update(review)
    .set({ status: 'waiting', confirmedAt: now })
    .where(and(eq(review.reviewId, reviewId), eq(review.status, 'unconfirmed')));
}

/** Takes some confirmed reviews to check them, the oldest first; other processes pass them by until the transaction ends. */
export async function takeWaiting(transaction: Database, limit: number): Promise<WaitingReview[]> {
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

/** True where another review of the product that is shown, or was before it was taken down, has the same text, apart from case. */
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

/** Says what the checks came to. */
export async function writeVerdict(
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
 * Forgets what is no longer needed: reviews that nobody confirmed, and the addresses of those that are through, which only earlier
 * releases kept.
 */
export async function forgetOld(
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
 * Lets go of the reviews of an account. What was published stays with the name that its author chose to show, and says no more whose it
 * is: neither the account, nor the hash over its address. What was not goes.
 */
export async function unlinkReviews(transaction: Database, accountId: string): Promise<void> {
  await transaction.delete(review).where(and(eq(review.accountId, accountId), isNull(review.publishedAt)));
  await transaction
    .update(review)
    .set({ accountId: null, contentHash: null, confirmTokenHash: null })
    .where(eq(review.accountId, accountId));
}

/** A review that is shown, or was before it was taken down, in the words in which it was written. */
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
  /** Null for one that is shown. */
  readonly takenDownFor: string | null;
}

/** The newest of the reviews that are or were shown. */
export async function listShown(
  handle: Database,
  asked: {
    readonly productId?: number | undefined;
    readonly isTakenDown: boolean;
    readonly limit: number;
    readonly offset?: number;
  },
): Promise<ListedReview[]> {
  const { productId, isTakenDown, limit, offset = 0 } = asked;
  const rows = await handle
    .select({
      reviewId: review.reviewId,
      productId: review.productId,
      publishedAt: review.publishedAt,
      rating: review.rating,
      authorName: review.authorName,
      languageCode: language.code,
      title: reviewTranslation.title,
      opinion: reviewTranslation.opinion,
      text: reviewTranslation.text,
      takenDownFor: review.rejectionReason,
    })
    .from(review)
    .innerJoin(language, eq(language.languageId, review.languageId))
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

/** How many of the reviews that are shown were published since a moment. */
export const countPublishedSince = (handle: Database, since: Date): Promise<number> =>
  handle.$count(review, and(eq(review.status, 'published'), gte(review.publishedAt, since)));
