import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { MAX_REDUCTION_DAYS } from '../../../../shared/rules/prices.ts';
import { enqueuePurge } from '../../core/cache-purges.ts';
import type { Database } from '../../core/database/database.ts';
import { PermanentFailureError, type Worker } from '../../core/queue/attempts.ts';
import { hasPriceStartingAt, listPriceSurrogateKeys } from './queries.ts';

/**
 * Name of the job that purges pages when a price takes effect, and when its reduction is no longer announced.
 */
export const PRICE_CHANGE_JOB = 'price-turn';

const RETRY_DELAYS_MS = [1000, 5000, 15_000, 60_000, 300_000];
const ANNOUNCEMENT_PERIOD_MS = MAX_REDUCTION_DAYS * DAY_MS;

interface PageChangeTime {
  readonly runAt: Date;
  readonly payload: { readonly productVariantId: number; readonly from: string };
}

/**
 * Lists the times at which pages change because of a price: when it takes effect, and when its reduction is
 * no longer announced.
 */
export function listPageChangeTimes(productVariantId: number, from: Date, now: Date): PageChangeTime[] {
  const payload = { productVariantId, from: from.toISOString() };
  const moments = [from, new Date(from.getTime() + ANNOUNCEMENT_PERIOD_MS)];
  return moments.filter((runAt) => runAt > now).map((runAt) => ({ runAt, payload }));
}

/**
 * Creates the worker of the job `price-turn`. It does nothing for a price that was deleted in the meantime.
 */
export function createPriceChangeWorker(deps: {
  readonly database: Database;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Worker {
  const { database, clock } = deps;
  return {
    retryDelaysMs: RETRY_DELAYS_MS,
    async run({ payload: { productVariantId, from } }) {
      const moment = new Date(String(from));
      if (typeof productVariantId !== 'number' || Number.isNaN(moment.getTime())) {
        throw new PermanentFailureError('no_price');
      }
      if (!(await hasPriceStartingAt(database, productVariantId, moment))) return;
      await enqueuePurge(
        database,
        await listPriceSurrogateKeys(database, productVariantId),
        new Date(clock()),
      );
    },
  };
}
