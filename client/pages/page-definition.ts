import type { LoadableComponent } from '@loadable/component';
import type { ReactNode } from 'react';
import type { RouteAnswer } from '../../shared/contract/routing.ts';
import type { Site } from '../../shared/contract/sites.ts';
import type { Locale } from '../../shared/rules/localised-segments.ts';
import type { PageQueryKind } from '../../shared/rules/page-query.ts';
import type { FormAction } from '../forms/form-action.ts';
import type { LoadContext, LoadResult, PrivateLoadContext } from '../load-context.ts';
import type { ChangedData } from '../store/changed-data.ts';
import type { ListedProduct } from '../store/listed-product.ts';
import type { PageData } from '../store/page-state.ts';

/**
 * Data of a page: the result of its `load`, the state serialized for hydration, and the prop of its
 * component. Plain JSON.
 */
export interface AnyPageData {
  readonly kind: string;
}

/**
 * A link of the content tree that leads to a page. Results of roughage tests are static routes, whose paths
 * are not looked up.
 */
export type PageLink = Exclude<RouteAnswer, { kind: 'redirect' | 'rqsResult' | 'qsResult' }>;

/** Definition of a page, whether it is a static route or a content route. */
export interface Page<Data extends AnyPageData> {
  readonly kind: Data['kind'];
  /** 'public' pages are the same for everyone and may be cached; 'private' ones are `private, no-store`. */
  readonly cachePolicy: 'public' | 'private';
  /**
   * Whether a private page is public and cacheable without query parameters, such as a form whose query
   * contains a visitor's answers.
   */
  readonly isPublicWithoutQuery?: true;
  /**
   * Query parameters that the page reads. Other parameters are ignored: they are in no cache key and no link,
   * and are not an error.
   */
  readonly query: PageQueryKind;
  /**
   * Navigation between two pages with this flag keeps the scroll position, because they are views of one
   * list.
   */
  readonly keepsScrollPosition?: true;
  /** Data that this page shows and that forms on this or another page can change. */
  readonly changedBy?: readonly ChangedData[];
  /** Maximum size of a form with its files, in bytes. Defaults to the limit of every request body. */
  readonly uploadLimitBytes?: number;
  /** Whether its URL or its form contains a secret. Then it sends no referrer to pages or pictures. */
  readonly isConfidential?: true;
  /** For signed-in customers only. A form sent without script must contain the session token. */
  readonly isSignInRequired?: true;
  /** Allows geolocation in the permissions policy. Browsers still ask the visitor. */
  readonly canRequestPosition?: true;
  /** Offers a third-party map on sites that have a key for one. */
  readonly canShowThirdPartyMap?: true;
  /** Its forms redirect to payment providers on any host, which the content security policy must allow. */
  readonly redirectsToPayment?: true;
  /** Layout of the page. Defaults to `client/shell/Layout.tsx`. */
  readonly layout?: LoadableComponent<{ children: ReactNode }>;
  /** Shows the result of a form that was sent without script; private pages only. */
  readonly showsFormNotices?: true;
  /** Its styles are in the deferred style sheet: its folder is listed in build/deferred-styles.mjs. */
  readonly hasDeferredStyles?: true;
  /** Plays a clip of the shop. */
  readonly hasVideo?: true;
  /**
   * Needs the content security policy of its own document, so it is never opened by client-side navigation.
   */
  readonly needsOwnDocument?: true;
  /** Component in a chunk of its own, so that visitors load only the code of pages that they open. */
  readonly component: LoadableComponent<{ data: Data }>;
  /**
   * Form actions by the name in the hidden field `form`. Their code is loaded when the first form is sent.
   */
  readonly actions?: Readonly<Record<string, () => Promise<FormAction>>>;
  /** Returns the products that it shows as cards, for impression tracking. */
  listProductCards?(data: Data): readonly ListedProduct[];
  /**
   * Returns the identity of the page. Two states with the same identity are the same page, so typed values
   * remain. Defaults to the path.
   */
  getIdentity?(data: Data): string | number;
}

/**
 * Starts all calls of a page in parallel. Critical data determines status and title.
 *
 * @throws ApiError if critical data cannot be loaded: 404 becomes the not-found page, any other error the
 *   error page
 */
type LoadPage<Context, Data extends AnyPageData> = (context: Context) => Promise<LoadResult<Data>>;

/** A static route. Only a private one may make calls for its visitor. */
export type StaticRoute<Data extends AnyPageData> = Page<Data> & {
  /** Returns the react-router pattern of a language. */
  path(locale: Locale): string;
} & (
    | { readonly cachePolicy: 'public'; readonly load: LoadPage<LoadContext, Data> }
    | { readonly cachePolicy: 'private'; readonly load: LoadPage<PrivateLoadContext, Data> }
  );

/**
 * A content route: a page that links of the content tree lead to. It is the same for everyone, at least
 * without query parameters.
 */
export type ContentRoute<Data extends AnyPageData, Link extends PageLink = PageLink> = Page<Data> & {
  /** Whether this page shows the link. The first matching page is used. */
  shows(link: PageLink, site: Pick<Site, 'rootContentPageId'>): link is Link;
  /** Loads the page like `load` of a static route. */
  load(context: LoadContext, link: Link): Promise<LoadResult<Data>>;
} & (
    | { readonly cachePolicy: 'public' }
    | { readonly cachePolicy: 'private'; readonly isPublicWithoutQuery: true }
  );

/** A matched static route with the values of its `:name` parameters. */
export interface StaticRouteMatch {
  readonly page: StaticRoute<PageData>;
  readonly params: Readonly<Record<string, string | undefined>>;
}
