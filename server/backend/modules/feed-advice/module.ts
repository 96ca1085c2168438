import type { BackendModule, ModuleDeps } from '../../module.ts';
import type { ProductService } from '../products/service.ts';
import { createFeedAdviceCalls } from './calls.ts';
import { createFeedAdviceService } from './service.ts';

/** Rations of horses. */
export function createFeedAdviceModule(
  deps: ModuleDeps & { readonly products: ProductService },
): BackendModule {
  return { calls: createFeedAdviceCalls(createFeedAdviceService(deps)) };
}
