import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createNavigationCalls } from './calls.ts';

/** The menus of the sites. */
export function createNavigationModule({ database }: ModuleDeps): BackendModule {
  return { calls: createNavigationCalls(database) };
}
