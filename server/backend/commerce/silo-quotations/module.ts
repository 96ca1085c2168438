import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createSiloQuotationAdmin } from './admin.tsx';
import { createSiloQuotationCalls } from './calls.ts';
import { createForgetQuotationsJob } from './jobs.ts';
import { siloQuotationPersonalData } from './personal-data.ts';
import { createSiloQuotationService } from './service.ts';

/** Creates the module of requests for bulk feed. */
export function createSiloQuotationModule(deps: ModuleDeps): BackendModule {
  return {
    calls: createSiloQuotationCalls(createSiloQuotationService(deps)),
    admin: createSiloQuotationAdmin(deps.database),
    jobs: [createForgetQuotationsJob(deps)],
    personalData: [siloQuotationPersonalData],
  };
}
