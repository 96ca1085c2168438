import { MAX_SEARCH_TERM_LENGTH } from './search-term-length.ts';

/** Page sizes of a list; the first one is the default of a URL without `ps`. */
export const pageSizes = [24, 48, 72, 96] as const;
/** Sort keys of a list, best first if the key has a natural direction. */
export const sortKeys = [
  'relevance',
  'popularity',
  'price',
  'price-per-kg',
  'rating',
  'newest',
  'name',
] as const;

/** Facets with any number of values, one parameter per value. */
export const multiSelectFacets = [
  'age-group',
  'application',
  'horse-type',
  'ingredient',
  'labour',
  'package',
  'product-group',
  'weight-class',
] as const;
/** Facets that are on or off: `sale=yes`. */
export const singleSelectFacets = ['new', 'sale'] as const;
/** Value of a facet that is on. */
export const chosen = 'yes';

/**
 * Number parameters, which a form without JavaScript sends even if they are empty; empty ones are ignored.
 */
const numberParameters = ['price-max', 'price-min', 'starch-sugar-max'] as const;

/** All query parameters of a list. */
export const listParameters: readonly string[] = [
  ...multiSelectFacets,
  ...singleSelectFacets,
  ...numberParameters,
  'p',
  'ps',
  'sort',
];

/**
 * Other fields that forms without JavaScript send empty: those of the feed calculator and of the dealers
 * page.
 */
const otherFormFields: readonly string[] = [
  'cp',
  'de',
  'dm',
  'lat',
  'lng',
  'place',
  'rqs',
  'sugar',
  'weight',
];

/** Returns true for an empty field of a form, which is dropped from the URL. */
export function isEmptyField(name: string, value: string): boolean {
  return (
    value === '' &&
    (numberParameters.some((parameter) => parameter === name) || otherFormFields.includes(name))
  );
}

/** Selection of one facet, in the shape of the API's facet filters. */
export type ListFilter =
  | {
      readonly discriminator: 'multiSelect';
      readonly facetKey: (typeof multiSelectFacets)[number];
      /** At least one value, sorted. */
      readonly selectedKeys: string[];
    }
  | {
      readonly discriminator: 'singleSelect';
      readonly facetKey: (typeof singleSelectFacets)[number];
      readonly selectedKey: string;
    }
  | {
      readonly discriminator: 'slider';
      readonly facetKey: 'starch-sugar-max';
      /** Percent as fed, integer. */
      readonly selectedValue: number;
    }
  | {
      readonly discriminator: 'rangeSlider';
      readonly facetKey: 'price';
      /** Euro incl. VAT; at least one of the two is given. */
      readonly selectedMinValue: number | null;
      readonly selectedMaxValue: number | null;
    };

/** Order of a list: `descending` reverses the direction of the key ('-price': most expensive first). */
export interface ListSort {
  readonly sort: (typeof sortKeys)[number];
  readonly descending: boolean;
}

/** Query of a list page. */
export interface ListQuery extends ListSort {
  /** Page number from 1. */
  readonly page: number;
  readonly pageSize: (typeof pageSizes)[number];
  /** At most one filter per facet, in the order of `parseListQuery`. */
  readonly filters: readonly ListFilter[];
}

/** Lists the parameters of a filter, values sorted. */
function listFilterParameters(filter: ListFilter): [name: string, value: string][] {
  switch (filter.discriminator) {
    case 'multiSelect':
      return filter.selectedKeys.toSorted().map((key) => [filter.facetKey, key]);
    case 'singleSelect':
      return [[filter.facetKey, filter.selectedKey]];
    case 'slider':
      return [[filter.facetKey, String(filter.selectedValue)]];
    case 'rangeSlider':
      return [
        ...(filter.selectedMinValue === null
          ? []
          : [['price-min', String(filter.selectedMinValue)] as [string, string]]),
        ...(filter.selectedMaxValue === null
          ? []
          : [['price-max', String(filter.selectedMaxValue)] as [string, string]]),
      ];
  }
}

/** Returns the `sort` value of an order: the reverse of `parseListSort` in `parse-list-query.ts`. */
export function formatListSort({ sort, descending }: ListSort): string {
  return descending ? `-${sort}` : sort;
}

/**
 * Reads the search term `q`: one line, without control characters, truncated to the maximum length.
 *
 * @returns '' if there is none
 */
export function parseSearchTerm(query: URLSearchParams): string {
  return (query.get('q') ?? '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_SEARCH_TERM_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/**
 * Returns the search term of a URL for keys and links: only the first `q`, truncated to the maximum length.
 */
export function pickSearchTerm(query: URLSearchParams): string[] {
  const value = query.get('q');
  if (value === null) return [];
  return [value.length > MAX_SEARCH_TERM_LENGTH ? parseSearchTerm(query) : value];
}

/**
 * Creates the canonical query of a list's URL: keys sorted, defaults (`p=1`, `ps=24`, the list's own order)
 * omitted.
 *
 * @param list state of the page
 * @param options the list's default order, and the search term if there is one
 * @returns '' or a string that starts with '?'
 */
export function createListQuery(
  list: ListQuery,
  options: { readonly defaultSort: ListSort['sort']; readonly term?: string },
): string {
  const query = new URLSearchParams();
  if (list.page > 1) query.set('p', String(list.page));
  if (list.pageSize !== pageSizes[0]) query.set('ps', String(list.pageSize));
  if (options.term) query.set('q', options.term);
  if (list.sort !== options.defaultSort || list.descending) query.set('sort', formatListSort(list));
  for (const filter of list.filters)
    for (const [name, value] of listFilterParameters(filter)) query.append(name, value);
  query.sort();
  const text = query.toString();
  return text && `?${text}`;
}

/**
 * Removes one filter of a list.
 *
 * @param value value of a facet with several; the whole facet if omitted
 */
export function removeFilter(
  filters: readonly ListFilter[],
  facetKey: ListFilter['facetKey'],
  value?: string,
): ListFilter[] {
  return filters.flatMap((filter) => {
    if (filter.facetKey !== facetKey) return [filter];
    if (filter.discriminator !== 'multiSelect' || value === undefined) return [];
    const selectedKeys = filter.selectedKeys.filter((key) => key !== value);
    return selectedKeys.length === 0 ? [] : [{ ...filter, selectedKeys }];
  });
}

/** Returns the number of pages of a list; a list without hits has one page. */
export function getPageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/**
 * Returns the page numbers to link to: the first, the last, the current one and its neighbours.
 *
 * @returns ascending numbers; null stands for a gap of at least two pages (a gap of one is filled)
 */
export function getPageNumbers(page: number, pageCount: number): (number | null)[] {
  const shown = new Set([1, page - 1, page, page + 1, pageCount]);
  if (page - 3 === 1) shown.add(2);
  if (page + 3 === pageCount) shown.add(pageCount - 1);
  const numbers = [...shown].filter((n) => n >= 1 && n <= pageCount).sort((a, b) => a - b);
  return numbers.flatMap((n, index) => (index > 0 && n - (numbers[index - 1] ?? n) > 1 ? [null, n] : [n]));
}
