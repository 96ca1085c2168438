import type { PageKind } from '../../../client/store/page-state.ts';
import {
  ERROR_REPORT_PATH,
  ROBOTS_PATH,
  VISITOR_COUNTRY_PATH,
} from '../../../shared/rules/path-constants.ts';

/** Route kind of a request: a small set of values to group metrics and log lines by. */
export type RouteKind = PageKind | PathKind | 'redirect';

/**
 * Kind that follows from the path alone. 'page' remains if a request ended before its data was known:
 * refused, moved or aborted.
 */
type PathKind = 'page' | 'api' | 'asset' | 'picture' | 'icon' | 'crawler' | 'visitor' | 'probe' | 'report';

const kindsByPrefix: readonly (readonly [prefix: string, kind: PathKind])[] = [
  ['/assets/', 'asset'],
  ['/images/', 'picture'],
  ['/api/', 'api'],
  ['/health/', 'probe'],
];

const kindsByPath: ReadonlyMap<string, PathKind> = new Map([
  ['/api', 'api'],
  [VISITOR_COUNTRY_PATH, 'visitor'],
  [ERROR_REPORT_PATH, 'report'],
  [ROBOTS_PATH, 'crawler'],
  ['/favicon.ico', 'icon'],
]);

/**
 * Returns the kind of a request by its path; the page route refines it once it knows the page.
 *
 * @param url path and query of the request line
 */
export function getRouteKind(url: string): PathKind {
  const queryAt = url.indexOf('?');
  const path = queryAt === -1 ? url : url.slice(0, queryAt);
  const known = kindsByPath.get(path);
  if (known) return known;
  for (const [prefix, kind] of kindsByPrefix) if (path.startsWith(prefix)) return kind;
  if (path.endsWith('.xml')) return 'crawler';
  return /^\/[^/]+\.(svg|png|ico|webmanifest)$/.test(path) ? 'icon' : 'page';
}
