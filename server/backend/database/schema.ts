import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { Block, ContentKind } from '../../../shared/contract/content.ts';
import type { SceneName } from '../../../shared/contract/primitives.ts';
import type { Content, Packaging, Price, ProductType } from '../../../shared/contract/products.ts';
import type { OpeningHours, Site, SiteSettings, SiteType } from '../../../shared/contract/sites.ts';

/**
 * Tables of the reference backend, for PostgreSQL 15 and for PGlite.
 *
 * Conventions: money is integer euro cents, weight is integer grams, a moment is `timestamptz`. Keys are those of the
 * imported files. Texts live in `…_translation` tables, one row per language; placeholders such as `{brand}` stay in
 * them and are filled per site when they are read. What exists on which site is said by the `site_…` tables alone.
 *
 * Rows of the catalogue and of sites that something else refers to are never deleted, only taken out of the `site_…` tables. A
 * foreign key cascades only into what an import makes anew: never into prices, and never into what a person wrote.
 */

/** Number of a transaction; 64 bits, so it does not begin anew. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

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
/** Dosage model of a product; grams are per 100 kg body weight and day, null where a level is not meant for it. */
export interface FeedAdviceModel {
  readonly mode: 'byWork' | 'fixed' | 'byStage' | 'none';
  readonly adjustForRoughage?: boolean;
  readonly adjustForType?: boolean;
  readonly gramsPer100Kg?: Readonly<Record<string, number | null>>;
  readonly feedsPerDay?: number;
  readonly roundToG?: number;
  readonly scoop?: { readonly type: string; readonly volumeMl: number; readonly grams: number } | null;
  readonly isMaximum?: boolean;
  readonly maxServingsPerWeek?: number;
  readonly maxDaysInARow?: number;
}
/** Form rules of a country: postcode, phone and VAT number. */
export interface CountryRules {
  readonly postcode: { readonly regex: string; readonly example: string; readonly format: string };
  readonly phone: { readonly prefix: string; readonly regex: string };
  readonly vatNumber: { readonly regex: string; readonly example: string };
}
/** Options of the packshot drawing: everything that the picture depends on. */
export type DrawingOptions = Readonly<Record<string, unknown>>;
/** Name of the brand printed on a pack. */
export type Brand = 'Havero' | 'Hafero';

export const language = pgTable('language', {
  languageId: integer('language_id').primaryKey(),
  code: text('code').notNull().unique(),
  culture: text('culture').notNull(),
  localizedName: text('localized_name').notNull(),
  aliases: jsonb('aliases').$type<string[]>().notNull(),
});

export const country = pgTable('country', {
  countryId: integer('country_id').primaryKey(),
  regionCode: text('region_code').notNull().unique(),
  /** English name. */
  name: text('name').notNull(),
  currencyCode: text('currency_code').notNull(),
  isEuMember: boolean('is_eu_member').notNull(),
  rules: jsonb('rules').$type<CountryRules>().notNull(),
});

export const countryTranslation = pgTable(
  'country_translation',
  {
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.countryId, t.languageId] })],
);

/** The specification's Site entity. The content page ids need not exist on the site (a corporate site has no checkout). */
export const site = pgTable('site', {
  siteId: integer('site_id').primaryKey(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  type: integer('type').$type<SiteType>().notNull(),
  brand: text('brand').$type<Brand>().notNull(),
  countryId: integer('country_id')
    .notNull()
    .references(() => country.countryId),
  /** Host of the fallback language; every host is in `site_language`, where each belongs to one site. */
  domain: text('domain').notNull(),
  fallbackLanguageId: integer('fallback_language_id')
    .notNull()
    .references(() => language.languageId),
  rootContentPageId: integer('root_content_page_id').notNull(),
  notFoundContentPageId: integer('not_found_content_page_id').notNull(),
  internalErrorContentPageId: integer('internal_error_content_page_id').notNull(),
  customerServiceContentPageId: integer('customer_service_content_page_id').notNull(),
  checkoutSuccessPageId: integer('checkout_success_page_id').notNull(),
  checkoutSuccessRqsPageId: integer('checkout_success_rqs_page_id').notNull(),
  checkoutFailedPageId: integer('checkout_failed_page_id').notNull(),
  rqsContentPageId: integer('rqs_content_page_id'),
  currencyConversionDisclaimerPageId: integer('currency_conversion_disclaimer_page_id'),
  becomeDealerPageId: integer('become_dealer_page_id'),
  primaryNavigationId: integer('primary_navigation_id').notNull(),
  footerId: integer('footer_id').notNull(),
  headerUspCollectionId: integer('header_usp_collection_id').notNull(),
  cartUspCollectionId: integer('cart_usp_collection_id').notNull(),
  notificationId: integer('notification_id').notNull(),
  socialMedia: jsonb('social_media').$type<Site['socialMedia']>().notNull(),
  customerServicePhone: text('customer_service_phone').notNull(),
  customerServiceEmailAddress: text('customer_service_email_address').notNull(),
  openingHours: jsonb('opening_hours').$type<OpeningHours[]>().notNull(),
  currency: text('currency').notNull(),
  paymentProviderConfigurationId: text('payment_provider_configuration_id'),
  botCheckSiteKey: text('bot_check_site_key'),
  gtmContainerId: text('gtm_container_id'),
  mapsKey: text('maps_key'),
  clientApiEndpoint: text('client_api_endpoint').notNull(),
  autoRedirectIfNotInSameCountry: boolean('auto_redirect_if_not_in_same_country').notNull(),
  enableRqs: boolean('enable_rqs').notNull(),
  enableStockReminderFeature: boolean('enable_stock_reminder_feature').notNull(),
  vatPercentageHigh: doublePrecision('vat_percentage_high').notNull(),
  vatPercentageLow: doublePrecision('vat_percentage_low').notNull(),
  /** When the shop was closed for good; null while it is open. A closed one has no hosts, pages and products, and keeps all that people left. */
  retiredAt: instant('retired_at'),
});

/** Every (site, language) pair and the host that serves it. */
export const siteLanguage = pgTable(
  'site_language',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    domain: text('domain').notNull().unique(),
    localizedName: text('localized_name').notNull(),
    position: integer('position').notNull(),
    /** Null in a shop that was imported before there were such texts; the next import brings them. */
    customerServiceTitle: text('customer_service_title'),
    customerServiceTextBottom: text('customer_service_text_bottom'),
    dealerPageTitle: text('dealer_page_title'),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.languageId] })],
);

/** Prices, units, delivery and legal facts of a site, beside the Site entity. */
export const siteSetting = pgTable('site_setting', {
  siteId: integer('site_id')
    .primaryKey()
    .references(() => site.siteId, { onDelete: 'cascade' }),
  currencyCode: text('currency_code').$type<SiteSettings['currencyCode']>().notNull(),
  indicativeRatePerEur: doublePrecision('indicative_rate_per_eur').notNull(),
  currencyConversionDisclaimer: boolean('currency_conversion_disclaimer').notNull(),
  unitPriceBases: jsonb('unit_price_bases').$type<SiteSettings['unitPriceBases']>().notNull(),
  freeShippingFromInclVat: integer('free_shipping_from_incl_vat'),
  shippingMethods: jsonb('shipping_methods').$type<SiteSettings['shippingMethods']>().notNull(),
  deliveryCountryIds: jsonb('delivery_country_ids').$type<number[]>().notNull(),
  silo: jsonb('silo').$type<SiteSettings['silo']>().notNull(),
  legalEntity: jsonb('legal_entity').$type<SiteSettings['legalEntity']>().notNull(),
  /** VAT type of each `product.vat_class`. */
  vatTypeByClass: jsonb('vat_type_by_class').$type<Readonly<Record<string, Price['vatType']>>>().notNull(),
});

export const paymentMethod = pgTable('payment_method', {
  paymentMethodId: integer('payment_method_id').primaryKey(),
  key: text('key').notNull().unique(),
  name: text('name').notNull(),
  needsIssuer: boolean('needs_issuer').notNull(),
  needsCard: boolean('needs_card').notNull(),
  needsGiftCard: boolean('needs_gift_card').notNull(),
});

export const sitePaymentMethod = pgTable(
  'site_payment_method',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    paymentMethodId: integer('payment_method_id')
      .notNull()
      .references(() => paymentMethod.paymentMethodId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.paymentMethodId] })],
);

export const category = pgTable(
  'category',
  {
    categoryId: integer('category_id').primaryKey(),
    key: text('key').notNull().unique(),
    parentId: integer('parent_id').references((): AnyPgColumn => category.categoryId),
    /** Order of the file: parents and children alike. */
    position: integer('position').notNull(),
    scene: text('scene').$type<SceneName>().notNull(),
  },
  (t) => [index('category_parent').on(t.parentId)],
);

export const categoryTranslation = pgTable(
  'category_translation',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
    intro: text('intro').notNull(),
    metaDescription: text('meta_description').notNull(),
    slug: text('slug').notNull(),
    /** When a text of this row last changed; the sitemap's lastmod. */
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.categoryId, t.languageId] })],
);

export const siteCategory = pgTable(
  'site_category',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    categoryId: integer('category_id')
      .notNull()
      .references(() => category.categoryId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.categoryId] })],
);

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
    feedAdvice: jsonb('feed_advice').$type<FeedAdviceModel>().notNull(),
    shelfLifeMonths: integer('shelf_life_months'),
    shelfLifeAfterOpeningMonths: integer('shelf_life_after_opening_months'),
    isNew: boolean('is_new').notNull(),
    isSilo: boolean('is_silo').notNull(),
    /** Order of the catalogue, the order of 'popularity' while nothing has been sold. */
    position: integer('position').notNull(),
    /** The feed itself, in its scoop; null where there is no such picture. */
    feedPictureHash: text('feed_picture_hash').references(() => picture.hash),
  },
  (t) => [index('product_category').on(t.categoryId, t.position)],
);

/** Products of a category and of everything below it: one row per ancestor too. */
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
    /** Place of the name in the alphabet of the language: PGlite sorts by bytes, so order by this. */
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
    /** False for a variant that the latest import no longer has: kept for orders, shown nowhere. */
    isListed: boolean('is_listed').notNull().default(true),
    position: integer('position').notNull(),
  },
  (t) => [
    index('product_variant_product').on(t.productId, t.position),
    // Article numbers are found by their beginning, in either case.
    index('product_variant_article').on(sql`upper(${t.articleNumber}) text_pattern_ops`),
    uniqueIndex('product_variant_default').on(t.productId).where(sql`${t.isDefault}`),
  ],
);

/** Append-only history. The price at a moment is the row with the greatest `valid_from` not after it. */
export const price = pgTable(
  'price',
  {
    priceId: bigint('price_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** Euro cents without VAT. */
    amountExclVat: integer('amount_excl_vat').notNull(),
    validFrom: instant('valid_from').notNull(),
  },
  (t) => [
    unique('price_moment').on(t.siteId, t.productVariantId, t.validFrom),
    check('price_amount', sql`${t.amountExclVat} >= 0`),
  ],
);

/** One row per variant, shared by all sites. */
export const stock = pgTable(
  'stock',
  {
    productVariantId: integer('product_variant_id')
      .primaryKey()
      .references(() => productVariant.productVariantId),
    /** Pieces; null = not counted, always available. */
    amount: integer('amount'),
    /** Amount that the latest import stated: the same file again does not undo what was sold since. */
    importedAmount: integer('imported_amount'),
  },
  (t) => [check('stock_amount', sql`${t.amount} >= 0`)],
);

/** A drawn picture: the hash of what draws it. The file is made on its first request. */
export const picture = pgTable('picture', {
  hash: text('hash').primaryKey(),
  options: jsonb('options').$type<DrawingOptions>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
});

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

/** Facet values of a product. Facets: horseTypes, ageGroups, applications, labour, ingredientFlags, weightClass, packaging. */
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

/**
 * Which products of which lists were changed, by which transaction: who keeps lists in memory reads these rows anew. Triggers of
 * `product_listing` write it, whoever changes that table; a job deletes what is a day old. No foreign keys: it also tells of what is gone.
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

/** What goes well with a product, best first. */
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

/**
 * Words of the vocabularies: 'material', 'nutrient', 'additive', and the facets 'horseTypes', 'ageGroups', 'labour',
 * 'applications', 'ingredientFlags', 'packaging', 'weightClass'.
 */
export const termTranslation = pgTable(
  'term_translation',
  {
    vocabulary: text('vocabulary').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    name: text('name').notNull(),
  },
  (t) => [primaryKey({ columns: [t.languageId, t.vocabulary, t.key] })],
);

/** 'landing' is a list of products with a title, a text and an address of its own; it is answered by the product search, and not as content. */
export type ContentPageKind = ContentKind | 'landing';

export const contentPage = pgTable(
  'content_page',
  {
    contentPageId: integer('content_page_id').primaryKey(),
    key: text('key').notNull().unique(),
    kind: text('kind').$type<ContentPageKind>().notNull(),
    publishedOn: date('published_on', { mode: 'string' }),
    author: text('author'),
    scene: text('scene').$type<SceneName>().notNull(),
  },
  (t) => [index('content_page_kind').on(t.kind, t.publishedOn)],
);

export const contentPageTranslation = pgTable(
  'content_page_translation',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
    metaDescription: text('meta_description').notNull(),
    summary: text('summary'),
    blocks: jsonb('blocks').$type<Block[]>().notNull(),
    slug: text('slug').notNull(),
    modifiedAt: instant('modified_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.languageId] })],
);

export const siteContentPage = pgTable(
  'site_content_page',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.contentPageId] })],
);

/**
 * Products that a landing page lists, or that belong to the theme of an advice article: those with any value of a facet, and of every
 * facet that is named. The facet 'category' has keys of categories; the others are those of `product_facet`.
 */
export const contentPageScope = pgTable(
  'content_page_scope',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    facet: text('facet').notNull(),
    value: text('value').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.facet, t.value] })],
);

export const contentPageProduct = pgTable(
  'content_page_product',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.productId] })],
);

/** Content to read on with, best first; filter by `site_content_page`. */
export const contentPageRelation = pgTable(
  'content_page_relation',
  {
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    relatedContentPageId: integer('related_content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentPageId, t.relatedContentPageId] })],
);

/** Kinds of row in the routing table; those of the specification that step by step come to exist. */
export type RouteKind =
  | 'contentPage'
  | 'productSearch'
  | 'productDetail'
  | 'faq'
  | 'adviceArticle'
  | 'blogArticle'
  | 'newsItem'
  | 'partner'
  | 'redirect';

/**
 * The routing table. A row has exactly one of the three target ids, a redirect too (what it once led to); a target has
 * one canonical row per (site, language). `redirect_to` is always the canonical path of the target, so there is never a
 * second hop. The redirect from the path of a default variant with its article number to the one without is not stored, but
 * derived where a path is looked up.
 */
export const route = pgTable(
  'route',
  {
    siteId: integer('site_id').notNull(),
    languageId: integer('language_id').notNull(),
    /** With leading and trailing slash, on the host of (site, language). */
    path: text('path').notNull(),
    kind: text('kind').$type<RouteKind>().notNull(),
    contentPageId: integer('content_page_id').references(() => contentPage.contentPageId),
    categoryId: integer('category_id').references(() => category.categoryId),
    productVariantId: integer('product_variant_id').references(() => productVariant.productVariantId),
    /** True for the default variant of a product, whose path has no article number. */
    omitArticleCode: boolean('omit_article_code').notNull().default(false),
    isCanonical: boolean('is_canonical').notNull(),
    redirectTo: text('redirect_to'),
    isPermanent: boolean('is_permanent').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.languageId, t.path] }),
    foreignKey({
      columns: [t.siteId, t.languageId],
      foreignColumns: [siteLanguage.siteId, siteLanguage.languageId],
    }).onDelete('cascade'),
    uniqueIndex('route_content_page')
      .on(t.contentPageId, t.siteId, t.languageId)
      .where(sql`${t.isCanonical}`),
    uniqueIndex('route_category').on(t.categoryId, t.siteId, t.languageId).where(sql`${t.isCanonical}`),
    uniqueIndex('route_product_variant')
      .on(t.productVariantId, t.siteId, t.languageId)
      .where(sql`${t.isCanonical}`),
    check('route_redirect', sql`(${t.kind} = 'redirect') = (${t.redirectTo} is not null)`),
    check('route_canonical', sql`${t.isCanonical} = (${t.kind} <> 'redirect')`),
    check('route_target', sql`num_nonnulls(${t.contentPageId}, ${t.categoryId}, ${t.productVariantId}) = 1`),
  ],
);

export const navigation = pgTable('navigation', {
  navigationId: integer('navigation_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

/** An entry of a menu, two levels deep. It leads to a category, a content page, or (the news overview) a fixed `path`. */
export const navigationItem = pgTable(
  'navigation_item',
  {
    navigationId: integer('navigation_id')
      .notNull()
      .references(() => navigation.navigationId, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    parentKey: text('parent_key'),
    position: integer('position').notNull(),
    categoryId: integer('category_id').references(() => category.categoryId),
    contentPageId: integer('content_page_id').references(() => contentPage.contentPageId),
    path: text('path'),
    /** Picture beside the sub-menu; on the first level only. */
    scene: text('scene').$type<SceneName>(),
  },
  (t) => [
    primaryKey({ columns: [t.navigationId, t.key] }),
    check('navigation_item_target', sql`num_nonnulls(${t.categoryId}, ${t.contentPageId}, ${t.path}) = 1`),
  ],
);

export const navigationItemTranslation = pgTable(
  'navigation_item_translation',
  {
    navigationId: integer('navigation_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.navigationId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.navigationId, t.key],
      foreignColumns: [navigationItem.navigationId, navigationItem.key],
    }).onDelete('cascade'),
  ],
);

export const footer = pgTable('footer', {
  footerId: integer('footer_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const footerColumn = pgTable(
  'footer_column',
  {
    footerId: integer('footer_id')
      .notNull()
      .references(() => footer.footerId, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.footerId, t.key] })],
);

export const footerColumnTranslation = pgTable(
  'footer_column_translation',
  {
    footerId: integer('footer_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.key],
      foreignColumns: [footerColumn.footerId, footerColumn.key],
    }).onDelete('cascade'),
  ],
);

export const footerLink = pgTable(
  'footer_link',
  {
    footerId: integer('footer_id').notNull(),
    columnKey: text('column_key').notNull(),
    key: text('key').notNull(),
    position: integer('position').notNull(),
    contentPageId: integer('content_page_id')
      .notNull()
      .references(() => contentPage.contentPageId),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.columnKey],
      foreignColumns: [footerColumn.footerId, footerColumn.key],
    }).onDelete('cascade'),
  ],
);

export const footerLinkTranslation = pgTable(
  'footer_link_translation',
  {
    footerId: integer('footer_id').notNull(),
    key: text('key').notNull(),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    title: text('title').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.footerId, t.languageId, t.key] }),
    foreignKey({
      columns: [t.footerId, t.key],
      foreignColumns: [footerLink.footerId, footerLink.key],
    }).onDelete('cascade'),
  ],
);

export const uspCollection = pgTable('usp_collection', {
  collectionId: integer('collection_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const uspText = pgTable(
  'usp_text',
  {
    collectionId: integer('collection_id')
      .notNull()
      .references(() => uspCollection.collectionId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    position: integer('position').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.collectionId, t.languageId, t.position] })],
);

export const notification = pgTable('notification', {
  notificationId: integer('notification_id').primaryKey(),
  siteId: integer('site_id')
    .notNull()
    .references(() => site.siteId, { onDelete: 'cascade' }),
});

export const notificationTranslation = pgTable(
  'notification_translation',
  {
    notificationId: integer('notification_id')
      .notNull()
      .references(() => notification.notificationId, { onDelete: 'cascade' }),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.notificationId, t.languageId] })],
);

/** Imports that changed what the shop is made of; empty where no shop was imported yet. */
export const shopImport = pgTable('shop_import', {
  shopImportId: bigint('shop_import_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** SHA-256 of the imported files. */
  contentHash: text('content_hash').notNull(),
  /** Hash of the program that imported them: another one may make other rows of the same files. */
  programHash: text('program_hash'),
  importedAt: instant('imported_at').notNull(),
});

/** What a review went through. Only 'published' ones are shown; 'unconfirmed' waits for the mailed link, 'waiting' for the job that checks. */
export type ReviewStatus = 'unconfirmed' | 'waiting' | 'published' | 'rejected';

/** A review of a product, shared by all sites. Its words are in `review_translation`: one row, or one per language for those of the sample shop. */
export const review = pgTable(
  'review',
  {
    reviewId: bigint('review_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Key in the imported files; null for a review that a customer wrote. */
    importKey: text('import_key').unique(),
    productId: integer('product_id')
      .notNull()
      .references(() => product.productId),
    /** Where it was written: the mail that asks to confirm it speaks for that site. */
    siteId: integer('site_id').references(() => site.siteId),
    /** Language that it was written in. */
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    /** 1 to 5. */
    rating: integer('rating').notNull(),
    /** Name as it is shown. */
    authorName: text('author_name').notNull(),
    /** Forgotten once it is no longer needed; never shown. */
    authorEmailAddress: text('author_email_address'),
    isVerifiedPurchase: boolean('is_verified_purchase').notNull().default(false),
    status: text('status').$type<ReviewStatus>().notNull(),
    /** Why it was refused, for the shop's own people. */
    rejectionReason: text('rejection_reason'),
    /** SHA-256 of the token in the mailed link. */
    confirmTokenHash: text('confirm_token_hash').unique(),
    /** SHA-256 of product, address and words: the same form sent twice is one review. */
    contentHash: text('content_hash'),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    publishedAt: instant('published_at'),
  },
  (t) => [
    index('review_product').on(t.productId, t.status, t.publishedAt),
    index('review_status').on(t.status, t.confirmedAt),
    // Addresses are counted for the limits and forgotten after a while: few rows have one.
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

/** Count and sum of the published ratings of a product: kept with every change, so that lists need no sums. */
export const productRating = pgTable('product_rating', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => product.productId),
  ratingCount: integer('rating_count').notNull(),
  ratingSum: integer('rating_sum').notNull(),
});

/** A wish to be told by mail when a variant is in stock again: counts once its mailed link is confirmed, is answered once. */
export const stockReminder = pgTable(
  'stock_reminder',
  {
    stockReminderId: bigint('stock_reminder_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    productVariantId: integer('product_variant_id')
      .notNull()
      .references(() => productVariant.productVariantId),
    /** In lower case. */
    emailAddress: text('email_address').notNull(),
    /** SHA-256 of the token in the mailed link that confirms. */
    confirmTokenHash: text('confirm_token_hash').notNull().unique(),
    /** SHA-256 of the token in every mail that ends it. */
    unsubscribeTokenHash: text('unsubscribe_token_hash').unique(),
    createdAt: instant('created_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    /** When the mail about the stock went into the outbox. */
    notifiedAt: instant('notified_at'),
  },
  (t) => [
    uniqueIndex('stock_reminder_once')
      .on(t.siteId, t.productVariantId, t.emailAddress)
      .where(sql`${t.notifiedAt} is null`),
    index('stock_reminder_waiting')
      .on(t.productVariantId)
      .where(sql`${t.confirmedAt} is not null and ${t.notifiedAt} is null`),
    // The three ways in which a wish ends: a minute's sweep looks for each.
    index('stock_reminder_unconfirmed').on(t.createdAt).where(sql`${t.confirmedAt} is null`),
    index('stock_reminder_notified').on(t.notifiedAt).where(sql`${t.notifiedAt} is not null`),
    index('stock_reminder_confirmed').on(t.confirmedAt).where(sql`${t.confirmedAt} is not null`),
  ],
);

/** A stable that asks for an offer of feed in bulk. */
export const siloQuotation = pgTable(
  'silo_quotation',
  {
    siloQuotationId: bigint('silo_quotation_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    productId: integer('product_id').references(() => product.productId),
    name: text('name').notNull(),
    emailAddress: text('email_address').notNull(),
    phoneNumber: text('phone_number').notNull(),
    zipcode: text('zipcode').notNull(),
    city: text('city').notNull(),
    horses: integer('horses').notNull(),
    /** Kilograms of one delivery. */
    kilograms: integer('kilograms').notNull(),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('silo_quotation_address').on(t.emailAddress, t.createdAt)],
);

/** Mails to be sent, written in the same transaction as what they tell of; the job of the outbox sends them. */
export const outboxMail = pgTable(
  'outbox_mail',
  {
    outboxMailId: bigint('outbox_mail_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Name of the kind of mail, for people who look after the outbox. */
    kind: text('kind').notNull(),
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId),
    languageId: integer('language_id')
      .notNull()
      .references(() => language.languageId),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    /** The whole mail as plain text. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** Address for the header `List-Unsubscribe`; null where the mail was asked for by a single act. */
    unsubscribeUrl: text('unsubscribe_url'),
    createdAt: instant('created_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    sentAt: instant('sent_at'),
    /** Why the last attempt failed: the server's word, without addresses. */
    failure: text('failure'),
  },
  (t) => [
    index('outbox_mail_due').on(t.nextAttemptAt).where(sql`${t.sentAt} is null`),
    // What is deleted by its age, sent or not.
    index('outbox_mail_sent').on(t.sentAt).where(sql`${t.sentAt} is not null`),
    index('outbox_mail_unsent').on(t.createdAt).where(sql`${t.sentAt} is null`),
  ],
);
