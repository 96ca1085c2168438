import { DAY_MS, HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { updateSearchIndex } from './documents/update-search-index.ts';
import { deleteOldListingChanges } from './memory/listing-cache.ts';
import type { SearchIndex } from './product-search.ts';
import { type SelectSoldPieces, updateProductPopularity } from './update-product-popularity.ts';

/**
 * Milliseconds after which changes are deleted. A process that has not used a site's lists for that long
 * reads them again, which takes about a second.
 */
const CHANGE_RETENTION_MS = DAY_MS;

/** Creates the job that deletes list changes that every process has processed. */
export function createListingChangeCleanupJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'listing-changes',
    intervalMs: 600_000,
    run: () => deleteOldListingChanges(deps.database, new Date(deps.clock() - CHANGE_RETENTION_MS)),
  };
}

/** Period in days of the orders that determine popularity. */
const POPULARITY_PERIOD_DAYS = 90;

/** Creates the job that calculates the popularity of products. */
export function createPopularityJob(deps: {
  readonly database: Database;
  readonly selectSoldPieces: SelectSoldPieces;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'popularity',
    intervalMs: HOUR_MS,
    run: () =>
      updateProductPopularity(
        deps.database,
        deps.selectSoldPieces,
        new Date(deps.clock() - POPULARITY_PERIOD_DAYS * 24 * HOUR_MS),
      ),
  };
}

/**
 * Milliseconds between looks for a new import or edit: one statement if there is none. Until a run ends, terms
 * find the previous texts.
 */
const SEARCH_INDEX_INTERVAL_MS = 5000;

/** Creates the job that updates the index of the search engine. */
export function createSearchIndexJob(database: Database, index: SearchIndex): Job {
  return {
    name: 'search-index',
    intervalMs: SEARCH_INDEX_INTERVAL_MS,
    run: (signal) => updateSearchIndex(database, index, signal),
  };
}
