import { getPublicOrigin, type PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { createValidationFailed } from '../../http/problem-error.ts';
import type { SiteRecord } from '../../scope/site-record.ts';

/** Spaces, backslashes and control characters: browsers read past some of them, and read others as something else. */
const NEVER_IN_ADDRESS = /[\\\s\p{Cc}\p{Cf}]/u;

/**
 * The path that an address leads to on one of our own hosts: a path that begins with one slash, or an absolute address. Query and fragment
 * are dropped.
 *
 * @param origins scheme, host and port of each of them
 * @returns null where it leads elsewhere, or may be read as if it did
 */
export function findOwnPath(address: string, origins: readonly string[]): string | null {
  const own = origins.map((origin) => new URL(origin).origin);
  const isPath = address.startsWith('/');
  if (NEVER_IN_ADDRESS.test(address) || !/^(\/(?!\/)|https?:\/\/(?!\/))/i.test(address)) return null;
  const url = URL.parse(address, isPath ? own[0] : undefined);
  if (!url || !own.includes(url.origin) || url.username !== '' || url.password !== '') return null;
  // '/.//host' comes to this; a browser would take it for a host.
  return url.pathname.startsWith('//') ? null : url.pathname;
}

/**
 * The path of a page that a mailed link shall lead to: the host is that of the site, never what a request says.
 *
 * @param field of the call, for the refusal
 * @throws ProblemError `validation_failed` for an address on another host than one of the site's own
 */
export function readOwnPath(
  { site, languages }: SiteRecord,
  address: string,
  { field, publicAddress }: { readonly field: string; readonly publicAddress: PublicAddress },
): string {
  const domains = [site.domain, ...languages.map(({ domain }) => domain)];
  const path = findOwnPath(
    address,
    domains.map((domain) => getPublicOrigin(domain, publicAddress)),
  );
  if (path === null) throw createValidationFailed([{ field, code: 'host' }]);
  return path;
}
