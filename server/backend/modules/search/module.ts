import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { ProductService } from '../products/service.ts';
import type { WordService } from '../words/service.ts';
import { createSearchCalls } from './calls.ts';
import { createListingChangesJob, createPopularityJob } from './jobs.ts';
import { createProductSearch } from './product-search.ts';
import { createSearchService } from './service.ts';

/** Lists of products and what terms find. */
export function createSearchModule(
  deps: ModuleDeps & { readonly words: WordService; readonly products: ProductService },
): BackendModule {
  const search = createProductSearch(deps.database, deps.errors);
  return {
    calls: createSearchCalls(createSearchService({ ...deps, search })),
    jobs: [createListingChangesJob(deps), createPopularityJob(deps)],
  };
}
