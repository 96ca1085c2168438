import type { RequestContext } from './request-context.ts';

/**
 * Whether a redirect may lead there: to a path of the same host, or to another of our own sites, and to nowhere else.
 *
 * @param location path, or absolute URL
 */
export function isOwnAddress(location: string, { directory, getOriginOf }: RequestContext): boolean {
  if (/^\/(?![/\\])/.test(location)) return true;
  const url = URL.parse(location);
  if (url === null) return false;
  const domains = directory.sites.flatMap((site) => site.languages.map(({ domain }) => domain));
  return domains.some((domain) => getOriginOf(domain) === url.origin);
}
