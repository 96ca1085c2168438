import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { createUspCalls } from './calls.ts';

/** Creates the module of the sites' lists of promises (USPs). */
export function createUspModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createUspCalls(database, planned) };
}
