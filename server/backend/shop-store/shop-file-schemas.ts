import Type from 'typebox';
import { SortKey } from '../../../shared/contract/list-choices.ts';
import { ClipName, Nullable } from '../../../shared/contract/primitives.ts';
import { KNOWN_LANGUAGE_CODES } from '../../../shared/i18n/locales.ts';
import { brands } from '../../../shared/rules/brand-name.ts';
import {
  energyLevels,
  horseTypes,
  roughageTypes,
  testedRoughages,
  workLevels,
} from '../../../shared/rules/feed-advice/feed-model.ts';
import {
  labMethods,
  qsCounts,
  qsGrades,
  roughageTestKinds,
  rqsParameters,
  valueClasses,
} from '../../../shared/rules/lab-results.ts';
import { maxPersonFieldLengths } from '../../../shared/rules/people/person-details.ts';
import { HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD } from '../../../shared/rules/shipping-costs.ts';
import { MAX_KEY_LENGTH, SLUG_PATTERN } from '../../../shared/rules/slug-pattern.ts';

/**
 * Schemas of the rows of a shop's files. A row is one entry of a list (`catalogue.json` · `products`) or one
 * value of an object (`texts/nl.json` · `pages.home`). References between rows are checked in
 * `check-shop-files.ts`. Any other field is reported as an error (`check-known-fields.ts`).
 */

/** Maximum of the database's integer columns. */
const MAX_INTEGER = 2_147_483_647;
const Id = Type.Integer({ minimum: 1, maximum: MAX_INTEGER });
/** Lower-case letters, digits and single hyphens, as used in addresses. */
const Key = Type.String({ pattern: SLUG_PATTERN, maxLength: MAX_KEY_LENGTH });
/** Key of a material, which may contain underscores. */
const VocabularyKey = Type.String({ pattern: '^[a-z0-9]+([_-][a-z0-9]+)*$', maxLength: MAX_KEY_LENGTH });
const Name = Type.String({ minLength: 1, maxLength: 200 });
/** Notice above every page; '' for none. */
const Notice = Type.String({ maxLength: 200 });
const Text = Type.String({ minLength: 1, maxLength: 20_000 });
const Slug = Type.String({ pattern: SLUG_PATTERN, maxLength: 100 });
const Domain = Type.String({ pattern: '^[a-z0-9-]+(\\.[a-z0-9-]+)*$', maxLength: 253 });
const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-4]):[0-5]\\d$' });
/** Euros with at most two decimals. The decimals are checked separately. */
const Euro = Type.Number({ minimum: 0, maximum: 1_000_000 });
/** Selling price. Free items are not sold, but added to an order by a promotion. */
const Price = Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 });
const Percentage = Type.Number({ minimum: 0, maximum: 100 });
export const DAY_PATTERN = '^(19|20)\\d{2}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';
const Day = Type.String({ pattern: DAY_PATTERN });
/** Moment in the format of an export: `2026-11-02T09:00:00.000Z`. */
export const MOMENT_PATTERN = '^20\\d{2}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,3})?Z$';
const Moment = Type.String({ pattern: MOMENT_PATTERN });
/** A phone number as pages show it. */
export const DISPLAY_PHONE_PATTERN = '^\\+[0-9][0-9 ]{5,24}$';
export const EMAIL_PATTERN = '^[^@\\s]+@[^@\\s]+$';
const RegionCode = Type.String({ pattern: '^[A-Z]{2}$' });
const NullableText = Nullable(Type.String({ minLength: 1 }));
/** Language codes, including former ones. */
export const LANGUAGE_PATTERN = `^(${KNOWN_LANGUAGE_CODES.join('|')})$`;
const createByLanguageSchema = <T extends Type.TSchema>(schema: T) =>
  Type.Record(Type.String({ pattern: LANGUAGE_PATTERN }), schema);
const VatKind = Type.Enum(['high', 'low', 'none']);

export const LanguageRow = Type.Object({
  languageId: Id,
  // May be a former code such as 'esp'. The files are read under the present one.
  code: Type.String({ pattern: '^[a-z]{2,3}$' }),
  culture: Type.String({ pattern: '^[a-z]{2}-[A-Z]{2}$' }),
  localizedName: Name,
  aliases: Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' })),
});
export type LanguageRow = Type.Static<typeof LanguageRow>;

export const PaymentMethodRow = Type.Object({
  paymentMethodId: Id,
  key: Key,
  name: Name,
  needsIssuer: Type.Boolean(),
  needsCard: Type.Boolean(),
  needsGiftCard: Type.Boolean(),
});
export type PaymentMethodRow = Type.Static<typeof PaymentMethodRow>;

export const SiteRow = Type.Object({
  // The ids of its menu, footer and other parts are derived from it.
  siteId: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
  key: Key,
  name: Name,
  type: Type.Enum([0, 1, 2]),
  brand: Type.Enum([...brands]),
  countryId: Id,
  deliveryCountryIds: Type.Array(Id),
  domain: Domain,
  languages: Type.Array(Type.Object({ languageId: Id, localizedName: Name, domain: Domain }), {
    minItems: 1,
  }),
  fallbackLanguageId: Id,
  currency: Type.String({ minLength: 1, maxLength: 5 }),
  currencyCode: Type.Enum(['EUR', 'DKK', 'SEK']),
  indicativeRatePerEur: Type.Number({ exclusiveMinimum: 0, maximum: 100_000 }),
  currencyConversionDisclaimer: Type.Boolean(),
  vatPercentageHigh: Percentage,
  vatPercentageLow: Percentage,
  vatTypeByClass: Type.Object({
    feed: VatKind,
    supplement: VatKind,
    merchandise: VatKind,
    lab: VatKind,
    voucher: VatKind,
  }),
  enableRqs: Type.Boolean(),
  enableStockReminderFeature: Type.Boolean(),
  autoRedirectIfNotInSameCountry: Type.Boolean(),
  customerServicePhone: Type.String({ pattern: DISPLAY_PHONE_PATTERN }),
  customerServiceEmailAddress: Type.String({ pattern: EMAIL_PATTERN }),
  paymentMethodIds: Type.Array(Id),
  /** Payment fees by method. A method that is not listed is free. */
  paymentCosts: Type.Optional(Type.Array(Type.Object({ paymentMethodId: Id, costInclVat: Euro }))),
  /** Null for a site without payments. */
  paymentProviderConfigurationId: Nullable(Key),
  shippingMethods: Type.Array(
    Type.Object({
      shippingMethod: Type.Enum([HOME_DELIVERY_METHOD, PARCEL_SHOP_METHOD]),
      priceInclVat: Euro,
    }),
  ),
  freeShippingFromInclVat: Nullable(Euro),
  silo: Type.Object({
    fromHorses: Type.Integer({ minimum: 1, maximum: 10_000 }),
    minimumDeliveryKg: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  legalEntity: Type.Object({
    name: Name,
    address: Type.Object({ street: Name, zipcode: Name, city: Name, regionCode: RegionCode }),
    registerNumber: Name,
    vatNumber: Name,
    representative: Name,
    feedApprovalNumber: Name,
  }),
  openingHours: Type.Array(
    Type.Object({
      days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1 }),
      from: TimeOfDay,
      to: TimeOfDay,
    }),
    { minItems: 1 },
  ),
  socialMedia: Type.Object({
    instagram: NullableText,
    facebook: NullableText,
    twitter: NullableText,
    youtube: NullableText,
    linkedin: NullableText,
    tiktok: NullableText,
  }),
  gtmContainerId: NullableText,
  mapsKey: NullableText,
  botCheckSiteKey: NullableText,
  clientApiEndpoint: Type.String({ minLength: 1 }),
  unitPriceBases: Type.Array(Type.Enum(['kg', 'litre', 'piece', '100g', '100ml']), { minItems: 1 }),
});
export type SiteRow = Type.Static<typeof SiteRow>;

/** Working days: '3' or '1-2'. */
const DeliveryTime = Type.String({ pattern: '^\\d{1,2}(-\\d{1,2})?$' });

export const CountryRow = Type.Object({
  countryId: Id,
  regionCode: RegionCode,
  name: createByLanguageSchema(Name),
  currency: Type.String({ pattern: '^[A-Z]{3}$' }),
  isEuMember: Type.Boolean(),
  /** Working days of a delivery to the country, for example '4-6'. No product is delivered there faster. */
  deliveryTimeDays: Type.Optional(DeliveryTime),
  /** VAT rates for deliveries from sites of other countries: all three or none. */
  vatPercentageHigh: Type.Optional(Percentage),
  vatPercentageLow: Type.Optional(Percentage),
  /** Rate of feed and supplements: one of the two above. */
  vatPercentageFeed: Type.Optional(Percentage),
  postcode: Type.Object({ regex: Text, example: Name, format: Name }),
  phone: Type.Object({ prefix: Type.String({ pattern: '^\\+\\d+$' }), regex: Text }),
  vatNumber: Type.Object({ regex: Text, example: Name }),
});
export type CountryRow = Type.Static<typeof CountryRow>;

export const CategoryRow = Type.Object({ id: Id, parentId: Nullable(Id), key: Key });
export type CategoryRow = Type.Static<typeof CategoryRow>;

/** Price of a variant, which is a separate record. */
const priceFields = {
  priceExclVat: Price,
  /** Deviating prices by key of the site. */
  sitePrices: Type.Optional(Type.Record(Type.String(), Price)),
};
export const PriceRecord = Type.Object(priceFields);
export type PriceRecord = Type.Static<typeof PriceRecord>;

/** Stock of a variant, which is a separate record. Null if it is not counted. */
const stockFields = { stock: Nullable(Type.Integer({ minimum: 0, maximum: MAX_INTEGER })) };
export const StockRecord = Type.Object(stockFields);
export type StockRecord = Type.Static<typeof StockRecord>;

export const VariantRow = Type.Object({
  id: Id,
  articleNumber: Type.String({ pattern: '^[A-Za-z0-9-]+$', maxLength: 40 }),
  ean: Type.String({ pattern: '^\\d{13}$' }),
  packaging: Type.Enum(['bag', 'bucket', 'bottle', 'canister', 'box', 'piece', 'kit', 'digital']),
  content: Type.Object({
    value: Type.Number({ exclusiveMinimum: 0 }),
    unit: Type.Enum(['kg', 'g', 'L', 'l', 'ml', 'piece']),
  }),
  netWeightG: Nullable(Type.Integer({ minimum: 1, maximum: MAX_INTEGER })),
  grossWeightKg: Type.Number({ minimum: 0, maximum: 100_000 }),
  dimensionsCm: Nullable(Type.Array(Type.Number({ exclusiveMinimum: 0 }), { minItems: 3, maxItems: 3 })),
  colour: NullableText,
  palletQuantity: Nullable(Type.Integer({ minimum: 1, maximum: MAX_INTEGER })),
  ...priceFields,
  /** Ignored. Earlier prices are in `price-history.json`. */
  formerPriceExclVat: Type.Optional(Type.Unknown()),
  isDefault: Type.Boolean(),
  deliveryTimeDays: Nullable(DeliveryTime),
  ...stockFields,
});
export type VariantRow = Type.Static<typeof VariantRow>;

/** Key of a vocabulary term. */
const TermKey = Type.String({ minLength: 1, maxLength: 80 });
const Keys = Type.Array(TermKey);

export const ProductRow = Type.Object({
  id: Id,
  key: Key,
  productType: Type.Enum([1, 2, 3, 4, 5]),
  kind: Name,
  categoryId: Id,
  horseTypes: Keys,
  ageGroups: Keys,
  applications: Keys,
  ingredientFlags: Keys,
  labour: Keys,
  weightClass: TermKey,
  isNew: Type.Boolean(),
  silo: Type.Boolean(),
  vatClass: Type.Enum(['feed', 'supplement', 'merchandise', 'lab', 'voucher']),
  feedType: Nullable(Type.Enum(['complementary feed', 'mineral feed', 'feed material'])),
  composition: Type.Array(
    Type.Object({ material: TermKey, percent: Type.Number({ minimum: 0, maximum: 100 }) }),
  ),
  analytical: Nullable(Type.Record(Type.String(), Type.Number({ minimum: 0 }))),
  additives: Type.Array(
    Type.Object({
      key: TermKey,
      name: Name,
      idNumber: Name,
      amount: Type.Number({ minimum: 0 }),
      unit: Name,
    }),
  ),
  feedAdvice: Type.Object({
    mode: Type.Enum(['byWork', 'fixed', 'byStage', 'none']),
    adjustForRoughage: Type.Optional(Type.Boolean()),
    adjustForType: Type.Optional(Type.Boolean()),
    gramsPer100Kg: Type.Optional(Type.Record(Type.String(), Nullable(Type.Number({ minimum: 0 })))),
    feedsPerDay: Type.Optional(Type.Integer({ minimum: 1 })),
    feedsPerDayByStage: Type.Optional(Type.Record(Type.String(), Type.Integer({ minimum: 1 }))),
    gramsPerLitre: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    roundToG: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    scoop: Type.Optional(
      Nullable(
        Type.Object({
          type: Name,
          volumeMl: Type.Number({ exclusiveMinimum: 0 }),
          grams: Type.Number({ exclusiveMinimum: 0 }),
        }),
      ),
    ),
    isMaximum: Type.Optional(Type.Boolean()),
    maxServingsPerWeek: Type.Optional(Type.Integer({ minimum: 1 })),
    maxDaysInARow: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  scoopMl: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: 'Of a scoop that is sold: what it holds, millilitres' }),
  ),
  shelfLifeMonths: Nullable(Type.Integer({ minimum: 1, maximum: 1200 })),
  shelfLifeAfterOpeningMonths: Nullable(Type.Integer({ minimum: 1, maximum: 1200 })),
  variants: Type.Array(VariantRow, { minItems: 1 }),
});
export type ProductRow = Type.Static<typeof ProductRow>;

export const ArticleRow = Type.Object({
  id: Type.Integer({
    minimum: 1,
    maximum: 100_000,
    description:
      'Up to 100, and from 1001 on; between, the ids belong to the pages, and from 401 on to categories, the overview and clips',
  }),
  key: Key,
  kind: Type.Enum([
    'advice',
    'blog',
    'news',
    'faq',
    'partner',
    'adviceCategory',
    'adviceVideo',
    'blogOverview',
    'blogCategory',
  ]),
  /** Null for categories and the overview, which have no date. */
  publishedOn: Nullable(Day),
  author: NullableText,
  relatedProducts: Type.Array(Key),
  /** Key of its parent category. The parent of a blog category is the overview. */
  category: Type.Optional(Key),
  /** Clip that the article shows, one of those that the web includes. */
  clip: Type.Optional(ClipName),
});
export type ArticleRow = Type.Static<typeof ArticleRow>;

/**
 * Maximum length of a meta description as one site shows it, in characters. The text of a page in the file may be
 * longer, because it may contain parts for several sites.
 */
export const MAX_META_DESCRIPTION_LENGTH = 160;
const MetaDescription = Type.String({ minLength: 1, maxLength: MAX_META_DESCRIPTION_LENGTH });

export const ProductText = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  claim: Type.String({ minLength: 1, maxLength: 70 }),
  body: Text,
  benefits: Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 6 }),
  directions: Text,
  urlSlug: Slug,
});
export type ProductText = Type.Static<typeof ProductText>;

export const CategoryText = Type.Object({
  name: Name,
  intro: Text,
  metaDescription: MetaDescription,
  urlSlug: Slug,
});
export type CategoryText = Type.Static<typeof CategoryText>;

export const ArticleText = Type.Object({
  title: Name,
  summary: Type.String({ minLength: 1, maxLength: 300 }),
  bodyMarkdown: Text,
  urlSlug: Slug,
  /** Captions of the clip, each with its start and end in seconds. */
  captions: Type.Optional(
    Type.Array(
      Type.Object({
        from: Type.Number({ minimum: 0, maximum: 3600 }),
        to: Type.Number({ exclusiveMinimum: 0, maximum: 3600 }),
        text: Type.String({ pattern: '^[^\\s<>&]([^<>&\\n\\r]*[^\\s<>&])?$', maxLength: 120 }),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  ),
});
export type ArticleText = Type.Static<typeof ArticleText>;

export const PageText = Type.Object({
  title: Name,
  /** Sites may omit parts of the text, so the check of the files measures its length per site. */
  metaDescription: Text,
  bodyMarkdown: Text,
  urlSlug: Slug,
});
export type PageText = Type.Static<typeof PageText>;

export const ReviewText = Type.Object({
  productKey: Key,
  title: Type.String({ minLength: 1, maxLength: 80 }),
  opinion: Type.String({ minLength: 1, maxLength: 160 }),
  text: Type.String({ minLength: 1, maxLength: 2000 }),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  author: Type.String({ minLength: 1, maxLength: 50 }),
  date: Day,
});
export type ReviewText = Type.Static<typeof ReviewText>;

export const NavigationText = Type.Object({
  main: Type.Record(Type.String(), Name),
  footer: Type.Object({
    columns: Type.Record(Type.String(), Name),
    links: Type.Record(Type.String(), Name),
  }),
  usps: Type.Array(Name, { minItems: 1 }),
  cartUsps: Type.Array(Name),
  notification: Notice,
});
export type NavigationText = Type.Static<typeof NavigationText>;

/** Texts about customer service and dealers that belong to the site. */
export const ServiceAndDealerTexts = Type.Object({
  customerServiceTitle: Name,
  customerServiceTextBottom: Name,
  dealerPageTitle: Name,
});
export type ServiceAndDealerTexts = Type.Static<typeof ServiceAndDealerTexts>;

/** Texts of the corporate site, in addition to the pages that it shares with other sites. */
export const CorporateSiteText = Type.Object({
  home: PageText,
  usps: Type.Array(Name, { minItems: 1 }),
  notification: Notice,
});
export type CorporateSiteText = Type.Static<typeof CorporateSiteText>;

/**
 * Landing page: a list of products filtered by one facet, with an address. Ids follow those of the pages: 301
 * to 400.
 */
export const LandingPageRow = Type.Object({
  id: Type.Integer({ minimum: 301, maximum: 400 }),
  key: Key,
  /** Key of the root category whose menu contains it. */
  menu: Key,
  facet: Type.Enum(['horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags']),
  value: Key,
  /** Order of the list, if it is not the default one. */
  sort: Type.Optional(SortKey),
  texts: createByLanguageSchema(
    Type.Object({
      /** Label in the menu. */
      name: Name,
      title: Name,
      intro: Type.String({ minLength: 1, maxLength: 300 }),
      metaDescription: MetaDescription,
      urlSlug: Slug,
    }),
  ),
});
export type LandingPageRow = Type.Static<typeof LandingPageRow>;

/**
 * Menus that staff can arrange: the main menu of shops, that of the corporate site, and the footer of all
 * sites.
 */
export const menuKeys = ['shop', 'group', 'footer'] as const;
export type MenuKey = (typeof menuKeys)[number];

/**
 * Entries of a menu in order. A menu without a row has the default entries, derived from the categories and
 * the code.
 */
export const MenuRow = Type.Object({
  key: Type.Enum([...menuKeys]),
  /** Keys of the targets, `parent/key` for a child. Targets that a site does not have are omitted there. */
  entries: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 300 }),
});
export type MenuRow = Type.Static<typeof MenuRow>;

/** Products of an advice category: those with any of the values. */
export const AdviceThemeRow = Type.Object({
  category: Key,
  facet: Type.Enum(['category', 'horseTypes', 'ageGroups', 'applications', 'labour', 'ingredientFlags']),
  values: Type.Array(Key, { minItems: 1 }),
});
export type AdviceThemeRow = Type.Static<typeof AdviceThemeRow>;

/** Maximum length of the town of a vacancy, in characters. */
export const MAX_VACANCY_TOWN_LENGTH = 80;
/** Maximum length of the title of a vacancy, in characters. */
export const MAX_VACANCY_TITLE_LENGTH = 120;

/** Vacancy. Its texts are in the text file of each language. */
export const VacancyRow = Type.Object({
  key: Key,
  country: RegionCode,
  place: Type.String({
    pattern: '^[^\\s<>\\p{Cc}]([^<>\\p{Cc}]*[^\\s<>\\p{Cc}])?$',
    maxLength: MAX_VACANCY_TOWN_LENGTH,
  }),
  hoursPerWeek: Type.Object({
    from: Type.Integer({ minimum: 1, maximum: 48 }),
    to: Type.Integer({ minimum: 1, maximum: 48 }),
  }),
  publishedOn: Day,
  /** Last day to apply; null if not yet known. */
  openUntil: Nullable(Day),
  /** Keys of the sites that show it; by default all. */
  sites: Type.Optional(Type.Array(Key)),
  /** Codes of its languages; by default all languages of its sites. */
  languages: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z]{2,3}$' }))),
});
export type VacancyRow = Type.Static<typeof VacancyRow>;

export const VacancyText = Type.Object({
  title: Type.String({ minLength: 1, maxLength: MAX_VACANCY_TITLE_LENGTH }),
  bodyMarkdown: Text,
});
export type VacancyText = Type.Static<typeof VacancyText>;

/**
 * Picture of texts, which refer to it by its key. The file is `text-pictures/<key>.webp` (or .jpg, .png). An
 * import does not change an existing picture.
 */
export const TextPictureRow = Type.Object({
  key: Type.String({ pattern: SLUG_PATTERN, maxLength: 60 }),
  /** Alternative text by language code. */
  alts: createByLanguageSchema(Type.String({ pattern: '^[^\\p{Cc}]+$', maxLength: 200 })),
});
export type TextPictureRow = Type.Static<typeof TextPictureRow>;

/** Date of change of a text of a migrated shop. Read by its first import only. */
export const ChangedTextRow = Type.Object({
  list: Type.Union([Type.Literal('categories'), Type.Literal('content'), Type.Literal('products')]),
  key: Key,
  language: Type.String({ pattern: '^[a-z]{2,3}$' }),
  changedAt: Moment,
});
export type ChangedTextRow = Type.Static<typeof ChangedTextRow>;

/** Earlier price of a variant, valid from a day until the next row or the files' price starts. */
export const PriceHistoryRow = Type.Object({
  articleNumber: Type.String({ minLength: 1 }),
  priceExclVat: Price,
  /** Keys of the sites with this price; by default all that sell the product. */
  sites: Type.Optional(Type.Array(Key, { minItems: 1 })),
  /** First day of the price, `YYYY-MM-DD` (UTC), or its first moment. Excludes `daysBeforeFirstImport`. */
  validFrom: Type.Optional(Type.Union([Day, Moment])),
  /** For demo shops: first day of the price, in days before the first import into this database. */
  daysBeforeFirstImport: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
});
export type PriceHistoryRow = Type.Static<typeof PriceHistoryRow>;

/** Planned price of a variant, valid from a moment on. */
export const PlannedPriceRow = Type.Object({
  articleNumber: Type.String({ minLength: 1 }),
  priceExclVat: Price,
  /** Keys of the sites with this price; by default all that sell the product. */
  sites: Type.Optional(Type.Array(Key, { minItems: 1 })),
  validFrom: Moment,
});
export type PlannedPriceRow = Type.Static<typeof PlannedPriceRow>;

const PagePath = Type.String({ pattern: '^/([a-z0-9-]+/)*$', maxLength: 400 });

/** Former address of a site, and its target. */
export const RedirectRow = Type.Object({
  /** Key of the site. */
  site: Key,
  language: Type.String({ pattern: '^[a-z]{2,3}$' }),
  path: PagePath,
  /** Present address of the site. */
  to: PagePath,
});
export type RedirectRow = Type.Static<typeof RedirectRow>;

/**
 * Creates the schema of one line of plain text: no control characters, no markup characters, no surrounding
 * spaces.
 */
const LINE_PATTERN = '^[^\\s<>\\p{Cc}]([^<>\\p{Cc}]*[^\\s<>\\p{Cc}])?$';
const createLineSchema = (maxLength: number) => Type.String({ pattern: LINE_PATTERN, maxLength });

/** Common fields of parcel shops and dealers. */
const locationFields = {
  name: createLineSchema(100),
  countryId: Id,
  address: Type.Object({
    zipcode: createLineSchema(12),
    street: createLineSchema(100),
    // May be empty in countries where a house may have a name instead.
    streetNumber: Type.String({
      pattern: `^$|${LINE_PATTERN}`,
      maxLength: maxPersonFieldLengths.streetNumber,
    }),
    streetNumberAddition: Nullable(createLineSchema(maxPersonFieldLengths.streetNumberAddition)),
    city: createLineSchema(80),
    countryId: Id,
  }),
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
  openingHours: Type.Array(
    Type.Object({
      /** One day or a range: `Sat`, `Mon-Fri`. */
      days: Type.String({
        pattern: '^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)(-(Mon|Tue|Wed|Thu|Fri|Sat|Sun))?$',
      }),
      open: TimeOfDay,
      close: TimeOfDay,
    }),
    { minItems: 1, maxItems: 28 },
  ),
};

/** Parcel shop, at which the carrier stores a parcel until it is collected. */
export const PickupPointRow = Type.Object({
  parcelShopId: Type.String({ pattern: '^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$', maxLength: 40 }),
  ...locationFields,
  maxParcelWeightKg: Type.Number({ minimum: 0.001, maximum: 1000 }),
});
export type PickupPointRow = Type.Static<typeof PickupPointRow>;

/** Dealer that sells the shop's products. */
export const DealerRow = Type.Object({
  dealerId: Id,
  ...locationFields,
  /** With its country code; checked with the rules of the country. */
  phoneNumber: Nullable(createLineSchema(maxPersonFieldLengths.phoneNumber)),
  emailAddress: Nullable(createLineSchema(254)),
  website: Nullable(Type.String({ pattern: '^https?://[^\\s<>"]+$', maxLength: 300 })),
  isPickupPoint: Type.Boolean(),
  hasFullRange: Type.Boolean(),
  offersSampleDropOff: Type.Boolean(),
});
export type DealerRow = Type.Static<typeof DealerRow>;

/**
 * Initial promotion. An import does not change an existing promotion with this key. It gives one of the first
 * four.
 */
export const PromotionRow = Type.Object({
  key: Key,
  percentage: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
  amount: Type.Optional(Price),
  freeShipping: Type.Optional(Type.Literal(true)),
  gift: Type.Optional(
    Type.Object({
      /** Article number, or key of a product whose default variant is given. */
      product: createLineSchema(80),
      quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
      /** The benefit is given once per this number of pieces; by default once. */
      forEvery: Type.Optional(Type.Integer({ minimum: 1, maximum: 999 })),
    }),
  ),
  /** Coupon code; if omitted, the promotion is for everyone. */
  code: Type.Optional(createLineSchema(80)),
  /** First and last day (UTC), or start and exclusive end; by default from the import on, without end. */
  from: Type.Optional(Type.Union([Day, Moment])),
  until: Type.Optional(Type.Union([Day, Moment])),
  minimum: Type.Optional(Price),
  usageLimit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  /** Keys of sites; by default all. */
  sites: Type.Optional(Type.Array(Key, { minItems: 1 })),
  /** Keys of the products or categories that it applies to; if both are omitted, the whole order. */
  products: Type.Optional(Type.Array(Key, { minItems: 1 })),
  categories: Type.Optional(Type.Array(Key, { minItems: 1 })),
  texts: createByLanguageSchema(
    Type.Object({ description: createLineSchema(120), promotionText: Type.Optional(createLineSchema(120)) }),
  ),
});
export type PromotionRow = Type.Static<typeof PromotionRow>;

const LegalAddress = Type.Object({
  street: createLineSchema(100),
  zipcode: createLineSchema(12),
  city: createLineSchema(80),
  regionCode: RegionCode,
});

/** Legally required details of a site. */
export const LegalRow = Type.Object({
  /** Key of the site. */
  site: Key,
  /** Directive 2011/83/EU, art. 9: at least 14. */
  withdrawalDays: Type.Integer({ minimum: 14, maximum: 365 }),
  retentionYears: Type.Integer({ minimum: 1, maximum: 30 }),
  /** Countries with other VAT rates for which the operator has confirmed the site's own rates. */
  confirmedVatCountries: Type.Array(RegionCode),
  /** Key of the page that explains how reviews are collected. */
  reviewStatementPage: Key,
  invoice: Type.Object({
    legalName: createLineSchema(200),
    address: LegalAddress,
    emailAddress: createLineSchema(254),
    register: createLineSchema(100),
    registerNumber: createLineSchema(50),
    vatNumber: createLineSchema(30),
    iban: createLineSchema(34),
    bic: Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' }),
  }),
  /** Null for a shop that sells feed only. */
  manufacturer: Nullable(
    Type.Object({ name: createLineSchema(200), address: LegalAddress, emailAddress: createLineSchema(254) }),
  ),
  texts: createByLanguageSchema(
    Type.Object({
      orderButton: createLineSchema(60),
      withdrawalButton: createLineSchema(60),
      withdrawalConfirmation: createLineSchema(60),
      /** Name of a file in the folder `legal`; null until the official notice is available. */
      guaranteeNotice: Nullable(
        Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*\\.(svg|png|pdf)$', maxLength: 80 }),
      ),
      safety: Nullable(createLineSchema(500)),
    }),
  ),
});
export type LegalRow = Type.Static<typeof LegalRow>;

const PositiveNumber = Type.Number({ exclusiveMinimum: 0 });
const PercentOfDose = Type.Integer({ minimum: 1, maximum: 200 });
const createKeysObjectSchema = <K extends string, T extends Type.TSchema>(keys: readonly K[], schema: T) =>
  Type.Object(Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, T>, {
    additionalProperties: false,
  });
const RoughageDefault = Type.Object({
  dryMatterPct: PositiveNumber,
  energyDE: PositiveNumber,
  crudeProtein: PositiveNumber,
  sugar: PositiveNumber,
});

/** Constants of the feeding-advice model. */
export const FeedModelFile = Type.Object({
  horseTypes: createKeysObjectSchema(
    horseTypes,
    Type.Object({
      referenceWeightKg: Type.Integer({ minimum: 1 }),
      minKg: Type.Integer({ minimum: 1 }),
      maxKg: Type.Integer({ minimum: 1 }),
      dosePct: PercentOfDose,
      maintenanceKcalPerKg: PositiveNumber,
    }),
  ),
  workLevels: createKeysObjectSchema(
    workLevels,
    Type.Object({
      energyFactor: PositiveNumber,
      // Minimum roughage that the advice ever recommends.
      roughageDmPct: Type.Number({ minimum: 1.5, maximum: 5 }),
      proteinGPerKg: PositiveNumber,
    }),
  ),
  roughageDefaults: createKeysObjectSchema(roughageTypes, RoughageDefault),
  energyLevels: Type.Array(
    Type.Object({
      key: Type.Enum([...energyLevels]),
      belowDE: Nullable(PositiveNumber),
      dosePct: PercentOfDose,
    }),
    { minItems: 3, maxItems: 3 },
  ),
  limits: Type.Object({
    mealGPer100Kg: Type.Integer({ minimum: 1 }),
    starchMealGPer100Kg: Type.Integer({ minimum: 1 }),
    starchDayGPer100Kg: Type.Integer({ minimum: 1 }),
    starchMealSensitiveGPer100Kg: Type.Integer({ minimum: 1 }),
    rqsMaxAgeDays: Type.Integer({ minimum: 1 }),
    minDryMatterPct: createKeysObjectSchema(testedRoughages, PositiveNumber),
    maxDryMatterPct: PositiveNumber,
    minDE: PositiveNumber,
    maxDE: PositiveNumber,
    rejectedQsGrades: Type.Array(Type.Enum([...qsGrades])),
    roughageMinDmPct: PositiveNumber,
    scoopMaxErrorPct: PositiveNumber,
    seleniumDayMgPer100Kg: PositiveNumber,
  }),
  warnings: Type.Object({
    energySurplusPct: PositiveNumber,
    energyShortfallPct: PositiveNumber,
    roughageCoversPct: PositiveNumber,
    sugarHighGPerKgDm: PositiveNumber,
  }),
  conversions: Type.Object({
    kcalToKj: PositiveNumber,
    ewpaPerDeForage: PositiveNumber,
    ewpaPerDeConcentrate: PositiveNumber,
    nePerEwpaMj: PositiveNumber,
  }),
});

/** Reference values for results of roughage tests. */
export const LabReferenceFile = Type.Object({
  rqsTargets: createKeysObjectSchema(
    testedRoughages,
    createKeysObjectSchema(
      rqsParameters,
      Type.Object({ min: PositiveNumber, max: PositiveNumber, average: PositiveNumber }),
    ),
  ),
  qsOrientation: createKeysObjectSchema(
    testedRoughages,
    createKeysObjectSchema(qsCounts, Type.Integer({ minimum: 1 })),
  ),
  laboratory: Type.Optional(
    Type.Object({
      /** Name by language code. */
      names: Type.Record(Type.String(), Type.String({ pattern: '^[^\\p{Cc}]+$', maxLength: 80 })),
      methods: createKeysObjectSchema(roughageTestKinds, Type.Enum([...labMethods])),
    }),
  ),
});

const reportHeadFields = {
  id: Type.String({ pattern: '^(RQS|QS)-\\d{4}-\\d{5}$' }),
  sampleName: Type.String({ minLength: 1, maxLength: 60 }),
  type: Type.Enum([...testedRoughages]),
  receiptDate: Type.String(),
  resultDate: Type.String(),
};

/** Sample result of a nutrition scan, with its verdicts. */
export const RqsReportRow = Type.Object({
  ...reportHeadFields,
  values: createKeysObjectSchema(rqsParameters, PositiveNumber),
  classes: createKeysObjectSchema(rqsParameters, Type.Enum([...valueClasses])),
  energyLevel: Type.Enum([...energyLevels]),
});
export type RqsReportRow = Type.Static<typeof RqsReportRow>;

/** Sample result of a hygiene scan, with its verdicts. */
export const QsReportRow = Type.Object({
  ...reportHeadFields,
  dryMatterPct: PositiveNumber,
  moisturePct: PositiveNumber,
  counts: createKeysObjectSchema(qsCounts, Type.Integer({ minimum: 0 })),
  germCount: Type.Integer({ minimum: 0 }),
  steps: createKeysObjectSchema(qsCounts, Type.Integer({ minimum: 1, maximum: 4 })),
  grade: Type.Enum([...qsGrades]),
});
export type QsReportRow = Type.Static<typeof QsReportRow>;

/** Links of a verdict of a roughage test: an article, and for a hygiene class a suitable product list. */
export const VerdictLinkRow = Type.Object({
  /** `<test>.<parameter>.<verdict>`, for example 'rqs.sugar.high' or 'qs.grade.C'. */
  key: Type.String({ pattern: '^(rqs\\.[A-Za-z]+\\.(low|high)|rqs\\.all\\.normal|qs\\.grade\\.[A-D])$' }),
  /** For a hygiene class only. The feed model computes the products of a nutrition report. */
  category: Type.Optional(Key),
  /** Filters of the list, as in its query string. */
  query: Type.Optional(Type.String({ pattern: '^[a-zA-Z0-9=&,-]*$', maxLength: 200 })),
  article: Type.Optional(Key),
});
export type VerdictLinkRow = Type.Static<typeof VerdictLinkRow>;

/** Synonyms, each of up to five words. The first is the term that the shop uses. */
export const SynonymGroup = Type.Array(
  Type.String({ pattern: "^[\\p{L}\\p{N}]+([ '’-][\\p{L}\\p{N}]+){0,4}$", maxLength: 60 }),
  { minItems: 1, maxItems: 60 },
);

const MeantValues = Type.Partial(
  Type.Object({
    category: Type.Array(Key, { minItems: 1 }),
    horseTypes: Type.Array(Key, { minItems: 1 }),
    ageGroups: Type.Array(Key, { minItems: 1 }),
    applications: Type.Array(Key, { minItems: 1 }),
    labour: Type.Array(Key, { minItems: 1 }),
    ingredientFlags: Type.Array(Key, { minItems: 1 }),
    packaging: Type.Array(Key, { minItems: 1 }),
    material: Type.Array(VocabularyKey, { minItems: 1 }),
    product: Type.Array(Key, { minItems: 1 }),
    page: Type.Array(Key, { minItems: 1 }),
  }),
);

/** Target of a synonym group. See `search_meaning`. */
export const SynonymMeaning = Type.Object({
  finds: Type.Optional(MeantValues),
  prefers: Type.Optional(MeantValues),
  without: Type.Optional(MeantValues),
  isWeak: Type.Optional(Type.Boolean()),
});
export type SynonymMeaning = Type.Static<typeof SynonymMeaning>;

/** Synonym groups that are suggested before any input. */
export const PopularSynonymGroups = Type.Array(Key, { maxItems: 12 });

/** Term of a vocabulary. */
export const Term = Name;
