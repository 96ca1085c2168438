import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Content, Packaging, ProductType } from '../../../../shared/contract/products.ts';
import type { Brand } from '../../../../shared/rules/brand-name.ts';
import type { ProductDose } from '../../../../shared/rules/feed-advice/feed-model.ts';
import { picture } from '../../content/pictures/tables.ts';
import { instant } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { category } from '../categories/tables.ts';

/** Feed constituents in percent as fed; `energyDE` in MJ/kg and `energyEWpa` per kg. */
export type Analytical = Readonly<Record<string, number>>;

/** One feed material of a recipe, by its vocabulary key. */
export interface CompositionPart {
  readonly material: string;
  readonly percent: number;
}

/** One additive per kg of product; `key` is its vocabulary key, `name` a fallback. */
export interface AdditiveAmount {
  readonly key: string;
  readonly name: string;
  readonly idNumber: string;
  readonly amount: number;
  readonly unit: string;
}

export const product = pgTable(
  'product',
  {
    productId: integer('product_id').primaryKey(),
    key: text('key').notNull().unique(),
    productType: integer('product_type').$type<ProductType>().notNull(),
    kind: text('kind').notNull(),
    /** Its own (leaf) category; `category_product` also has the ancestors. */
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
    colourWay: text('colour_way').notNull(),
    vatClass: text('vat_class').notNull(),
    feedType: text('feed_type').$type<'complementaryFeed' | 'mineralFeed' | 'feedMaterial'>(),
    composition: jsonb('composition').$type<CompositionPart[]>().notNull(),
    analytical: jsonb('analytical').$type<Analytical>(),
    additives: jsonb('additives').$type<AdditiveAmount[]>().notNull(),
    feedAdvice: jsonb('feed_advice').$type<ProductDose>().notNull(),
    shelfLifeMonths: integer('shelf_life_months'),
    shelfLifeAfterOpeningMonths: integer('shelf_life_after_opening_months'),
    isNew: boolean('is_new').notNull(),
    isSilo: boolean('is_silo').notNull(),
    /** Catalogue order, which also sorts products that are equally popular. */
    position: integer('position').notNull(),
    /** Picture of the feed itself, in its scoop; null if there is none. */
    feedPictureHash: text('feed_picture_hash').references(() => picture.hash),
  },
  (t) => [
    index('product_category').on(t.categoryId, t.position),
    check('product_type_known', sql`${t.productType} between 1 and 5`),
    check('product_feed_type', sql`${t.feedType} in ('complementaryFeed', 'mineralFeed', 'feedMaterial')`),
  ],
);

/** Products of a category and of its descendants: one row per ancestor too. */
export const categoryProduct = pgTable(
  'category_product',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
  },
  (t) => [
    primaryKey({ columns: [t.categoryId, t.productId] }),
    index('category_product_product').on(t.productId),
  ],
);

export const productTranslation = pgTable(
  'product_translation',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** Without the brand. */
    name: text('name').notNull(),
    claim: text('claim').notNull(),
    body: text('body').notNull(),
    benefits: jsonb('benefits').$type<string[]>().notNull(),
    directions: text('directions').notNull(),
    slug: text('slug').notNull(),
    /** Rank of the name in the alphabet of the language. Sort by this, because PGlite sorts by bytes. */
    nameRank: integer('name_rank').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.languageId] })],
);

export const siteProduct = pgTable(
  'site_product',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.productId] })],
);

export const productVariant = pgTable(
  'product_variant',
  {
    productVariantId: integer('product_variant_id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    articleNumber: text('article_number').notNull().unique(),
    ean: text('ean').notNull().unique(),
    packaging: text('packaging').$type<Packaging>().notNull(),
    contentValue: doublePrecision('content_value').notNull(),
    contentUnit: text('content_unit').$type<Content['unit']>().notNull(),
    netWeightGrams: integer('net_weight_grams'),
    grossWeightGrams: integer('gross_weight_grams').notNull(),
    dimensionsCm: jsonb('dimensions_cm').$type<number[]>(),
    colour: text('colour'),
    palletQuantity: integer('pallet_quantity'),
    deliveryTimeDays: text('delivery_time_days'),
    isDefault: boolean('is_default').notNull(),
    /**
     * False for a variant that the latest import no longer has: retained for orders, hidden everywhere else.
     */
    isListed: boolean('is_listed').notNull().default(true),
    position: integer('position').notNull(),
  },
  (t) => [
    index('product_variant_product').on(t.productId, t.position),
    check(
      'product_variant_packaging',
      sql`${t.packaging} in ('bag', 'bucket', 'bottle', 'canister', 'box', 'piece', 'kit', 'digital')`,
    ),
    check('product_variant_unit', sql`${t.contentUnit} in ('kg', 'g', 'l', 'ml', 'piece')`),
    // Article numbers are found by their beginning, ignoring case.
    index('product_variant_article').on(sql`upper(${t.articleNumber}) text_pattern_ops`),
    uniqueIndex('product_variant_default').on(t.productId).where(sql`${t.isDefault}`),
  ],
);

export const variantPicture = pgTable(
  'variant_picture',
  {
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    brand: text('brand').$type<Brand>().notNull(),
    hash: text('hash')
      .notNull()
      .references(() => picture.hash),
  },
  (t) => [primaryKey({ columns: [t.productVariantId, t.languageId, t.brand] })],
);

/**
 * Facet values of a product. Facets: horseTypes, ageGroups, applications, labour, ingredientFlags,
 * weightClass, packaging.
 */
export const productFacet = pgTable(
  'product_facet',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.facet, t.value] }),
    index('product_facet_value').on(t.facet, t.value, t.productId),
  ],
);

/** Products that go well with a product, best first. */
export const productRelation = pgTable(
  'product_relation',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    relatedProductId: integer('related_product_id')
      .notNull()
      .references(() => product.productId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.relatedProductId] })],
);
