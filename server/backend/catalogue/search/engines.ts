import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../../core/database/database.ts';
import { createMemorySearch } from './memory/memory-search.ts';
import type { SearchEngine } from './product-search.ts';
import { createSqlSearch } from './sql/sql-search.ts';

/** Names of the search engines, for the setting `SEARCH_ENGINE`; the first is the default. */
export const searchEngineNames = ['memory', 'sql'] as const;
export type SearchEngineName = (typeof searchEngineNames)[number];

/** Creates an engine. It reads nothing before its first search. */
export function createSearchEngine(
  name: SearchEngineName,
  deps: { readonly database: Database; readonly errors: Pick<ErrorReporter, 'reportError'> },
): SearchEngine {
  switch (name) {
    case 'memory':
      return { search: createMemorySearch(deps.database, deps.errors) };
    case 'sql':
      return createSqlSearch(deps.database);
  }
}
