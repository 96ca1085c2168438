import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { Price } from '../../../../shared/contract/products.ts';
import type { OpeningHours, Site, SiteSettings, SiteType } from '../../../../shared/contract/sites.ts';
import { instant } from '../../database/columns.ts';
import { country } from '../countries/tables.ts';
import { language } from '../languages/tables.ts';

/** Name of the brand printed on a pack. */
export type Brand = 'Havero' | 'Hafero';

/** A shop of one country. The content page ids need not exist on the site (a corporate site has no checkout). */
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
