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

/** Room for calls under way, with a line of bounded length in front. First come, first served, among those who may still enter. */
export interface BackendSlots {
  /** Calls under way, and calls that wait for room. */
  readonly active: number;
  readonly waiting: number;
  /**
   * Waits for room.
   *
   * @param address whose share of the room it takes, where shares are bounded
   * @returns gives the room back; a second call does nothing
   * @throws ApiError 'unavailable' at once where the line is full; 'timeout' or 'aborted' where the signal ends the wait, which also
   * leaves the line
   */
  take(signal: AbortSignal, address?: string): Promise<() => void>;
}

export interface BackendSlotsOptions {
  readonly capacity: number;
  readonly maxWaiting: number;
  /** What one address may have of the room; it may have half of the line. All of both, where it is missing. */
  readonly perAddress?: number;
  /** Called for everyone whom the full line turns away. */
  readonly onFull?: (() => void) | undefined;
}

/**
 * Makes the line in front of the sockets. An agent would queue without end, and nobody waits for an answer that long: beyond the
 * bound it is kinder to say so at once. (cockatiel's bulkhead keeps those who have left in its line until their turn comes.)
 */
export function createBackendSlots(options: BackendSlotsOptions): BackendSlots {
  const { capacity, maxWaiting, perAddress, onFull } = options;
  /** In order of arrival, and a set: a caller who leaves is taken out wherever they stand. */
  const line = new Set<{ readonly address: string; enter(): void }>();
  const inside = new Map<string, number>();
  const inLine = new Map<string, number>();
  let active = 0;

  const count = (counts: Map<string, number>, address: string, step: 1 | -1) => {
    if (perAddress === undefined) return;
    const next = (counts.get(address) ?? 0) + step;
    if (next === 0) counts.delete(address);
    else counts.set(address, next);
  };
  const mayEnter = (address: string) =>
    active < capacity && (perAddress === undefined || (inside.get(address) ?? 0) < perAddress);
  const isLineFull = (address: string) =>
    line.size >= maxWaiting ||
    (perAddress !== undefined && (inLine.get(address) ?? 0) >= Math.ceil(maxWaiting / 2));

  const enter = (address: string) => {
    active += 1;
    count(inside, address, 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      active -= 1;
      count(inside, address, -1);
      // Before anyone who comes now: the room goes to the first who waits and may have it.
      for (const waiting of line) {
        if (!mayEnter(waiting.address)) continue;
        waiting.enter();
        return;
      }
    };
  };

  const wait = (signal: AbortSignal, address: string) =>
    new Promise<() => void>((resolve, reject) => {
      const stepOut = () => {
        line.delete(waiting);
        count(inLine, address, -1);
        signal.removeEventListener('abort', leave);
      };
      const waiting = {
        address,
        enter: () => {
          stepOut();
          resolve(enter(address));
        },
      };
      const leave = () => {
        stepOut();
        const { reason } = signal;
        const failure = reason instanceof ApiError ? reason.failure : 'aborted';
        reject(new ApiError(failure, { cause: new CallRefusal('QUEUE_TIMEOUT') }));
      };
      line.add(waiting);
      count(inLine, address, 1);
      signal.addEventListener('abort', leave, { once: true });
    });

  return {
    get active() {
      return active;
    },
    get waiting() {
      return line.size;
    },
    take: async (signal, address = '') => {
      if (mayEnter(address)) return enter(address);
      if (isLineFull(address)) {
        onFull?.();
        throw new ApiError('unavailable', { cause: new CallRefusal('QUEUE_FULL') });
      }
      if (signal.aborted) throw new ApiError('aborted', { cause: signal.reason });
      return wait(signal, address);
    },
  };
}
