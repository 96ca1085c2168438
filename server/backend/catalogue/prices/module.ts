import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createPriceAdmin } from './admin.tsx';
import { createPriceChangeWorker, PRICE_CHANGE_JOB } from './jobs.ts';

/** Creates the module of prices and their planned changes. */
export function createPriceModule(deps: ModuleDeps): BackendModule {
  return {
    queuedWorkers: { [PRICE_CHANGE_JOB]: createPriceChangeWorker(deps) },
    admin: createPriceAdmin(deps),
  };
}
