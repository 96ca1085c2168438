import { ApiError } from '../../../shared/api/api-error.ts';

/** How long one caller is willing to wait. */
export interface Patience {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Work under way that several callers wait for, each with a patience of its own. */
export interface SharedFlight<T> {
  /**
   * Waits for the result.
   *
   * @throws ApiError 'timeout' or 'aborted' when this caller's patience ends, whatever becomes of the others
   */
  join(patience: Patience): Promise<T>;
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
