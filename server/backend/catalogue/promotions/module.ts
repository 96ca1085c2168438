import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createPromotionAdmin } from './admin.tsx';

/** Creates the module of promotions, which the calculation of carts applies. */
export function createPromotionModule(deps: ModuleDeps): BackendModule {
  return { admin: createPromotionAdmin(deps) };
}
