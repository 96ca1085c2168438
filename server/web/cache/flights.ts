import { ApiError } from '../../../shared/api/api-error.ts';

/** Time limit of one caller. */
export interface Deadline {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Work in progress that several callers await, each with its own deadline. */
export interface SharedFlight<T> {
  /**
   * Waits for the result.
   *
   * @throws ApiError 'timeout' or 'aborted' if this caller's deadline passes; the other callers are not
   *   affected
   */
  join(deadline: Deadline): Promise<T>;
}

/**
 * Starts work that is aborted only when no caller waits any longer.
 *
 * @param start receives the signal that ends the work
 * @param onEnd called once, when the work has succeeded, failed or been aborted: the next caller needs a new
 *   flight
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
 * @param isCurrent returns false after a purge: work that started before it may contain purged data
 */
export type StartFlight<T> = (signal: AbortSignal, isCurrent: () => boolean) => Promise<T>;

/**
 * Work in progress by key. There is one flight per key at a time, so a missing or expired entry is created
 * once for all concurrent callers.
 */
export interface Flights<T> {
  /**
   * Waits for the work of a key and starts it if none is in progress.
   *
   * @throws the error of the work; ApiError 'timeout' or 'aborted' if this caller's deadline passes
   */
  join(key: string, start: StartFlight<T>, deadline: Deadline): Promise<T>;
  /**
   * Like `join`, but the work continues after all other callers have left: a refresh for later callers. A
   * caller with an older result also calls `join`, with the time it may wait.
   */
  refresh(key: string, start: StartFlight<T>): Promise<T>;
  /** Prevents new callers from joining current flights. Those continue for the callers that already wait. */
  clear(): void;
}

/** Longest duration of a refresh without waiting callers. */
const refreshTimeoutMs = 20_000;

/** Creates the flights of one cache. */
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
