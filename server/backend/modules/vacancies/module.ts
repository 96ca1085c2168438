import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createVacancyCalls } from './calls.ts';
import { createVacancyKeeper } from './keeper.ts';

/** Creates the module of vacancies, which staff write. */
export function createVacancyModule({ database, sites }: ModuleDeps): BackendModule {
  return { calls: createVacancyCalls(database), keeper: createVacancyKeeper({ database, sites }) };
}
