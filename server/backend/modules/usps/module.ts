import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { PlannedTexts } from '../texts/module.ts';
import { createUspCalls } from './calls.ts';

/** The lists of promises (USPs) of the sites. */
export function createUspModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createUspCalls(database, planned) };
}
