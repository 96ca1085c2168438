import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../database/columns.ts';
import { category } from '../categories/tables.ts';
import { language } from '../languages/tables.ts';
import { product, productVariant } from '../products/tables.ts';
import { site } from '../sites/tables.ts';

/** What a promotion gives. */
export type PromotionKind = 'percentage' | 'amount' | 'freeShipping' | 'freeProduct';

/**
 * What the shop gives to whoever types its code, or to everybody. Runs from `starts_at` until before `ends_at`; two that run at one
 * moment on one site have different codes (`store-promotions.ts` sees to it). Never deleted, since orders name it.
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
    /** Pieces of what it is for that earn the gift each time; null: it is given once. */
    forEvery: integer('for_every'),
    /** As the keeper typed it; null: for everybody. */
    code: text('code'),
    /** As codes are compared: `normaliseCode`. */
    normalisedCode: text('normalised_code'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    /** Euro cents incl. VAT. */
    minimumAmount: integer('minimum_amount'),
    usageLimit: integer('usage_limit'),
    /** Orders that have used it. */
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
    /** Said beside what is given; empty where nothing is said. */
    promotionText: text('promotion_text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.promotionId, t.languageId] })],
);

/** Sites that it runs on; without a row it runs on all of them. */
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

/** Products that it is for. Without a row here and in `promotion_category` it is for the whole order. */
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

/** Categories whose products it is for, those of the categories below them too. */
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
