import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createLanguageCalls } from './calls.ts';

/** The languages of all sites. */
export function createLanguageModule({ sites }: ModuleDeps): BackendModule {
  return { calls: createLanguageCalls(sites) };
}
