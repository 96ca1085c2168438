import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createCheckBooks } from './check-books.ts';
import { createBookKeeper } from './keeper.ts';

/** The books: whether orders, money, documents and stock agree with each other, and what the bookkeeping reads of them. */
export function createBookModule(deps: Pick<ModuleDeps, 'database' | 'errors' | 'clock'>): BackendModule {
  const { job, measure } = createCheckBooks(deps);
  return { jobs: [job], measures: [measure], keeper: createBookKeeper(deps) };
}
