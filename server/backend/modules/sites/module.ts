import type { BackendModule, ModuleDeps } from '../../module.ts';
import { findCountryByRegionCode } from '../countries/queries.ts';
import type { RoutingService } from '../routing/service.ts';
import { createSiteCalls } from './calls.ts';
import { createSiteService } from './service.ts';

/** The sites with their settings, and where a visitor of another country belongs. */
export function createSiteModule(deps: ModuleDeps & { readonly routing: RoutingService }): BackendModule {
  const { database, sites, routing, publicAddress } = deps;
  const service = createSiteService({
    sites,
    routing,
    publicAddress,
    findCountryId: async (regionCode) => (await findCountryByRegionCode(database, regionCode))?.countryId,
  });
  return { calls: createSiteCalls(service) };
}
