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
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { instant, searchVector, transactionId } from '../../core/database/column-types.ts';
import { language } from '../../sites/languages/tables.ts';
import { site } from '../../sites/sites/tables.ts';
import { product } from '../products/tables.ts';
import type { SearchDocument } from './product-search.ts';

/**
 * Bit of a facet value in the masks of `product_listing`, and its display order. A bit never changes, because
 * the masks are stored.
 */
export const facetValue = pgTable(
  'facet_value',
  {
    facet: text('facet').notNull(),
    value: text('value').notNull(),
    /** Bit number from 0 to 62. */
    bit: integer('bit').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.facet, t.value] }),
    unique('facet_value_bit').on(t.facet, t.bit),
    check('facet_value_range', sql`${t.bit} between 0 and 62`),
  ],
);

const createMaskColumn = (name: string) => bigint(name, { mode: 'bigint' }).notNull();

/**
 * The data of a product for lists, one row per site. Searches read only this table. A row is in force from
 * `valid_from` until `valid_until`, so an announced price takes effect automatically.
 *
 * Only the function `refresh_product_listing` writes it. It is called at the end of an import, and by
 * triggers when a price or a rating changes. See docs/search.md.
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
    /** The default variant, which lists show. */
    productVariantId: integer('product_variant_id').notNull(),
    /** Its own (leaf) category. */
    categoryId: integer('category_id').notNull(),
    /** Catalogue order. */
    position: integer('position').notNull(),
    /** Price of one piece in euro cents. */
    amountInclVat: integer('amount_incl_vat').notNull(),
    /** Euro cents per kg, not rounded; null if it is not sold by weight. */
    amountPerKg: doublePrecision('amount_per_kg'),
    /** Starch plus sugar in percent as fed; null if either is unknown. */
    starchSugar: doublePrecision('starch_sugar'),
    isSale: boolean('is_sale').notNull(),
    isNew: boolean('is_new').notNull(),
    /** Average of the published ratings; null if there are none. */
    rating: doublePrecision('rating'),
    /** Bit masks of the facet values, see `facet_value`. */
    horseTypes: createMaskColumn('horse_types'),
    ageGroups: createMaskColumn('age_groups'),
    applications: createMaskColumn('applications'),
    ingredientFlags: createMaskColumn('ingredient_flags'),
    labour: createMaskColumn('labour'),
    packaging: createMaskColumn('packaging'),
    weightClass: createMaskColumn('weight_class'),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId, t.validFrom] }),
    index('product_listing_category').on(t.siteId, t.categoryId, t.validFrom, t.validUntil),
    index('product_listing_product').on(t.productId),
  ],
);

/**
 * Units sold recently by product and site. A job calculates it, so that orders do not wait for it. A product
 * without a row has no sales.
 */
export const productPopularity = pgTable(
  'product_popularity',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId, { onDelete: 'cascade' }),
    /** Pieces in paid orders. */
    pieces: integer('pieces').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.productId] }),
    index('product_popularity_product').on(t.productId),
    check('product_popularity_pieces', sql`${t.pieces} > 0`),
  ],
);

/**
 * Changes of product lists with their transactions, by which processes with lists in memory know which rows
 * to reload. It is written by triggers of `product_listing` and by the popularity job; another job deletes
 * rows after a day. There are no foreign keys, because it also records deletions.
 */
export const productListingChange = pgTable(
  'product_listing_change',
  {
    changeId: bigint('change_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * New rows are identified by this id, not by `change_id`: ids are assigned when a row is written, and the
     * transaction with the lower id may end later. The transaction id is compared with the snapshot of the
     * reader's previous look.
     */
    transactionId: transactionId('transaction_id').notNull().default(sql`pg_current_xact_id()`),
    siteId: integer('site_id').notNull(),
    /** Null: so many products changed at once that reloading all lists of the site is faster. */
    productId: integer('product_id'),
    changedAt: instant('changed_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('product_listing_change_transaction').on(t.transactionId)],
);

/** Synonyms: each term of a group finds the results of all terms. */
export const searchSynonym = pgTable(
  'search_synonym',
  {
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    groupKey: text('group_key').notNull(),
    /** One or several words in lower case. */
    term: text('term').notNull(),
    /** The first term of a group is the preferred one. */
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.languageId, t.groupKey, t.term] }),
    index('search_synonym_term').on(t.languageId, t.term),
  ],
);

/** Meaning of a group of synonyms in every language. */
export const searchMeaning = pgTable(
  'search_meaning',
  {
    groupKey: text('group_key').notNull(),
    /**
     * 'finds': finds products with the value, those with the first value of the group first; for the facet
     * 'page', a content page by its key. 'prefers': ranks found products with the value first. 'without': the
     * facts of products that lack the subject. 'weak': the words need not match. 'popular': suggested before
     * anything is typed. The last two have no facet and no value.
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

/**
 * Version of the shop to which the search documents of a language belong, for engines with an index. A
 * language without a row has not been indexed.
 */
export const searchIndexState = pgTable('search_index_state', {
  languageId: integer('language_id')
    .primaryKey()
    .references(() => language.languageId, { onDelete: 'cascade' }),
  /** See `readImportVersion`. */
  version: integer('version').notNull(),
});

/** Products and pages with their words and facts in one language. Only the search engine in SQL uses it. */
export const searchDocument = pgTable(
  'search_document',
  {
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId, { onDelete: 'cascade' }),
    /** Unique within the language: 'product:12', 'category:3', 'content:401'. */
    documentId: text('document_id').notNull(),
    kind: text('kind').$type<SearchDocument['kind']>().notNull(),
    /** Id of the product, the category or the content page. */
    entityId: integer('entity_id').notNull(),
    key: text('key').notNull(),
    /** Name without accents, for words between quotes. */
    plainName: text('plain_name').notNull(),
    /** Stems, negated stems ('-oat') and facts ('category:muesli'), with the weight of their field. */
    terms: searchVector('terms').notNull(),
    fingerprint: text('fingerprint').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.languageId, t.documentId] }),
    index('search_document_terms').using('gin', t.languageId, t.terms),
    check('search_document_kind', sql`${t.kind} in ('product', 'category', 'landing', 'content')`),
  ],
);

/** All words and facts of the search documents of a language. Only the search engine in SQL uses it. */
export const searchWord = pgTable(
  'search_word',
  {
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId, { onDelete: 'cascade' }),
    /** Whether pages have it; false for products. */
    isOfPages: boolean('is_of_pages').notNull(),
    /** Word without accents, or a fact. */
    plain: text('plain').notNull(),
    isFact: boolean('is_fact').notNull(),
    /** Its form in `search_document.terms`. */
    stem: text('stem').notNull(),
    /** Word with its accents. */
    typed: text('typed').notNull(),
    /** Highest weight in any document. */
    weight: real('weight').notNull(),
    /** Stems of its parts if it is a compound. */
    parts: text('parts').array().notNull().default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ columns: [t.languageId, t.isOfPages, t.plain] }),
    index('search_word_stem').on(t.languageId, t.stem),
    index('search_word_prefix').on(t.languageId, t.plain.op('text_pattern_ops')),
    index('search_word_parts').using('gin', t.languageId, t.parts),
  ],
);

/**
 * Terms with a meaning: synonyms and the names of vocabularies, in the forms in which they are compared. Only
 * the search engine in SQL uses it.
 */
export const searchTerm = pgTable(
  'search_term',
  {
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId, { onDelete: 'cascade' }),
    /** Group of synonyms, or '=' and a fact: '=category:muesli'. */
    concept: text('concept').notNull(),
    term: text('term').notNull(),
    /** Its words without accents. */
    plain: text('plain').notNull(),
    stems: text('stems').notNull(),
    /** See `search_synonym`. */
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.languageId, t.concept, t.term] }),
    index('search_term_plain').on(t.languageId, t.plain.op('text_pattern_ops')),
    index('search_term_stems').on(t.languageId, t.stems),
  ],
);
