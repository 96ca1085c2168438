import { isCalendarDate } from '../../../shared/rules/calendar-date.ts';
import { toCurrencyCode } from '../../../shared/rules/currency.ts';
import { parseDeliveryTime } from '../../../shared/rules/delivery-time.ts';
import { isGtin13 } from '../../../shared/rules/gtin.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { TranslatableFault } from '../core/admin/operation.ts';
import { MarkdownError, parseMarkdown } from '../core/markdown/markdown-blocks.ts';
import { hasAtMostFourDecimals, listVatProblems } from '../shop-store/country-vat.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import {
  checkMenus,
  findFooterLabel,
  findMenuLabel,
  listFooter,
  listMainMenuEntries,
} from '../shop-store/menus.ts';
import type { ShopFiles, ShopTexts } from '../shop-store/read-shop-files.ts';
import {
  FIRST_ID_OF_SECOND_ARTICLE_RANGE,
  findContentText,
  getFacetValuesOfProduct,
  getPriceHistoryRowName,
  hasAtMostTwoDecimals,
  isContentOnSite,
  isCorporateHomePage,
  LAST_ID_OF_FIRST_ARTICLE_RANGE,
  listContent,
} from '../shop-store/shop-content.ts';
import type { ArticleRow, ProductRow, SiteRow } from '../shop-store/shop-file-schemas.ts';
import { MAX_META_DESCRIPTION_LENGTH } from '../shop-store/shop-file-schemas.ts';
import { omitTextPart } from '../sites/placeholders.ts';
import { checkContactDetails } from './check-contact-details.ts';
import { checkPaymentCosts } from './check-payment-costs.ts';
import { checkUniqueValues } from './check-unique-values.ts';
import { checkVerdictLinks } from './check-verdict-links.ts';
import { checkLegalDetails } from './legal-details.ts';
import { checkPhotoNames } from './photos.ts';
import { checkLocations } from './pickup-points-and-dealers.ts';
import { checkPromotions } from './promotions.ts';
import { checkRedirectHosts } from './redirects.ts';
import { checkSampleReports } from './sample-reports.ts';
import { checkTextChangeDates } from './text-change-dates.ts';
import { checkTextPictureRows } from './text-pictures.ts';
import { checkVacancies } from './vacancies.ts';

/** Placeholders that the API replaces with details of the site. */
const KNOWN_PLACEHOLDERS: ReadonlySet<string> = new Set([
  '{brand}',
  '{phone}',
  '{email}',
  '{country}',
  '{freeShippingFrom}',
  '{deliveryDays}',
]);

/** Names of text parts that only some sites show: `{tests}…{/tests}`. */
const TEXT_PART_NAMES: ReadonlySet<string> = new Set(['tests', 'noTests']);

/** Checks the references between the rows of a shop's files. Adds every error to the issues. */
export function checkShopFiles(files: ShopFiles, issues: IssueList): void {
  if (!files.hasSomeLanguagesOnly) checkDataOfAllLanguages(files, issues);
  checkCaptions(files, issues);
  for (const [code, texts] of files.texts) checkTexts(files, code, texts, issues);
  checkReviews(files, issues);
  checkContentTexts(files, issues);
}

/** Checks what concerns no single language, or compares languages. */
function checkDataOfAllLanguages(files: ShopFiles, issues: IssueList): void {
  checkUniqueValues(files, issues);
  for (const site of files.sites) checkSite(files, site, issues);
  checkFacets(files, issues);
  checkCountries(files, issues);
  checkContactDetails(files, issues);
  checkCategories(files, issues);
  checkLandingPages(files, issues);
  checkMenus(files, issues);
  checkSynonymTargets(files, issues);
  for (const product of files.products) checkProduct(files, product, issues);
  checkPriceHistory(files, issues);
  checkPlannedPrices(files, issues);
  checkRedirectHosts(files, issues);
  checkLocations(files, issues);
  checkPhotoNames(files, issues);
  checkPromotions(files, issues);
  checkVacancies(files, issues);
  checkTextPictureRows(files, issues);
  checkTextChangeDates(files, issues);
  checkVerdictLinks(files, issues);
  checkSampleReports(files, issues);
  checkLegalDetails(files, issues);
  checkArticles(files, issues);
}

/**
 * Checks that every language has the same reviews: same products, names, dates and ratings. Reviews of
 * discontinued products are allowed.
 */
function checkReviews(files: ShopFiles, issues: IssueList): void {
  const [first] = files.texts;
  for (const [code, { reviews }] of files.texts) {
    const file = `texts/${code}.json`;
    const seen = new Set<string>();
    for (const [index, { productKey, author, date, rating }] of reviews.entries()) {
      const row = `reviews.${index}`;
      const key = `${productKey}/${date}/${author}`;
      if (seen.has(key)) issues.add(file, row, '', 'is duplicated: product, date and author are the same');
      seen.add(key);
      if (!isCalendarDate(date)) issues.add(file, row, 'date', `'${date}' is not a date`);
      const same = first?.[1].reviews[index];
      const isSame =
        same?.productKey === productKey &&
        same.author === author &&
        same.date === date &&
        same.rating === rating;
      if (!isSame) issues.add(file, row, '', `is another review than in texts/${first?.[0]}.json`);
    }
    if (first && reviews.length < first[1].reviews.length) {
      issues.add(file, 'reviews', '', `has fewer rows than texts/${first[0]}.json`);
    }
  }
}

/** Describes the allowed values of meanings that are not checked against the vocabularies of the texts. */
const MEANING_TARGET_DESCRIPTIONS: Readonly<Record<string, string>> = {
  category: 'no category of catalogue.json',
  product: 'no product of catalogue.json',
  page: 'no page, article or landing page of the shop',
};

/**
 * Checks that the targets of synonym groups exist: values in the vocabularies, pages and products in the
 * shop.
 */
function checkSynonymTargets(files: ShopFiles, issues: IssueList): void {
  const [[code, texts] = []] = files.texts;
  const known: Readonly<Record<string, ReadonlySet<string>>> = {
    ...Object.fromEntries(
      Object.entries(texts?.facets ?? {}).map(([facet, words]) => [facet, new Set(Object.keys(words))]),
    ),
    material: new Set(Object.keys(texts?.materials ?? {})),
    category: new Set(files.categories.map(({ key }) => key)),
    product: listProductKeys(files),
    page: new Set(listContent(files).map(({ key }) => key)),
  };
  for (const [group, { finds, prefers, without }] of Object.entries(files.synonymMeanings)) {
    for (const [role, values] of Object.entries({ finds, prefers, without })) {
      for (const [facet, keys] of Object.entries(values ?? {})) {
        for (const key of keys.filter((value) => !known[facet]?.has(value))) {
          const what = MEANING_TARGET_DESCRIPTIONS[facet] ?? `no value of ${facet} in texts/${code}.json`;
          issues.add(
            'search-synonyms.json',
            `meanings.${group}`,
            `${role}.${facet}`,
            `'${key}' is ${what}: correct it, or remove it here, and ${role}.${facet} with it where it is the last`,
            { code: 'named_by_search', values: { key, group } },
          );
        }
      }
    }
  }
  const named = new Set([...files.synonyms.values()].flatMap((groups) => Object.keys(groups)));
  for (const group of [...Object.keys(files.synonymMeanings), ...files.popularSynonyms]) {
    if (!named.has(group))
      issues.add('search-synonyms.json', `meanings.${group}`, '', 'has no terms in any language');
  }
}

function checkSite(files: ShopFiles, site: SiteRow, issues: IssueList): void {
  const add = (field: string, problem: string) =>
    issues.add('sites.json', `sites.${site.key}`, field, problem);
  const isCountry = (id: number) => files.countries.some(({ countryId }) => countryId === id);
  if (!isCountry(site.countryId)) add('countryId', `country ${site.countryId} is not in countries.json`);
  for (const id of site.deliveryCountryIds) {
    if (!isCountry(id)) add('deliveryCountryIds', `country ${id} is not in countries.json`);
  }
  for (const [index, { languageId }] of site.languages.entries()) {
    if (!files.languages.some((language) => language.languageId === languageId)) {
      add(`languages.${index}.languageId`, `language ${languageId} is not in the list of languages`);
    }
    if (site.languages.findIndex((language) => language.languageId === languageId) !== index) {
      add(`languages.${index}.languageId`, `language ${languageId} is listed twice`);
    }
  }
  const fallback = site.languages.find(({ languageId }) => languageId === site.fallbackLanguageId);
  if (!fallback) add('fallbackLanguageId', 'is not one of the languages of the site');
  else if (fallback.domain !== site.domain)
    add('domain', `must be that of the fallback language, '${fallback.domain}'`);
  for (const id of site.paymentMethodIds) {
    if (!files.paymentMethods.some(({ paymentMethodId }) => paymentMethodId === id)) {
      add('paymentMethodIds', `payment method ${id} is not in the list of payment methods`);
    }
  }
  checkPaymentCosts(site, files.paymentMethods, add);
  const code = toCurrencyCode(site.currency);
  if (site.currencyCode !== code)
    add('currencyCode', `must be ${code}, as the currency symbol is '${site.currency}'`);
  for (const field of ['vatPercentageHigh', 'vatPercentageLow', 'indicativeRatePerEur'] as const) {
    if (!hasAtMostFourDecimals(site[field])) add(field, 'has more than four decimals');
  }
  for (const [index, { priceInclVat }] of site.shippingMethods.entries()) {
    if (!hasAtMostTwoDecimals(priceInclVat))
      add(`shippingMethods.${index}.priceInclVat`, 'has more than two decimals');
  }
  if (site.freeShippingFromInclVat !== null && !hasAtMostTwoDecimals(site.freeShippingFromInclVat)) {
    add('freeShippingFromInclVat', 'has more than two decimals');
  }
  for (const [index, { from, to }] of site.openingHours.entries()) {
    if (from >= to || to > '24:00')
      add(
        `openingHours.${index}`,
        `${from} to ${to} is not a valid time range: end after the beginning, at 24:00 at the latest`,
      );
  }
  if (!isCorporate(site) && site.shippingMethods.length === 0)
    add('shippingMethods', 'a shop needs at least one');
  if (!isCorporate(site) && site.paymentMethodIds.length === 0)
    add('paymentMethodIds', 'a shop needs at least one');
  if (!isCorporate(site) && site.paymentProviderConfigurationId === null)
    add('paymentProviderConfigurationId', 'is null: state the payment provider configuration of the shop');
  if (!isCorporate(site) && site.currencyCode !== 'EUR' && !site.currencyConversionDisclaimer)
    add(
      'currencyConversionDisclaimer',
      `must be true: amounts in ${site.currencyCode} are indicative, and the site must say so`,
    );
}

const REVERSED_TIME_MESSAGE = 'must begin with the shorter time';

/** Returns true if a delivery time starts with the longer time: '5-3'. */
function isReversedDeliveryTime(time: string): boolean {
  const range = parseDeliveryTime(time);
  return range !== null && range.from > range.until;
}

function checkCountries(files: ShopFiles, issues: IssueList): void {
  const codes = new Set(['en', ...files.texts.keys()]);
  for (const country of files.countries) {
    const row = `countries.${country.regionCode}`;
    for (const code of codes) {
      if (country.name[code] === undefined) issues.add('countries.json', row, `name.${code}`, 'is missing');
    }
    for (const [field, problem] of listVatProblems(country))
      issues.add('countries.json', row, field, problem);
    if (country.deliveryTimeDays !== undefined && isReversedDeliveryTime(country.deliveryTimeDays))
      issues.add('countries.json', row, 'deliveryTimeDays', REVERSED_TIME_MESSAGE);
    for (const [field, regex] of [
      ['postcode.regex', country.postcode.regex],
      ['phone.regex', country.phone.regex],
      ['vatNumber.regex', country.vatNumber.regex],
    ] as const) {
      try {
        new RegExp(regex);
      } catch {
        issues.add('countries.json', row, field, 'is not a regular expression');
      }
    }
  }
}

function checkLandingPages(files: ShopFiles, issues: IssueList): void {
  const file = 'landing-pages.json';
  const isKnown = (facet: string, value: string) =>
    facet === 'category'
      ? files.categories.some(({ key }) => key === value)
      : [...files.texts.values()].every(({ facets }) => facets[facet]?.[value] !== undefined);
  for (const { key, menu, facet, value } of files.landingPages) {
    if (!isKnown(facet, value)) issues.add(file, `landingPages.${key}`, 'value', `is no value of ${facet}`);
    if (!files.categories.some((category) => category.key === menu && category.parentId === null)) {
      issues.add(file, `landingPages.${key}`, 'menu', `'${menu}' is no root category`);
    }
  }
  for (const { category, facet, values } of files.adviceThemes) {
    if (!files.articles.some(({ key, kind }) => key === category && kind === 'adviceCategory')) {
      issues.add(file, `adviceThemes.${category}`, 'category', 'is no category of advice in articles.json');
    }
    for (const value of values) {
      if (!isKnown(facet, value))
        issues.add(file, `adviceThemes.${category}`, 'values', `'${value}' is no value of ${facet}`);
    }
  }
}

function checkCategories(files: ShopFiles, issues: IssueList): void {
  for (const category of files.categories) {
    if (category.parentId === null) continue;
    const parent = files.categories.find(({ id }) => id === category.parentId);
    const row = `categories.${category.key}`;
    if (!parent)
      issues.add('catalogue.json', row, 'parentId', `category ${category.parentId} is not in the file`);
    else if (parent.parentId !== null)
      issues.add('catalogue.json', row, 'parentId', 'categories go two levels deep');
  }
}

function checkProduct(files: ShopFiles, product: ProductRow, issues: IssueList): void {
  const add = (field: string, problem: string) => {
    issues.add('catalogue.json', `products.${product.key}`, field, problem);
  };
  if (!files.categories.some(({ id }) => id === product.categoryId)) {
    add('categoryId', `category ${product.categoryId} is not in the file`);
  }
  const defaults = product.variants.filter((variant) => variant.isDefault);
  if (defaults.length !== 1) add('variants', `exactly one must be the default, ${defaults.length} are`);
  const sum = product.composition.reduce((total, { percent }) => total + percent, 0);
  if (product.composition.length > 0 && Math.abs(sum - 100) > 0.05) {
    add('composition', `adds up to ${Math.round(sum * 100) / 100} % instead of 100 %`);
  }
  const rising = product.composition.findIndex(
    ({ percent }, index) => percent > (product.composition[index - 1]?.percent ?? 100),
  );
  if (rising > 0) {
    add(
      `composition.${rising}`,
      `${product.composition[rising]?.material} is listed after a smaller share: list the materials by weight, the heaviest first`,
    );
  }
  checkFeedLabel(product, add);
  checkFeedLabelValues(product, add);
  for (const [index, variant] of product.variants.entries()) {
    const { priceExclVat, sitePrices = {}, formerPriceExclVat } = variant;
    const field = `variants.${index}`;
    if (!hasAtMostTwoDecimals(priceExclVat)) add(`${field}.priceExclVat`, 'has more than two decimals');
    for (const [key, price] of Object.entries(sitePrices)) {
      if (!hasAtMostTwoDecimals(price)) add(`${field}.sitePrices.${key}`, 'has more than two decimals');
      if (!files.sites.some((site) => site.key === key && !isCorporate(site)))
        add(`${field}.sitePrices.${key}`, `'${key}' is not a shop of sites.json`);
    }
    if (variant.deliveryTimeDays !== null && isReversedDeliveryTime(variant.deliveryTimeDays)) {
      add(`${field}.deliveryTimeDays`, REVERSED_TIME_MESSAGE);
    }
    if (!isGtin13(variant.ean)) {
      add(`${field}.ean`, `the last figure of ${variant.ean} is not its check digit: copy the number again`);
    }
    if (formerPriceExclVat !== undefined) {
      add(
        `${field}.formerPriceExclVat`,
        'is not accepted: remove it. Charged prices are known since the first import; for earlier ones, add rows with article number, price and first day to price-history.json',
      );
    }
  }
}

/** Constituents that the label of a compound feed declares. A shop must show them before a purchase. */
const DECLARED_CONSTITUENTS = ['crudeProtein', 'crudeFat', 'crudeFibre', 'crudeAsh', 'sodium'] as const;
/** VAT classes of feed and supplements. */
const FEED_VAT_CLASSES: ReadonlySet<string> = new Set<ProductRow['vatClass']>(['feed', 'supplement']);

/**
 * Checks that feed has the mandatory details of its label: type of feed, composition and analytical
 * constituents.
 */
function checkFeedLabel(product: ProductRow, add: (field: string, problem: string) => void): void {
  const { feedType, composition, analytical, vatClass, productType, feedAdvice } = product;
  const isFeed =
    FEED_VAT_CLASSES.has(vatClass) ||
    productType === 2 ||
    feedAdvice.mode !== 'none' ||
    composition.length > 0 ||
    analytical !== null;
  if (feedType === null) {
    if (!isFeed) return;
    add('feedType', 'is missing: feed is a complementary feed, a mineral feed or a feed material');
  }
  if (composition.length === 0) {
    add(
      'composition',
      'is empty: feed is not sold without its composition; state the materials as on the label',
    );
  }
  const missing =
    feedType === 'feed material'
      ? []
      : DECLARED_CONSTITUENTS.filter((key) => analytical?.[key] === undefined);
  if (analytical === null || Object.keys(analytical).length === 0) {
    add(
      'analytical',
      'is empty: feed is not sold without its analytical constituents; state those of the label',
    );
  } else {
    for (const key of missing) {
      add(`analytical.${key}`, 'is missing: the label of a compound feed declares it; state it in percent');
    }
  }
}

/**
 * Constituents that are parts of the whole, so their sum is at most 100 %. Sodium and other minerals are
 * included in the ash.
 */
const CONSTITUENTS_SUMMING_TO_WHOLE = [
  'crudeProtein',
  'crudeFat',
  'crudeFibre',
  'crudeAsh',
  'starch',
  'sugar',
  'moisture',
] as const;

/**
 * Maximum of sugar and starch together in feed called low in sugar, in percent as fed. Starch becomes sugar
 * in the gut.
 */
const MAX_LOW_SUGAR_PERCENT = 12;

/**
 * Maximum amount of milk that a foal drinks at one feed in its first week, in litres per 100 kg body weight.
 */
const MAX_FIRST_WEEK_FEED_LITRES = 2;

/** Checks that the values of a label are consistent with each other and with the claims about the feed. */
function checkFeedLabelValues(
  { analytical, ingredientFlags, feedAdvice }: ProductRow,
  add: (field: string, problem: string) => void,
): void {
  const round = (value: number): number => Math.round(value * 100) / 100;
  const whole = CONSTITUENTS_SUMMING_TO_WHOLE.reduce((sum, key) => sum + (analytical?.[key] ?? 0), 0);
  if (round(whole) > 100) {
    add(
      'analytical',
      `adds up to ${round(whole)} %: protein, fat, fibre, ash, starch, sugar and moisture are at most 100 % together`,
    );
  }
  const sugars = round((analytical?.sugar ?? 0) + (analytical?.starch ?? 0));
  if (ingredientFlags.includes('low-sugar') && sugars > MAX_LOW_SUGAR_PERCENT) {
    add(
      'ingredientFlags',
      `says low-sugar at ${sugars} % sugar and starch: remove it, feed low in sugar has at most ${MAX_LOW_SUGAR_PERCENT} % of both together`,
    );
  }
  const { gramsPerLitre, gramsPer100Kg = {}, feedsPerDay = 1, feedsPerDayByStage = {} } = feedAdvice;
  if (gramsPerLitre === undefined) return;
  for (const [stage, grams] of Object.entries(gramsPer100Kg)) {
    const litres = round((grams ?? 0) / gramsPerLitre / (feedsPerDayByStage[stage] ?? feedsPerDay));
    if (/^foal-(?:d|w1$)/u.test(stage) && litres > MAX_FIRST_WEEK_FEED_LITRES) {
      add(
        `feedAdvice.gramsPer100Kg.${stage}`,
        `is ${litres} litres per 100 kg at each feed: a foal in its first week drinks at most ${MAX_FIRST_WEEK_FEED_LITRES}, give more feeds`,
      );
    }
  }
}

/**
 * Checks earlier prices: the variant and the site exist, each price is listed once, and all dates have the
 * same format.
 */
function checkPriceHistory(files: ShopFiles, issues: IssueList): void {
  const file = 'price-history.json';
  const numbers = new Set(
    files.products.flatMap(({ variants }) => variants.map(({ articleNumber }) => articleNumber)),
  );
  const siteKeys = new Set(files.sites.map(({ key }) => key));
  const seen = new Map<string, string>();
  for (const [position, row] of files.priceHistory.entries()) {
    const { articleNumber, validFrom, daysBeforeFirstImport, priceExclVat, sites } = row;
    const name = getPriceHistoryRowName(files, position);
    const add = (field: string, problem: string) => issues.add(file, name, field, problem);
    if (!numbers.has(articleNumber)) {
      add('articleNumber', `'${articleNumber}' is not in catalogue.json: correct it, or remove the row`);
    }
    if ((validFrom === undefined) === (daysBeforeFirstImport === undefined)) {
      add('validFrom', 'state the first day of the price, either as validFrom or as daysBeforeFirstImport');
    }
    if (validFrom !== undefined && !isDayOrMoment(validFrom))
      add('validFrom', `'${validFrom}' is not a date`);
    if (!hasAtMostTwoDecimals(priceExclVat)) add('priceExclVat', 'has more than two decimals');
    for (const key of sites ?? []) {
      if (!siteKeys.has(key)) add('sites', `'${key}' is not a site of sites.json`);
    }
    for (const key of sites ?? siteKeys) {
      const price = `${articleNumber} ${key} ${validFrom ?? daysBeforeFirstImport}`;
      const other = seen.get(price);
      if (other !== undefined && other !== name) {
        add('', `has the same article, site and day as ${other}: keep one of them`);
        break;
      }
      seen.set(price, name);
    }
  }
}

/** Checks planned prices: the variant and the site exist, and each price is listed once. */
function checkPlannedPrices(files: ShopFiles, issues: IssueList): void {
  const file = 'price-history.json';
  const numbers = new Set(
    files.products.flatMap(({ variants }) => variants.map(({ articleNumber }) => articleNumber)),
  );
  const siteKeys = new Set(files.sites.map(({ key }) => key));
  for (const [position, { articleNumber, validFrom, priceExclVat, sites }] of files.plannedPrices.entries()) {
    const add = (field: string, problem: string) =>
      issues.add(file, `plannedPrices.${position} (${articleNumber})`, field, problem);
    if (!numbers.has(articleNumber)) {
      add('articleNumber', `'${articleNumber}' is not in catalogue.json: correct it, or remove the row`);
    }
    if (!isDayOrMoment(validFrom)) add('validFrom', `'${validFrom}' is not a date`);
    if (!hasAtMostTwoDecimals(priceExclVat)) add('priceExclVat', 'has more than two decimals');
    for (const key of sites ?? []) {
      if (!siteKeys.has(key)) add('sites', `'${key}' is not a site of sites.json`);
    }
  }
}

/** Maximum number of values of a facet: each value is a bit in a mask of 63 bits. */
const MAX_FACET_VALUES = 63;

function checkFacets(files: ShopFiles, issues: IssueList): void {
  const known = new Map<string, Set<string>>();
  for (const product of files.products) {
    for (const [facet, values] of Object.entries(getFacetValuesOfProduct(product))) {
      const all = known.get(facet) ?? new Set();
      known.set(facet, all);
      for (const value of values) {
        if (all.has(value)) continue;
        all.add(value);
        if (all.size !== MAX_FACET_VALUES + 1) continue;
        issues.add(
          'catalogue.json',
          `products.${product.key}`,
          facet,
          `'${value}' is the ${all.size}th value of this facet, and lists can distinguish ${MAX_FACET_VALUES}: use an existing value`,
        );
      }
    }
  }
}

/** Returns the keys of all products of the shop, including those not in the read part. */
const listProductKeys = ({ products, otherProducts }: ShopFiles): Set<string> =>
  new Set([...products.map(({ key }) => key), ...otherProducts]);

function checkArticles(files: ShopFiles, issues: IssueList): void {
  const products = listProductKeys(files);
  for (const article of files.articles) {
    const row = `articles.${article.key}`;
    checkArticlePlacement(files, article, (field, problem, told) =>
      issues.add('articles.json', row, field, problem, told),
    );
    if (article.publishedOn !== null && !isCalendarDate(article.publishedOn)) {
      const value = article.publishedOn;
      issues.add('articles.json', row, 'publishedOn', `'${value}' is not a date`, {
        code: 'value_day',
        values: { value },
      });
    }
    for (const key of article.relatedProducts) {
      if (!products.has(key))
        issues.add(
          'articles.json',
          row,
          'relatedProducts',
          `'${key}' is not in catalogue.json: correct it, or remove it`,
          { code: 'product_unknown', values: { key } },
        );
    }
  }
}

/** Article type of the category that each article type may belong to. */
const CATEGORY_KIND_BY_ARTICLE_KIND: Readonly<Record<ArticleRow['kind'], ArticleRow['kind'] | null>> = {
  advice: 'adviceCategory',
  adviceVideo: 'adviceCategory',
  blog: 'blogCategory',
  blogCategory: 'blogOverview',
  adviceCategory: null,
  blogOverview: null,
  news: null,
  faq: null,
  partner: null,
};

/** First id of categories, of the blog overview and of clips. */
const FIRST_ARTICLE_CATEGORY_ID = 401;

/**
 * Checks that an article has the id range and the date that its type requires, and a category of a type that
 * it may belong to.
 */
function checkArticlePlacement(
  { articles }: ShopFiles,
  { id, kind, publishedOn, category, clip }: ArticleRow,
  add: (field: string, problem: string, told?: TranslatableFault) => void,
): void {
  const isList = kind === 'adviceCategory' || kind === 'blogOverview' || kind === 'blogCategory';
  if (isList || kind === 'adviceVideo') {
    if (id < FIRST_ARTICLE_CATEGORY_ID)
      add('id', `is ${id}, but ids of kind ${kind} start at ${FIRST_ARTICLE_CATEGORY_ID}`);
  } else if (id > LAST_ID_OF_FIRST_ARTICLE_RANGE && id < FIRST_ID_OF_SECOND_ARTICLE_RANGE) {
    add(
      'id',
      `is ${id}, but ids of kind ${kind} end at ${LAST_ID_OF_FIRST_ARTICLE_RANGE} and go on from ${FIRST_ID_OF_SECOND_ARTICLE_RANGE}`,
    );
  }
  if (isList !== (publishedOn === null)) {
    add('publishedOn', isList ? `must be null: one of kind ${kind} has no date` : 'is missing');
  }
  if ((kind === 'adviceVideo') !== (clip !== undefined)) {
    add('clip', kind === 'adviceVideo' ? 'is missing' : 'is only allowed for kind adviceVideo');
  }
  if (kind === 'blogOverview' && articles.filter((other) => other.kind === kind).length > 1) {
    add('kind', 'occurs in more than one row: a shop has one blog overview');
  }
  if (category === undefined) return;
  const parentKind = CATEGORY_KIND_BY_ARTICLE_KIND[kind];
  const told = { code: 'article_category', values: { category } };
  if (parentKind === null) add('category', `is not allowed for kind ${kind}`, told);
  else if (!articles.some((other) => other.key === category && other.kind === parentKind)) {
    add('category', `'${category}' is no row of kind ${parentKind}: correct it, or remove it`, told);
  }
}

/** Checks that a clip has captions in every language, in chronological order. */
function checkCaptions(files: ShopFiles, issues: IssueList): void {
  for (const [code, { articles }] of files.texts) {
    for (const { key, clip } of files.articles) {
      const captions = articles[key]?.captions;
      const add = (problem: string) =>
        issues.add(`texts/${code}.json`, `articles.${key}`, 'captions', problem);
      if (clip !== undefined && articles[key] && !captions)
        add('is missing: an article with a clip has them');
      let end = 0;
      for (const [position, { from, to }] of (captions ?? []).entries()) {
        if (from < end || to <= from)
          add(`${position + 1} does not start after the previous one, or has no end`);
        end = to;
      }
    }
  }
}

/** Checks that every text of the catalogue and the menus exists in one language. */
function checkTexts(files: ShopFiles, code: string, texts: ShopTexts, issues: IssueList): void {
  const file = `texts/${code}.json`;
  const requireTexts = (
    group: string,
    keys: Iterable<string>,
    have: Readonly<Record<string, unknown>> | undefined,
  ) => {
    for (const key of new Set(keys)) {
      if (have === undefined || !Object.hasOwn(have, key))
        issues.add(file, `${group}.${key}`, '', 'is missing', { code: 'value_missing' });
    }
  };
  const { products, sites } = files;
  requireTexts(
    'products',
    products.map(({ key }) => key),
    texts.products,
  );
  requireTexts(
    'categories',
    files.categories.map(({ key }) => key),
    texts.categories,
  );
  requireTexts(
    'materials',
    products.flatMap((row) => row.composition.map(({ material }) => material)),
    texts.materials,
  );
  requireTexts(
    'nutrients',
    products.flatMap((row) => Object.keys(row.analytical ?? {})),
    texts.nutrients,
  );
  requireTexts(
    'additives',
    products.flatMap((row) => row.additives.map(({ key }) => key)),
    texts.additives,
  );
  requireTexts(
    'colours',
    products.flatMap((row) => row.variants.flatMap(({ colour }) => colour ?? [])),
    texts.colours,
  );
  const facets = {
    horseTypes: products.flatMap((row) => row.horseTypes),
    ageGroups: products.flatMap((row) => row.ageGroups),
    applications: products.flatMap((row) => row.applications),
    ingredientFlags: products.flatMap((row) => row.ingredientFlags),
    labour: products.flatMap((row) => row.labour),
    weightClass: products.map((row) => row.weightClass),
    packaging: products.flatMap((row) => row.variants.map(({ packaging }) => packaging)),
  };
  for (const [facet, values] of Object.entries(facets))
    requireTexts(`facets.${facet}`, values, texts.facets[facet]);

  const languageId = files.languages.find((language) => language.code === code)?.languageId;
  const sitesWithLanguage = sites.filter((site) =>
    site.languages.some((entry) => entry.languageId === languageId),
  );
  for (const key of new Set(
    sitesWithLanguage.flatMap((site) => listMainMenuEntries(files, site).map((entry) => entry.key)),
  )) {
    if (findMenuLabel(texts, files.landingPages, code, key) === undefined)
      issues.add(file, 'navigation', `main.${key}`, 'is missing', { code: 'value_missing' });
  }
  const footers = sitesWithLanguage.flatMap((site) => listFooter(files, site));
  requireTexts(
    'navigation.footer.columns',
    footers.map(({ key }) => key),
    texts.navigation.footer.columns,
  );
  for (const key of new Set(footers.flatMap(({ links }) => links.map((link) => link.key)))) {
    if (findFooterLabel(texts, files.landingPages, code, key) === undefined)
      issues.add(file, `navigation.footer.links.${key}`, '', 'is missing');
  }
  checkPlaceholders(texts, file, issues);
}

/**
 * Checks that pages and articles have valid Markdown texts in every language of every site that shows them.
 */
function checkContentTexts(files: ShopFiles, issues: IssueList): void {
  for (const { languageId, code } of files.languages) {
    const sites = files.sites.filter((site) =>
      site.languages.some((entry) => entry.languageId === languageId),
    );
    for (const item of listContent(files)) {
      const readers = sites.filter((site) => isContentOnSite(item, site));
      if (readers.length === 0) continue;
      const text = findContentText(files, item, code);
      if (!text) {
        const group = item.kind === 'page' ? 'pages' : 'articles';
        const told = { code: 'value_missing' };
        if (isCorporateHomePage(item)) issues.add('group.json', code, 'home', 'is missing', told);
        else if (files.texts.has(code))
          issues.add(`texts/${code}.json`, `${group}.${item.key}`, '', 'is missing', told);
        continue;
      }
      try {
        parseMarkdown(text.bodyMarkdown);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        issues.add(text.file, text.row, 'bodyMarkdown', error.message, error.told);
      }
      const { metaDescription } = text;
      const lengths = [
        omitTextPart(metaDescription, 'tests').length,
        omitTextPart(metaDescription, 'noTests').length,
      ];
      if (item.kind === 'page' && Math.max(...lengths) > MAX_META_DESCRIPTION_LENGTH) {
        const problem = `must not have more than ${MAX_META_DESCRIPTION_LENGTH} characters`;
        issues.add(text.file, text.row, 'metaDescription', problem, {
          code: 'value_long',
          values: { maximum: MAX_META_DESCRIPTION_LENGTH },
        });
      }
      const words = `${text.title} ${text.metaDescription} ${text.bodyMarkdown}`;
      for (const site of readers) {
        if (site.freeShippingFromInclVat === null && words.includes('{freeShippingFrom}')) {
          issues.add(
            text.file,
            text.row,
            '',
            `{freeShippingFrom} is used, but the site ${site.key} has no such amount`,
            { code: 'placeholder_empty', values: { placeholder: '{freeShippingFrom}', site: site.key } },
          );
        }
        const country = files.countries.find(({ countryId }) => countryId === site.countryId);
        if (country && country.deliveryTimeDays === undefined && words.includes('{deliveryDays}')) {
          issues.add(
            text.file,
            text.row,
            '',
            `{deliveryDays} is used, but the country of the site ${site.key} has no deliveryTimeDays`,
            { code: 'placeholder_empty', values: { placeholder: '{deliveryDays}', site: site.key } },
          );
        }
      }
    }
  }
  for (const [code, text] of files.group) checkPlaceholders(text, 'group.json', issues, code);
}

function checkPlaceholders(value: unknown, file: string, issues: IssueList, row = ''): void {
  if (typeof value === 'string') {
    if (!value.includes('{')) return;
    for (const paragraph of value.split('\n')) checkPartMarkers(paragraph, file, row, issues);
    for (const [placeholder, closes, name = ''] of value.matchAll(/\{(\/?)([^{}]*)\}/g)) {
      const isKnown = TEXT_PART_NAMES.has(name) || (closes === '' && KNOWN_PLACEHOLDERS.has(placeholder));
      if (isKnown) continue;
      issues.add(file, row, '', `unknown placeholder ${placeholder}`, {
        code: 'placeholder_unknown',
        values: { placeholder },
      });
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkPlaceholders(member, file, issues, row === '' ? key : `${row}.${key}`);
    }
  }
}

/**
 * Checks that every part (`{tests}…{/tests}`) of a paragraph ends within it and before the next part starts.
 */
function checkPartMarkers(paragraph: string, file: string, row: string, issues: IssueList): void {
  let open: string | null = null;
  for (const [mark, closes, name = ''] of paragraph.matchAll(/\{(\/?)([a-zA-Z]+)\}/g)) {
    if (!TEXT_PART_NAMES.has(name)) continue;
    if (closes !== '' && open !== name)
      issues.add(file, row, '', `${mark} has no opening marker`, {
        code: 'part_unmatched',
        values: { mark },
      });
    if (closes === '' && open !== null)
      issues.add(file, row, '', `${mark} comes before {/${open}}, which is missing`, {
        code: 'part_unmatched',
        values: { mark: `{${open}}` },
      });
    open = closes === '' ? name : null;
  }
  if (open !== null) {
    issues.add(file, row, '', `{${open}} has no {/${open}} in its paragraph`, {
      code: 'part_unmatched',
      values: { mark: `{${open}}` },
    });
  }
}

/** Returns true if the text is an existing day, optionally with a time. */
const isDayOrMoment = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) && (text.length === 10 || !Number.isNaN(Date.parse(text)));
