import { ApiError } from '../../../shared/api/api-error.ts';

/** Reason why a call was not sent at all. It says nothing about the health of the backend. */
export class CallNotSentError extends Error {
  readonly code: 'CIRCUIT_OPEN' | 'QUEUE_FULL' | 'QUEUE_TIMEOUT';

  constructor(code: CallNotSentError['code']) {
    super(`The call was not sent: ${code}`);
    this.name = 'CallNotSentError';
    this.code = code;
  }
}

/**
 * Slots for concurrent calls, with a queue of bounded length. First come, first served, among the callers who
 * may enter.
 */
export interface BackendSlots {
  /** Number of calls in progress. */
  readonly active: number;
  readonly waiting: number;
  /**
   * Waits for a slot.
   *
   * @param address client address whose share the call counts towards, if shares are limited
   * @returns releases the slot; a second call does nothing
   * @throws ApiError 'unavailable' at once if the queue is full; 'timeout' or 'aborted' if the signal ends
   *   the wait, which also leaves the queue
   */
  take(signal: AbortSignal, address?: string): Promise<() => void>;
}

export interface BackendSlotsOptions {
  readonly capacity: number;
  readonly maxWaiting: number;
  /** Maximum number of slots per address, which may also take half of the queue. No limit if omitted. */
  readonly perAddress?: number;
  /** Called for every caller that the full queue rejects. */
  readonly onFull?: (() => void) | undefined;
}

/**
 * Creates the slots and the queue in front of the sockets. An agent would queue without limit, although
 * callers do not wait that long; beyond the limit the call fails at once. (cockatiel's bulkhead keeps aborted
 * callers in its queue until their turn comes.)
 */
export function createBackendSlots(options: BackendSlotsOptions): BackendSlots {
  const { capacity, maxWaiting, perAddress, onFull } = options;
  /** In order of arrival. A set, because an aborted caller is removed from any position. */
  const queue = new Set<{ readonly address: string; enter(): void }>();
  const activeByAddress = new Map<string, number>();
  const queuedByAddress = new Map<string, number>();
  let active = 0;

  const count = (counts: Map<string, number>, address: string, step: 1 | -1) => {
    if (perAddress === undefined) return;
    const next = (counts.get(address) ?? 0) + step;
    if (next === 0) counts.delete(address);
    else counts.set(address, next);
  };
  const mayEnter = (address: string) =>
    active < capacity && (perAddress === undefined || (activeByAddress.get(address) ?? 0) < perAddress);
  const isQueueFull = (address: string) =>
    queue.size >= maxWaiting ||
    (perAddress !== undefined && (queuedByAddress.get(address) ?? 0) >= Math.ceil(maxWaiting / 2));

  const enter = (address: string) => {
    active += 1;
    count(activeByAddress, address, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      count(activeByAddress, address, -1);
      // Before new callers: the slot goes to the first waiting caller who may enter.
      for (const waiting of queue) {
        if (!mayEnter(waiting.address)) continue;
        waiting.enter();
        return;
      }
    };
  };

  const wait = (signal: AbortSignal, address: string) =>
    new Promise<() => void>((resolve, reject) => {
      const leaveQueue = () => {
        queue.delete(waiting);
        count(queuedByAddress, address, -1);
        signal.removeEventListener('abort', leave);
      };
      const waiting = {
        address,
        enter: () => {
          leaveQueue();
          resolve(enter(address));
        },
      };
      const leave = () => {
        leaveQueue();
        const { reason } = signal;
        const failure = reason instanceof ApiError ? reason.failure : 'aborted';
        reject(new ApiError(failure, { cause: new CallNotSentError('QUEUE_TIMEOUT') }));
      };
      queue.add(waiting);
      count(queuedByAddress, address, 1);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    get active() {
      return active;
    },
    get waiting() {
      return queue.size;
    },
    take: async (signal, address = '') => {
      if (mayEnter(address)) return enter(address);
      if (isQueueFull(address)) {
        onFull?.();
        throw new ApiError('unavailable', { cause: new CallNotSentError('QUEUE_FULL') });
      }
      if (signal.aborted) throw new ApiError('aborted', { cause: signal.reason });
      return wait(signal, address);
    },
  };
}
