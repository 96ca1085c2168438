import type { BackendModule, ModuleDeps } from '../../module.ts';
import { createCheckBooks } from './check-books.ts';

/** The books: whether orders, money, documents and stock agree with each other. */
export function createBookModule(deps: Pick<ModuleDeps, 'database' | 'errors' | 'clock'>): BackendModule {
  const { job, measure } = createCheckBooks(deps);
  return { jobs: [job], measures: [measure] };
}
