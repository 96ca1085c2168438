import { isCanonicalQuery } from '../../../shared/rules/canonical-url.ts';
import { pickKnownQuery } from '../../../shared/rules/list-query.ts';

/** What tells two public pages apart: registered domain, path, and the query that pages know. Nothing of the visitor. */
export interface PageKey {
  /** Registered domain, then `url`. */
  readonly key: string;
  /** Path and query in the one form that is rendered, whatever the encoding and the strange parameters of the address asked for. */
  readonly url: string;
}

function join(domain: string, path: string, query: string): PageKey {
  const known = query === '' ? '' : pickKnownQuery(new URLSearchParams(query)).toString();
  const url = known === '' ? path : `${path}?${known}`;
  return { key: `${domain}${url}`, url };
}

/**
 * The only way to make a key of the page cache.
 *
 * @param domain registered domain of the site and language, never the Host header
 * @param url canonical path and query, as in the request line
 */
export function createPageKey(domain: string, url: string): PageKey {
  const { pathname, search } = new URL(url, 'http://shop.invalid');
  // The same letters may be written plain or with percent signs, and a path with dots in many ways: one page, one key.
  const path = pathname
    .split('/')
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join('/');
  return join(domain, path, search.slice(1));
}

/**
 * The key of an address that needs no decoding, which is nearly every one. What it finds in the cache is there under a canonical address.
 *
 * @returns null where the address must be looked at with more care
 */
export function findPlainPageKey(domain: string, url: string): PageKey | null {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  if (path.includes('%')) return null;
  if (queryAt === -1) return { key: domain + path, url };
  const query = url.slice(queryAt + 1);
  return isCanonicalQuery(query) ? join(domain, path, query) : null;
}
