import type { BackendModule, ModuleDeps } from '../backend-module.ts';
import { createCountryCalls } from './calls.ts';

/** Creates the module of countries and their names. */
export function createCountryModule({ database }: ModuleDeps): BackendModule {
  return { calls: createCountryCalls(database) };
}
