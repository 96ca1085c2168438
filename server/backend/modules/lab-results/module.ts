import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { SearchService } from '../search/service.ts';
import { createLabResultCalls } from './calls.ts';
import { createLabResultService } from './service.ts';
import { createShelfFinder } from './shelves.ts';

/** Results of roughage tests, and where they lead in the shop. */
export function createLabResultModule(
  deps: ModuleDeps & { readonly search: Pick<SearchService, 'search'> },
): BackendModule {
  const shelves = createShelfFinder(deps);
  return { calls: createLabResultCalls(createLabResultService({ ...deps, shelves })) };
}
