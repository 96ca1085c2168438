import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Database } from '../database/database.ts';
import type { Worker } from '../queue/drain-queue.ts';
import type { WebCaches } from '../web-caches.ts';
import { type ClaimedEvent, countWaiting, isAnyUntried, putEvents } from './queries.ts';

/** A web that was away is told within a minute of its return. */
const WAITS_MS = [1000, 5000, 15_000, 30_000, 60_000];
/** A web that was away for so long has lost what it kept. */
const FORGET_AFTER_MS = 7 * DAY_MS;

/**
 * Has the webs told that pages are old: in the transaction of what changed them.
 *
 * @param keys surrogate keys, for example `product-101`
 */
export async function putPurge(transaction: Database, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return;
  await putEvents(transaction, [{ kind: 'purge', orderingKey: 'purge', payload: { keys }, now }]);
}

/** Longest wait for a purge that another process is delivering: a web is given half of it to answer. */
const UNDER_WAY_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/**
 * Has the purges delivered that wait. Another process may have taken some of them, so that a run of this one finds none: those are waited
 * for as well.
 *
 * @param runEvents a run of the job that delivers events
 * @returns how many could not be delivered yet
 */
export async function deliverPurges(
  database: Database,
  runEvents: () => Promise<void>,
  signal: AbortSignal = AbortSignal.timeout(UNDER_WAY_MS),
): Promise<number> {
  await runEvents();
  while (!signal.aborted && (await isAnyUntried(database, 'purge'))) {
    await setTimeout(LOOK_AGAIN_MS);
    await runEvents();
  }
  return countWaiting(database, 'purge');
}

function readKeys({ payload }: ClaimedEvent): string[] {
  const { keys } = payload;
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

/**
 * Makes what tells the webs. A purge becomes one event for each web that the settings name, so that none waits for another that is
 * away.
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
    waitsMs: WAITS_MS,
    giveUpAfterMs: Number.POSITIVE_INFINITY,
    async run(event) {
      const keys = readKeys(event);
      const { target } = event.payload;
      if (typeof target !== 'string') {
        const now = new Date(clock());
        await putEvents(
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
      // One that the settings name no more is gone for good.
      if (!webCaches.targets.includes(target)) return;
      try {
        await webCaches.tell(target, keys);
      } catch (error) {
        // Given up, it would hold every later purge of this web for good: it is over instead.
        if (clock() - event.createdAt.getTime() < FORGET_AFTER_MS) throw error;
      }
    },
  };
}
