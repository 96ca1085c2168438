import { isCanonicalQuery } from '../../../shared/rules/canonical-url.ts';
import { pickPageQuery, type QueryKind } from '../../../shared/rules/page-query.ts';
import { hasSecret } from '../../../shared/rules/way-query.ts';

/** What tells two public pages apart: registered domain, path, and the query that the page knows. Nothing of the visitor. */
export interface PageKey {
  /** Registered domain, then `url`. */
  readonly key: string;
  /** Path and query in the one form that is rendered, whatever strange parameters the address has that was asked for. */
  readonly url: string;
}

/**
 * The only way to make a key of the page cache.
 *
 * @param domain registered domain of the site and language, never the Host header
 * @param url canonical path and query, as in the request line
 * @param kind what the page of that path reads; null where nobody can tell
 */
export function createPageKey(domain: string, url: string, kind: QueryKind | null): PageKey {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const known = query === '' ? '' : pickPageQuery(new URLSearchParams(query), kind).toString();
  const pageUrl = known === '' ? path : `${path}?${known}`;
  return { key: domain + pageUrl, url: pageUrl };
}

/**
 * The key of an address that may be canonical: what it finds in the cache is there under a canonical one.
 *
 * @param findKind what is known without a call of what the page of a path reads
 * @returns null where the address must be looked at with more care
 */
export function findPageKey(
  domain: string,
  url: string,
  findKind: (path: string) => QueryKind | undefined,
): PageKey | null {
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return { key: domain + url, url };
  // What a page reads and never shows is in no key: it would find the page of an address without it.
  if (hasSecret(url)) return null;
  const kind = findKind(url.slice(0, queryAt));
  return kind !== undefined && isCanonicalQuery(url.slice(queryAt + 1))
    ? createPageKey(domain, url, kind)
    : null;
}
