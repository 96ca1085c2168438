import { isCalendarDate } from '../../../shared/rules/calendar-date.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { getPriceHistoryRowName, hasAtMostTwoDecimals } from '../shop-store/shop-content.ts';

/**
 * Checks earlier prices: the variant and the site exist, each price is listed once, and all dates have the
 * same format.
 */
export function checkPriceHistory(files: ShopFiles, issues: IssueList): void {
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
export function checkPlannedPrices(files: ShopFiles, issues: IssueList): void {
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

/** Returns true if the text is an existing day, optionally with a time. */
const isDayOrMoment = (text: string): boolean =>
  isCalendarDate(text.slice(0, 10)) && (text.length === 10 || !Number.isNaN(Date.parse(text)));
