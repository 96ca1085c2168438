import { isCorporate } from '../../shared/rules/site-type.ts';
import { addToQuery, isCampaignParameter } from '../../shared/rules/way-query.ts';
import type { AppState, ShopChoice } from '../store/app-store.ts';
import type { PageState } from '../store/page-state.ts';

/** Where an automatic move leads carries behind this, encoded, the page that the visitor came from. A fragment, so that no server sees it. */
export const MOVED_FRAGMENT = '#moved-from=';
/** Fragment of the way back after an automatic move: the visitor wants the shop that it leads to. */
export const RETURNED_FRAGMENT = '#moved-back';

/** In the tab's own storage: the country notice was put away. */
export const NOTICE_DISMISSED_KEY = 'countryNoticeDismissed';

const cookieName = 'localization';
const cookieMaxAgeSeconds = 365 * 24 * 60 * 60;

/**
 * Where the current page is in another shop or language.
 *
 * @returns absolute URL of the same page with the query that belongs to it, or null where that shop has not this page
 */
export function getCounterpartUrl(
  page: PageState,
  scope: Pick<AppState['scope'], 'site'>,
  siteId: number,
  language: ShopChoice['languages'][number],
): string | null {
  const counterpart = page.head.alternates.find(
    (alternate) => alternate.siteId === siteId && alternate.languageId === language.languageId,
  );
  if (!counterpart) return null;
  // Products are compared that perhaps none of the other shops sells, and there is no page of such alone.
  if (page.data.kind === 'compare' && siteId !== scope.site.siteId) return counterpart.url;
  // The state's own address holds only what pages know of a query.
  const query = page.virtualPath.split(/(?=\?)/)[1] ?? '';
  return counterpart.url + query;
}

/** Another address with what belongs to a campaign in the current one: the server's HTML never repeats it. */
export function addCampaign(url: string, search: string): string {
  return addToQuery(url, new URLSearchParams(search), isCampaignParameter);
}

/** True where the visitor has said which shop they want. */
export function hasLocalizationCookie(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${cookieName}=`));
}

/** Remembers for 365 days on this host that the visitor has chosen; the value is the ISO date of the choice. */
export function writeLocalizationCookie(now: Date): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${cookieName}=${now.toISOString().slice(0, 10)}; path=/; max-age=${cookieMaxAgeSeconds}; SameSite=Lax`;
}

/**
 * Shops to choose from: the corporate site sells nothing, so it is in the list only while it is shown.
 */
export function getShopChoices({ shops, site }: AppState['scope']): readonly ShopChoice[] {
  return shops.filter((shop) => !isCorporate(shop) || shop.siteId === site.siteId);
}

/** What a shop is called in a list: its country, in that country's own words; the corporate site has none. */
export function getShopName(shop: ShopChoice): string {
  return isCorporate(shop) ? shop.brand : shop.countryName;
}

/** Country of the shop that is shown, in its own words; null on the corporate site. */
export function getCountryName({ shops, site }: AppState['scope']): string | null {
  return shops.find((shop) => shop.siteId === site.siteId && !isCorporate(shop))?.countryName ?? null;
}

/**
 * True for a visitor who comes from another of our shops: they have chosen this one there, and that shop's cookie
 * cannot be read on this host.
 *
 * @param referrer address of the page before, '' where the browser tells none
 */
export function isFromAnotherShop(
  referrer: string,
  shopOrigins: readonly string[],
  ownOrigin: string,
): boolean {
  if (!URL.canParse(referrer)) return false;
  const { origin } = new URL(referrer);
  return origin !== ownOrigin && shopOrigins.includes(origin);
}
