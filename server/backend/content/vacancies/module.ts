import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createVacancyAdmin } from './admin.ts';
import { createVacancyCalls } from './calls.ts';

/** Creates the module of vacancies, which staff write. */
export function createVacancyModule({ database, sites }: ModuleDeps): BackendModule {
  return { calls: createVacancyCalls(database), admin: createVacancyAdmin({ database, sites }) };
}
