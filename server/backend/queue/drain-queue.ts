import { setImmediate } from 'node:timers/promises';
import { getErrorCode } from '../../platform/error-code.ts';
import type { Log } from '../../platform/logging.ts';
import { createCounter, createGauge, type Measure } from '../../platform/metrics/measures.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';

/** Something that waits in a table to be done. */
export interface QueueItem {
  readonly id: number;
  /** What kind of thing it is: the few names that metrics tell apart. */
  readonly name: string;
  /** Attempts begun, with this one. */
  readonly attempts: number;
  readonly createdAt: Date;
}

/** What waits, by name. */
export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly dead: number;
  /** Since when the oldest of those waits that are still tried; null where none is. */
  readonly oldestAt: Date | null;
}

/** A table of such things, as the job that empties it sees it. */
export interface Queue<I extends QueueItem> {
  /** Takes what is due first, for so long that no other process takes it too; undefined where nothing is due. */
  claimNext(now: Date, leaseMs: number): Promise<I | undefined>;
  finish(item: I, now: Date): Promise<void>;
  /** @param nextAttemptAt null: not tried any more, until somebody puts it back */
  fail(item: I, failure: string, now: Date, nextAttemptAt: Date | null): Promise<void>;
}

/** How something of a name is done. */
export interface Worker<I extends QueueItem> {
  /** At least once: it must do no harm when it is done twice. */
  run(item: I, signal: AbortSignal): Promise<void>;
  /** Pause after the first, second … failed attempt; the last one counts for all that follow. */
  readonly waitsMs: readonly number[];
  /** Age at which a failed attempt was the last; without a word there are as many attempts as waits, and one. */
  readonly giveUpAfterMs?: number;
}

/** An attempt that failed for a known reason, told by a code that quotes nobody. */
export class TriedError extends Error {
  override readonly name: string = 'TriedError';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** An item that will never work: given up at once. */
export class HopelessError extends TriedError {
  override readonly name = 'HopelessError';
}

/** Nobody is there to take it: others of its name would fare no better now. */
export class ReceiverAwayError extends TriedError {
  override readonly name = 'ReceiverAwayError';
}

/** What went wrong, in a word that quotes nobody: a code, or the name of the error. */
export const describeFailure = (error: unknown): string =>
  getErrorCode(error) ??
  getErrorCode(error instanceof Error ? error.cause : undefined) ??
  (error instanceof Error ? error.name : 'unknown');

/** An attempt that takes longer is taken for dead, and begun by another process. */
const LEASE_MS = 10 * 60_000;
/** Of each name, so that every run comes to its end. */
const ITEMS_PER_RUN = 200;
/** A name that has nothing more to do is looked at again so often while others are still at work. */
const LOOK_AGAIN_MS = 2000;

export interface QueueDrainOptions<I extends QueueItem> {
  /** Of the metrics and the log: 'event', 'queued_job'. */
  readonly thing: string;
  readonly workers: ReadonlyMap<string, Worker<I>>;
  /** The items of one name: those of others never wait for them. */
  readonly createQueue: (name: string) => Queue<I>;
  readonly readState: () => Promise<readonly QueueState[]>;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface QueueDrain {
  /**
   * Does what is due, a name beside the other, each item in its turn. What becomes due while it runs is done too: no name waits until
   * a slow one has done all of its own.
   */
  drain(signal: AbortSignal): Promise<void>;
  readonly measures: readonly Measure[];
}

/** Makes what empties the queues of a table. Several processes may do it at once: each takes an item of its own. */
export function createQueueDrain<I extends QueueItem>(options: QueueDrainOptions<I>): QueueDrain {
  const { thing, workers, createQueue, readState, errors, log, clock } = options;
  let states: readonly QueueState[] = [];
  const outcomes = createCounter({
    name: `backend_${thing}s_total`,
    help: 'Attempts, by how they ended; dead: given up until somebody puts it back',
    labelNames: ['name', 'outcome'],
  });

  /** @returns whether others of its name are worth trying now */
  async function attempt(worker: Worker<I>, queue: Queue<I>, item: I, signal: AbortSignal): Promise<boolean> {
    const { id, name, attempts, createdAt } = item;
    try {
      // The last attempt told nothing of its end: one that takes its process with it would do so for ever.
      if (worker.giveUpAfterMs === undefined && attempts > worker.waitsMs.length + 1) {
        throw new HopelessError('broken_off');
      }
      await worker.run(item, signal);
    } catch (error) {
      const now = clock();
      const failure = describeFailure(error);
      const wait = worker.waitsMs[attempts - 1] ?? worker.waitsMs.at(-1);
      const isOver =
        error instanceof HopelessError ||
        wait === undefined ||
        (worker.giveUpAfterMs === undefined
          ? attempts > worker.waitsMs.length
          : now - createdAt.getTime() >= worker.giveUpAfterMs);
      await queue.fail(item, failure, new Date(now), isOver ? null : new Date(now + wait));
      outcomes.count(name, isOver ? 'dead' : 'failed');
      const fields = { [thing]: name, id, attempts, failure };
      if (isOver) errors.reportError(error, fields);
      else log.warn(fields, `${thing}_failed`);
      return !(error instanceof ReceiverAwayError);
    }
    await queue.finish(item, new Date(clock()));
    outcomes.count(name, 'done');
    return true;
  }

  /** Of one run: what does the items of a name that are due now, up to as many as a run may take of it. */
  function createNameDrain(name: string, worker: Worker<I>, signal: AbortSignal): () => Promise<void> {
    const queue = createQueue(name);
    let left = ITEMS_PER_RUN;
    return async () => {
      while (left > 0 && !signal.aborted) {
        const item = await queue.claimNext(new Date(clock()), LEASE_MS);
        if (!item) return;
        left -= 1;
        if (!(await attempt(worker, queue, item, signal))) return;
        // An item that asks nobody outside, such as a mail that was taken back, would keep visitors from their turn in the embedded database.
        await setImmediate();
      }
    };
  }

  async function drainNames(signal: AbortSignal): Promise<void> {
    const drains = [...workers].map(([name, worker]) => createNameDrain(name, worker, signal));
    const running = new Map<() => Promise<void>, Promise<void>>();
    let failed: { readonly error: unknown } | undefined;
    const look = () => {
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
    look();
    const looking = setInterval(look, LOOK_AGAIN_MS);
    while (running.size > 0) await Promise.race(running.values());
    clearInterval(looking);
    if (failed) throw failed.error;
  }

  const gauge = (part: string, help: string, read: (state: QueueState) => number): Measure =>
    createGauge({
      name: `backend_${thing}s_${part}`,
      help: `${help}, at the last look`,
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
    measures: [
      outcomes,
      gauge('waiting', 'What is still to be done', ({ waiting }) => waiting),
      gauge('dead', 'What was given up', ({ dead }) => dead),
      gauge('oldest_seconds', 'How long the oldest waits', ({ oldestAt }) =>
        oldestAt === null ? 0 : Math.max(0, (clock() - oldestAt.getTime()) / 1000),
      ),
    ],
  };
}
