import type { RouteAnswer } from '../../../../shared/contract/routing.ts';
import { getResultPath, parseResultPath } from '../../../../shared/rules/lab-result-path.ts';
import type { PublicAddress } from '../../../../shared/rules/public-origin.ts';
import type { Database } from '../../core/database/database.ts';
import { createPlaceholderFiller } from '../placeholders.ts';
import type { RoutedPages } from '../routed-pages.ts';
import type { ScopedContext } from '../scoped-call.ts';
import type { SiteDirectory } from '../site-directory.ts';
import type { SiteRecord } from '../site-record.ts';
import { createPageUrls } from './page-urls.ts';
import { findCanonicalRoute, listPageLocations, noTarget, type RouteRow } from './queries.ts';

type LabResultRoute = Extract<RouteAnswer, { kind: 'rqsResult' | 'qsResult' }>;

/**
 * Creates the routes of test result pages. They have no rows: their paths are below the site's page about the
 * tests. Whether a key is valid is not checked here.
 */
export function createLabResultPageRoutes(deps: {
  readonly database: Database;
  readonly sites: SiteDirectory;
  readonly publicAddress: PublicAddress;
  readonly pages: RoutedPages;
}) {
  const { database, sites, pages } = deps;
  const { getAbsoluteUrl, createAlternates } = createPageUrls(deps);

  /** Returns undefined on a site without tests. */
  async function findTestsPage({ site }: SiteRecord, languageId: number): Promise<RouteRow | undefined> {
    const { rqsContentPageId: contentPageId, enableRqs, siteId } = site;
    if (!enableRqs || contentPageId === null) return undefined;
    return await findCanonicalRoute(database, { ...noTarget, contentPageId }, siteId, languageId);
  }

  return {
    /** Returns the result that a path refers to; undefined for any other path. */
    async find({ site, language }: ScopedContext, path: string): Promise<LabResultRoute | undefined> {
      const parsed = parseResultPath(path);
      const page = parsed && (await findTestsPage(site, language.languageId));
      if (!parsed || page?.path !== parsed.pagePath) return undefined;
      const { kind, key } = parsed;
      const subject = await pages.findRouteTargetDetails(database, page, language.languageId);
      const locations = [];
      for (const location of await listPageLocations(database, page)) {
        const other = await sites.findSite(location.siteId);
        if (other?.site.enableRqs)
          locations.push({ ...location, path: getResultPath(location.path, kind, key) });
      }
      return {
        kind: `${kind}Result`,
        key,
        siteId: site.site.siteId,
        languageId: language.languageId,
        title: createPlaceholderFiller(site, language).fill(subject?.title ?? ''),
        alternates: await createAlternates(site, locations),
      };
    },
    /** Returns the absolute URL of a result; undefined on a site without tests. */
    async findUrl(
      site: SiteRecord,
      languageId: number,
      kind: LabResultRoute['kind'],
      key: string,
    ): Promise<string | undefined> {
      const page = await findTestsPage(site, languageId);
      const path = page && getResultPath(page.path, kind === 'qsResult' ? 'qs' : 'rqs', key);
      return page && path && (await getAbsoluteUrl({ ...page, path }));
    },
  };
}
