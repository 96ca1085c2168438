import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { RoutingService } from '../routing/service.ts';
import { createContentCalls } from './calls.ts';
import { createContentService } from './service.ts';

/** Pages and articles. */
export function createContentModule(deps: ModuleDeps & { readonly routing: RoutingService }): BackendModule {
  return { calls: createContentCalls(createContentService(deps)) };
}
