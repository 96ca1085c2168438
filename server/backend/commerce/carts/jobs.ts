import { lt } from 'drizzle-orm';
import { HOUR_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../../core/database/database.ts';
import { getRetentionLimit } from '../../core/privacy/retention.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { deleteOldCartHandovers } from './cart-handover.ts';
import { deleteOldImpersonationKeys } from './impersonation.ts';
import { deleteCarts, lockOldCarts } from './queries.ts';
import { cartRetention } from './retention.ts';
import { cartAccess } from './tables.ts';

/** Number of carts that one transaction deletes. */
const CART_BATCH_SIZE = 200;

/** Creates the job that deletes carts that were not changed for a season, and expired hand-overs and keys. */
export function createCartCleanupJob(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget-carts',
    intervalMs: HOUR_MS,
    isIrrevocable: true,
    async run(signal) {
      const now = new Date(clock());
      await deleteOldCartHandovers(database, getRetentionLimit(cartRetention.handovers, now));
      await deleteOldImpersonationKeys(database, getRetentionLimit(cartRetention.impersonations, now));
      await database.delete(cartAccess).where(lt(cartAccess.impersonatedUntil, now));
      const before = getRetentionLimit(cartRetention.carts, now);
      let removed = CART_BATCH_SIZE;
      while (removed === CART_BATCH_SIZE && !signal.aborted) {
        removed = await database.transaction('forget-carts', async (transaction) => {
          const ids = await lockOldCarts(transaction, before, CART_BATCH_SIZE);
          if (ids.length === 0) return 0;
          await deleteCarts(transaction, ids);
          return ids.length;
        });
      }
    },
  };
}
