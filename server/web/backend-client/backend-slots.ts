import { ApiError } from '../../../shared/api/api-error.ts';

/** Why a call was not sent at all. Nothing is wrong with the backend's answer: there was no question. */
export class CallRefusal extends Error {
  readonly code: 'CIRCUIT_OPEN' | 'QUEUE_FULL' | 'QUEUE_TIMEOUT';

  constructor(code: CallRefusal['code']) {
    super(`The call was not sent: ${code}`);
    this.name = 'CallRefusal';
    this.code = code;
  }
}

/** Room for calls under way, with a line of bounded length in front. First come, first served. */
export interface BackendSlots {
  /** Calls under way, and calls that wait for room. */
  readonly active: number;
  readonly waiting: number;
  /**
   * Waits for room.
   *
   * @returns gives the room back; a second call does nothing
   * @throws ApiError 'unavailable' at once where the line is full; 'timeout' or 'aborted' where the signal ends the wait, which also
   * leaves the line
   */
  take(signal: AbortSignal): Promise<() => void>;
}

export interface BackendSlotsOptions {
  readonly capacity: number;
  readonly maxWaiting: number;
  /** Called for everyone whom the full line turns away. */
  readonly onFull?: (() => void) | undefined;
}

/**
 * Makes the line in front of the sockets. An agent would queue without end, and nobody waits for an answer that long: beyond the
 * bound it is kinder to say so at once. (cockatiel's bulkhead keeps those who have left in its line until their turn comes.)
 */
export function createBackendSlots({ capacity, maxWaiting, onFull }: BackendSlotsOptions): BackendSlots {
  /** A set, in order of arrival: who leaves is taken out wherever he stands. */
  const line = new Set<() => void>();
  let active = 0;

  const createRelease = () => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = line;
      // The room passes from hand to hand, so nobody who comes now can take it before the one who waits.
      if (next) next();
      else active -= 1;
    };
  };

  const wait = (signal: AbortSignal) =>
    new Promise<() => void>((resolve, reject) => {
      const enter = () => {
        line.delete(enter);
        signal.removeEventListener('abort', leave);
        resolve(createRelease());
      };
      const leave = () => {
        line.delete(enter);
        const { reason } = signal;
        const failure = reason instanceof ApiError ? reason.failure : 'aborted';
        reject(new ApiError(failure, { cause: new CallRefusal('QUEUE_TIMEOUT') }));
      };
      line.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    get active() {
      return active;
    },
    get waiting() {
      return line.size;
    },
    take: async (signal) => {
      if (active < capacity) {
        active += 1;
        return createRelease();
      }
      if (line.size >= maxWaiting) {
        onFull?.();
        throw new ApiError('unavailable', { cause: new CallRefusal('QUEUE_FULL') });
      }
      if (signal.aborted) throw new ApiError('aborted', { cause: signal.reason });
      return wait(signal);
    },
  };
}
