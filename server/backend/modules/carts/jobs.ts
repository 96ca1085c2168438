import { lt } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { getRetentionLimit } from '../../privacy/retention.ts';
import { deleteOldHandovers } from './handover.ts';
import { deleteOldKeys } from './impersonation.ts';
import { claimOldCarts, deleteCarts } from './queries.ts';
import { cartAccess } from './tables.ts';

/** Number of carts that one transaction deletes. */
const BATCH = 200;

/** Creates the job that deletes carts that were not changed for a season, and expired hand-overs and keys. */
export function createCartCleanupJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget-carts',
    intervalMs: 60 * 60_000,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      await deleteOldHandovers(database, getRetentionLimit('handovers', now));
      await deleteOldKeys(database, getRetentionLimit('impersonations', now));
      await database.delete(cartAccess).where(lt(cartAccess.impersonatedUntil, now));
      const before = getRetentionLimit('carts', now);
      let removed = BATCH;
      while (removed === BATCH && !signal.aborted) {
        removed = await database.transaction('forget-carts', async (transaction) => {
          const ids = await claimOldCarts(transaction, before, BATCH);
          if (ids.length === 0) return 0;
          await deleteCarts(transaction, ids);
          return ids.length;
        });
      }
    },
  };
}
