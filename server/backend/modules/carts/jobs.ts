import { inArray, lt } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { getRetentionLimit } from '../../privacy/retention.ts';
import { deleteCartCards } from '../gift-cards/queries.ts';
import { deleteOldHandovers } from './handover.ts';
import { deleteOldKeys } from './impersonation.ts';
import { claimOldCarts } from './queries.ts';
import { cart, cartAccess, cartHandover, cartImpersonation, cartProduct, cartSample } from './tables.ts';

/** Carts that one transaction removes. */
const BATCH = 200;

/** Makes the job that forgets carts that nobody has changed for a season, and what opens none any more. */
export function createForgetCarts(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, clock } = deps;
  return {
    name: 'forget-carts',
    intervalMs: 60 * 60_000,
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
          await deleteCartCards(transaction, ids);
          // Each after what refers to it.
          for (const table of [cartSample, cartProduct, cartAccess, cartHandover, cartImpersonation, cart]) {
            await transaction.delete(table).where(inArray(table.cartId, ids));
          }
          return ids.length;
        });
      }
    },
  };
}
