import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import type { PlannedTexts } from '../../sites/planned-texts.ts';
import type { VocabularyService } from '../vocabulary/service.ts';
import { createProductAdmin } from './admin/pages.tsx';
import { createProductCalls } from './calls.ts';
import { createProductService, type FindFeedModel, type ProductService } from './service.ts';

/** Creates the module of products and their variants. */
export function createProductModule(
  deps: ModuleDeps & {
    readonly vocabulary: VocabularyService;
    readonly planned: PlannedTexts;
    readonly findFeedModel: FindFeedModel;
  },
): BackendModule & { readonly service: ProductService } {
  const service = createProductService(deps);
  return { service, calls: createProductCalls(service), admin: createProductAdmin(deps) };
}
