import { matchRoutes, type RouteObject } from 'react-router';
import type { Site } from '../../shared/contract/sites.ts';
import type { Locale } from '../../shared/rules/localised-segments.ts';
import type { FormAction } from '../forms/form-action.ts';
import type { ListedProduct } from '../store/listed-product.ts';
import type { PageData, PageKind } from '../store/page-state.ts';
import { adviceVideoPage } from './advice-video/page.ts';
import { articlePage } from './article/page.ts';
import { cartPage } from './cart/page.ts';
import { categoryPage } from './category/page.ts';
import { comparePage } from './compare/page.ts';
import { contentPage } from './content/page.ts';
import { contentListPage } from './content-list/page.ts';
import type { deferredStaticRoutes } from './deferred-static-routes.ts';
import { errorPage } from './error/page.ts';
import { faqPage } from './faq/page.ts';
import { homePage } from './home/page.ts';
import { notFoundPage } from './not-found/page.ts';
import type { ContentRoute, Page, PageLink, StaticRoute, StaticRouteMatch } from './page-definition.ts';
import { productPage } from './product/page.ts';
import { searchPage } from './search/page.ts';

/** Static routes in the first bundle of the browser. */
const firstBundleRoutes = [searchPage, comparePage, cartPage] as const;
/**
 * Content routes, for paths without a static route. The first page that shows a link is used; articles are
 * the fallback.
 */
const contentRoutes = [
  homePage,
  contentPage,
  categoryPage,
  productPage,
  faqPage,
  contentListPage,
  adviceVideoPage,
  articlePage,
] as const;

/** A static route. */
type AnyStaticRoute = (typeof firstBundleRoutes)[number] | (typeof deferredStaticRoutes)[number];

/** A page that has a URL. */
export type AnyPage = AnyStaticRoute | (typeof contentRoutes)[number];

/** All registered pages, by kind. */
const pagesByKind = new Map<PageKind, AnyPage | typeof notFoundPage | typeof errorPage>(
  [...firstBundleRoutes, ...contentRoutes, notFoundPage, errorPage].map((page) => [page.kind, page]),
);
const staticRoutes: AnyStaticRoute[] = [...firstBundleRoutes];
const routeTablesByLocale = new Map<Locale, RouteObject[]>();

/** Registers deferred static routes. Has no effect for registered ones. */
export function registerStaticRoutes(routes: readonly AnyStaticRoute[]): void {
  for (const screen of routes) {
    if (pagesByKind.has(screen.kind)) continue;
    pagesByKind.set(screen.kind, screen);
    staticRoutes.push(screen);
  }
  routeTablesByLocale.clear();
}

/** Whether the page of the data is registered. */
export const isKnownPage = ({ kind }: Pick<PageData, 'kind'>): boolean => pagesByKind.has(kind);

/**
 * Returns the page that shows the data.
 *
 * @throws Error if the page is not registered, which is a programming error: static routes are registered
 *   before paths are matched
 */
export function getPage({ kind }: Pick<PageData, 'kind'>): Page<PageData> {
  const page = pagesByKind.get(kind);
  if (!page) throw new Error(`The page '${kind}' is not registered`);
  // Each kind is paired with the page of its data. TypeScript cannot follow the pairing through a union.
  return page as unknown as Page<PageData>;
}

/** Returns the page of a link of the content tree. */
export const getPageOfLink = (
  link: PageLink,
  site: Pick<Site, 'rootContentPageId'>,
): ContentRoute<PageData> =>
  (contentRoutes.find((page) => page.shows(link, site)) ?? articlePage) as unknown as ContentRoute<PageData>;

/** Returns the action of a form; undefined if there is no such form. */
export function findFormAction(name: string): (() => Promise<FormAction>) | undefined {
  for (const { actions } of pagesByKind.values() as Iterable<Page<PageData>>) {
    if (actions && Object.hasOwn(actions, name)) return actions[name];
  }
  return undefined;
}

/** Returns the products that a page shows as cards. */
export const listProductCards = (data: PageData): readonly ListedProduct[] =>
  getPage(data).listProductCards?.(data) ?? [];

/**
 * Matches a path against the static routes. Returns the route with the values of its `:name` parameters, or
 * null if the path must be looked up in the content tree.
 *
 * @param pathname percent-encoded path. It is decoded here; decoding it twice would give another path.
 */
export function matchStaticRoute(pathname: string, locale: Locale): StaticRouteMatch | null {
  let table = routeTablesByLocale.get(locale);
  if (!table) {
    table = staticRoutes.map(({ kind, path }) => ({ id: kind, path: path(locale), caseSensitive: true }));
    routeTablesByLocale.set(locale, table);
  }
  const match = matchRoutes(table, pathname)?.at(-1);
  const page = match && staticRoutes.find(({ kind }) => kind === match.route.id);
  return page ? { page: page as unknown as StaticRoute<PageData>, params: match.params } : null;
}
