import { placeParameters } from './dealers/place-parameters.ts';
import { isEmptyField } from './list-query.ts';
import { listParametersOf, type QueryKind } from './page-query.ts';

/** Parameters that a page reads and never shows: they go along with a redirect, and nowhere else. */
const secretsOfKind: Partial<Readonly<Record<QueryKind, readonly string[]>>> = {
  mailedLink: ['orderId', 'token'],
  accountLink: ['token', 'userId'],
  feedAdvice: ['horse', 'rqs'],
  dealers: placeParameters,
};

const anySecrets: readonly string[] = Object.values(secretsOfKind).flat();

/** Whether a path is that of a result of a roughage test, which whoever has it may read: nobody else is asked about it. */
export const hasSecretPath = (path: string): boolean =>
  // Also with what a mail program took for part of the address: a bracket, a point, another path.
  /^(?:[a-z]+:\/\/[^/]+)?\/[^/]+\/r?qs\/./i.test(path);

/**
 * Whether an address says what is for its reader alone, or leads back to one that does: no cache keeps an answer that repeats it, and no
 * other page hears of it.
 */
export function hasSecret(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (hasSecretPath(path)) return true;
  // Each is shorter than the one that it stands in, so this comes to an end.
  return [...new URLSearchParams(query)].some(
    ([name, value]) => anySecrets.includes(name) || (name === 'returnPath' && hasSecret(value)),
  );
}

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
