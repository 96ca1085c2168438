import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { ProductService } from '../products/service.ts';
import type { VocabularyService } from '../vocabulary/service.ts';
import { createSearchCalls } from './calls.ts';
import { createSearchEngine, type SearchEngineName } from './engines.ts';
import { createListingChangeCleanupJob, createPopularityJob, createSearchIndexJob } from './jobs.ts';
import { createSearchService, type SearchService } from './service.ts';
import type { SelectSoldPieces } from './update-product-popularity.ts';

/** Creates the module of product lists and search. */
export function createSearchModule(
  deps: ModuleDeps & {
    readonly vocabulary: VocabularyService;
    readonly products: ProductService;
    readonly planned: PlannedTexts;
    readonly selectSoldPieces: SelectSoldPieces;
    /** Default: the engine in memory. */
    readonly searchEngine?: SearchEngineName | undefined;
  },
): BackendModule & { readonly service: SearchService } {
  const { search, index } = createSearchEngine(deps.searchEngine ?? 'memory', deps);
  const service = createSearchService({ ...deps, search });
  return {
    service,
    calls: createSearchCalls(service),
    jobs: [
      createListingChangeCleanupJob(deps),
      createPopularityJob(deps),
      ...(index ? [createSearchIndexJob(deps.database, index)] : []),
    ],
  };
}
