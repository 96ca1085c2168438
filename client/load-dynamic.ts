import { ApiError } from '../shared/api/api-error.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import { parseMediaItemPath } from '../shared/rules/media-path.ts';
import type { LoadContext, LoadResult } from './load-context.ts';
import { loadArticle } from './pages/article/load-article.ts';
import { loadCategory } from './pages/category/load-category.ts';
import { loadContent } from './pages/content/load-content.ts';
import { loadHome } from './pages/home/load-home.ts';
import { loadProduct } from './pages/product/load-product.ts';

/** Asks the backend what the path leads to (specification §2), unless this tab knows it. */
export async function findRoute(context: LoadContext): Promise<RouteAnswer> {
  return context.findRoute(context.pathname) ?? (await fetchRouteOf(context));
}

/** Loads the page of a route by its kind. */
export function loadRoute(
  context: LoadContext,
  route: Exclude<RouteAnswer, { kind: 'redirect' }>,
): Promise<LoadResult> {
  switch (route.kind) {
    case 'contentPage':
      return route.contentPageId === context.scope.site.rootContentPageId
        ? loadHome(context, route)
        : loadContent(context, route);
    case 'productSearch':
      return loadCategory(context, route);
    case 'productDetail':
      return loadProduct(context, route);
    case 'faq':
    case 'adviceArticle':
    case 'blogArticle':
    case 'newsItem':
    case 'partner':
      return loadArticle(context, route);
  }
}

/** The route of the page's path; a news item with a wrong slug is sent to its own address by its id. */
async function fetchRouteOf(context: LoadContext): Promise<RouteAnswer> {
  const { api, pathname, critical, scope } = context;
  try {
    return await api.fetchRoute({ query: { url: pathname } }, critical);
  } catch (error) {
    const id = parseMediaItemPath(pathname)?.contentPageId;
    if (id === undefined || !(error instanceof ApiError) || error.status !== 404) throw error;
    const item = await api.fetchMediaItem({ params: { id } }, critical);
    const { siteId } = scope.site;
    const { languageId } = scope.language;
    return { kind: 'redirect', url: item.url, permanent: true, siteId, languageId, title: item.title };
  }
}
