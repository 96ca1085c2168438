import { matchRoutes, type RouteObject } from 'react-router';
import { getSegment, type Locale } from '../shared/rules/localised-segments.ts';
import type { QueryKind } from '../shared/rules/page-query.ts';
import type { Load } from './load-context.ts';
import { loadCompare } from './pages/compare/load-compare.ts';
import { loadMedia } from './pages/media/load-media.ts';
import { loadReviewConfirm } from './pages/review-confirm/load-review-confirm.ts';
import { loadSearch } from './pages/search/load-search.ts';
import { createLoadStockReminder } from './pages/stock-reminder/load-stock-reminder.ts';

/** One line of the route table. */
export interface ShopRoute {
  readonly name: string;
  /** Path pattern of react-router in one language. */
  readonly path: (locale: Locale) => string;
  /** Null for the catch-all: what is loaded depends on what the content tree says of the path. */
  readonly load: Load | null;
  /** What the page reads of a query; null where the content tree says it. */
  readonly query: QueryKind | null;
  /** 'public' pages are the same for everyone and may be cached; 'private' ones are `private, no-store`. */
  readonly cachePolicy: 'public' | 'private';
  /** Moving between two routes flagged so keeps the scroll position (specification §2). */
  readonly keepScrollPosition: boolean;
}

/** Lives in the content tree: every path that is no screen. */
const catchAll: ShopRoute = {
  name: 'dynamic',
  path: () => '*',
  load: null,
  query: null,
  cachePolicy: 'public',
  keepScrollPosition: false,
};

/** Every URL of the shop, first match first. What is not listed lives in the content tree and is found by the catch-all. */
export const shopRoutes: readonly ShopRoute[] = [
  {
    name: 'search',
    path: (locale) => `/${getSegment('search', locale)}/`,
    load: loadSearch,
    query: 'search',
    // What somebody looks for is his own affair, and terms without end would push the shop's pages out of every cache.
    cachePolicy: 'private',
    keepScrollPosition: false,
  },
  {
    name: 'compare',
    path: (locale) => `/${getSegment('compare', locale)}/`,
    load: loadCompare,
    query: 'compare',
    cachePolicy: 'private',
    keepScrollPosition: true,
  },
  {
    name: 'media',
    path: () => '/media/',
    load: loadMedia,
    query: 'plain',
    cachePolicy: 'public',
    keepScrollPosition: false,
  },
  {
    name: 'reviewConfirm',
    path: () => '/review/confirm/',
    load: loadReviewConfirm,
    query: 'mailedLink',
    cachePolicy: 'private',
    keepScrollPosition: false,
  },
  {
    name: 'stockReminderConfirm',
    path: () => '/stock-reminder/confirm/',
    load: createLoadStockReminder('confirm'),
    query: 'mailedLink',
    cachePolicy: 'private',
    keepScrollPosition: false,
  },
  {
    name: 'stockReminderUnsubscribe',
    path: () => '/stock-reminder/unsubscribe/',
    load: createLoadStockReminder('unsubscribe'),
    query: 'mailedLink',
    cachePolicy: 'private',
    keepScrollPosition: false,
  },
  catchAll,
];

const tables = new Map<string, RouteObject[]>();

/** The route of a path in a language, with the values of its `:name` parts. */
export function matchShopRoute(
  pathname: string,
  locale: Locale,
): { route: ShopRoute; params: Readonly<Record<string, string | undefined>> } {
  let table = tables.get(locale);
  if (!table) {
    table = shopRoutes.map(({ name, path }) => ({ id: name, path: path(locale), caseSensitive: true }));
    tables.set(locale, table);
  }
  const match = matchRoutes(table, pathname)?.at(-1);
  // The pattern of the catch-all is a '.', which stops at the line ends of Unicode.
  const route = shopRoutes.find(({ name }) => name === match?.route.id) ?? catchAll;
  return { route, params: match?.params ?? {} };
}
