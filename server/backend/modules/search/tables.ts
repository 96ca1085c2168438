import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant, transactionId } from '../../database/columns.ts';
import { language } from '../languages/tables.ts';
import { product } from '../products/tables.ts';
import { site } from '../sites/tables.ts';

/**
 * Place of a facet value in the bit masks of `product_listing`, and its order among the options: never changed once given, since
 * the masks are stored.
 */
export const facetValue = pgTable(
  'facet_value',
  {
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    /** 0 to 62. */
    bit: integer('bit').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.facet, t.value] }),
    unique('facet_value_bit').on(t.facet, t.bit),
    check('facet_value_range', sql`${t.bit} between 0 and 62`),
  ],
);

const mask = (name: string) => bigint(name, { mode: 'bigint' }).notNull();

/**
 * What lists ask of a product, in one row per site: read by searches, which then need no table of products at all. A row is in force
 * from `valid_from` until `valid_until`, so a price that was announced becomes the current one by itself.
 *
 * Only the function `refresh_product_listing` writes it: called at the end of an import, and by triggers where a price or a rating
 * changes. See docs/search.md.
 */
export const productListing = pgTable(
  'product_listing',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId, { onDelete: 'cascade' }),
    validFrom: instant('valid_from').notNull(),
    validUntil: instant('valid_until'),
    /** The default variant: the one that lists show. */
    productVariantId: integer('product_variant_id').notNull(),
    /** Its own (leaf) category. */
    categoryId: integer('category_id').notNull(),
    /** Order of the catalogue. */
    position: integer('position').notNull(),
    /** Price of one piece, euro cents. */
    amountInclVat: integer('amount_incl_vat').notNull(),
    /** Euro cents per kg, not rounded; null where it is not sold by weight. */
    amountPerKg: doublePrecision('amount_per_kg'),
    /** Starch and sugar in percent as fed; null where not both are known. */
    starchSugar: doublePrecision('starch_sugar'),
    isSale: boolean('is_sale').notNull(),
    isNew: boolean('is_new').notNull(),
    /** Average of the published ratings; null where there is none. */
    rating: doublePrecision('rating'),
    /** Bit masks of the facet values, see `facet_value`. */
    horseTypes: mask('horse_types'),
    ageGroups: mask('age_groups'),
    applications: mask('applications'),
    ingredientFlags: mask('ingredient_flags'),
    labour: mask('labour'),
    packaging: mask('packaging'),
    weightClass: mask('weight_class'),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId, t.validFrom] }),
    index('product_listing_category').on(t.siteId, t.categoryId, t.validFrom, t.validUntil),
    index('product_listing_product').on(t.productId),
  ],
);

/** How often products were bought on a site of late; a job counts it, and no order waits for that. None: not at all. */
export const productPopularity = pgTable(
  'product_popularity',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId, { onDelete: 'cascade' }),
    /** In orders that are paid. */
    pieces: integer('pieces').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId] }),
    index('product_popularity_product').on(t.productId),
    check('product_popularity_pieces', sql`${t.pieces} > 0`),
  ],
);

/**
 * Which products of which lists were changed, by which transaction: who keeps lists in memory reads these rows anew. Triggers of
 * `product_listing` write it, whoever changes that table, and so does what counts the popularity; a job deletes what is a day old. No foreign keys: it also tells of what is gone.
 */
export const productListingChange = pgTable(
  'product_listing_change',
  {
    changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * Not `change_id` says what is new to a reader: numbers are given when a row is written, and a transaction that took its number
     * first may end last. Transactions are compared with the snapshot of the reader's last look.
     */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    siteId: integer('site_id').notNull(),
    /** Null: so many products at once that reading all lists of the site is quicker. */
    productId: integer('product_id'),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('product_listing_change_transaction').on(t.transactionId)],
);

/** A site's number is raised by every import: who keeps names, categories or vocabularies in memory reads it first. */
export const productListingVersion = pgTable('product_listing_version', {
  siteId: integer('site_id')
    .primaryKey()
    .references(() => site.siteId, { onDelete: 'cascade' }),
  version: integer('version').notNull(),
});

/** Words that mean the same: all words of a group find what any of them finds. */
export const searchSynonym = pgTable(
  'search_synonym',
  {
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    groupKey: text('group_key').notNull(),
    /** One word or several, in lower case. */
    term: text('term').notNull(),
    /** The first of a group is how the shop itself calls it. */
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.languageId, t.groupKey, t.term] }),
    index('search_synonym_term').on(t.languageId, t.term),
  ],
);

/** What a group of synonyms asks for, in every language. */
export const searchMeaning = pgTable(
  'search_meaning',
  {
    groupKey: text('group_key').notNull(),
    /**
     * 'finds': products with the value are found, those with the first one first; for the facet 'page', a content page by its key. 'prefers': of the
     * products found, those with it come first. 'without': what lacks the thing. 'weak': the words need not be found. 'popular': offered
     * before anything is typed. The last two have no facet and no value.
     */
    role: text('role').$type<'finds' | 'prefers' | 'without' | 'weak' | 'popular'>().notNull(),
    /** A facet of `product_facet`, or 'category', 'material', 'kind', 'feedType', 'product', 'page'. */
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupKey, t.role, t.facet, t.value] }),
    check('search_meaning_role', sql`${t.role} in ('finds', 'prefers', 'without', 'weak', 'popular')`),
  ],
);
