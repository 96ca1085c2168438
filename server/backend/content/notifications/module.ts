import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { createNotificationCalls } from './calls.ts';

/** Creates the module of the sites' notices. */
export function createNotificationModule({
  database,
  planned,
}: ModuleDeps & { readonly planned: PlannedTexts }): BackendModule {
  return { calls: createNotificationCalls(database, planned) };
}
