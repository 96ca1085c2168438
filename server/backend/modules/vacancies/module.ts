import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createVacancyCalls } from './calls.ts';

/** Open positions, which the keeper writes. */
export function createVacancyModule({ database }: ModuleDeps): BackendModule {
  return { calls: createVacancyCalls(database) };
}
