import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Database } from './database/database.ts';
import type { QueueItem, Worker } from './queue/attempts.ts';
import { enqueue } from './queue/enqueue.ts';
import { countItems, hasUntriedItem } from './queue/waiting-items.ts';
import type { WebCaches } from './web-caches.ts';

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
  await enqueue(transaction, [{ name: 'purge', orderingKey: 'purge', payload: { keys }, now }]);
}

/** Maximum wait for a purge that another process is delivering, twice the timeout of a web process. */
const MAX_DELIVERY_WAIT_MS = 10_000;
const RECHECK_INTERVAL_MS = 50;

/**
 * Delivers the pending purges, including those that another process is delivering, for which it waits.
 *
 * @param runQueue runs the job `queue`
 * @returns number of purges still pending
 */
export async function deliverPurges(
  database: Database,
  runQueue: () => Promise<void>,
  signal: AbortSignal = AbortSignal.timeout(MAX_DELIVERY_WAIT_MS),
): Promise<number> {
  await runQueue();
  while (!signal.aborted && (await hasUntriedItem(database, 'purge'))) {
    await setTimeout(RECHECK_INTERVAL_MS);
    await runQueue();
  }
  return countItems(database, 'purge');
}

function parsePurgeKeys({ payload }: QueueItem): string[] {
  const { keys } = payload;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

/**
 * Creates the worker that notifies the web processes. A purge becomes one item for each web process of the
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
}): Worker {
  return {
    retryDelaysMs: RETRY_DELAYS_MS,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
    async run(item) {
      const keys = parsePurgeKeys(item);
      const { target } = item.payload;
      if (typeof target !== 'string') {
        const now = new Date(clock());
        await enqueue(
          database,
          webCaches.targets.map((web) => ({
            name: 'purge',
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
        // A dead item would block all later purges of this web process permanently, so an old purge counts
        // as delivered.
        if (clock() - item.dueSince.getTime() < DROP_AFTER_MS) throw error;
      }
    },
  };
}
