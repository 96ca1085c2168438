import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createUspCalls } from './calls.ts';

/** The lists of promises of the sites. */
export function createUspModule({ database }: ModuleDeps): BackendModule {
  return { calls: createUspCalls(database) };
}
