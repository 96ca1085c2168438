import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createStockKeeper } from './keeper.ts';

/** Creates the module of stock. */
export function createStockModule(deps: ModuleDeps): BackendModule {
  return { keeper: createStockKeeper(deps) };
}
