import { ApiError } from '../shared/api/api-error.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { Language, Site } from '../shared/contract/sites.ts';
import type { PageQueryKind } from '../shared/rules/page-query.ts';
import { isPageRoute } from './is-page-route.ts';
import { getPageOfLink, matchStaticRoute } from './pages/pages.ts';

/**
 * Finds which query parameters the page of a path reads.
 *
 * @param pathname path on this host, percent-encoded
 * @param fetchRoute looks up the path in the content tree; it is not called for static routes
 * @returns null if it cannot be determined
 */
export async function findPageQueryKind(
  pathname: string,
  { site, language }: { site: Pick<Site, 'rootContentPageId'>; language: Pick<Language, 'code'> },
  fetchRoute: (pathname: string) => Promise<RouteAnswer>,
): Promise<PageQueryKind | null> {
  const screen = matchStaticRoute(pathname, language.code);
  if (screen) return screen.page.query;
  try {
    const route = await fetchRoute(pathname);
    return isPageRoute(route) ? getPageOfLink(route, site).query : null;
  } catch (error) {
    // A missing page reads no parameters. The page itself reports any other failure with the right status.
    return error instanceof ApiError && error.failure === 'status' && error.status === 404 ? 'plain' : null;
  }
}
