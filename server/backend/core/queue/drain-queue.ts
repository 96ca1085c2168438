import { setImmediate } from 'node:timers/promises';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { getErrorCode } from '../../../platform/error-code.ts';
import type { Log } from '../../../platform/logging.ts';
import { createCounter, createGauge, type Metric } from '../../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../../platform/sentry.ts';

/** Item of a queue table. */
export interface QueueItem {
  readonly id: number;
  /** Type of the item, one of few names, which metrics distinguish. */
  readonly name: string;
  /** Number of started attempts, including this one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** Number of waiting items by name. */
export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly dead: number;
  /** Creation time of the oldest item that is still retried; null if there is none. */
  readonly oldestAt: Date | null;
}

/** Maximum number of dead items listed, which a person can still look through. */
export const MAX_LISTED_DEAD = 200;

/** Table of queue items. */
export interface Queue<I extends QueueItem> {
  /**
   * Claims the item that is due first, for `leaseMs`, in which no other process can claim it. Returns
   * undefined if no item is due.
   */
  claimNext(now: Date, leaseMs: number): Promise<I | undefined>;
  finish(item: I, now: Date): Promise<void>;
  /** @param nextAttemptAt null if the item is dead until a person retries it */
  fail(item: I, failure: string, now: Date, nextAttemptAt: Date | null): Promise<void>;
}

/** Worker for the items of a name. */
export interface Worker<I extends QueueItem> {
  /** Runs at least once per item, so it must be safe to repeat. */
  run(item: I, signal: AbortSignal): Promise<void>;
  /** Pauses after the first, second … failed attempt. The last one applies to all further attempts. */
  readonly retryDelaysMs: readonly number[];
  /**
   * Age after which a failed attempt is the last one. By default there is one attempt more than there are
   * pauses.
   */
  readonly giveUpAfterMs?: number;
}

/** Failed attempt with a known reason. The code contains no personal data. */
export class FailedAttemptError extends Error {
  override readonly name: string = 'FailedAttemptError';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Thrown for an item that can never succeed, so it is not retried. */
export class PermanentFailureError extends FailedAttemptError {
  override readonly name = 'PermanentFailureError';
}

/** Thrown if the receiver is unavailable, so other items of the name would fail too. */
export class ReceiverUnavailableError extends FailedAttemptError {
  override readonly name = 'ReceiverUnavailableError';
}

/** Returns a failure without personal data: a code, or the name of the error. */
export const describeFailure = (error: unknown): string =>
  getErrorCode(error) ??
  getErrorCode(error instanceof Error ? error.cause : undefined) ??
  (error instanceof Error ? error.name : 'unknown');

/** Maximum duration of an attempt, after which another process starts the item again. */
const LEASE_MS = 10 * MINUTE_MS;
/** Maximum number of items per name and run, so that every run ends. */
const ITEMS_PER_RUN = 200;
/** Pause before a name without due items is checked again, while others are still running. */
const RECHECK_INTERVAL_MS = 2000;

export interface QueueDrainOptions<I extends QueueItem> {
  /** Name in metrics and log: 'event', 'queued_job'. */
  readonly itemType: string;
  readonly workers: ReadonlyMap<string, Worker<I>>;
  /** Returns the queue of one name. Names do not wait for each other. */
  readonly createQueue: (name: string) => Queue<I>;
  readonly readState: () => Promise<readonly QueueState[]>;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}

export interface QueueDrain {
  /**
   * Runs all due items: names in parallel, the items of a name sequentially. Includes items that become due
   * meanwhile, so no name waits for a slow one.
   */
  drain(signal: AbortSignal): Promise<void>;
  readonly metrics: readonly Metric[];
}

/**
 * Creates the drain of a queue table. Several processes may drain it at once, because each takes different
 * items.
 */
export function createQueueDrain<I extends QueueItem>(options: QueueDrainOptions<I>): QueueDrain {
  const { itemType: thing, workers, createQueue, readState, errors, log, clock } = options;
  let states: readonly QueueState[] = [];
  const outcomes = createCounter({
    name: `backend_${thing}s_total`,
    help: 'Attempts by outcome; dead: not retried until someone requeues the item',
    labelNames: ['name', 'outcome'],
  });

  /** @returns true if other items of its name may be tried now */
  async function attempt(worker: Worker<I>, queue: Queue<I>, item: I, signal: AbortSignal): Promise<boolean> {
    const { id, name, attempts, createdAt } = item;
    try {
      // The last attempt did not report its end. An item that crashes the process would do so again.
      if (worker.giveUpAfterMs === undefined && attempts > worker.retryDelaysMs.length + 1) {
        throw new PermanentFailureError('broken_off');
      }
      await worker.run(item, signal);
    } catch (error) {
      const now = clock();
      const failure = describeFailure(error);
      const wait = worker.retryDelaysMs[attempts - 1] ?? worker.retryDelaysMs.at(-1);
      const isDead =
        error instanceof PermanentFailureError ||
        wait === undefined ||
        (worker.giveUpAfterMs === undefined
          ? attempts > worker.retryDelaysMs.length
          : now - createdAt.getTime() >= worker.giveUpAfterMs);
      await queue.fail(item, failure, new Date(now), isDead ? null : new Date(now + wait));
      outcomes.count(name, isDead ? 'dead' : 'failed');
      const fields = { [thing]: name, id, attempts, failure };
      if (isDead) errors.reportError(error, fields);
      else log.warn(fields, `${thing}_failed`);
      return !(error instanceof ReceiverUnavailableError);
    }
    await queue.finish(item, new Date(clock()));
    outcomes.count(name, 'done');
    return true;
  }

  /** Returns a function that runs the due items of a name, up to the maximum of a run. */
  function createNameDrain(name: string, worker: Worker<I>, signal: AbortSignal): () => Promise<void> {
    const queue = createQueue(name);
    let remaining = ITEMS_PER_RUN;
    return async () => {
      while (remaining > 0 && !signal.aborted) {
        const item = await queue.claimNext(new Date(clock()), LEASE_MS);
        if (!item) return;
        remaining -= 1;
        if (!(await attempt(worker, queue, item, signal))) return;
        // An item without I/O, such as a deleted mail, would otherwise block requests to the embedded
        // database.
        await setImmediate();
      }
    };
  }

  async function drainNames(signal: AbortSignal): Promise<void> {
    const drains = [...workers].map(([name, worker]) => createNameDrain(name, worker, signal));
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
    const recheckTimer = setInterval(startIdleDrains, RECHECK_INTERVAL_MS);
    while (running.size > 0) await Promise.race(running.values());
    clearInterval(recheckTimer);
    if (failed) throw failed.error;
  }

  const gauge = (part: string, help: string, read: (state: QueueState) => number): Metric =>
    createGauge({
      name: `backend_${thing}s_${part}`,
      help: `${help}, as of the last run`,
      labelName: 'name',
      read: () => Object.fromEntries(states.map((state) => [state.name, read(state)])),
    });

  return {
    async drain(signal) {
      await drainNames(signal);
      const found = new Map((await readState()).map((state) => [state.name, state]));
      states = [...workers.keys()].map(
        (name) => found.get(name) ?? { name, waiting: 0, dead: 0, oldestAt: null },
      );
    },
    metrics: [
      outcomes,
      gauge('waiting', 'Number of pending items', ({ waiting }) => waiting),
      gauge('dead', 'Number of dead items', ({ dead }) => dead),
      gauge('oldest_seconds', 'Age of the oldest pending item', ({ oldestAt }) =>
        oldestAt === null ? 0 : Math.max(0, (clock() - oldestAt.getTime()) / 1000),
      ),
    ],
  };
}
