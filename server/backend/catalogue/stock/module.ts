import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createStockAdmin } from './admin.tsx';

/** Creates the module of stock. */
export function createStockModule(deps: ModuleDeps): BackendModule {
  return { admin: createStockAdmin(deps) };
}
