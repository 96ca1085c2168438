import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createStockKeeper } from './keeper.ts';

/** Stock of the goods. */
export function createStockModule(deps: ModuleDeps): BackendModule {
  return { keeper: createStockKeeper(deps) };
}
