import { brands } from '../../../shared/rules/brand-name.ts';
import { toCurrencyCode } from '../../../shared/rules/currency.ts';
import { isObject } from '../../../shared/rules/json-object.ts';
import { HOME_DELIVERY_METHOD } from '../../../shared/rules/shipping-costs.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import { ExpectedError } from '../core/expected-error.ts';
import { keepKnownFields } from '../shop-store/known-fields.ts';
import type { ShopFiles, ShopTexts } from '../shop-store/read-shop-files.ts';
import { listAncestors } from '../shop-store/shop-content.ts';
import { findShopFileFormat } from '../shop-store/shop-file-formats.ts';
import type {
  CategoryRow,
  CountryRow,
  LanguageRow,
  LegalRow,
  ProductRow,
  SiteRow,
} from '../shop-store/shop-file-schemas.ts';

/** Options of a new shop. */
export interface NewShopOptions {
  /** Name of the site, also used as a provisional name of the company. */
  readonly name: string;
  /** Language code. */
  readonly language: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217 code; by default that of the country, or EUR if it is not supported. */
  readonly currency?: string | undefined;
}

/** Thrown if a shop cannot be created with the options. The message lists the choices. */
export class NewShopError extends ExpectedError {
  override readonly name = 'NewShopError';
}

/** Products of the new shop: complete rows to copy. */
const COPIED_PRODUCT_KEYS: readonly string[] = ['prado-balance', 'nuvo-daily'];
/** Payment methods if the sample shop has no site for the country. */
const COMMON_PAYMENT_METHODS: readonly string[] = ['card', 'paypal', 'sepa-transfer'];
const SITE_ID = 1;
/** Value that `PAYMENT_PROVIDERS` must contain. */
const PAYMENT_PROVIDER = 'shop';

/**
 * Converts a name to letters, digits and hyphens, for a key and a domain: 'Café Zürich' becomes
 * 'cafe-zurich'.
 */
const toKey = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '') || 'shop';

function choose<T>(what: string, wanted: string, rows: readonly T[], nameOf: (row: T) => string): T {
  const found = rows.find((row) => nameOf(row).toLowerCase() === wanted.toLowerCase());
  if (found !== undefined) return found;
  throw new NewShopError(`${what} '${wanted}' is unknown: choose one of ${rows.map(nameOf).join(', ')}.`);
}

/** Parts of the sample shop that match the options. */
interface SampleSelection {
  readonly options: NewShopOptions;
  readonly key: string;
  readonly country: CountryRow;
  readonly language: LanguageRow;
  readonly texts: ShopTexts;
  /** Site of the country, or any other site if there is none. */
  readonly site: SiteRow;
  readonly isOfCountry: boolean;
  /** Site with prices in the currency. */
  readonly currencySite: SiteRow;
  readonly products: readonly ProductRow[];
  readonly categories: readonly CategoryRow[];
}

function selectFromSample(sample: ShopFiles, options: NewShopOptions): SampleSelection {
  const shops = sample.sites.filter((site) => !isCorporate(site));
  const country = choose('The country', options.country, sample.countries, (row) => row.regionCode);
  const language = choose('The language', options.language, sample.languages, (row) => row.code);
  const currencies = [...new Map(shops.map((site) => [site.currencyCode, site])).values()];
  const isKnown = currencies.some((site) => site.currencyCode === country.currency);
  const currency = options.currency ?? (isKnown ? country.currency : 'EUR');
  const currencySite = choose('The currency', currency, currencies, (site) => site.currencyCode);
  const texts = sample.texts.get(language.code);
  const siteOfCountry = shops.find((site) => site.countryId === country.countryId);
  const site = siteOfCountry ?? shops[0];
  if (!texts || !site) throw new NewShopError('The sample shop has no site to make a new one of.');
  const products = sample.products.filter(({ key }) => COPIED_PRODUCT_KEYS.includes(key));
  const needed = new Set(
    products.flatMap(({ categoryId }) => {
      const category = sample.categories.find(({ id }) => id === categoryId);
      return category ? listAncestors(sample.categories, category) : [];
    }),
  );
  return {
    options,
    key: toKey(options.name),
    country,
    language,
    texts,
    site,
    isOfCountry: siteOfCountry !== undefined,
    currencySite,
    products,
    categories: sample.categories.filter((category) => needed.has(category)),
  };
}

/** Creates an example address, to be replaced by the company's. */
const createAddress = ({ country }: SampleSelection) => ({
  street: 'Example Street 1',
  zipcode: country.postcode.example,
  city: 'Example City',
  regionCode: country.regionCode,
});

function createSites(model: SampleSelection, sample: ShopFiles) {
  const { options, key, country, language, site, isOfCountry, currencySite } = model;
  const { vatPercentageHigh: high, vatPercentageLow: low, vatPercentageFeed: feed } = country;
  if (high === undefined || low === undefined || feed === undefined) {
    throw new NewShopError(`The VAT rates of ${country.regionCode} are not in the sample shop.`);
  }
  const feedVatRate = feed === low ? 'low' : 'high';
  const methods = sample.paymentMethods.filter(({ paymentMethodId, key: method, needsGiftCard }) =>
    isOfCountry
      ? site.paymentMethodIds.includes(paymentMethodId) && !needsGiftCard
      : COMMON_PAYMENT_METHODS.includes(method),
  );
  const domain = `${key}.localhost`;
  const own: SiteRow = {
    siteId: SITE_ID,
    key,
    name: options.name,
    type: 0,
    brand: brands[0],
    countryId: country.countryId,
    deliveryCountryIds: [country.countryId],
    domain,
    languages: [{ languageId: language.languageId, localizedName: language.localizedName, domain }],
    fallbackLanguageId: language.languageId,
    currency: currencySite.currency,
    currencyCode: toCurrencyCode(currencySite.currency),
    indicativeRatePerEur: currencySite.indicativeRatePerEur,
    currencyConversionDisclaimer: currencySite.currencyCode !== 'EUR',
    vatPercentageHigh: high,
    vatPercentageLow: low,
    vatTypeByClass: {
      feed: feedVatRate,
      supplement: feedVatRate,
      merchandise: 'high',
      lab: 'high',
      voucher: 'none',
    },
    enableRqs: false,
    enableStockReminderFeature: true,
    autoRedirectIfNotInSameCountry: false,
    customerServicePhone: `${country.phone.prefix} 00 000 00 00`,
    customerServiceEmailAddress: `service@${key}.example`,
    paymentMethodIds: methods.map(({ paymentMethodId }) => paymentMethodId),
    paymentProviderConfigurationId: PAYMENT_PROVIDER,
    shippingMethods: site.shippingMethods.filter(
      ({ shippingMethod }) => shippingMethod === HOME_DELIVERY_METHOD,
    ),
    freeShippingFromInclVat: site.freeShippingFromInclVat ?? 60,
    silo: site.silo,
    legalEntity: {
      name: options.name,
      address: createAddress(model),
      registerNumber: 'EXAMPLE-0001',
      vatNumber: country.vatNumber.example,
      representative: 'Example Person',
      feedApprovalNumber: 'EXAMPLE-0001',
    },
    openingHours: [{ days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' }],
    socialMedia: {
      instagram: null,
      facebook: null,
      twitter: null,
      youtube: null,
      linkedin: null,
      tiktok: null,
    },
    gtmContainerId: null,
    mapsKey: null,
    botCheckSiteKey: null,
    clientApiEndpoint: '/api',
    unitPriceBases: site.unitPriceBases,
  };
  return { languages: [language], paymentMethods: methods, sites: [own] };
}

function createLegal(
  model: SampleSelection,
  sample: ShopFiles,
): { readonly legal: readonly LegalRow[] } | null {
  const { key, options, country, language, site } = model;
  const hasTexts = (row: LegalRow) => row.texts[language.code] !== undefined;
  const row =
    sample.legal.find((own) => own.site === site.key && hasTexts(own)) ?? sample.legal.find(hasTexts);
  const words = row?.texts[language.code];
  if (!row || !words) return null;
  return {
    legal: [
      {
        site: key,
        withdrawalDays: row.withdrawalDays,
        retentionYears: row.retentionYears,
        confirmedVatCountries: [],
        reviewStatementPage: row.reviewStatementPage,
        invoice: {
          legalName: options.name,
          address: createAddress(model),
          emailAddress: `service@${key}.example`,
          register: row.invoice.register,
          registerNumber: 'EXAMPLE-0001',
          vatNumber: country.vatNumber.example,
          iban: row.invoice.iban,
          bic: row.invoice.bic,
        },
        // The new shop sells feed only.
        manufacturer: null,
        texts: { [language.code]: { ...words, guaranteeNotice: null, safety: null } },
      },
    ],
  };
}

/** Creates the texts of the new shop's content and of every mandatory page. */
function createTexts({ language, texts, products, categories }: SampleSelection, sample: ShopFiles) {
  const pick = <T>(all: Readonly<Record<string, T>>, keys: Iterable<string>): Record<string, T> => {
    const wanted = new Set(keys);
    return Object.fromEntries(Object.entries(all).filter(([key]) => wanted.has(key)));
  };
  const keys = new Set(categories.map(({ key }) => key));
  const left = new Set(sample.categories.flatMap(({ key }) => (keys.has(key) ? [] : [key])));
  return {
    language: language.code,
    products: pick(
      texts.products,
      products.map(({ key }) => key),
    ),
    categories: pick(texts.categories, keys),
    articles: {},
    pages: texts.pages,
    materials: pick(
      texts.materials,
      products.flatMap(({ composition }) => composition.map(({ material }) => material)),
    ),
    nutrients: pick(
      texts.nutrients,
      products.flatMap(({ analytical }) => Object.keys(analytical ?? {})),
    ),
    additives: pick(
      texts.additives,
      products.flatMap(({ additives }) => additives.map(({ key }) => key)),
    ),
    facets: texts.facets,
    navigation: {
      ...texts.navigation,
      main: Object.fromEntries(Object.entries(texts.navigation.main).filter(([key]) => !left.has(key))),
    },
    site: texts.site,
    reviews: [],
  };
}

/**
 * Creates the files of a small shop that can be imported without changes: one site in one language, two
 * feeds, every mandatory page. Details of the company (address, registers, bank account, domain) are examples
 * to replace.
 *
 * @param sample source of texts, rates and products
 * @returns the content of each file, by its path
 * @throws NewShopError if the sample shop has no data for an option
 */
export function createNewShop(sample: ShopFiles, options: NewShopOptions): ReadonlyMap<string, object> {
  const model = selectFromSample(sample, options);
  const { country, language, products, categories } = model;
  const name = Object.fromEntries(
    [...new Set(['en', language.code])].map((code) => [code, country.name[code] ?? country.regionCode]),
  );
  const files = new Map<string, object | null>([
    ['sites.json', createSites(model, sample)],
    ['countries.json', { countries: [{ ...country, name }] }],
    [
      'catalogue.json',
      {
        categories,
        // Prices of single sites are specific to the sample shop, so they are omitted.
        products: products.map((product) => ({
          ...product,
          variants: product.variants.map(({ sitePrices: _ofSample, ...variant }) => variant),
        })),
      },
    ],
    ['articles.json', { articles: [] }],
    [`texts/${language.code}.json`, createTexts(model, sample)],
    ['legal.json', createLegal(model, sample)],
    ['feed-model.json', sample.feedModel],
  ]);
  return new Map(
    [...files].flatMap(([file, json]) => {
      const format = findShopFileFormat(file);
      const known = format && json !== null ? keepKnownFields(format.schema, json) : null;
      return isObject(known) ? [[file, known] as const] : [];
    }),
  );
}
