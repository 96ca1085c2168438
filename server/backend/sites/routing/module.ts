import type { BackendModule, ModuleDeps } from '../backend-module.ts';
import { createRoutingCalls } from './calls.ts';
import { createRoutingService, type RoutingService, type RoutingServiceDeps } from './service.ts';

/** Creates the module of page routes and the sitemap. */
export function createRoutingModule(
  deps: ModuleDeps & RoutingServiceDeps,
): BackendModule & { readonly service: RoutingService } {
  const service = createRoutingService(deps);
  return { service, calls: createRoutingCalls(service) };
}
