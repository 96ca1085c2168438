import { locationParameters } from './dealers/location-parameters.ts';
import { isEmptyField } from './list-query.ts';
import { listPageParameters, type PageQueryKind } from './page-query.ts';

/** Parameters that a page reads and never shows: they are passed on in redirects, and nowhere else. */
const secretParametersByKind: Partial<Readonly<Record<PageQueryKind, readonly string[]>>> = {
  mailedLink: ['orderId', 'token'],
  accountLink: ['token', 'userId'],
  feedAdvice: ['horse', 'rqs'],
  dealers: locationParameters,
};

const allSecretParameters: readonly string[] = Object.values(secretParametersByKind).flat();

/**
 * Returns true for the path of a result of a roughage test, which anyone with the path may read. It must not
 * be disclosed to third parties.
 */
export const hasSecretPath = (path: string): boolean =>
  // Also with text that a mail program took for part of the URL: a bracket, a full stop, another path.
  /^(?:[a-z]+:\/\/[^/]+)?\/[^/]+\/r?qs\/./i.test(path);

/**
 * Returns true if a URL contains a secret of its reader, or leads back to such a URL. Answers that repeat it
 * are not cached, and it is not disclosed to other pages.
 */
export function hasSecretInUrl(url: string): boolean {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  if (hasSecretPath(path)) return true;
  // Each nested URL is shorter than the one that contains it, so the recursion ends.
  return [...new URLSearchParams(query)].some(
    ([name, value]) => allSecretParameters.includes(name) || (name === 'returnPath' && hasSecretInUrl(value)),
  );
}

/**
 * Parameters that advertisers and mailings add to a URL. No page reads them, and every redirect retains them.
 */
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

/** Returns true for a parameter that belongs to a campaign and not to a page. */
export function isCampaignParameter(name: string): boolean {
  return name.startsWith('utm_') || campaignParameters.has(name);
}

/**
 * Returns true if a redirect to a page retains a parameter: parameters that the page reads, its secrets, and
 * those of a campaign.
 */
export function isRetainedOnRedirect(name: string, kind: PageQueryKind | null): boolean {
  const secrets = kind === null ? allSecretParameters : (secretParametersByKind[kind] ?? []);
  return listPageParameters(kind).includes(name) || secrets.includes(name) || isCampaignParameter(name);
}

/**
 * Removes the parameters that a redirect does not retain. All others keep their position and encoding.
 *
 * @param url path or absolute URL with a query that can be decoded
 */
export function removeUnretainedParameters(url: string, isRetained: (name: string) => boolean): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const kept = query
    .split('&')
    .filter((pair) => pair !== '' && [...new URLSearchParams(pair).keys()].some(isRetained));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

/**
 * Adds the retained parameters of a query to another URL. Parameters that the URL already has take
 * precedence.
 *
 * @param url path or absolute URL
 * @param isRetained returns true if a parameter is retained
 */
export function addRetainedParameters(
  url: string,
  query: URLSearchParams,
  isRetained: (name: string) => boolean,
): string {
  const [address = '', hash] = url.split(/(?=#)/s);
  const [path = '', own = ''] = address.split(/\?(.*)/s);
  const named = new Set(new URLSearchParams(own).keys());
  const added = [...query].filter(
    ([name, value]) => isRetained(name) && !named.has(name) && !isEmptyField(name, value),
  );
  if (added.length === 0) return url;
  const more = new URLSearchParams(added).toString();
  return `${path}?${own === '' ? more : `${own}&${more}`}${hash ?? ''}`;
}
