import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { createFooterCalls } from './calls.ts';

/** Creates the module of the sites' footers. */
export function createFooterModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createFooterCalls(database, planned) };
}
