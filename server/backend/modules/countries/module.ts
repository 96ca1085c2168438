import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createCountryCalls } from './calls.ts';

/** The countries and their names. */
export function createCountryModule({ database }: ModuleDeps): BackendModule {
  return { calls: createCountryCalls(database) };
}
