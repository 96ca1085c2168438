import type { BackendModule, ModuleDeps } from '../backend-module.ts';
import { findCountryByRegionCode } from '../countries/queries.ts';
import type { PlannedTexts } from '../planned-texts.ts';
import type { RoutingService } from '../routing/service.ts';
import { createSiteCalls } from './calls.ts';
import { createSiteService, type SiteService } from './service.ts';

/**
 * Creates the module of sites with their settings, and the matching site for visitors from other countries.
 */
export function createSiteModule(
  deps: ModuleDeps & { readonly routing: RoutingService; readonly planned: PlannedTexts },
): BackendModule & { readonly service: SiteService } {
  const { database, sites, routing, publicAddress, planned } = deps;
  const service = createSiteService({
    sites,
    routing,
    publicAddress,
    planned,
    findCountryId: async (regionCode) => (await findCountryByRegionCode(database, regionCode))?.countryId,
  });
  return { service, calls: createSiteCalls(service) };
}
