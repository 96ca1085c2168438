import type { BackendModule, ModuleDeps } from '../../sites/backend-module.ts';
import { createBookkeepingAdmin } from './admin.tsx';
import { createCheckBooksJob } from './check-books.ts';

/**
 * Creates the module of the books: consistency checks of orders, payments, documents and stock, and the
 * journal.
 */
export function createBookkeepingModule(
  deps: Pick<ModuleDeps, 'database' | 'errors' | 'clock'>,
): BackendModule {
  const { job, measure } = createCheckBooksJob(deps);
  return { jobs: [job], metrics: [measure], admin: createBookkeepingAdmin(deps) };
}
