import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createProductFeedCalls } from './calls.ts';
import { createProductFeedService } from './service.ts';

/** Creates the module of merchant listings. */
export function createProductFeedModule(deps: ModuleDeps): BackendModule {
  return { calls: createProductFeedCalls(createProductFeedService(deps)) };
}
