import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createProductFeedCalls } from './calls.ts';
import { createProductFeedService } from './service.ts';

/** What merchants' listings are made from. */
export function createProductFeedModule(deps: ModuleDeps): BackendModule {
  return { calls: createProductFeedCalls(createProductFeedService(deps)) };
}
