import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createFeedCalls } from './calls.ts';
import { createFeedService } from './service.ts';

/** What merchants' listings are made from. */
export function createProductFeedModule(deps: ModuleDeps): BackendModule {
  return { calls: createFeedCalls(createFeedService(deps)) };
}
