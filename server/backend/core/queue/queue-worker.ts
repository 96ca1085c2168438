import { setImmediate } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import { createCounter, createGauge, type Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';
import type { Database } from '../database/database.ts';
import {
  describeFailure,
  getRetryDelay,
  PermanentFailureError,
  type QueueItem,
  type QueueWorkers,
  ReceiverUnavailableError,
  type Worker,
} from './attempts.ts';
import { claimItem, deleteDoneItems, failItem, finishItem } from './claim-items.ts';
import type { Job } from './scheduler.ts';
import type { QueueName } from './tables.ts';
import { countItemsByName, findNextDueTime, type QueueState } from './waiting-items.ts';

/** Maximum duration of an attempt, after which another process starts the item again. */
const LEASE_MS = 10 * MINUTE_MS;
/** Maximum number of items per name and run, so that every run ends. */
const ITEMS_PER_RUN = 200;
/** Pause between runs, and before a name without due items is checked again while others are still running. */
const POLL_INTERVAL_MS = 2000;
const KEEP_DONE_MS = 7 * DAY_MS;

const emptyState: QueueState = { waiting: 0, dead: 0, oldestAt: null };

export interface QueueWorker extends Job {
  readonly metrics: readonly Metric[];
}

/**
 * Creates the job `queue`, which does all due items: names in parallel, the items of a name sequentially. It
 * includes items that become due meanwhile, so no name waits for a slow one. Several processes may run it at
 * once, because each takes different items. An item with an unknown name waits for a backend of another
 * release.
 */
export function createQueueWorker(deps: {
  readonly database: Database;
  readonly workers: QueueWorkers;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): QueueWorker {
  const { database, errors, log, clock } = deps;
  const workers = Object.entries(deps.workers) as [QueueName, Worker][];
  const names = workers.map(([name]) => name);
  let states: ReadonlyMap<string, QueueState> = new Map();
  const outcomes = createCounter({
    name: 'backend_queue_attempts_total',
    help: 'Attempts by outcome; dead: not retried until someone decides',
    labelNames: ['name', 'outcome'],
  });

  /** @returns true if other items of its name may be tried now */
  async function attempt(worker: Worker, item: QueueItem, signal: AbortSignal): Promise<boolean> {
    const { id, name, attempts } = item;
    try {
      // The last attempt did not report its end. An item that crashes the process would do so again.
      if (worker.giveUpAfterMs === undefined && attempts > worker.retryDelaysMs.length + 1) {
        throw new PermanentFailureError('broken_off');
      }
      await worker.run(item, signal);
    } catch (error) {
      const now = clock();
      const failure = describeFailure(error);
      const delay = getRetryDelay(worker, item, error, now);
      await failItem(database, item, failure, new Date(now), delay === null ? null : new Date(now + delay));
      outcomes.count(name, delay === null ? 'dead' : 'failed');
      const fields = { item: name, id, attempts, failure };
      if (delay === null) errors.reportError(error, fields);
      else log.warn(fields, 'queue_item_failed');
      return !(error instanceof ReceiverUnavailableError);
    }
    await finishItem(database, item, new Date(clock()));
    outcomes.count(name, 'done');
    return true;
  }

  /** Returns a function that does the due items of a name, up to the maximum of a run. */
  function createNameDrain(name: QueueName, worker: Worker, signal: AbortSignal): () => Promise<void> {
    let remaining = ITEMS_PER_RUN;
    return async () => {
      while (remaining > 0 && !signal.aborted) {
        const item = await claimItem(database, name, new Date(clock()), LEASE_MS);
        if (!item) return;
        remaining -= 1;
        if (!(await attempt(worker, item, signal))) return;
        // An item without I/O, such as a deleted mail, would otherwise block requests to the embedded
        // database.
        await setImmediate();
      }
    };
  }

  async function drainNames(signal: AbortSignal): Promise<void> {
    const drains = workers.map(([name, worker]) => createNameDrain(name, worker, signal));
    const running = new Map<() => Promise<void>, Promise<void>>();
    let failed: { readonly error: unknown } | undefined;
    const startIdleDrains = () => {
      for (const drainName of drains) {
        if (running.has(drainName)) continue;
        const ended = drainName()
          .catch((error: unknown) => {
            failed ??= { error };
          })
          .finally(() => running.delete(drainName));
        running.set(drainName, ended);
      }
    };
    startIdleDrains();
    const recheckTimer = setInterval(startIdleDrains, POLL_INTERVAL_MS);
    while (running.size > 0) await Promise.race(running.values());
    clearInterval(recheckTimer);
    if (failed) throw failed.error;
  }

  /** An item due before the next interval, such as a price change, is done at its exact moment. */
  async function wakeForNextItem(signal: AbortSignal): Promise<void> {
    const now = clock();
    const nextMs = await findNextDueTime(database, names, {
      after: new Date(now),
      until: new Date(now + POLL_INTERVAL_MS),
    });
    if (nextMs === undefined || signal.aborted) return;
    setTimeout(() => database.wake('queue'), nextMs - now).unref();
  }

  const createStateGauge = ({
    read,
    help,
    ...gauge
  }: {
    readonly name: string;
    readonly help: string;
    readonly read: (state: QueueState) => number;
  }): Metric =>
    createGauge({
      ...gauge,
      help: `${help}, as of the last run`,
      labelName: 'name',
      read: () => Object.fromEntries(names.map((name) => [name, read(states.get(name) ?? emptyState)])),
    });

  return {
    name: 'queue',
    intervalMs: POLL_INTERVAL_MS,
    isShared: true,
    async run(signal) {
      await drainNames(signal);
      await deleteDoneItems(database, new Date(clock() - KEEP_DONE_MS));
      states = await countItemsByName(database);
      await wakeForNextItem(signal);
    },
    metrics: [
      outcomes,
      createStateGauge({
        name: 'backend_queue_waiting',
        help: 'Number of pending items',
        read: ({ waiting }) => waiting,
      }),
      createStateGauge({
        name: 'backend_queue_dead',
        help: 'Number of dead items',
        read: ({ dead }) => dead,
      }),
      createStateGauge({
        name: 'backend_queue_oldest_seconds',
        help: 'Age of the oldest pending item',
        read: ({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, (clock() - oldestAt.getTime()) / 1000)),
      }),
    ],
  };
}
