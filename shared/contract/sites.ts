import Type from 'typebox';
import { locales } from '../rules/localised-segments.ts';
import type { ContractsOf } from './call-contract.ts';
import { Link } from './content.ts';
import type { sitePaths } from './paths/sites.ts';
import { Cents, Id, Nullable, Url } from './primitives.ts';

/** 0 main brand (Havero), 1 German-market brand (Hafero), 2 corporate (Havero Group). */
export const SiteType = Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]);
export type SiteType = Type.Static<typeof SiteType>;

export const Language = Type.Object({
  languageId: Id,
  code: Type.Enum(locales, { description: 'Name of the locale file' }),
  culture: Type.String({ description: 'BCP 47, for example nl-NL' }),
  localizedName: Type.String({ description: 'Name of the language in that language' }),
  aliases: Type.Array(Type.String()),
});
export type Language = Type.Static<typeof Language>;

export const SiteLanguage = Type.Object({
  languageId: Id,
  localizedName: Type.String(),
  domain: Type.String({ description: 'Host, without port, that serves the site in this language' }),
});
export type SiteLanguage = Type.Static<typeof SiteLanguage>;

/** Unit of a unit price. */
export const UnitPriceBasis = Type.Union([
  Type.Literal('kg'),
  Type.Literal('litre'),
  Type.Literal('piece'),
  Type.Literal('100g'),
  Type.Literal('100ml'),
]);
export type UnitPriceBasis = Type.Static<typeof UnitPriceBasis>;

export const OpeningHours = Type.Object({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { description: 'ISO weekdays, 1 = Monday' }),
  from: Type.String({ pattern: '^\\d{2}:\\d{2}$' }),
  to: Type.String({ pattern: '^\\d{2}:\\d{2}$' }),
});
export type OpeningHours = Type.Static<typeof OpeningHours>;

/** A site of one country; texts are in the language of the call, or in the site's fallback language. */
export const Site = Type.Object({
  siteId: Id,
  name: Type.String(),
  domain: Type.String(),
  type: SiteType,
  countryId: Id,
  rootContentPageId: Id,
  notFoundContentPageId: Id,
  internalErrorContentPageId: Id,
  customerServiceContentPageId: Id,
  checkoutSuccessPageId: Id,
  checkoutSuccessRqsPageId: Id,
  checkoutFailedPageId: Id,
  rqsContentPage: Nullable(Id),
  footerId: Id,
  primaryNavigationId: Id,
  headerUspCollectionId: Id,
  cartUspCollectionId: Id,
  notificationId: Id,
  fallbackLanguageId: Id,
  socialMedia: Type.Object({
    instagram: Nullable(Type.String()),
    facebook: Nullable(Type.String()),
    twitter: Nullable(Type.String()),
    youtube: Nullable(Type.String()),
    linkedin: Nullable(Type.String()),
    tiktok: Nullable(Type.String()),
  }),
  customerServicePhone: Type.String({ description: 'E.164 with spaces, as displayed' }),
  customerServiceTitle: Nullable(Type.String()),
  customerServiceTextBottom: Nullable(Type.String()),
  /** Null if the site has no such page. */
  customerServiceLink: Nullable(Link),
  customerServicePhoneLink: Link,
  customerServiceEmailAddress: Type.String(),
  openingHours: Type.Array(OpeningHours),
  currency: Type.String({
    description: "Currency symbol; 'Kr.' means DKK, 'KR' means SEK, anything else EUR",
  }),
  /** Link to the page that explains indicative amounts in another currency; null if the site shows none. */
  currencyConversionDisclaimerLink: Nullable(Link),
  dealerPageTitle: Nullable(Type.String()),
  becomeDealerLink: Nullable(Link),
  languages: Type.Array(SiteLanguage),
  paymentProviderConfigurationId: Nullable(
    Type.String({ description: 'Configuration of the payment provider for payments of this site' }),
  ),
  paymentMethods: Type.Array(Type.Object({ paymentMethodId: Id, key: Type.String(), name: Type.String() })),
  botCheckSiteKey: Nullable(Type.String()),
  gtmContainerId: Nullable(Type.String()),
  mapsKey: Nullable(Type.String()),
  clientApiEndpoint: Type.String(),
  autoRedirectIfNotInSameCountry: Type.Boolean(),
  enableRqs: Type.Boolean(),
  enableStockReminderFeature: Type.Boolean(),
  vatPercentageHigh: Type.Number({ minimum: 0, maximum: 100 }),
  vatPercentageLow: Type.Number({ minimum: 0, maximum: 100 }),
});
export type Site = Type.Static<typeof Site>;

const Domain = Type.String({ minLength: 1, maxLength: 253 });

/** Answer of `getbydomain`: the site, and the language that this host serves. */
export const SiteOfDomain = Type.Intersect([Site, Type.Object({ languageId: Id })]);
export type SiteOfDomain = Type.Static<typeof SiteOfDomain>;

/** Details of a site that pages need in addition to the Site entity. */
export const SiteSettings = Type.Object({
  siteId: Id,
  currencyCode: Type.Union([Type.Literal('EUR'), Type.Literal('DKK'), Type.Literal('SEK')]),
  indicativeRatePerEur: Type.Number({
    exclusiveMinimum: 0,
    description: 'Indicative amount of currencyCode for one euro',
  }),
  currencyConversionDisclaimer: Type.Boolean(),
  unitPriceBases: Type.Array(UnitPriceBasis),
  freeShippingFromInclVat: Nullable(Cents),
  shippingMethods: Type.Array(Type.Object({ shippingMethod: Type.Integer(), priceInclVat: Cents })),
  deliveryCountryIds: Type.Array(Id),
  withdrawalDays: Type.Integer({
    minimum: 14,
    description: 'Days within which a consumer may withdraw from a purchase: Directive 2011/83/EU, art. 9',
  }),
  silo: Type.Object({ fromHorses: Type.Integer(), minimumDeliveryKg: Type.Integer() }),
  legalEntity: Type.Object({
    name: Type.String(),
    street: Type.String(),
    zipcode: Type.String(),
    city: Type.String(),
    regionCode: Type.String(),
    registerNumber: Type.String(),
    vatNumber: Type.String(),
    representative: Type.String(),
    feedApprovalNumber: Type.String(),
  }),
});
export type SiteSettings = Type.Static<typeof SiteSettings>;

/**
 * Answer of the localization check `POST /api/Sites?url=&countryCode=`. `redirectUrl` is null if the visitor
 * is on the right site.
 */
export const LocalizationCheckResult = Type.Object({
  redirectUrl: Nullable(Url),
  availableQueryParameters: Type.Array(Type.String()),
});
export type LocalizationCheckResult = Type.Static<typeof LocalizationCheckResult>;

export const Country = Type.Object({
  countryId: Id,
  name: Type.String(),
  regionCode: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  deliveryTimeDays: Nullable(
    Type.String({
      description:
        "Working days of a delivery to this country, for example '4-6'; no product is delivered faster",
    }),
  ),
  formRules: Type.Object(
    {
      regionCode: Type.String({ description: 'ISO 3166-1 alpha-2' }),
      postcodePattern: Type.String(),
      postcodeExample: Type.String(),
      phonePrefix: Type.String({ description: 'Country code for numbers without one' }),
      phonePattern: Type.String(),
      vatNumberPattern: Type.String(),
      vatNumberExample: Type.String(),
    },
    {
      description:
        'Formats of the country: regular expressions of normalised postcodes, phone and VAT numbers',
    },
  ),
});
export type Country = Type.Static<typeof Country>;

export const CountryLocalizedName = Type.Object({
  countryId: Id,
  regionCode: Type.String(),
  localizedName: Type.String(),
});
export type CountryLocalizedName = Type.Static<typeof CountryLocalizedName>;

export const siteCalls = {
  fetchSiteByDomain: {
    summary: 'Returns the site and language that a host serves',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ domain: Domain }),
    answer: SiteOfDomain,
    refusals: ['not_found'],
  },
  fetchSite: {
    summary: 'Returns a site',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Site,
    refusals: ['not_found'],
  },
  fetchSites: {
    summary: 'Lists all sites',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(Site),
    refusals: [],
  },
  checkLocalization: {
    summary: 'Checks to which site a visitor from a country should be redirected',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({ url: Url, countryCode: Type.String({ pattern: '^[A-Za-z]{2}$' }) }),
    answer: LocalizationCheckResult,
    refusals: [],
  },
  fetchSiteSettings: {
    summary: 'Returns the settings of a site: prices, units, delivery and legal details',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: SiteSettings,
    refusals: ['not_found'],
  },
  fetchLanguages: {
    summary: 'Lists all languages',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(Language),
    refusals: [],
  },
  fetchLanguage: {
    summary: 'Returns a language',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Language,
    refusals: ['not_found'],
  },
  fetchCountries: {
    summary: 'Lists all countries',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(Country),
    refusals: [],
  },
  fetchCountriesLocalizedName: {
    summary: 'Lists all countries, named in the language of the header',
    needs: 'open',
    isIdempotent: true,
    answer: Type.Array(CountryLocalizedName),
    refusals: [],
  },
  fetchCountry: {
    summary: 'Returns a country',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: Country,
    refusals: ['not_found'],
  },
  fetchCountryLocalizedName: {
    summary: 'Returns a country, named in the language of the header',
    needs: 'open',
    isIdempotent: true,
    params: Type.Object({ id: Id }),
    answer: CountryLocalizedName,
    refusals: ['not_found'],
  },
} as const satisfies ContractsOf<typeof sitePaths>;
