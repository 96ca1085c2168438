import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { account } from '../../customers/accounts/tables.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { product } from '../products/tables.ts';

/**
 * Status of a review. Only 'published' ones are visible; 'unconfirmed' waits for the mailed link, 'waiting'
 * for the job that checks.
 */
export type ReviewStatus = 'unconfirmed' | 'waiting' | 'published' | 'rejected';

/**
 * A review of a product, shared by all sites. Its texts are in `review_translation`: one row, or one per
 * language for those of the sample shop.
 */
export const review = pgTable(
  'review',
  {
    reviewId: bigint('review_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Key in the import files; null for a review written by a customer. */
    importKey: text('import_key').unique(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    /** The site on which it was written, which sends the confirmation mail. */
    siteId: integer('site_id').references(() => site.siteId),
    /** Original language. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** 1 to 5. */
    rating: integer('rating').notNull(),
    /** Displayed name. */
    authorName: text('author_name').notNull(),
    /** Written by earlier releases only, and deleted after a while. */
    authorEmailAddress: text('author_email_address'),
    isVerifiedPurchase: boolean('is_verified_purchase').notNull().default(false),
    status: text('status').$type<ReviewStatus>().notNull(),
    /** Why it was refused, for staff. */
    rejectionReason: text('rejection_reason'),
    /** SHA-256 of the token in the mailed link. */
    confirmTokenHash: text('confirm_token_hash').unique(),
    /** SHA-256 of product, address and text: the same form sent twice is one review. */
    contentHash: text('content_hash'),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    publishedAt: instant('published_at'),
    /** Account of the author; null for anonymous authors and closed accounts. */
    accountId: uuid('account_id').references(() => account.accountId),
  },
  (t) => [
    check('review_status_known', sql`${t.status} in ('unconfirmed', 'waiting', 'published', 'rejected')`),
    index('review_product').on(t.productId, t.status, t.publishedAt),
    index('review_account').on(t.accountId).where(sql`${t.accountId} is not null`),
    index('review_status').on(t.status, t.confirmedAt),
    // Addresses are stored for the limits and deleted after a while: few rows have one.
    index('review_author')
      .on(t.authorEmailAddress, t.createdAt)
      .where(sql`${t.authorEmailAddress} is not null`),
    uniqueIndex('review_content').on(t.contentHash),
    check('review_rating', sql`${t.rating} between 1 and 5`),
  ],
);

export const reviewTranslation = pgTable(
  'review_translation',
  {
    reviewId: bigint('review_id', { mode: 'number' })
      .notNull()
      .references(() => review.reviewId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
    /** The opinion in one sentence. */
    opinion: text('opinion').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.reviewId, t.languageId] })],
);

/**
 * Count and sum of the published ratings of a product. They are updated with every change, so that lists need
 * no sums.
 */
export const productRating = pgTable('product_rating', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => product.productId),
  ratingCount: integer('rating_count').notNull(),
  ratingSum: integer('rating_sum').notNull(),
});
