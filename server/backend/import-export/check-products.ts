import { isGtin13 } from '../../../shared/rules/gtin.ts';
import { isCorporate } from '../../../shared/rules/site-type.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { getFacetValuesOfProduct, hasAtMostTwoDecimals } from '../shop-store/shop-content.ts';
import type { ProductRow } from '../shop-store/shop-file-schemas.ts';
import { isReversedDeliveryTime, REVERSED_TIME_MESSAGE } from './check-sites.ts';

/** Checks that categories have an existing parent and go two levels deep. */
export function checkCategories(files: ShopFiles, issues: IssueList): void {
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

/** Checks a product with its variants, label and feeding advice. */
export function checkProduct(files: ShopFiles, product: ProductRow, issues: IssueList): void {
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

/** Maximum number of values of a facet: each value is a bit in a mask of 63 bits. */
const MAX_FACET_VALUES = 63;

/** Checks that each facet has at most as many values as a mask has bits. */
export function checkFacets(files: ShopFiles, issues: IssueList): void {
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
