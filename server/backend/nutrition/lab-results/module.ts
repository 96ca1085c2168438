import type { ProductService } from '../../catalogue/products/service.ts';
import type { SearchService } from '../../catalogue/search/service.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createLabAdmin } from './admin/pages.tsx';
import { createLabResultCalls } from './calls.ts';
import { createDeficitFeedFinder } from './deficit-feeds.ts';
import { LAB_RESULT_JOB } from './import-results.ts';
import { createLabResultWorker } from './jobs.ts';
import { labResultPersonalData } from './personal-data.ts';
import { createResultFileRoutes } from './result-files.ts';
import type { SampleOrders } from './sample-orders.ts';
import { createLabResultService } from './service.ts';
import { createRecommendationFinder } from './verdict-recommendations.ts';

/** Creates the module of roughage test results, with matching feeds, product lists and articles. */
export function createLabResultModule(
  deps: ModuleDeps & {
    readonly search: Pick<SearchService, 'search'>;
    readonly products: Pick<ProductService, 'fetchCartVariants'>;
    readonly sampleOrders: SampleOrders;
  },
): BackendModule {
  const shelves = createRecommendationFinder(deps);
  const service = createLabResultService({
    ...deps,
    shelves,
    findDeficitFeeds: createDeficitFeedFinder(deps),
  });
  return {
    calls: createLabResultCalls(service),
    admin: createLabAdmin(deps),
    routes: createResultFileRoutes(service, deps),
    queuedWorkers: { [LAB_RESULT_JOB]: createLabResultWorker(deps) },
    personalData: [labResultPersonalData],
  };
}
