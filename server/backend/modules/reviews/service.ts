import { createHash } from 'node:crypto';
import type { CallAnswer, CallInput } from '../../../../shared/contract/calls.ts';
import type { Review, ReviewPage } from '../../../../shared/contract/reviews.ts';
import { getMailbox, normaliseEmailAddress } from '../../../../shared/rules/email-address.ts';
import { firstReviews, reviewPageSize } from '../../../../shared/rules/review-query.ts';
import {
  cleanReview,
  getAverageRating,
  isSentByProgram,
  listReviewProblems,
} from '../../../../shared/rules/reviews.ts';
import { getVisitorKey } from '../../../platform/visitor-key.ts';
import type { Database } from '../../database/database.ts';
import { lockCounted } from '../../database/locks.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createNotFound, createValidationFailed, ProblemError } from '../../http/problem-error.ts';
import { createRateLimit } from '../../http/rate-limit.ts';
import type { MailWriter } from '../../mail/mail-writer.ts';
import { createToken, hashToken } from '../../security/token.ts';
import { composeConfirmMail } from './mails.ts';
import {
  confirmReview,
  countArrivals,
  countRatings,
  findByToken,
  insertReview,
  isKnown,
  isProductOnSite,
  listReviews,
  type ReviewRow,
} from './queries.ts';

export interface ReviewServiceOptions {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The product on the site of the context; undefined where the site does not sell it. */
  readonly findProduct: (
    context: ScopedContext,
    productId: number,
  ) => Promise<{ title: string; url: string } | undefined>;
  readonly mailWriter: MailWriter;
}

export interface ReviewService {
  fetchPage(context: ScopedContext, input: CallInput<'fetchReviews'>): Promise<ReviewPage>;
  write(context: ScopedContext, input: CallInput<'writeReview'>): Promise<CallAnswer<'writeReview'>>;
  confirm(context: ScopedContext, token: string): Promise<CallAnswer<'confirmReview'>>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How long the mailed link works. */
const CONFIRMATION_DAYS = 3;

/** How many reviews may arrive: more is no stable owner with an evening to spare, but a program. */
export const reviewFlood = {
  perVisitor: { limit: 10, windowMs: HOUR_MS },
  perAddress: { limit: 5, windowMs: DAY_MS },
  perProduct: { limit: 30, windowMs: HOUR_MS },
} as const;

function hashContent(parts: readonly (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function createReview({ review, words, culture, languageName }: ReviewRow): Review {
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

const createTooMany = (retryAfterSeconds: number): ProblemError =>
  new ProblemError('too_many_attempts', { headers: { 'retry-after': String(retryAfterSeconds) } });

/** Makes the service of reviews. */
export function createReviewService(options: ReviewServiceOptions): ReviewService {
  const { database, clock, findProduct, mailWriter } = options;
  const visitors = createRateLimit({ ...reviewFlood.perVisitor, clock });

  /** @throws ProblemError 429 where one address or one product is flooded */
  async function assertNoFlood(
    transaction: Database,
    productId: number,
    emailAddress: string,
  ): Promise<void> {
    const { perAddress, perProduct } = reviewFlood;
    const mailbox = getMailbox(emailAddress);
    // Always in this order, so that no two wait for each other.
    await lockCounted(transaction, 'review', mailbox);
    await lockCounted(transaction, 'review of', productId);
    const { ofProduct, ofAddress } = await countArrivals(transaction, {
      productId,
      productSince: new Date(clock() - perProduct.windowMs),
      emailAddress: mailbox,
      addressSince: new Date(clock() - perAddress.windowMs),
    });
    // One answer for all limits: it does not tell whether an address is known.
    if (ofAddress >= perAddress.limit || ofProduct >= perProduct.limit) throw createTooMany(HOUR_MS / 1000);
  }

  return {
    async fetchPage({ site, language }, { params: { productId }, query }) {
      const { page = firstReviews.page, pageSize = reviewPageSize } = query;
      const { sort = firstReviews.sort, languages = firstReviews.languages } = query;
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
      const ownCount = counts.reduce((sum, row) => sum + row.ownCount, 0);
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
        items: rows.map(createReview),
        total: languages === 'all' ? count : ownCount,
        otherLanguages: count - ownCount,
        page,
        pageSize,
        sort,
        languages,
      };
    },

    async write(context, { params: { productId }, body }) {
      const product = await findProduct(context, productId);
      if (!product) throw createNotFound();
      const words = cleanReview(body);
      const problems = listReviewProblems(words, body.rating);
      if (problems.length > 0) throw createValidationFailed(problems);
      // A program learns nothing: it is told what a person is told.
      if (isSentByProgram(body)) return;

      const emailAddress = normaliseEmailAddress(words.emailAddress);
      const { title, opinion, text, name } = words;
      const contentHash = hashContent([productId, emailAddress, title, opinion, text]);
      const now = new Date(clock());
      const expiredBefore = new Date(now.getTime() - CONFIRMATION_DAYS * DAY_MS);
      // Pressed twice, or sent again because the mail is slow: done already, and no flood.
      if (await isKnown(database, contentHash, expiredBefore)) return;
      if (context.visitorAddress !== null) {
        const retryAfterSeconds = visitors.take(getVisitorKey(context.visitorAddress));
        if (retryAfterSeconds !== null) throw createTooMany(retryAfterSeconds);
      }
      const token = createToken();
      await database.transaction(
        'write-review',
        async (transaction) => {
          await assertNoFlood(transaction, productId, emailAddress);
          const isNew = await insertReview(
            transaction,
            {
              productId,
              siteId: context.site.site.siteId,
              languageId: context.language.languageId,
              rating: body.rating,
              authorName: name,
              // Kept for the limit alone.
              authorEmailAddress: getMailbox(emailAddress),
              confirmTokenHash: hashToken(token),
              contentHash,
              createdAt: now,
              words: { title, opinion, text },
            },
            expiredBefore,
          );
          if (!isNew) return;
          await mailWriter.putMail(transaction, {
            kind: 'review-confirm',
            site: context.site,
            language: context.language,
            recipient: emailAddress,
            now,
            compose: (t, origin) =>
              composeConfirmMail(t, {
                product: product.title,
                url: `${origin}/review/confirm/?token=${token}`,
                days: CONFIRMATION_DAYS,
              }),
          });
        },
        { signal: context.signal },
      );
    },

    async confirm(context, token) {
      const found = await findByToken(database, hashToken(token));
      if (!found) throw new ProblemError('token_invalid');
      const now = clock();
      if (found.status === 'unconfirmed') {
        if (found.createdAt.getTime() < now - CONFIRMATION_DAYS * DAY_MS) {
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
