import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { deleteOldChanges } from './listing-store.ts';
import { countPopularity } from './popularity.ts';

/** A process that nobody asks for a site's lists for so long reads them anew, which takes it a second. */
const KEEP_MS = 86_400_000;

/** Makes the job that forgets changes of lists which every process has long seen. */
export function createListingChangesJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'listing-changes',
    intervalMs: 600_000,
    run: () => deleteOldChanges(deps.database, new Date(deps.clock() - KEEP_MS)),
  };
}

/** Orders that count. */
const POPULAR_DAYS = 90;

/** Makes the job that counts how popular products are. */
export function createPopularityJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  return {
    name: 'popularity',
    intervalMs: HOUR_MS,
    run: () => countPopularity(deps.database, new Date(deps.clock() - POPULAR_DAYS * 24 * HOUR_MS)),
  };
}
