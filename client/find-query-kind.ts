import { ApiError } from '../shared/api/api-error.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { Language, Site } from '../shared/contract/sites.ts';
import type { QueryKind } from '../shared/rules/page-query.ts';
import { isPageLink } from './page-link.ts';
import { getPageOfLink, matchScreen } from './pages/pages.ts';

/**
 * Finds what the page of a path reads of a query.
 *
 * @param pathname path of this host with its percent-encoding
 * @param fetchRoute asks the content tree about the path; it is not asked about the program's own screens
 * @returns null where nobody can tell
 */
export async function findQueryKind(
  pathname: string,
  { site, language }: { site: Pick<Site, 'rootContentPageId'>; language: Pick<Language, 'code'> },
  fetchRoute: (pathname: string) => Promise<RouteAnswer>,
): Promise<QueryKind | null> {
  const screen = matchScreen(pathname, language.code);
  if (screen) return screen.page.query;
  try {
    const route = await fetchRoute(pathname);
    return isPageLink(route) ? getPageOfLink(route, site).query : null;
  } catch (error) {
    // No page reads nothing. Any other failure is told by the page itself, with the right status.
    return error instanceof ApiError && error.failure === 'status' && error.status === 404 ? 'plain' : null;
  }
}
