import { ApiError, getErrorPageStatus } from '../shared/api/api-error.ts';
import type { Api } from '../shared/api/client.ts';
import type { ContentPage } from '../shared/contract/content.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import { getCheckoutPath, getCheckoutRootPath } from '../shared/rules/checkout/checkout-paths.ts';
import { parseNewsItemPath } from '../shared/rules/media-path.ts';
import { type PageQueryKind, pickPageQuery } from '../shared/rules/page-query.ts';
import { isCorporate } from '../shared/rules/site-type.ts';
import { findPageQueryKind } from './find-page-query-kind.ts';
import { isPageRoute } from './is-page-route.ts';
import type { LoadContext, LoadResult } from './load-context.ts';
import { isPrivate } from './pages/is-private.ts';
import { loadNotFound } from './pages/not-found/load-not-found.ts';
import type { Page } from './pages/page-definition.ts';
import { getPageOfLink } from './pages/pages.ts';
import type { RequestState, RoutingEntry } from './store/app-store.ts';
import { initialRequestState } from './store/app-store.ts';
import type { PageData, PageState } from './store/page-state.ts';
import type { CartIdStore } from './store/visitor-cart-id.ts';

/** Result of loading a URL: the page to show, and the state about how it was loaded. */
export interface LoadedPage {
  readonly status: 200 | 404 | 500 | 503;
  readonly cachePolicy: Page<PageData>['cachePolicy'];
  readonly page: PageState;
  readonly request: RequestState;
  readonly routing: RoutingEntry | null;
  /** Cause of a 500 or 503, for the log only; never shown to the visitor. */
  readonly failure: unknown;
}

/** Context for loading any page. */
export interface PageLoadContext extends LoadContext {
  /** API client for private pages. The types hide it from public pages. */
  readonly visitor: Api;
  readonly cart: CartIdStore;
  readonly mayBeSignedIn: boolean;
  /**
   * Called with the page as soon as it is known and before its data is loaded, so that its code can be loaded
   * in parallel.
   */
  readonly onPageFound?: (page: Page<PageData>) => void;
}

/**
 * Loads the page of a URL. Rejects only if it is aborted. A page that does not exist becomes the not-found
 * page, any other failure of critical data the error page.
 *
 * @param requestId shown on the error page; null in the browser
 * @throws ApiError 'aborted' if the visitor has left
 */
export async function loadPage(
  { visitor, cart, mayBeSignedIn, onPageFound, ...context }: PageLoadContext,
  requestId: string | null,
): Promise<LoadedPage> {
  const { pathname, query, shop, screen } = context;
  const { site } = context.scope;
  const done = {
    cachePolicy: screen && isPrivate(screen.page, query) ? ('private' as const) : ('public' as const),
    request: initialRequestState,
    routing: null,
    failure: null,
  };
  /** Result of the content tree; null if it was not looked up or did not respond. */
  let found: RouteAnswer | null = null;
  const getQuery = () =>
    screen?.page.query ?? (found && isPageRoute(found) ? getPageOfLink(found, site).query : null);
  const getVirtualPath = (kind: PageQueryKind | null) => {
    const search = pickPageQuery(query, kind).toString();
    return search ? `${pathname}?${search}` : pathname;
  };
  try {
    let result: LoadResult;
    if (screen) {
      onPageFound?.(screen.page);
      result = await screen.page.load({ ...context, params: screen.params, visitor, cart, mayBeSignedIn });
    } else if (pathname === getCheckoutRootPath(context.scope.language.code) && !isCorporate(site)) {
      // The last step redirects to the first incomplete step, or to the cart.
      result = { redirect: { status: 303, url: getCheckoutPath(context.scope.language.code, 'payment') } };
    } else {
      found = context.findRoute(pathname) ?? (await fetchRoute(context));
      if (found.kind === 'redirect')
        result = await (await import('./create-page-redirect.ts')).createPageRedirect(
          context,
          found,
          findPageQueryKind,
        );
      else {
        // The static route that shows it was not requested: the page exists only at its own path.
        if (!isPageRoute(found)) throw new ApiError('status', { status: 404 });
        const page = getPageOfLink(found, site);
        onPageFound?.(page);
        result = await page.load(context, found);
      }
    }
    const virtualPath = getVirtualPath(getQuery());
    if ('redirect' in result) {
      return {
        ...done,
        status: 200,
        request: { ...initialRequestState, redirect: result.redirect },
        page: createErrorPage(virtualPath, 500, requestId, ''),
      };
    }
    const { status, head, data } = result;
    const own = found && isPageRoute(found) && getPageOfLink(found, site);
    const cachePolicy = own && isPrivate(own, query) ? 'private' : done.cachePolicy;
    return {
      ...done,
      cachePolicy,
      status,
      routing: found && { route: found },
      page: { virtualPath, head, data },
    };
  } catch (error) {
    if (error instanceof ApiError && error.failure === 'aborted') throw error;
    const status = getErrorPageStatus(error);
    const message = shop.t(status === 404 ? 'error.notFound' : 'error.tryLater');
    const request = { ...initialRequestState, error: { status, message } };
    const routing = { error: { status } };
    // A missing page reads no parameters. If the cause is unknown, the link to retry keeps all of them.
    const kind = getQuery() ?? (found === null && status === 404 ? 'plain' : null);
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
    // If the backend is unreachable (503), the error text is not requested either.
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

/**
 * Looks up the path in the backend. A news item with a wrong slug redirects to its canonical URL by its id.
 */
async function fetchRoute({ api, pathname, critical, scope }: LoadContext): Promise<RouteAnswer> {
  try {
    return await api.fetchRoute({ query: { url: pathname } }, critical);
  } catch (error) {
    const id = parseNewsItemPath(pathname)?.contentPageId;
    if (id === undefined || !(error instanceof ApiError) || error.status !== 404) throw error;
    const item = await api.fetchMediaItem({ params: { id } }, critical);
    const { siteId } = scope.site;
    const { languageId } = scope.language;
    return { kind: 'redirect', url: item.url, permanent: true, siteId, languageId, title: item.title };
  }
}

/**
 * Returns the site's own error text from the backend, or the cached one if the backend fails; null if neither
 * is available.
 */
export async function loadErrorContent({
  api,
  optional,
  scope,
}: Pick<LoadContext, 'api' | 'optional' | 'scope'>) {
  const contentPageId = scope.site.internalErrorContentPageId;
  return await optional((options) => api.fetchContentPage({ params: { contentPageId } }, options));
}

/** Creates the error page. It needs no data, so it can always be shown. */
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
