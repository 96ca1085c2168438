import {
  chosen,
  type ListFilter,
  type ListQuery,
  type ListSort,
  multiSelectFacets,
  pageSizes,
  singleSelectFacets,
  sortKeys,
} from './list-query.ts';
import { isSlug } from './slug-pattern.ts';

/** Highest page number; the API rejects higher ones, too. */
const maxPageNumber = 10_000;
/** Highest price that the API accepts, in euro. */
const MAX_PRICE_EUR = 100_000;

/** Maximum number of selected values of one facet; the API rejects more, too. */
const maxFacetChoices = 30;

/** Returns the value of a parameter: undefined if it is missing, null if it occurs more than once. */
function getSingleValue(query: URLSearchParams, name: string): string | null | undefined {
  const values = query.getAll(name);
  return values.length > 1 ? null : values[0];
}

function parsePage(value: string | null | undefined): number | null {
  if (value === undefined) return 1;
  if (value === null || !/^[1-9]\d{0,4}$/.test(value)) return null;
  const page = Number(value);
  return page <= maxPageNumber ? page : null;
}

function parsePageSize(value: string | null | undefined): ListQuery['pageSize'] | null {
  if (value === undefined) return pageSizes[0];
  return pageSizes.find((size) => String(size) === value) ?? null;
}

/**
 * Returns the number of a field: undefined if it is empty, null if it is invalid or occurs more than once.
 */
function parseNumber(query: URLSearchParams, name: string, pattern: RegExp): number | null | undefined {
  const value = getSingleValue(query, name);
  if (value === undefined || value === '') return undefined;
  return value !== null && pattern.test(value) ? Number(value) : null;
}

const isFacetValue = (key: string): boolean => key.length <= 60 && isSlug(key);

/**
 * Parses the facets of a list page's query.
 *
 * @returns null if a value is invalid: not a valid key, a duplicate, more values than the API accepts, or a
 *   reversed range
 */
function parseFilters(query: URLSearchParams): ListFilter[] | null {
  const filters: ListFilter[] = [];
  for (const facetKey of multiSelectFacets) {
    const selectedKeys = query.getAll(facetKey).sort();
    if (selectedKeys.length === 0) continue;
    const isKnown =
      selectedKeys.length <= maxFacetChoices &&
      new Set(selectedKeys).size === selectedKeys.length &&
      selectedKeys.every(isFacetValue);
    if (!isKnown) return null;
    filters.push({ discriminator: 'multiSelect', facetKey, selectedKeys });
  }
  for (const facetKey of singleSelectFacets) {
    const value = getSingleValue(query, facetKey);
    if (value === undefined) continue;
    if (value !== chosen) return null;
    filters.push({ discriminator: 'singleSelect', facetKey, selectedKey: value });
  }
  const starchSugar = parseNumber(query, 'starch-sugar-max', /^(\d|[1-9]\d|100)$/);
  const euro = /^(0|[1-9]\d{0,4}|100000)(\.\d{1,2})?$/;
  const minimum = parseNumber(query, 'price-min', euro);
  const maximum = parseNumber(query, 'price-max', euro);
  if (starchSugar === null || minimum === null || maximum === null) return null;
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) return null;
  if (starchSugar !== undefined)
    filters.push({
      discriminator: 'slider',
      facetKey: 'starch-sugar-max',
      selectedValue: starchSugar,
    });
  if (minimum !== undefined || maximum !== undefined)
    filters.push({
      discriminator: 'rangeSlider',
      facetKey: 'price',
      selectedMinValue: minimum ?? null,
      selectedMaxValue: maximum ?? null,
    });
  return filters;
}

/**
 * Parses a `sort` value.
 *
 * @param value a sort key, with a leading `-` for the reverse order
 * @returns null if there is no such order
 */
export function parseListSort(value: string): ListSort | null {
  const descending = value.startsWith('-');
  const name = descending ? value.slice(1) : value;
  const sort = sortKeys.find((key) => key === name);
  return sort ? { sort, descending } : null;
}

/**
 * Parses facets, `p`, `ps` and `sort` of a list page, in the form of the shop's own links. Unknown parameters
 * are ignored.
 *
 * @param defaultSort order of a URL without `sort`
 * @returns null if a known parameter is invalid or repeated; `parseListQueryLeniently` then reads the intended query
 */
export function parseListQuery(query: URLSearchParams, defaultSort: ListSort['sort']): ListQuery | null {
  const page = parsePage(getSingleValue(query, 'p'));
  const pageSize = parsePageSize(getSingleValue(query, 'ps'));
  const sortValue = getSingleValue(query, 'sort');
  const order =
    sortValue === undefined
      ? { sort: defaultSort, descending: false }
      : sortValue === null
        ? null
        : parseListSort(sortValue);
  const filters = parseFilters(query);
  return page === null || pageSize === null || order === null || filters === null
    ? null
    : { page, pageSize, ...order, filters };
}

/**
 * Parses a typed number of a filter: with a comma or a point, a percent or euro sign, or in scientific
 * notation.
 *
 * @returns null if it is not a number, or if it does not narrow the list
 */
function parseTypedNumber(text: string, most: number): number | null {
  const typed = text.replace(/[\s€%\u200e\u200f]/g, '').replace(/,(?=[^,]*$)/, '.');
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i.test(typed)) return null;
  const value = Number(typed);
  return value < 0 ? null : Math.min(value, most);
}

/** Returns the first value of a parameter that a parser accepts; null if there is none. */
function findValidValue<T>(
  query: URLSearchParams,
  name: string,
  read: (value: string) => T | null,
): T | null {
  for (const value of query.getAll(name)) {
    const found = read(value);
    if (found !== null) return found;
  }
  return null;
}

const roundToCent = (euro: number): number => Math.round(euro * 100) / 100;

/** Reads the filters of a form with invalid values. */
function parseFiltersLeniently(query: URLSearchParams): ListFilter[] {
  const readable = new URLSearchParams();
  for (const facetKey of multiSelectFacets) {
    const keys = [...new Set(query.getAll(facetKey).filter(isFacetValue))].sort().slice(0, maxFacetChoices);
    for (const key of keys) readable.append(facetKey, key);
  }
  for (const facetKey of singleSelectFacets) {
    if (query.getAll(facetKey).includes(chosen)) readable.set(facetKey, chosen);
  }
  // Rounded down: at most 12.5 % does not include 13 %.
  const most = findValidValue(query, 'starch-sugar-max', (value) => parseTypedNumber(value, 100));
  if (most !== null) readable.set('starch-sugar-max', String(Math.floor(most)));
  const readPrice = (value: string) => parseTypedNumber(value, MAX_PRICE_EUR);
  const prices = [
    findValidValue(query, 'price-min', readPrice),
    findValidValue(query, 'price-max', readPrice),
  ];
  const isReversed = prices[0] != null && prices[1] != null && prices[0] > prices[1];
  const [low, high] = isReversed ? prices.toReversed() : prices;
  // Every price is at least 0, so a minimum of 0 has no effect.
  if (low) readable.set('price-min', String(roundToCent(low)));
  if (high != null) readable.set('price-max', String(roundToCent(high)));
  return parseFilters(readable) ?? [];
}

/**
 * Corrects any input to a valid list query. Numbers are rounded to cents and limited to the range of the
 * list, a reversed range is swapped, and invalid or repeated values are ignored.
 *
 * @returns null if the page number is invalid, since no form has that field
 */
export function parseListQueryLeniently(
  query: URLSearchParams,
  defaultSort: ListSort['sort'],
): ListQuery | null {
  const page = parsePage(getSingleValue(query, 'p'));
  if (page === null) return null;
  return {
    page,
    pageSize: findValidValue(query, 'ps', parsePageSize) ?? pageSizes[0],
    ...(findValidValue(query, 'sort', parseListSort) ?? { sort: defaultSort, descending: false }),
    filters: parseFiltersLeniently(query),
  };
}
