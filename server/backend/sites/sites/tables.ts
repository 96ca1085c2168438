import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import type { Price } from '../../../../shared/contract/products.ts';
import type { OpeningHours, Site, SiteSettings, SiteType } from '../../../../shared/contract/sites.ts';
import type { Brand } from '../../../../shared/rules/brand-name.ts';
import { brands } from '../../../../shared/rules/brand-name.ts';
import { contentPage } from '../../content/content/tables.ts';
import { footer } from '../../content/footers/tables.ts';
import { navigation } from '../../content/navigations/tables.ts';
import { notification } from '../../content/notifications/tables.ts';
import { uspCollection } from '../../content/usps/tables.ts';
import { instant, rate } from '../../core/database/column-types.ts';
import { country } from '../countries/tables.ts';
import { language } from '../languages/tables.ts';

// The tables refer to each other, so TypeScript needs explicit types for these columns.
const getContentPageColumn = (): AnyPgColumn => contentPage.contentPageId;
const getUspCollectionColumn = (): AnyPgColumn => uspCollection.collectionId;

/**
 * A shop of one country. The content pages need not be on the site (a corporate site has no checkout), but they exist. What a site
 * refers to is written after it, so the database looks at these keys when a transaction ends: migration 0000 makes them deferrable,
 * which drizzle cannot say.
 */
export const site = pgTable(
  'site',
  {
    siteId: integer('site_id').primaryKey(),
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    type: integer('type').$type<SiteType>().notNull(),
    brand: text('brand').$type<Brand>().notNull(),
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
    /** Host of the default language; all hosts are in `site_language`, where each belongs to one site. */
    domain: text('domain').notNull(),
    fallbackLanguageId: integer('fallback_language_id')
      .notNull()
      .references(() => language.languageId),
    rootContentPageId: integer('root_content_page_id').notNull().references(getContentPageColumn),
    notFoundContentPageId: integer('not_found_content_page_id').notNull().references(getContentPageColumn),
    internalErrorContentPageId: integer('internal_error_content_page_id')
      .notNull()
      .references(getContentPageColumn),
    customerServiceContentPageId: integer('customer_service_content_page_id')
      .notNull()
      .references(getContentPageColumn),
    checkoutSuccessPageId: integer('checkout_success_page_id').notNull().references(getContentPageColumn),
    checkoutSuccessRqsPageId: integer('checkout_success_rqs_page_id')
      .notNull()
      .references(getContentPageColumn),
    checkoutFailedPageId: integer('checkout_failed_page_id').notNull().references(getContentPageColumn),
    rqsContentPageId: integer('rqs_content_page_id').references(getContentPageColumn),
    currencyConversionDisclaimerPageId: integer('currency_conversion_disclaimer_page_id').references(
      getContentPageColumn,
    ),
    becomeDealerPageId: integer('become_dealer_page_id').references(getContentPageColumn),
    primaryNavigationId: integer('primary_navigation_id')
      .notNull()
      .references((): AnyPgColumn => navigation.navigationId),
    footerId: integer('footer_id')
      .notNull()
      .references((): AnyPgColumn => footer.footerId),
    headerUspCollectionId: integer('header_usp_collection_id').notNull().references(getUspCollectionColumn),
    cartUspCollectionId: integer('cart_usp_collection_id').notNull().references(getUspCollectionColumn),
    notificationId: integer('notification_id')
      .notNull()
      .references((): AnyPgColumn => notification.notificationId),
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
    vatPercentageHigh: rate('vat_percentage_high').notNull(),
    vatPercentageLow: rate('vat_percentage_low').notNull(),
    /** When the site was closed permanently; null while it is open. A closed site has no hosts, pages and products; customer data is retained. */
    retiredAt: instant('retired_at'),
  },
  (t) => [
    check('site_type_known', sql`${t.type} in (0, 1, 2)`),
    check(
      'site_brand_known',
      sql`${t.brand} in (${sql.raw(brands.map((brand) => `'${brand}'`).join(', '))})`,
    ),
    check(
      'site_vat_rates',
      sql`${t.vatPercentageHigh} between 0 and 100 and ${t.vatPercentageLow} between 0 and 100`,
    ),
  ],
);

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
    customerServiceTitle: text('customer_service_title'),
    customerServiceTextBottom: text('customer_service_text_bottom'),
    dealerPageTitle: text('dealer_page_title'),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.languageId] })],
);

/** Prices, units, delivery and legal details of a site, in addition to the Site entity. */
export const siteSetting = pgTable(
  'site_setting',
  {
    siteId: integer('site_id')
      .primaryKey()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    currencyCode: text('currency_code').$type<SiteSettings['currencyCode']>().notNull(),
    /** Amount of `currencyCode` for one euro. */
    indicativeRatePerEur: rate('indicative_rate_per_eur').notNull(),
    currencyConversionDisclaimer: boolean('currency_conversion_disclaimer').notNull(),
    unitPriceBases: jsonb('unit_price_bases').$type<SiteSettings['unitPriceBases']>().notNull(),
    freeShippingFromInclVat: integer('free_shipping_from_incl_vat'),
    silo: jsonb('silo').$type<SiteSettings['silo']>().notNull(),
    legalEntity: jsonb('legal_entity').$type<SiteSettings['legalEntity']>().notNull(),
    /** VAT type of each `product.vat_class`. */
    vatTypeByClass: jsonb('vat_type_by_class').$type<Readonly<Record<string, Price['vatType']>>>().notNull(),
  },
  (t) => [
    check('site_setting_currency', sql`${t.currencyCode} in ('EUR', 'DKK', 'SEK')`),
    check('site_setting_rate', sql`${t.indicativeRatePerEur} > 0`),
  ],
);

/** Delivery countries of a site. */
export const siteDeliveryCountry = pgTable(
  'site_delivery_country',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    countryId: integer('country_id')
      .notNull()
      .references(() => country.countryId),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.siteId, t.countryId] })],
);

/**
 * Delivery options of a site with their prices; the numbers are those of `shared/rules/shipping-costs.ts`.
 */
export const siteShippingMethod = pgTable(
  'site_shipping_method',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => site.siteId, { onDelete: 'cascade' }),
    shippingMethod: integer('shipping_method').notNull(),
    /** Euro cents. */
    priceInclVat: integer('price_incl_vat').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.shippingMethod] }),
    check('site_shipping_method_known', sql`${t.shippingMethod} in (0, 1)`),
    check('site_shipping_method_price', sql`${t.priceInclVat} >= 0`),
  ],
);

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
    /** Surcharge in euro cents for orders paid by this method. */
    costInclVat: integer('cost_incl_vat').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.siteId, t.paymentMethodId] }),
    check('site_payment_method_cost', sql`${t.costInclVat} >= 0`),
  ],
);
