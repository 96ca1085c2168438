import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { PlannedTexts } from '../texts/module.ts';
import { createFooterCalls } from './calls.ts';

/** Footers of the sites. */
export function createFooterModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createFooterCalls(database, planned) };
}
