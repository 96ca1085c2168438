import { isEmptyField, listParameters, pickSearchTerm } from './list-query.ts';

/** Kinds of pages by what they read of a query. */
export type QueryKind = 'list' | 'search' | 'product' | 'compare' | 'mailedLink' | 'plain';

/** Query parameters by kind of page, sorted. Any other is unknown there: it is no part of the page, of a key or of a link. */
const parametersOfKind: Readonly<Record<QueryKind, readonly string[]>> = {
  list: [...listParameters].sort(),
  search: [...listParameters, 'q'].sort(),
  product: ['languages', 'p', 'sort'],
  compare: ['ids'],
  mailedLink: [],
  plain: [],
};

/** Parameters that a page reads and never shows: they go along with a redirect, and nowhere else. */
const secretsOfKind: Partial<Readonly<Record<QueryKind, readonly string[]>>> = { mailedLink: ['token'] };

const anyParameters: readonly string[] = [...new Set(Object.values(parametersOfKind).flat())].sort();
const anySecrets: readonly string[] = Object.values(secretsOfKind).flat();

/** What advertisers and mailings add to an address: no page reads it, and every way to a page keeps it. */
const campaignParameters: ReadonlySet<string> = new Set([
  'ScCid',
  '_gl',
  'dclid',
  'epik',
  'fbclid',
  'gbraid',
  'gclid',
  'gclsrc',
  'li_fat_id',
  'mailCampaignId',
  'mc_cid',
  'mc_eid',
  'msclkid',
  'rdt_cid',
  'srsltid',
  'ttclid',
  'twclid',
  'wbraid',
  'yclid',
]);

/** True for a parameter that belongs to a campaign and not to a page. */
export function isCampaignParameter(name: string): boolean {
  return name.startsWith('utm_') || campaignParameters.has(name);
}

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

/** Whether a parameter goes along on the way to a page: what the page knows, its secrets, and what belongs to a campaign. */
export function goesAlong(name: string, kind: QueryKind | null): boolean {
  const secrets = kind === null ? anySecrets : (secretsOfKind[kind] ?? []);
  return listParametersOf(kind).includes(name) || secrets.includes(name) || isCampaignParameter(name);
}

/**
 * An address without what does not go along. Everything else keeps its place and its encoding.
 *
 * @param url path or absolute address with a query that can be decoded
 */
export function keepInQuery(url: string, goes: (name: string) => boolean): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && [...new URLSearchParams(pair).keys()].some(goes));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/**
 * Another address with what goes along of a query. What the address says itself wins.
 *
 * @param url path or absolute address
 * @param goes whether a parameter goes along
 */
export function addToQuery(url: string, query: URLSearchParams, goes: (name: string) => boolean): string {
  const [address = '', hash] = url.split(/(?=#)/s);
  const [path = '', own = ''] = address.split(/\?(.*)/s);
  const named = new Set(new URLSearchParams(own).keys());
  const added = [...query].filter(
    ([name, value]) => goes(name) && !named.has(name) && !isEmptyField(name, value),
  );
  if (added.length === 0) return url;
  const more = new URLSearchParams(added).toString();
  return `${path}?${own === '' ? more : `${own}&${more}`}${hash ?? ''}`;
}
