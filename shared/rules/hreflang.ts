import { isCorporate } from './site-type.ts';

interface AlternatePage {
  readonly siteId: number;
  readonly languageId: number;
  readonly url: string;
}

interface HreflangSite {
  readonly siteId: number;
  readonly type: 0 | 1 | 2;
  readonly regionCode: string;
  readonly fallbackLanguageId: number;
  readonly languages: readonly { readonly languageId: number; readonly code: string }[];
}

/**
 * Returns the hreflang set of a page, including the page itself: language + '-' + region of the *site's*
 * country. x-default is the page on the main brand's international site, whose fallback language is English.
 * Corporate pages (type 2) are a separate set.
 *
 * @param alternates every site and language in which the page exists
 * @param siteType type of the site that shows the page
 * @returns empty if the page has no alternate but itself
 */
export function resolveHreflang(
  alternates: readonly AlternatePage[],
  shops: readonly HreflangSite[],
  siteType: 0 | 1 | 2,
): { readonly hreflang: string; readonly url: string }[] {
  const links: { hreflang: string; url: string }[] = [];
  let fallback: string | undefined;
  for (const { siteId, languageId, url } of alternates) {
    const shop = shops.find((candidate) => candidate.siteId === siteId);
    const language = shop?.languages.find((candidate) => candidate.languageId === languageId);
    if (!shop || !language || isCorporate(shop) !== isCorporate({ type: siteType })) continue;
    links.push({ hreflang: `${language.code}-${shop.regionCode}`, url });
    if (shop.type === 0 && shop.fallbackLanguageId === languageId && language.code === 'en') fallback = url;
  }
  if (links.length < 2) return [];
  return fallback === undefined ? links : [...links, { hreflang: 'x-default', url: fallback }];
}
