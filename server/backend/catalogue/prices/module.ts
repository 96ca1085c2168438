import type { BackendModule, ModuleDeps } from '../../core/module.ts';
import { createPriceAdmin } from './admin.ts';
import { createPriceChangeWorker, PRICE_CHANGE_JOB } from './jobs.ts';

/** Creates the module of prices and their planned changes. */
export function createPriceModule(deps: ModuleDeps): BackendModule {
  return {
    queuedWorkers: { [PRICE_CHANGE_JOB]: createPriceChangeWorker(deps) },
    admin: createPriceAdmin(deps),
  };
}
