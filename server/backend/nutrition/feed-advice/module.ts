import type { ProductService } from '../../catalogue/products/service.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createCalculatorPage } from './calculator-page.ts';
import { createFeedAdviceCalls } from './calls.ts';
import { feedAdvicePersonalData } from './personal-data.ts';
import { RECALCULATE_ADVICE_JOB } from './queries.ts';
import { createRecalculationWorker } from './saved/recalculate.ts';
import { createSavedAdviceService } from './saved/service.ts';
import { createFeedAdviceService } from './service.ts';

/**
 * Creates the module of feeding advice: rations calculated for anyone, saved by customers, and recalculated
 * after a laboratory result.
 */
export function createFeedAdviceModule(
  deps: ModuleDeps & { readonly products: ProductService },
): BackendModule {
  return {
    calls: createFeedAdviceCalls({
      advice: createFeedAdviceService(deps),
      saved: createSavedAdviceService(deps),
    }),
    queueWorkers: { [RECALCULATE_ADVICE_JOB]: createRecalculationWorker(deps) },
    personalData: [feedAdvicePersonalData],
    staticPages: [createCalculatorPage(deps)],
  };
}
