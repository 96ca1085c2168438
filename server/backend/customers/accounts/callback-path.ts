import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { createValidationFailed } from '../../core/http/problem-error.ts';
import type { SiteRecord } from '../../sites/site-record.ts';

/**
 * Spaces, backslashes and control characters. Browsers ignore some of them and interpret others differently.
 */
const FORBIDDEN_URL_CHARACTERS = /[\\\s\p{Cc}\p{Cf}]/u;

/**
 * Returns the path of a URL on one of the configured hosts. The URL is a path that begins with one slash, or
 * absolute. Query and fragment are dropped.
 *
 * @param origins scheme, host and port of each host
 * @returns null if the URL leads to another host, or could be interpreted that way
 */
export function findCallbackPath(address: string, origins: readonly string[]): string | null {
  const ownOrigins = origins.map((origin) => new URL(origin).origin);
  const isPath = address.startsWith('/');
  if (FORBIDDEN_URL_CHARACTERS.test(address) || !/^(\/(?!\/)|https?:\/\/(?!\/))/i.test(address)) return null;
  const url = URL.parse(address, isPath ? ownOrigins[0] : undefined);
  if (!url || !ownOrigins.includes(url.origin) || url.username !== '' || url.password !== '') return null;
  // '/.//host' resolves to such a path; a browser would read it as a host.
  return url.pathname.startsWith('//') ? null : url.pathname;
}

/**
 * Returns the path of the page that a mailed link opens. The host is always that of the site, never one from
 * the request.
 *
 * @param field name of the field in the call, for the error
 * @throws ProblemError `validation_failed` if the address is on a host that does not belong to the site
 */
export function readCallbackPath(
  { site, languages }: SiteRecord,
  address: string,
  { field, publicAddress }: { readonly field: string; readonly publicAddress: PublicAddress },
): string {
  const domains = [site.domain, ...languages.map(({ domain }) => domain)];
  const path = findCallbackPath(
    address,
    domains.map((domain) => getPublicOrigin(domain, publicAddress)),
  );
  if (path === null) throw createValidationFailed([{ field, code: 'host' }]);
  return path;
}
