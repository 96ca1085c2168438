import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { Database } from '../../core/database/database.ts';
import type { FindStaticPage } from '../../sites/routed-pages.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import type { SiteRecord } from '../../sites/site-record.ts';
import { findStaticRoutePath, listStaticRouteLocations } from '../../sites/static-routes.ts';
import { listDealerCountryIds } from './queries.ts';

/**
 * Creates the look-up of the dealer list, which exists on every site with products if there is a dealer in
 * one of its delivery countries.
 */
export function createDealerListPage({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): FindStaticPage {
  return async ({ site, language }, countPages) => {
    const countryIds = new Set(await listDealerCountryIds(database));
    const has = (record: SiteRecord) =>
      !isCorporate(record.site) &&
      record.setting.deliveryCountryIds.some((countryId) => countryIds.has(countryId));
    const path = await findStaticRoutePath(sites, 'dealers', language.languageId);
    if (path === undefined || !has(site)) return null;
    // Dealers change with an import, as pages do: the latest change of a page is the best estimate.
    const latest = (await countPages()).reduce<Date | null>(
      (last, { modifiedAt }) => (last && last > modifiedAt ? last : modifiedAt),
      null,
    );
    if (!latest) return null;
    return {
      path,
      modifiedAt: latest,
      locations: await listStaticRouteLocations(sites, 'dealers', has),
    };
  };
}
