import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPriceAdmin } from './admin.ts';
import { createPriceTurnWorker, PRICE_TURN_JOB } from './jobs.ts';

/** Creates the module of prices and their planned changes. */
export function createPriceModule(deps: ModuleDeps): BackendModule {
  return {
    queuedWorkers: { [PRICE_TURN_JOB]: createPriceTurnWorker(deps) },
    admin: createPriceAdmin(deps),
  };
}
