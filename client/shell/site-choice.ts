import { DAY_SECONDS } from '../../shared/rules/durations.ts';
import { addRetainedParameters, isCampaignParameter } from '../../shared/rules/redirect-query.ts';
import { isCorporate } from '../../shared/rules/site-type.ts';
import type { AppState, ShopChoice } from '../store/app-store.ts';
import type { PageState } from '../store/page-state.ts';

/**
 * Prefix of the fragment after an automatic redirect, followed by the encoded URL of the previous page.
 * Fragments are not sent to servers.
 */
export const REDIRECT_SOURCE_FRAGMENT = '#moved-from=';
/** Fragment of the link back after an automatic redirect, which counts as a choice of that site. */
export const REDIRECT_DECLINED_FRAGMENT = '#moved-back';

/** Key in the session storage: the country notice was dismissed. */
export const COUNTRY_NOTICE_DISMISSED_KEY = 'countryNoticeDismissed';

const localizationCookieName = 'localization';
const localizationCookieMaxAgeSeconds = 365 * DAY_SECONDS;

/**
 * Returns the URL of the current page on another site or in another language.
 *
 * @returns absolute URL with the query parameters of that page, or null if the page does not exist there
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
  // Another site may sell none of the compared products, and a comparison page without products is useless.
  if (page.data.kind === 'compare' && siteId !== scope.site.siteId) return counterpart.url;
  // The URL in the state contains only known query parameters.
  const query = page.virtualPath.split(/(?=\?)/)[1] ?? '';
  return counterpart.url + query;
}

/** Adds the campaign parameters of the current URL to another URL. The server's HTML never repeats them. */
export function copyCampaignParameters(url: string, search: string): string {
  return addRetainedParameters(url, new URLSearchParams(search), isCampaignParameter);
}

/** Whether the visitor has chosen a site. */
export function hasLocalizationCookie(): boolean {
  return document.cookie.split('; ').some((cookie) => cookie.startsWith(`${localizationCookieName}=`));
}

/** Stores for 365 days on this host that the visitor has chosen. The value is the ISO date of the choice. */
export function writeLocalizationCookie(now: Date): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${localizationCookieName}=${now.toISOString().slice(0, 10)}; path=/; max-age=${localizationCookieMaxAgeSeconds}; SameSite=Lax`;
}

/** Returns the sites to choose from. The corporate site has no sales, so it is listed only on itself. */
export function getShopChoices({ shops, site }: AppState['scope']): readonly ShopChoice[] {
  return shops.filter((shop) => !isCorporate(shop) || shop.siteId === site.siteId);
}

/**
 * Returns the name of a site in a list: its country in the local language. The corporate site has no country.
 */
export function getShopName(shop: ShopChoice): string {
  return isCorporate(shop) ? shop.brand : shop.countryName;
}

/** Returns the country of the current site in its own language; null on the corporate site. */
export function getCountryName({ shops, site }: AppState['scope']): string | null {
  return shops.find((shop) => shop.siteId === site.siteId && !isCorporate(shop))?.countryName ?? null;
}

/**
 * Whether the visitor comes from another site of the shop. They have chosen this site there, but this host
 * cannot read the cookie of that site.
 *
 * @param referrer URL of the previous page, '' if the browser sends none
 */
export function isFromAnotherShop(
  referrer: string,
  shopOrigins: readonly string[],
  currentOrigin: string,
): boolean {
  if (!URL.canParse(referrer)) return false;
  const { origin } = new URL(referrer);
  return origin !== currentOrigin && shopOrigins.includes(origin);
}
