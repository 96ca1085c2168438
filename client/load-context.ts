import type { Api, CallOptions } from '../shared/api/client.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { AnyPageData, StaticRouteMatch } from './pages/page-definition.ts';
import type { ScopeState } from './store/app-store.ts';
import type { PageData, PageHead } from './store/page-state.ts';
import type { Shop } from './store/shop.tsx';
import type { CartIdStore } from './store/visitor-cart-id.ts';

/** Context of a page's `load`; the same on the server and in the browser. */
export interface LoadContext {
  readonly api: Api;
  readonly scope: ScopeState;
  readonly shop: Shop;
  /** Path of the page, decoded once, with its trailing slash. */
  readonly pathname: string;
  /** Query as received. Read it through `shared/rules` only. */
  readonly query: URLSearchParams;
  /** Static route of the path; null if the content tree is looked up. */
  readonly screen: StaticRouteMatch | null;
  /** Values of the `:name` parameters of a static route. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /**
   * Returns the result of an earlier look-up of a path (`routing` of the store). Failed look-ups are
   * repeated.
   */
  findRoute(pathname: string): RouteAnswer | undefined;
  /** Options of a call that the page cannot do without: its deadline and abort signal. */
  readonly critical: CallOptions;
  /**
   * Loads data that the page can do without. The call starts at once, has the shorter deadline and never
   * rejects.
   *
   * @returns the response, or null if it failed or came too late (logged once)
   */
  optional<T>(call: (options: CallOptions) => Promise<T>): Promise<T | null>;
}

/** Additional context for the `load` of a private page. */
export interface PrivateLoadContext extends LoadContext {
  /**
   * API client that acts for the visitor. On the server it sends the visitor's cookies and nothing is cached.
   */
  readonly visitor: Api;
  readonly cart: CartIdStore;
  /** Whether there is a session, valid or expired. Without one, the backend need not be called. */
  readonly mayBeSignedIn: boolean;
}

/** A page ready to render. */
export interface PageResult<Data extends AnyPageData = PageData> {
  /** 503 for a page that itself shows that its data is unavailable. */
  readonly status: 200 | 404 | 503;
  readonly head: PageHead;
  readonly data: Data;
}

/** A page ready to render, or the URL to redirect to. */
export type LoadResult<Data extends AnyPageData = PageData> =
  | PageResult<Data>
  | { readonly redirect: { readonly status: 301 | 302 | 303; readonly url: string } };
