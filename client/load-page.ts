import { ApiError, getPageStatus } from '../shared/api/api-error.ts';
import type { ContentPage } from '../shared/contract/content.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import { addToQuery, goesAlong, pickPageQuery, type QueryKind } from '../shared/rules/page-query.ts';
import { findQueryKind, getQueryKindOf } from './find-query-kind.ts';
import type { LoadContext, LoadResult } from './load-context.ts';
import { findRoute, loadRoute } from './load-dynamic.ts';
import { loadNotFound } from './pages/not-found/load-not-found.ts';
import { matchShopRoute, type ShopRoute } from './routes.ts';
import type { RequestState, RoutingEntry } from './store/app-store.ts';
import { untroubledRequest } from './store/app-store.ts';
import type { PageState } from './store/page-state.ts';

/** What a URL came to: the page to show, and the parts of the state that say how it got there. */
export interface LoadedPage {
  readonly status: 200 | 404 | 500 | 503;
  readonly route: ShopRoute;
  readonly page: PageState;
  readonly request: RequestState;
  readonly routing: RoutingEntry | null;
  /** The reason of a 500 or 503, for the log; never for the visitor. */
  readonly failure: unknown;
}

/**
 * Loads the page of a URL. Never rejects but for an abort: a page that does not exist becomes the not-found
 * page, any other failure of critical data the error page.
 *
 * @param requestId shown on the error page, null in the browser
 * @throws ApiError 'aborted' when the visitor has left
 */
export async function loadPage(context: LoadContext, requestId: string | null): Promise<LoadedPage> {
  const { pathname, query, shop } = context;
  const { route, params } = matchShopRoute(pathname, context.scope.language.code);
  const done = { route, request: untroubledRequest, routing: null, failure: null };
  /** What the content tree says of the path; null where it was not asked, or gave no answer. */
  let found: RouteAnswer | null = null;
  const getVirtualPath = (kind: QueryKind | null) => {
    const search = pickPageQuery(query, kind).toString();
    return search ? `${pathname}?${search}` : pathname;
  };
  try {
    let result: LoadResult;
    if (route.load) result = await route.load({ ...context, params });
    else {
      found = await findRoute(context);
      result =
        found.kind === 'redirect' ? await followRedirect(context, found) : await loadRoute(context, found);
    }
    const virtualPath = getVirtualPath(route.query ?? (found && getQueryKindOf(found)));
    if ('redirect' in result) {
      return {
        ...done,
        status: 200,
        request: { ...untroubledRequest, redirect: result.redirect },
        page: createErrorPage(virtualPath, 500, requestId, ''),
      };
    }
    const { status, head, data } = result;
    return { ...done, status, routing: found && { route: found }, page: { virtualPath, head, data } };
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'aborted') throw error;
    const status = getPageStatus(error);
    const message = shop.t(status === 404 ? 'error.notFound' : 'error.tryLater');
    const request = { ...untroubledRequest, error: { status, message } };
    const routing = { error: { status } };
    // A path that leads nowhere reads nothing. Where it is not known what failed, the link to try again keeps all of it.
    const kind = route.query ?? (found ? getQueryKindOf(found) : status === 404 ? 'plain' : null);
    const virtualPath = getVirtualPath(kind);
    if (status === 404) {
      const notFound = await loadNotFound(context);
      return {
        ...done,
        status,
        request,
        routing,
        page: { virtualPath, head: notFound.head, data: notFound.data },
      };
    }
    // What could not be reached at all (503) is not asked for a text besides.
    const content = status === 500 ? await loadErrorContent(context) : null;
    return {
      ...done,
      status,
      request,
      routing,
      failure: error,
      page: createErrorPage(
        virtualPath,
        status,
        requestId,
        content?.title ?? shop.t('errorPage.title'),
        content,
      ),
    };
  }
}

/** The address where the page is now, with what goes along of the query. */
async function followRedirect(
  { api, critical, query, scope }: LoadContext,
  { url, permanent }: Extract<RouteAnswer, { kind: 'redirect' }>,
): Promise<LoadResult> {
  const [path = ''] = url.split(/[?#]/);
  // Of another host's pages nobody knows here what they read.
  const kind =
    query.size === 0 || !path.startsWith('/')
      ? null
      : await findQueryKind(path, scope.language.code, (pathname) =>
          api.fetchRoute({ query: { url: pathname } }, critical),
        );
  const target = addToQuery(url, query, (name) => goesAlong(name, kind));
  return { redirect: { status: permanent ? 301 : 302, url: target } };
}

/** The site's own text about a fault: as the backend tells it, or as it is kept where the backend fails; null where neither is to be had. */
export async function loadErrorContent({
  api,
  optional,
  scope,
}: Pick<LoadContext, 'api' | 'optional' | 'scope'>) {
  const contentPageId = scope.site.internalErrorContentPageId;
  return await optional((options) => api.fetchContentPage({ params: { contentPageId } }, options));
}

/** The error page: needs no data, so that it can always be shown. */
export function createErrorPage(
  virtualPath: string,
  status: number,
  requestId: string | null,
  title: string,
  content: ContentPage | null = null,
): PageState {
  return {
    virtualPath,
    head: { title, description: null, canonicalPath: null, alternates: [], isIndexable: false },
    data: { kind: 'error', status, requestId, content },
  };
}
