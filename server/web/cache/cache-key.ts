import { createHash } from 'node:crypto';
import { sortMembers } from '../../../shared/rules/json-object.ts';

/**
 * Everything that two answers of the backend may differ by. By rule it excludes time, country and visitor.
 */
export interface CacheKeyParts {
  readonly method: string;
  /** Path and query of the call; the order of the query does not matter. */
  readonly path: string;
  /** Site and language of the scope headers; null for a call without a scope. */
  readonly scope: { readonly siteId: number; readonly languageId: number } | null;
  readonly body: unknown;
}

/**
 * Creates a key of the response cache; keys are created nowhere else. A body (product search) is included as
 * a hash, so keys stay short.
 */
export function createCacheKey({ method, path, scope, body }: CacheKeyParts): string {
  const [pathname = '', query = ''] = path.split(/\?(.*)/s);
  const sortedQuery = new URLSearchParams(query);
  sortedQuery.sort();
  const scopePart = scope ? `${scope.siteId}/${scope.languageId}` : '-';
  const bodyPart =
    body === undefined
      ? ''
      : ` ${createHash('sha256')
          .update(JSON.stringify(sortMembers(body)))
          .digest('base64url')}`;
  return `${method} ${scopePart} ${pathname}?${sortedQuery}${bodyPart}`;
}
