import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createPromotionKeeper } from './keeper.ts';

/** What the shop gives beside its prices; carts reckon with it. */
export function createPromotionModule(deps: ModuleDeps): BackendModule {
  return { keeper: createPromotionKeeper(deps) };
}
