import { isEmptyField, listParameters, pickSearchTerm } from './list-query.ts';

/** Kinds of pages by what they read of a query. */
export type QueryKind =
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

/** Query parameters by kind of page, sorted. Any other is unknown there: it is no part of the page, of a key or of a link. */
const parametersOfKind: Readonly<Record<QueryKind, readonly string[]>> = {
  list: [...listParameters].sort(),
  search: [...listParameters, 'q'].sort(),
  product: ['languages', 'p', 'sort'],
  compare: ['ids'],
  mailedLink: [],
  // What the link of a mail is about: an address that changes, or a change that is undone.
  accountLink: ['change', 'undo'],
  login: ['a', 'e', 'i', 'r', 'returnPath', 's'],
  orders: ['p'],
  // The key of a report and the name of a horse are read there as well, and never shown (`way-query.ts`).
  feedAdvice: ['cp', 'de', 'dm', 'product', 'roughage', 'sugar', 'type', 'weight', 'work'],
  preview: ['returnPath'],
  // Where somebody is is read there as well, and never shown (`way-query.ts`).
  dealers: ['country', 'full', 'pickup', 'samples', 'within'],
  faq: ['q'],
  media: ['kind', 'p', 'ps'],
  plain: [],
};

const anyParameters: readonly string[] = [...new Set(Object.values(parametersOfKind).flat())].sort();

/** True for a parameter that some page reads and shows. */
export function isKnownParameter(name: string): boolean {
  return anyParameters.includes(name);
}

/**
 * Names of the parameters that a kind of page reads and shows, sorted.
 *
 * @param kind null where nobody knows which page it is: then those of all
 */
export function listParametersOf(kind: QueryKind | null): readonly string[] {
  return kind === null ? anyParameters : parametersOfKind[kind];
}

/**
 * The part of a query that a page knows: what may be written into HTML, and what tells two pages apart.
 *
 * @param kind null where nobody knows which page it is: then what any page knows
 * @returns a new query, keys and the values of each key sorted; values as they came, but for a search term that is too long
 */
export function pickPageQuery(query: URLSearchParams, kind: QueryKind | null): URLSearchParams {
  const known = listParametersOf(kind).flatMap((name) =>
    (name === 'q' ? pickSearchTerm(query) : query.getAll(name))
      .filter((value) => !isEmptyField(name, value))
      .sort()
      .map((value) => [name, value]),
  );
  return new URLSearchParams(known);
}
