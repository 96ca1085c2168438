import { isCanonicalQuery } from '../../../shared/rules/canonical-url.ts';
import { type PageQueryKind, pickPageQuery } from '../../../shared/rules/page-query.ts';
import { hasSecretInUrl } from '../../../shared/rules/redirect-query.ts';

/**
 * Everything that distinguishes two public pages: registered domain, path, and the query parameters that the
 * page reads. It contains nothing of the visitor.
 */
export interface PageKey {
  /** Registered domain followed by `url`. */
  readonly key: string;
  /** Path and query as rendered, without unknown parameters of the requested URL. */
  readonly url: string;
}

/**
 * Creates a key of the page cache; keys are created nowhere else.
 *
 * @param domain registered domain of the site and language, never the Host header
 * @param url canonical path and query, as in the request line
 * @param kind query parameters that the page of the path reads; null if unknown
 */
export function createPageKey(domain: string, url: string, kind: PageQueryKind | null): PageKey {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const known = query === '' ? '' : pickPageQuery(new URLSearchParams(query), kind).toString();
  const pageUrl = known === '' ? path : `${path}?${known}`;
  return { key: domain + pageUrl, url: pageUrl };
}

/**
 * Returns the key of a URL that may be canonical. The cache contains only canonical keys, so any hit is
 * valid.
 *
 * @param findKind returns what is known, without a call, about the query parameters of a path
 * @returns null if the URL needs a full check
 */
export function findPageKey(
  domain: string,
  url: string,
  findKind: (path: string) => PageQueryKind | undefined,
): PageKey | null {
  const queryAt = url.indexOf('?');
  if (queryAt === -1) return { key: domain + url, url };
  // Secret parameters are in no key. The lookup would find the page of the URL without the secret.
  if (hasSecretInUrl(url)) return null;
  const kind = findKind(url.slice(0, queryAt));
  return kind !== undefined && isCanonicalQuery(url.slice(queryAt + 1))
    ? createPageKey(domain, url, kind)
    : null;
}
