import type { ShopEditor } from '../../shop-store/shop-editor.ts';
import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import { createContentEntryAdmin } from './admin.ts';
import { createPublishPlannedTextsJob } from './jobs.ts';
import { createPlannedTexts } from './planned-texts.ts';
import type { ListPagesShowingEntry } from './queries.ts';

/** Creates the module of content texts written by staff, with their versions. */
export function createContentEditingModule(
  deps: ModuleDeps & {
    readonly editor: ShopEditor;
    readonly listPagesShowingEntry: ListPagesShowingEntry;
  },
): BackendModule & { readonly planned: PlannedTexts } {
  return {
    planned: createPlannedTexts(deps),
    jobs: [createPublishPlannedTextsJob(deps)],
    admin: createContentEntryAdmin(deps),
  };
}
