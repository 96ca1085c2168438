import { isEmptyField, listParameters, pickSearchTerm } from './list-query.ts';

/** Page types by the query parameters that they read. */
export type PageQueryKind =
  | 'list'
  | 'search'
  | 'product'
  | 'compare'
  | 'mailedLink'
  | 'accountLink'
  | 'login'
  | 'orders'
  | 'faq'
  | 'feedAdvice'
  | 'preview'
  | 'dealers'
  | 'media'
  | 'plain';

/**
 * Query parameters by page type, sorted. All others are unknown there: they affect neither the page, nor its
 * cache key, nor its links.
 */
const parametersByKind: Readonly<Record<PageQueryKind, readonly string[]>> = {
  list: [...listParameters].sort(),
  search: [...listParameters, 'q'].sort(),
  product: ['languages', 'p', 'sort'],
  compare: ['ids'],
  mailedLink: [],
  // Purpose of a link in a mail: a change of address, or its reversal.
  accountLink: ['change', 'undo'],
  login: ['a', 'e', 'i', 'r', 'returnPath', 's'],
  orders: ['p'],
  // The key of a report and the name of a horse are read there, too, but never shown (`redirect-query.ts`).
  feedAdvice: ['cp', 'de', 'dm', 'product', 'roughage', 'sugar', 'type', 'weight', 'work'],
  preview: ['returnPath'],
  // A visitor's location is read there, too, but never shown (`redirect-query.ts`).
  dealers: ['country', 'full', 'pickup', 'samples', 'within'],
  faq: ['q'],
  media: ['kind', 'p', 'ps'],
  plain: [],
};

const allParameters: readonly string[] = [...new Set(Object.values(parametersByKind).flat())].sort();

/** Returns true for a parameter that any page reads and shows. */
export function isKnownParameter(name: string): boolean {
  return allParameters.includes(name);
}

/**
 * Lists the parameters that a page type reads and shows, sorted.
 *
 * @param kind null if the page is unknown: the parameters of all page types
 */
export function listPageParameters(kind: PageQueryKind | null): readonly string[] {
  return kind === null ? allParameters : parametersByKind[kind];
}

/**
 * Picks the query parameters that a page knows: those that may be written into HTML, and that distinguish two
 * pages.
 *
 * @param kind null if the page is unknown: the parameters that any page knows
 * @returns a new query, sorted by key and value; values are unchanged, except that a long search term is
 *   truncated
 */
export function pickPageQuery(query: URLSearchParams, kind: PageQueryKind | null): URLSearchParams {
  const known = listPageParameters(kind).flatMap((name) =>
    (name === 'q' ? pickSearchTerm(query) : query.getAll(name))
      .filter((value) => !isEmptyField(name, value))
      .sort()
      .map((value) => [name, value]),
  );
  return new URLSearchParams(known);
}
