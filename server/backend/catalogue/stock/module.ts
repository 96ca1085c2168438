import type { BackendModule, ModuleDeps } from '../../core/module.ts';
import { createStockAdmin } from './admin.ts';

/** Creates the module of stock. */
export function createStockModule(deps: ModuleDeps): BackendModule {
  return { admin: createStockAdmin(deps) };
}
