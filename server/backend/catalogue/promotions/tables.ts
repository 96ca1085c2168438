import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { category } from '../categories/tables.ts';
import { product, productVariant } from '../products/tables.ts';

/** Type of benefit. */
export type PromotionKind = 'percentage' | 'amount' | 'freeShipping' | 'freeProduct';

/**
 * A promotion for everyone, or for those who enter its code. Active from `starts_at` until before `ends_at`.
 * Promotions that are active at the same time on the same site have different codes (ensured by
 * `store-promotions.ts`). Never deleted, because orders refer to it.
 */
export const promotion = pgTable(
  'promotion',
  {
    promotionId: integer('promotion_id').primaryKey().generatedAlwaysAsIdentity(),
    promotionKey: text('promotion_key').notNull().unique(),
    kind: text('kind').$type<PromotionKind>().notNull(),
    percentage: numeric('percentage', { precision: 5, scale: 2, mode: 'number' }),
    /** Euro cents incl. VAT. */
    amount: integer('amount'),
    freeProductVariantId: integer('free_product_variant_id').references(
      () => productVariant.productVariantId,
    ),
    freeQuantity: integer('free_quantity'),
    /** Number of pieces that earn the gift each time; null: the gift is given once. */
    forEvery: integer('for_every'),
    /** Code as entered by staff; null: for everyone. */
    code: text('code'),
    /** Code in the form of `normaliseDiscountCode`, for comparisons. */
    normalisedCode: text('normalised_code'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    /** Euro cents incl. VAT. */
    minimumAmount: integer('minimum_amount'),
    usageLimit: integer('usage_limit'),
    /** Number of orders that have used it. */
    usageCount: integer('usage_count').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('promotion_code').on(t.normalisedCode),
    check('promotion_kind', sql`${t.kind} in ('percentage', 'amount', 'freeShipping', 'freeProduct')`),
    check(
      'promotion_gives',
      sql`(${t.kind} = 'percentage') = (${t.percentage} is not null) and (${t.kind} = 'amount') = (${t.amount} is not null)
        and (${t.kind} = 'freeProduct') = (${t.freeProductVariantId} is not null)
        and (${t.freeProductVariantId} is null) = (${t.freeQuantity} is null)
        and (${t.forEvery} is null or ${t.kind} = 'freeProduct')`,
    ),
    check('promotion_percentage', sql`${t.percentage} between 0 and 100`),
    check('promotion_amount', sql`${t.amount} > 0`),
    check('promotion_free_quantity', sql`${t.freeQuantity} > 0`),
    check('promotion_for_every', sql`${t.forEvery} > 0`),
    check('promotion_code_compared', sql`(${t.code} is null) = (${t.normalisedCode} is null)`),
    check('promotion_period', sql`${t.endsAt} >= ${t.startsAt}`),
    check('promotion_minimum', sql`${t.minimumAmount} > 0`),
    check('promotion_usage', sql`${t.usageLimit} > 0 and ${t.usageCount} >= 0`),
  ],
);

const promotionId = () =>
  integer('promotion_id')
    .notNull()
    .references(() => promotion.promotionId);

export const promotionTranslation = pgTable(
  'promotion_translation',
  {
    promotionId: promotionId(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    description: text('description').notNull(),
    /** Text next to the benefit; empty if there is none. */
    promotionText: text('promotion_text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.languageId] })],
);

/** Sites of a promotion; a promotion without rows is active on all sites. */
export const promotionSite = pgTable(
  'promotion_site',
  {
    promotionId: promotionId(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.siteId] })],
);

/** Products of a promotion. Without a row here and in `promotion_category` it applies to the whole order. */
export const promotionProduct = pgTable(
  'promotion_product',
  {
    promotionId: promotionId(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.productId] })],
);

/** Categories to whose products a promotion applies, including their descendants. */
export const promotionCategory = pgTable(
  'promotion_category',
  {
    promotionId: promotionId(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.categoryId] })],
);
