import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createLanguageCalls } from './calls.ts';

/** Languages of all sites. */
export function createLanguageModule({ sites }: ModuleDeps): BackendModule {
  return { calls: createLanguageCalls(sites) };
}
