import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createSiloQuotationCalls } from './calls.ts';
import { createForgetQuotationsJob } from './jobs.ts';
import { createSiloQuotationKeeper } from './keeper.ts';
import { createSiloQuotationService } from './service.ts';

/** Creates the module of requests for bulk feed. */
export function createSiloQuotationModule(deps: ModuleDeps): BackendModule {
  return {
    calls: createSiloQuotationCalls(createSiloQuotationService(deps)),
    keeper: createSiloQuotationKeeper(deps.database),
    jobs: [createForgetQuotationsJob(deps)],
  };
}
