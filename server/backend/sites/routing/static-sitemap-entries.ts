import type { SitemapEntry } from '../../../../shared/contract/routing.ts';
import { getLocalisedSegment, type StaticRouteName } from '../../../../shared/rules/localised-segments.ts';
import { MEDIA_PATH } from '../../../../shared/rules/path-constants.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import { isCorporate } from '../../../../shared/rules/site-type.ts';
import { listDealerCountryIds } from '../../content/locations/queries.ts';
import type { Database } from '../../core/database/database.ts';
import { findFeedModel } from '../../nutrition/feed-advice/queries.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { SiteRecord } from '../site-record.ts';
import { createPageUrls } from './page-urls.ts';
import { countPages, listNewsLocations, type PageLocation } from './queries.ts';

export interface StaticSitemapEntriesDeps {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
}

/** Returns the path of a static route in a language; undefined if the language does not exist. */
export async function findStaticRoutePath(
  sites: SiteDirectory,
  screen: StaticRouteName,
  languageId: number,
): Promise<string | undefined> {
  const language = await sites.findLanguage(languageId);
  return language && `/${getLocalisedSegment(screen, language.code)}/`;
}

/** Creates the sitemap entries of static routes, which have no row in the routing table. */
export function createStaticSitemapEntries(
  deps: StaticSitemapEntriesDeps,
): (context: ScopedContext) => Promise<SitemapEntry[]> {
  const { database, sites } = deps;
  const { createAlternates } = createPageUrls(deps);

  /** Returns the entry of the news list, which exists if there is news. */
  async function createNewsListEntry({ site, language, now }: ScopedContext): Promise<SitemapEntry | null> {
    const { siteId } = site.site;
    const counts = await countPages(database, { siteId, languageId: language.languageId, now });
    const news = counts.find(({ kind }) => kind === 'newsItem');
    if (!news) return null;
    const locations = await listNewsLocations(database, now);
    return {
      path: MEDIA_PATH,
      lastModified: news.modifiedAt.toISOString(),
      alternates: await createAlternates(
        site,
        locations.map((location) => ({ ...location, path: MEDIA_PATH })),
      ),
      pictureHash: null,
      scene: null,
    };
  }

  /**
   * Returns the entry of the feed calculator, which exists on every site with products if there is a feed
   * model.
   */
  async function createCalculatorEntry({ site, language, now }: ScopedContext): Promise<SitemapEntry | null> {
    const { siteId } = site.site;
    const { languageId } = language;
    if (isCorporate(site.site) || !(await findFeedModel(database))) return null;
    const path = await findStaticRoutePath(sites, 'feedAdvice', languageId);
    const counts = await countPages(database, { siteId, languageId, now });
    // Its example is a product of the site, so the page changes when products do.
    const products = counts.find(({ kind }) => kind === 'productDetail');
    if (path === undefined || !products) return null;
    return {
      path,
      lastModified: products.modifiedAt.toISOString(),
      alternates: await createAlternates(site, await listStaticRouteLocations('feedAdvice', () => true)),
      pictureHash: null,
      scene: null,
    };
  }

  /** Lists the locations of a static route on the sites that have it. */
  async function listStaticRouteLocations(
    screen: StaticRouteName,
    has: (site: SiteRecord) => boolean,
  ): Promise<PageLocation[]> {
    const locations: PageLocation[] = [];
    for (const other of (await sites.listSites()).filter(has)) {
      for (const { languageId } of other.languages) {
        const path = await findStaticRoutePath(sites, screen, languageId);
        if (path !== undefined) locations.push({ siteId: other.site.siteId, languageId, path });
      }
    }
    return locations;
  }

  /**
   * Returns the entry of the dealer list, which exists on every site with products if there is a dealer in
   * one of its delivery countries.
   */
  async function createDealersEntry({ site, language, now }: ScopedContext): Promise<SitemapEntry | null> {
    const countryIds = new Set(await listDealerCountryIds(database));
    const has = (record: SiteRecord) =>
      !isCorporate(record.site) &&
      record.setting.deliveryCountryIds.some((countryId) => countryIds.has(countryId));
    const { siteId } = site.site;
    const { languageId } = language;
    const path = await findStaticRoutePath(sites, 'dealers', languageId);
    if (path === undefined || !has(site)) return null;
    const counts = await countPages(database, { siteId, languageId, now });
    // Dealers change with an import, as pages do: the latest change of a page is the best estimate.
    const latest = counts.reduce<Date | null>(
      (last, { modifiedAt }) => (last && last > modifiedAt ? last : modifiedAt),
      null,
    );
    if (!latest) return null;
    return {
      path,
      lastModified: latest.toISOString(),
      alternates: await createAlternates(site, await listStaticRouteLocations('dealers', has)),
      pictureHash: null,
      scene: null,
    };
  }

  return async (context) => {
    const entries = await Promise.all([
      createNewsListEntry(context),
      createCalculatorEntry(context),
      createDealersEntry(context),
    ]);
    return entries.filter((entry) => entry !== null);
  };
}
