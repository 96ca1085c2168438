import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createLegalCalls } from './calls.ts';
import { createNoticeRoutes } from './routes.ts';

/** What the law wants of each shop. */
export function createLegalModule({ database }: ModuleDeps): BackendModule {
  return { calls: createLegalCalls(database), routes: createNoticeRoutes(database) };
}
