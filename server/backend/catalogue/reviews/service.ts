import { createHash } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Review, ReviewPage } from '../../../../shared/contract/reviews.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import { getMailbox, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { REVIEW_CONFIRM_PATH } from '../../../../shared/rules/path-constants.ts';
import { defaultReviewQuery, reviewPageSize } from '../../../../shared/rules/review-query.ts';
import {
  cleanReview,
  getAverageRating,
  isSentByBot,
  listReviewProblems,
} from '../../../../shared/rules/reviews.ts';
import type { Database } from '../../core/database/database.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../core/http/problem-error.ts';
import { defineLimits, type Limiter } from '../../core/limits/limiter.ts';
import type { MailWriter } from '../../core/mail/mail-writer.ts';
import { createToken, hashToken } from '../../core/security/token.ts';
import { findAccount } from '../../customers/accounts/queries.ts';
import type { ContextOf, ScopedContext } from '../../sites/scoped-call.ts';
import { isProductOnSite } from '../products/queries.ts';
import { composeConfirmMail } from './mails.ts';
import {
  confirmReview,
  countRatings,
  findReviewByToken,
  insertReview,
  listReviews,
  type ReviewRow,
  reviewExists,
} from './queries.ts';

/**
 * Returns whether a customer received a product from a site: an order with it, by their address or account,
 * was sent or closed.
 *
 * @param bought.emailAddress address in its normal form
 * @param bought.accountId null for visitors who are not signed in
 */
export type HasBoughtProduct = (
  handle: Database,
  bought: {
    readonly siteId: number;
    readonly productId: number;
    readonly emailAddress: string;
    readonly accountId: string | null;
  },
) => Promise<boolean>;

export interface ReviewServiceOptions {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly limiter: Limiter;
  /** Returns the product on the site of the context; undefined if the site does not sell it. */
  readonly findProduct: (
    context: ScopedContext,
    productId: number,
  ) => Promise<{ title: string; url: string } | undefined>;
  readonly hasBoughtProduct: HasBoughtProduct;
  readonly mailWriter: MailWriter;
}

export interface ReviewService {
  fetchPage(context: ScopedContext, input: CallInput<'fetchReviews'>): Promise<ReviewPage>;
  write(
    context: ContextOf<'writeReview'>,
    input: CallInput<'writeReview'>,
  ): Promise<CallAnswer<'writeReview'>>;
  confirm(context: ScopedContext, token: string): Promise<CallAnswer<'confirmReview'>>;
}

/** Validity of the mailed link in days. */
const CONFIRMATION_VALIDITY_DAYS = 3;

/** Limits reviews to more than any customer writes, to stop bots. */
export const reviewRateLimits = defineLimits('reviews', {
  perVisitor: { maxAttempts: 10, windowMs: HOUR_MS },
  perAddress: { maxAttempts: 5, windowMs: DAY_MS },
  perProduct: { maxAttempts: 30, windowMs: HOUR_MS },
});

function hashReviewContent(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function toDisplayedReview({ review, texts: words, culture, languageName }: ReviewRow): Review {
  return {
    reviewId: review.reviewId,
    rating: review.rating,
    ...words,
    authorName: review.authorName,
    publishedOn: (review.publishedAt ?? review.createdAt).toISOString().slice(0, 10),
    culture,
    languageName,
    isVerifiedPurchase: review.isVerifiedPurchase,
  };
}

/** Creates the service of reviews. */
export function createReviewService(options: ReviewServiceOptions): ReviewService {
  const { database, clock, limiter, findProduct, hasBoughtProduct, mailWriter } = options;

  return {
    async fetchPage({ site, language }, { params: { productId }, query }) {
      const { page = defaultReviewQuery.page, pageSize = reviewPageSize } = query;
      const { sort = defaultReviewQuery.sort, languages = defaultReviewQuery.languages } = query;
      if (!(await isProductOnSite(database, site.site.siteId, productId))) throw createNotFound();
      const { languageId } = language;
      const counts = await countRatings(database, productId, languageId);
      const rows = await listReviews(database, {
        productId,
        languageId,
        languages,
        sort,
        offset: (page - 1) * pageSize,
        limit: pageSize,
      });
      const count = counts.reduce((sum, row) => sum + row.count, 0);
      const languageCount = counts.reduce((sum, row) => sum + row.languageCount, 0);
      const average = getAverageRating(
        counts.reduce((sum, row) => sum + row.rating * row.count, 0),
        count,
      );
      return {
        productId,
        rating: average === null ? null : { average, count },
        distribution: [5, 4, 3, 2, 1].map((rating) => ({
          rating,
          count: counts.find((row) => row.rating === rating)?.count ?? 0,
        })),
        items: rows.map(toDisplayedReview),
        total: languages === 'all' ? count : languageCount,
        otherLanguages: count - languageCount,
        page,
        pageSize,
        sort,
        languages,
      };
    },

    async write(context, { params: { productId }, body }) {
      const product = await findProduct(context, productId);
      if (!product) throw createNotFound();
      const { account } = context;
      // A signed-in author has a confirmed address, and uses only that.
      const author = account === null ? undefined : await findAccount(database, account.accountId);
      const fields = cleanReview(author ? { ...body, emailAddress: author.emailAddress } : body);
      const problems = listReviewProblems(fields, body.rating);
      if (problems.length > 0) throw createValidationFailed(problems);
      // A bot gets the same response as a person, so that it learns nothing.
      if (isSentByBot(body)) return;

      const emailAddress = normaliseEmailAddress(fields.emailAddress);
      const { title, opinion, text, name } = fields;
      const contentHash = hashReviewContent([productId, emailAddress, title, opinion, text]);
      const now = new Date(clock());
      const expiredBefore = author ? null : new Date(now.getTime() - CONFIRMATION_VALIDITY_DAYS * DAY_MS);
      const accountId = author?.accountId ?? null;
      // The form was sent again: the review already exists and does not count towards the limits.
      if (await reviewExists(database, contentHash, expiredBefore)) return;
      // The limit per visitor is checked first, so that one visitor cannot use up the limit of a mailbox or a
      // product.
      await limiter.takeForAddress(reviewRateLimits.perVisitor, context.visitorAddress);
      await limiter.take(reviewRateLimits.perAddress, getMailbox(emailAddress));
      await limiter.take(reviewRateLimits.perProduct, productId);
      const token = createToken();
      await database.transaction(
        'write-review',
        async (transaction) => {
          const { siteId } = context.site.site;
          // Determined now, because the address is not stored. It takes effect once the review, and thereby
          // the address, is confirmed.
          const isVerifiedPurchase = await hasBoughtProduct(transaction, {
            siteId,
            productId,
            emailAddress,
            accountId,
          });
          const isNew = await insertReview(
            transaction,
            {
              productId,
              siteId,
              languageId: context.language.languageId,
              rating: body.rating,
              authorName: name,
              confirmTokenHash: author ? null : hashToken(token),
              accountId,
              contentHash,
              isVerifiedPurchase,
              createdAt: now,
              texts: { title, opinion, text },
            },
            expiredBefore,
          );
          if (!isNew || author) return;
          await mailWriter.putMail(transaction, {
            kind: 'review-confirm',
            site: context.site,
            language: context.language,
            recipient: emailAddress,
            now,
            compose: (t, origin) =>
              composeConfirmMail(t, {
                product: product.title,
                url: `${origin}${REVIEW_CONFIRM_PATH}?token=${token}`,
                days: CONFIRMATION_VALIDITY_DAYS,
              }),
          });
        },
        { signal: context.signal },
      );
    },

    async confirm(context, token) {
      const found = await findReviewByToken(database, hashToken(token));
      if (!found) throw new ProblemError('token_invalid');
      const now = clock();
      if (found.status === 'unconfirmed') {
        if (found.createdAt.getTime() < now - CONFIRMATION_VALIDITY_DAYS * DAY_MS) {
          throw new ProblemError('token_expired');
        }
        await confirmReview(database, found.reviewId, new Date(now));
      }
      const isSold = await isProductOnSite(database, context.site.site.siteId, found.productId);
      const product = isSold ? await findProduct(context, found.productId) : undefined;
      return { confirmed: true, product: product ? { title: product.title, url: product.url } : null };
    },
  };
}
