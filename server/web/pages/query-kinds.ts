import { LRUCache } from 'lru-cache';
import { findQueryKind } from '../../../client/find-query-kind.ts';
import type { QueryKind } from '../../../shared/rules/page-query.ts';
import type { RequestContext } from '../context/request-context.ts';

/** Paths that are remembered; some hundred bytes each. Only pages that exist are among them, so nobody can push them out by inventing. */
const maxPaths = 20_000;

/** Remembers which parameters the page of a path reads, so that any other can be left out of keys and redirects. */
export interface QueryKinds {
  /** What is remembered of a path with its percent-encoding. */
  find(domain: string, path: string): QueryKind | undefined;
  /**
   * What the page of a path reads; asks the backend for what is not remembered, and of a preview remembers nothing.
   *
   * @param path canonical, with its percent-encoding
   * @returns null where nobody can tell in time
   */
  resolve(context: RequestContext, path: string): Promise<QueryKind | null>;
  clear(): void;
}

export function createQueryKinds(): QueryKinds {
  const kinds = new LRUCache<string, QueryKind>({ max: maxPaths });
  return {
    find: (domain, path) => kinds.get(domain + path),
    async resolve({ api, domain, site, language, preview, optionalTimeoutMs, signal }, path) {
      // What is there at another moment is nobody else's to know.
      const known = preview ? undefined : kinds.get(domain + path);
      if (known) return known;
      let exists = true;
      const kind = await findQueryKind(path, { site, language }, async () => {
        exists = false;
        const asked = { query: { url: decodeURIComponent(path) } };
        const route = await api.fetchRoute(asked, { signal, timeoutMs: optionalTimeoutMs });
        exists = true;
        return route;
      });
      if (kind !== null && exists && !preview) kinds.set(domain + path, kind);
      return kind;
    },
    clear: () => kinds.clear(),
  };
}
