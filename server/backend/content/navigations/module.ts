import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { createNavigationCalls } from './calls.ts';

/** Creates the module of the sites' menus. */
export function createNavigationModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createNavigationCalls(database, planned) };
}
