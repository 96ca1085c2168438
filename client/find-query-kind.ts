import { ApiError } from '../shared/api/api-error.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { QueryKind } from '../shared/rules/page-query.ts';
import { matchShopRoute } from './routes.ts';

/** What a page of the content tree reads of a query; null for an address that has moved. */
export function getQueryKindOf(route: RouteAnswer): QueryKind | null {
  if (route.kind === 'redirect') return null;
  if (route.kind === 'productSearch') return 'list';
  return route.kind === 'productDetail' ? 'product' : 'plain';
}

/**
 * Finds what the page of a path reads of a query.
 *
 * @param pathname decoded path of this host
 * @param fetchRoute asks the content tree; it is not asked about the program's own screens
 * @returns null where nobody can tell
 */
export async function findQueryKind(
  pathname: string,
  locale: Parameters<typeof matchShopRoute>[1],
  fetchRoute: (pathname: string) => Promise<RouteAnswer>,
): Promise<QueryKind | null> {
  const { query } = matchShopRoute(pathname, locale).route;
  if (query !== null) return query;
  try {
    return getQueryKindOf(await fetchRoute(pathname));
  } catch (error) {
    // No page reads nothing. Any other failure is told by the page itself, with the right status.
    return error instanceof ApiError && error.failure === 'status' && error.status === 404 ? 'plain' : null;
  }
}
