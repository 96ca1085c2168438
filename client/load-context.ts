import type { Api, CallOptions } from '../shared/api/client.ts';
import type { RouteAnswer } from '../shared/contract/routing.ts';
import type { AnyPageData, ScreenMatch } from './pages/page-definition.ts';
import type { ScopeState } from './store/app-store.ts';
import type { PageData, PageHead } from './store/page-state.ts';
import type { Shop } from './store/shop.tsx';
import type { VisitorCart } from './store/visitor-cart.ts';

/** What a page's `load` may use; the same on the server and in the browser. */
export interface LoadContext {
  readonly api: Api;
  readonly scope: ScopeState;
  readonly shop: Shop;
  /** Path of the page, decoded once, with its trailing slash. */
  readonly pathname: string;
  /** Query as it came; read it through `shared/rules` only. */
  readonly query: URLSearchParams;
  /** The screen that has the path; null where the content tree is asked. */
  readonly screen: ScreenMatch | null;
  /** Values of the `:name` parts of a screen's path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The link that an earlier look-up of a path gave (`routing` of the store); errors are asked for again. */
  findRoute(pathname: string): RouteAnswer | undefined;
  /** Options of a call without which there is no page: its deadline and the visitor's patience. */
  readonly critical: CallOptions;
  /**
   * Data that a page can do without: starts at once, has the shorter deadline, never rejects.
   *
   * @returns the answer, or null where it failed or came too late (logged once)
   */
  optional<T>(call: (options: CallOptions) => Promise<T>): Promise<T | null>;
}

/** What the `load` of a private page may use besides. */
export interface PrivateLoadContext extends LoadContext {
  /** Calls in the visitor's own name; on the server with their cookies, and kept nowhere. */
  readonly visitor: Api;
  readonly cart: VisitorCart;
  /** There is a session, over or not: where there is none, nobody needs to ask the backend about it. */
  readonly mayBeSignedIn: boolean;
}

/** A page ready to render. */
export interface PageResult<Data extends AnyPageData = PageData> {
  /** 503 for a page that tells itself that what it shows cannot be had now. */
  readonly status: 200 | 404 | 503;
  readonly head: PageHead;
  readonly data: Data;
}

/** A page ready to render, or the address where it is now. */
export type LoadResult<Data extends AnyPageData = PageData> =
  | PageResult<Data>
  | { readonly redirect: { readonly status: 301 | 302 | 303; readonly url: string } };
