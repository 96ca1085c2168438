import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { RoutingService } from '../../sites/routing/service.ts';
import { createContentCalls } from './calls.ts';
import { createNewsListPage } from './news-list-page.ts';
import type { ListRelatedProductIds } from './queries.ts';
import { createContentService } from './service.ts';

/** Creates the module of pages and articles. */
export function createContentModule(
  deps: ModuleDeps & {
    readonly routing: RoutingService;
    readonly planned: PlannedTexts;
    readonly listRelatedProductIds: ListRelatedProductIds;
  },
): BackendModule {
  return {
    calls: createContentCalls(createContentService(deps)),
    staticPages: [createNewsListPage(deps)],
  };
}
