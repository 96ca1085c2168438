import type { BackendModule, ModuleDeps } from '../../core/module.ts';
import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import { createContentEntryAdmin } from './admin.ts';
import { createPublishPlannedTextsJob } from './jobs.ts';
import { createPlannedTexts, type PlannedTexts } from './planned-texts.ts';

export type { PlannedChanges, PlannedTexts } from './planned-texts.ts';

/** Creates the module of content texts written by staff, with their versions. */
export function createContentEditingModule(
  deps: ModuleDeps & { readonly editor: ShopEditor },
): BackendModule & { readonly planned: PlannedTexts } {
  return {
    planned: createPlannedTexts(deps),
    jobs: [createPublishPlannedTextsJob(deps)],
    admin: createContentEntryAdmin(deps),
  };
}
