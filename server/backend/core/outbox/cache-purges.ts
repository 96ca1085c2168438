import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import type { Database } from '../database/database.ts';
import type { Worker } from '../queue/drain-queue.ts';
import type { WebCaches } from '../web-caches.ts';
import { type ClaimedEvent, countWaiting, enqueueEvents, hasUntriedEvent } from './queries.ts';

/** A web that was down receives its purges within a minute of its return. */
const RETRY_DELAYS_MS = [1000, 5000, 15_000, 30_000, 60_000];
/** Age at which a purge is dropped. No cache of a web process lasts that long. */
const DROP_AFTER_MS = 7 * DAY_MS;

/**
 * Notifies the web processes of outdated pages. Call it in the transaction of the change.
 *
 * @param keys surrogate keys, for example `product-101`
 */
export async function enqueuePurge(transaction: Database, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await enqueueEvents(transaction, [{ kind: 'purge', orderingKey: 'purge', payload: { keys }, now }]);
}

/** Maximum wait for a purge that another process is delivering, twice the timeout of a web process. */
const MAX_DELIVERY_WAIT_MS = 10_000;
const RECHECK_INTERVAL_MS = 50;

/**
 * Delivers the pending purges, including those that another process is delivering, for which it waits.
 *
 * @param runEvents runs the job that delivers events
 * @returns number of purges still pending
 */
export async function deliverPurges(
  database: Database,
  runEvents: () => Promise<void>,
  signal: AbortSignal = AbortSignal.timeout(MAX_DELIVERY_WAIT_MS),
): Promise<number> {
  await runEvents();
  while (!signal.aborted && (await hasUntriedEvent(database, 'purge'))) {
    await setTimeout(RECHECK_INTERVAL_MS);
    await runEvents();
  }
  return countWaiting(database, 'purge');
}

function parsePurgeKeys({ payload }: ClaimedEvent): string[] {
  const { keys } = payload;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

/**
 * Creates the worker that notifies the web processes. A purge becomes one event for each web process of the
 * settings, so that none waits for another that is down.
 */
export function createPurgeWorker({
  database,
  webCaches,
  clock,
}: {
  readonly database: Database;
  readonly webCaches: WebCaches;
  readonly clock: () => number;
}): Worker<ClaimedEvent> {
  return {
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
    async run(event) {
      const keys = parsePurgeKeys(event);
      const { target } = event.payload;
      if (typeof target !== 'string') {
        const now = new Date(clock());
        await enqueueEvents(
          database,
          webCaches.targets.map((web) => ({
            kind: 'purge',
            orderingKey: `web ${web}`,
            payload: { keys, target: web },
            now,
          })),
        );
        return;
      }
      // A web process that is no longer in the settings is permanently removed.
      if (!webCaches.targets.includes(target)) return;
      try {
        await webCaches.notify(target, keys);
      } catch (error) {
        // A dead event would block all later purges of this web process permanently, so an old purge counts
        // as delivered.
        if (clock() - event.createdAt.getTime() < DROP_AFTER_MS) throw error;
      }
    },
  };
}
