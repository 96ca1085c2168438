import type { BackendModule, ModuleDeps } from '../backend-module.ts';
import { createLanguageCalls } from './calls.ts';

/** Creates the module of the languages of all sites. */
export function createLanguageModule({ sites }: ModuleDeps): BackendModule {
  return { calls: createLanguageCalls(sites) };
}
