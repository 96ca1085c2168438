import type { PageKind } from '../../../client/store/page-state.ts';
import { ERROR_REPORT_PATH, ROBOTS_PATH, VISITOR_COUNTRY_PATH } from '../../../shared/rules/urls.ts';

/** What kind of thing a request asked for: a handful of words, so that figures and log lines can be grouped. */
export type RouteKind = PageKind | PathKind | 'redirect';

/** What a path alone says. A 'page' that was never found out more about ended before its data was known: refused, moved, left. */
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
 * Kind of a request by its path; the page route says more once it knows the page.
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
