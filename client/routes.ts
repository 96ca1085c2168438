import { matchRoutes, type RouteObject } from 'react-router';
import { getSegment, type Locale } from '../shared/rules/localised-segments.ts';
import type { QueryKind } from '../shared/rules/page-query.ts';
import type { Load, LoadContext } from './load-context.ts';
import { loadSearch } from './pages/search/load-search.ts';

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

// Links of mails are opened as documents, on the server, and few look at the news or compare: their code is not in every
// first visit.
const loadCompare: Load = async (context) =>
  (await import('./pages/compare/load-compare.ts')).loadCompare(context);
const loadMedia: Load = async (context) => (await import('./pages/media/load-media.ts')).loadMedia(context);
const loadReviewConfirm: Load = async (context) =>
  (await import('./pages/review-confirm/load-review-confirm.ts')).loadReviewConfirm(context);
const loadStockReminder = async (context: LoadContext, step: 'confirm' | 'unsubscribe') =>
  (await import('./pages/stock-reminder/load-stock-reminder.ts')).createLoadStockReminder(step)(context);

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
    load: (context) => loadStockReminder(context, 'confirm'),
    query: 'mailedLink',
    cachePolicy: 'private',
    keepScrollPosition: false,
  },
  {
    name: 'stockReminderUnsubscribe',
    path: () => '/stock-reminder/unsubscribe/',
    load: (context) => loadStockReminder(context, 'unsubscribe'),
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
