import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createBookAdmin } from './admin.ts';
import { createCheckBooks } from './check-books.ts';

/**
 * Creates the module of the books: consistency checks of orders, payments, documents and stock, and the
 * journal.
 */
export function createBookModule(deps: Pick<ModuleDeps, 'database' | 'errors' | 'clock'>): BackendModule {
  const { job, measure } = createCheckBooks(deps);
  return { jobs: [job], metrics: [measure], admin: createBookAdmin(deps) };
}
