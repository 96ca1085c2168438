import { ApiError } from '../../../shared/api/api-error.ts';

/** How long one caller waits. */
export interface Deadline {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Work under way that several callers wait for, each with a deadline of its own. */
export interface SharedFlight<T> {
  /**
   * Waits for the result.
   *
   * @throws ApiError 'timeout' or 'aborted' when this caller's deadline passes, whatever becomes of the others
   */
  join(deadline: Deadline): Promise<T>;
}

/**
 * Starts work that is stopped only when nobody waits for it any more.
 *
 * @param start gets the signal that ends the work
 * @param onEnd called once, when the work is done, failed or given up: the next caller needs a new flight
 */
export function createSharedFlight<T>(
  start: (signal: AbortSignal) => Promise<T>,
  onEnd: () => void,
): SharedFlight<T> {
  const controller = new AbortController();
  let waiting = 0;
  let hasEnded = false;
  const end = () => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd();
  };
  const result = start(controller.signal);
  result.then(end, end);

  return {
    join: ({ signal, timeoutMs }) =>
      new Promise<T>((resolve, reject) => {
        if (signal?.aborted) {
          reject(new ApiError('aborted'));
          if (waiting === 0) {
            end();
            controller.abort(new ApiError('aborted'));
          }
          return;
        }
        waiting += 1;
        const settle = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', handleAbort);
          waiting -= 1;
        };
        const leave = (error: ApiError) => {
          settle();
          reject(error);
          if (waiting > 0 || hasEnded) return;
          end();
          controller.abort(error);
        };
        const handleAbort = () => leave(new ApiError('aborted'));
        const timer = setTimeout(() => leave(new ApiError('timeout')), timeoutMs);
        signal?.addEventListener('abort', handleAbort, { once: true });
        result.then(
          (value) => {
            settle();
            resolve(value);
          },
          (error) => {
            settle();
            reject(error);
          },
        );
      }),
  };
}

/**
 * Starts the work of a flight.
 *
 * @param isCurrent false once everything was cleared meanwhile: what was begun before a purge may hold what was purged
 */
export type StartFlight<T> = (signal: AbortSignal, isCurrent: () => boolean) => Promise<T>;

/** Work under way by key: one flight per key at a time, so that a cold or expired entry is made once however many ask for it. */
export interface Flights<T> {
  /**
   * Waits for the work of a key, begun where none is under way.
   *
   * @throws what the work throws; ApiError 'timeout' or 'aborted' when this caller's deadline passes
   */
  join(key: string, start: StartFlight<T>, deadline: Deadline): Promise<T>;
  /**
   * The same, but the work goes on when every other caller has left: a refresh, whose result the next ones will find. Whoever has
   * something old to fall back on joins besides, for as long as it may wait.
   */
  refresh(key: string, start: StartFlight<T>): Promise<T>;
  /** Lets nobody join what is under way now. It goes on for those who wait for it. */
  clear(): void;
}

/** Longest life of a refresh that nobody waits for. */
const refreshTimeoutMs = 20_000;

/** Makes the flights of one cache. */
export function createFlights<T>(): Flights<T> {
  const flights = new Map<string, SharedFlight<T>>();
  let generation = 0;

  const join: Flights<T>['join'] = (key, start, deadline) => {
    const known = flights.get(key);
    if (known) return known.join(deadline);
    const startedIn = generation;
    const flight: SharedFlight<T> = createSharedFlight(
      (signal) => start(signal, () => startedIn === generation),
      () => {
        if (flights.get(key) === flight) flights.delete(key);
      },
    );
    flights.set(key, flight);
    return flight.join(deadline);
  };

  return {
    join,
    refresh: (key, start) => join(key, start, { signal: undefined, timeoutMs: refreshTimeoutMs }),
    clear: () => {
      generation += 1;
      flights.clear();
    },
  };
}
