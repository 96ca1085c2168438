import { LRUCache } from 'lru-cache';
import { findPageQueryKind } from '../../../client/find-page-query-kind.ts';
import type { PageQueryKind } from '../../../shared/rules/page-query.ts';
import type { RequestContext } from '../context/request-context.ts';

/**
 * Maximum number of cached paths, some hundred bytes each. Only existing pages are stored, so invented paths
 * cannot evict them.
 */
const maxPaths = 20_000;

/**
 * Cache of the query parameters that the page of a path reads, so that all others can be dropped from keys
 * and redirects.
 */
export interface PageQueryKindCache {
  /** Returns the cached entry of a percent-encoded path. */
  find(domain: string, path: string): PageQueryKind | undefined;
  /**
   * Returns the query parameters that the page of a path reads. Calls the backend if they are not cached.
   * Results of a preview are not cached.
   *
   * @param path canonical, percent-encoded path
   * @returns null if the backend cannot answer in time
   */
  resolve(context: RequestContext, path: string): Promise<PageQueryKind | null>;
  clear(): void;
}

export function createPageQueryKindCache(): PageQueryKindCache {
  const kinds = new LRUCache<string, PageQueryKind>({ max: maxPaths });
  return {
    find: (domain, path) => kinds.get(domain + path),
    async resolve({ api, domain, site, language, preview, optionalTimeoutMs, signal }, path) {
      // Pages of a preview are not public.
      const known = preview ? undefined : kinds.get(domain + path);
      if (known) return known;
      let exists = true;
      const kind = await findPageQueryKind(path, { site, language }, async () => {
        exists = false;
        const routeRequest = { query: { url: decodeURIComponent(path) } };
        const route = await api.fetchRoute(routeRequest, { signal, timeoutMs: optionalTimeoutMs });
        exists = true;
        return route;
      });
      if (kind !== null && exists && !preview) kinds.set(domain + path, kind);
      return kind;
    },
    clear: () => kinds.clear(),
  };
}
