import { sql } from 'drizzle-orm';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import { createGauge, type Metric } from '../../../platform/metrics/metrics.ts';
import type { Database } from './database.ts';

/** Maximum difference between the clocks of process and database at which data may be deleted or ended. */
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS;

/** Clock of the database, common to all backends of a shop, independent of the clocks of their machines. */
export interface DatabaseClock {
  /**
   * Returns milliseconds since 1970, corrected by the latest comparison. Before the first one it is the time
   * of the process.
   */
  now(): number;
  /**
   * Compares the clock of the process with that of the database.
   *
   * @returns true if they differ by at most a minute; otherwise the time of one machine is wrong, and it is
   *   unknown which
   * @throws DatabaseError if the database does not respond
   */
  compare(): Promise<boolean>;
  readonly metric: Metric;
}

/** @param deps.clock clock of the process, in milliseconds since 1970 */
export function createDatabaseClock(deps: {
  readonly database: Database;
  readonly log: Log;
  readonly clock: () => number;
}): DatabaseClock {
  const { database, log, clock } = deps;
  let differenceMs = 0;
  return {
    now: () => clock() + differenceMs,
    async compare() {
      const requestedAt = clock();
      const { rows } = (await database.execute(
        sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
      )) as unknown as { rows: [{ ms: number }] };
      // The database read its clock between the request and now, so the middle is the best estimate.
      differenceMs = Math.round(rows[0].ms - (requestedAt + clock()) / 2);
      const isCorrect = Math.abs(differenceMs) <= MAX_CLOCK_DIFFERENCE_MS;
      if (!isCorrect) log.error({ differenceMs }, 'clock_differs');
      return isCorrect;
    },
    metric: createGauge({
      name: 'backend_clock_difference_seconds',
      help: 'Clock of the database minus the clock of this process',
      read: () => ({ '': differenceMs / 1000 }),
    }),
  };
}
