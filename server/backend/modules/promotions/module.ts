import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPromotionKeeper } from './keeper.ts';

/** Creates the module of promotions, which the calculation of carts applies. */
export function createPromotionModule(deps: ModuleDeps): BackendModule {
  return { keeper: createPromotionKeeper(deps) };
}
