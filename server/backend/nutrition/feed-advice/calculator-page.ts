import { isCorporate } from '../../../../shared/rules/site-type.ts';
import type { Database } from '../../core/database/database.ts';
import type { FindStaticPage } from '../../sites/routed-pages.ts';
import type { SiteDirectory } from '../../sites/site-directory.ts';
import { findStaticRoutePath, listStaticRouteLocations } from '../../sites/static-routes.ts';
import { findFeedModel } from './queries.ts';

/**
 * Creates the look-up of the feed calculator, which exists on every site with products if there is a feed
 * model.
 */
export function createCalculatorPage({
  database,
  sites,
}: {
  readonly database: Database;
  readonly sites: SiteDirectory;
}): FindStaticPage {
  return async ({ site, language }, countPages) => {
    if (isCorporate(site.site) || !(await findFeedModel(database))) return null;
    const path = await findStaticRoutePath(sites, 'feedAdvice', language.languageId);
    // Its example is a product of the site, so the page changes when products do.
    const products = (await countPages()).find(({ kind }) => kind === 'productDetail');
    if (path === undefined || !products) return null;
    return {
      path,
      modifiedAt: products.modifiedAt,
      locations: await listStaticRouteLocations(sites, 'feedAdvice', () => true),
    };
  };
}
