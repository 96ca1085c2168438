import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createFooterCalls } from './calls.ts';

/** The footers of the sites. */
export function createFooterModule({ database }: ModuleDeps): BackendModule {
  return { calls: createFooterCalls(database) };
}
