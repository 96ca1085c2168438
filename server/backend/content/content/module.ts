import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { RoutingService } from '../../sites/routing/service.ts';
import type { PlannedTexts } from '../content-editing/module.ts';
import { createContentCalls } from './calls.ts';
import { createContentService } from './service.ts';

/** Creates the module of pages and articles. */
export function createContentModule(
  deps: ModuleDeps & { readonly routing: RoutingService; readonly planned: PlannedTexts },
): BackendModule {
  return { calls: createContentCalls(createContentService(deps)) };
}
