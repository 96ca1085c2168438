import { ApiError, getPageStatus } from '../shared/api/api-error.ts';
import { pickKnownQuery } from '../shared/rules/list-query.ts';
import type { LoadContext } from './load-context.ts';
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
  const search = pickKnownQuery(query).toString();
  const virtualPath = search ? `${pathname}?${search}` : pathname;
  const done = { route, request: untroubledRequest, routing: null, failure: null };
  try {
    const result = await route.load({ ...context, params });
    if ('redirect' in result) {
      return {
        ...done,
        status: 200,
        request: { ...untroubledRequest, redirect: result.redirect },
        page: createErrorPage(virtualPath, 500, requestId, ''),
      };
    }
    const { status, head, data, route: found } = result;
    return { ...done, status, routing: found ? { route: found } : null, page: { virtualPath, head, data } };
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'aborted') throw error;
    const status = getPageStatus(error);
    const message = shop.t(status === 404 ? 'error.notFound' : 'error.tryLater');
    const request = { ...untroubledRequest, error: { status, message } };
    const routing = { error: { status } };
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
    return {
      ...done,
      status,
      request,
      routing,
      failure: error,
      page: createErrorPage(virtualPath, status, requestId, shop.t('errorPage.title')),
    };
  }
}

/** The error page: needs no data, so that it can always be shown. */
export function createErrorPage(
  virtualPath: string,
  status: number,
  requestId: string | null,
  title: string,
): PageState {
  return {
    virtualPath,
    head: { title, description: null, canonicalPath: null, alternates: [], isIndexable: false },
    data: { kind: 'error', status, requestId },
  };
}
