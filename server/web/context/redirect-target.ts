import type { RequestContext } from './request-context.ts';

/**
 * Returns true if a redirect may lead to an address: a path of the same host, or a URL of another site of
 * this shop.
 *
 * @param location path or absolute URL
 */
export function isAllowedRedirectTarget(
  location: string,
  { directory, getOriginOf }: RequestContext,
): boolean {
  if (/^\/(?![/\\])/.test(location)) return true;
  const url = URL.parse(location);
  if (url === null) return false;
  const domains = directory.sites.flatMap((site) => site.languages.map(({ domain }) => domain));
  return domains.some((domain) => getOriginOf(domain) === url.origin);
}
