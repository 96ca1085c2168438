import { matchRoutes, type RouteObject } from 'react-router';
import type { Site } from '../../shared/contract/sites.ts';
import type { Locale } from '../../shared/rules/localised-segments.ts';
import type { FormAction } from '../forms/form-action.ts';
import type { CardProduct } from '../store/card-product.ts';
import type { PageData, PageKind } from '../store/page-state.ts';
import { articlePage } from './article/page.ts';
import { cartPage } from './cart/page.ts';
import { cartHandoverPage } from './cart-handover/page.ts';
import { cartImpersonationPage } from './cart-impersonation/page.ts';
import { categoryPage } from './category/page.ts';
import { checkoutBillingPage } from './checkout-billing/page.ts';
import { checkoutCompletePage } from './checkout-complete/page.ts';
import { checkoutDeliveryPage } from './checkout-delivery/page.ts';
import { checkoutPaymentPage } from './checkout-payment/page.ts';
import { comparePage } from './compare/page.ts';
import { contentPage } from './content/page.ts';
import { errorPage } from './error/page.ts';
import { formSentPage } from './form-sent/page.ts';
import { homePage } from './home/page.ts';
import { mediaPage } from './media/page.ts';
import { notFoundPage } from './not-found/page.ts';
import type { LinkedPage, Page, PageLink, ScreenMatch, ScreenPage } from './page-definition.ts';
import { productPage } from './product/page.ts';
import { reviewConfirmPage } from './review-confirm/page.ts';
import { searchPage } from './search/page.ts';
import { stockReminderPage } from './stock-reminder/page.ts';

/** Pages with a path of their own, first match first. */
const screens = [
  searchPage,
  comparePage,
  cartPage,
  cartHandoverPage,
  cartImpersonationPage,
  checkoutBillingPage,
  checkoutDeliveryPage,
  checkoutPaymentPage,
  checkoutCompletePage,
  mediaPage,
  reviewConfirmPage,
  stockReminderPage,
  formSentPage,
] as const;
/** Pages of the content tree, for every path that is no screen's; the first that shows a link is its page, and articles are all others. */
const linked = [homePage, contentPage, categoryPage, productPage, articlePage] as const;
const all = [...screens, ...linked, notFoundPage, errorPage] as const;

/** Any page that is reached by an address. */
export type AnyPage = (typeof screens)[number] | (typeof linked)[number];

// Each kind is paired with the page of its data; TypeScript cannot follow the pairing through a union.
const byKind = Object.fromEntries(all.map((page) => [page.kind, page])) as unknown as Readonly<
  Record<PageKind, Page<PageData>>
>;

/** The page that shows some data. */
export const getPage = ({ kind }: Pick<PageData, 'kind'>): Page<PageData> => byKind[kind];

/** The page of a link of the content tree. */
export const getPageOfLink = (link: PageLink, site: Pick<Site, 'rootContentPageId'>): LinkedPage<PageData> =>
  (linked.find((page) => page.shows(link, site)) ?? articlePage) as unknown as LinkedPage<PageData>;

/** The action of a form; undefined where there is no such form. */
export function findFormAction(name: string): (() => Promise<FormAction>) | undefined {
  for (const { actions } of all as readonly Page<PageData>[]) {
    if (actions && Object.hasOwn(actions, name)) return actions[name];
  }
  return undefined;
}

/** The products that a page shows as cards. */
export const listCards = (data: PageData): readonly CardProduct[] => getPage(data).listCards?.(data) ?? [];

const tables = new Map<Locale, RouteObject[]>();

/** What a path leads to by itself: a screen with the values of the `:name` parts of its path, or null for what the content tree is asked about. */
export function matchScreen(pathname: string, locale: Locale): ScreenMatch | null {
  let table = tables.get(locale);
  if (!table) {
    table = screens.map(({ kind, path }) => ({ id: kind, path: path(locale), caseSensitive: true }));
    tables.set(locale, table);
  }
  const match = matchRoutes(table, pathname)?.at(-1);
  const page = match && screens.find(({ kind }) => kind === match.route.id);
  return page ? { page: page as unknown as ScreenPage<PageData>, params: match.params } : null;
}
