import type { ActionResult } from '../forms/action-result.ts';
import type { AppState, AppStore, RequestState, RoutingEntry } from './app-store.ts';
import type { PageState } from './page-state.ts';

/** Paths whose link or error one browser tab remembers. */
const KEPT_ROUTES = 50;

/** Remembers what the path of a page (its query does not matter) came to; the path that was looked up longest ago is forgotten first. */
export function addRoutingEntry(
  { byPath }: AppState['routing'],
  virtualPath: string,
  entry: RoutingEntry,
): AppState['routing'] {
  const [pathname = ''] = virtualPath.split('?');
  const others = Object.entries(byPath).filter(([path]) => path !== pathname);
  return { byPath: Object.fromEntries([...others.slice(1 - KEPT_ROUTES), [pathname, entry]]) };
}

/** Puts a page on the screen, with what is known of how it came there; what is left out stays as it is. */
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

/** Tells the page on the screen what became of its form. */
export function showActionResult(store: AppStore, form: ActionResult): void {
  store.setState(({ request }) => ({ request: { ...request, form } }));
}
