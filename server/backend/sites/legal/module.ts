import type { BackendModule, ModuleDeps } from '../backend-module.ts';
import { createLegalCalls } from './calls.ts';
import { createNoticeRoutes } from './routes.ts';

/** Creates the module of the legal information that each site must provide. */
export function createLegalModule({ database }: ModuleDeps): BackendModule {
  return { calls: createLegalCalls(database), routes: createNoticeRoutes(database) };
}
