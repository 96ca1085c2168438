import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPublishPlanned } from './jobs.ts';
import { createTextKeeper } from './keeper.ts';

/** What the keeper writes for the shop, with its versions. */
export function createTextModule(deps: ModuleDeps): BackendModule {
  return { jobs: [createPublishPlanned(deps)], keeper: createTextKeeper(deps) };
}
