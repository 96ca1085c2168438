import type { ActionResult } from '../forms/action-result.ts';
import type { AppState, AppStore, RequestState, RoutingEntry } from './app-store.ts';
import type { PageState } from './page-state.ts';

/** Maximum number of paths whose route or error a browser tab caches. */
const MAX_CACHED_ROUTES = 50;

/**
 * Caches the route or error of a path; the query does not matter. The least recently looked up path is
 * dropped first.
 */
export function addRoutingEntry(
  { byPath }: AppState['routing'],
  virtualPath: string,
  entry: RoutingEntry,
): AppState['routing'] {
  const [pathname = ''] = virtualPath.split('?');
  const others = Object.entries(byPath).filter(([path]) => path !== pathname);
  return { byPath: Object.fromEntries([...others.slice(1 - MAX_CACHED_ROUTES), [pathname, entry]]) };
}

/** Shows a page with the state about how it was loaded. Omitted parts stay unchanged. */
export function showPage(
  store: AppStore,
  shown: { page: PageState; request?: RequestState | undefined; routing?: RoutingEntry | null | undefined },
): void {
  store.setState(({ request, routing }) => ({
    page: shown.page,
    request: shown.request ?? request,
    routing: shown.routing ? addRoutingEntry(routing, shown.page.virtualPath, shown.routing) : routing,
  }));
}

/** Stores the result of the current page's form. */
export function showActionResult(store: AppStore, form: ActionResult): void {
  store.setState(({ request }) => ({ request: { ...request, form } }));
}
