import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { ListPagesShowingEntry } from '../content-editing/queries.ts';
import { createVacancyAdmin } from './admin.tsx';
import { createVacancyCalls } from './calls.ts';

/** Creates the module of vacancies, which staff write. */
export function createVacancyModule(
  deps: ModuleDeps & { readonly listPagesShowingEntry: ListPagesShowingEntry },
): BackendModule {
  return { calls: createVacancyCalls(deps.database), admin: createVacancyAdmin(deps) };
}
