import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../shared/api/api-error.ts';
import { createFlights, type Deadline, type StartFlight } from './flights.ts';

/** 'long' for sites, reviews, footer, countries and navigations, 'short' for other reads: docs/caching.md. */
export type CachePolicy = 'long' | 'short' | 'never';

/**
 * How long answers are kept, and how many. The bound in bytes is there because 200 large answers would not fit in memory. While the backend fails
 * an expired answer is better than none, for a day at most. Who has one to fall back on waits for a new one `staleWaitMs` only: several
 * such waits must fit in one page's time, and prices and stock deserve a longer one than menus.
 */
const cachePolicies = {
  long: {
    freshMs: 15 * 60_000,
    staleIfErrorMs: 24 * 3_600_000,
    staleWaitMs: 1000,
    maxEntries: 200,
    maxBytes: 48_000_000,
  },
  short: {
    freshMs: 2000,
    staleIfErrorMs: 24 * 3_600_000,
    staleWaitMs: 3000,
    maxEntries: 200,
    maxBytes: 32_000_000,
  },
} as const;

/** How long answers count as fresh, in milliseconds. 0: such answers are neither kept nor shared, every page asks for itself. */
export interface ResponseTtls {
  readonly longMs: number;
  readonly shortMs: number;
}

const defaultTtls: ResponseTtls = {
  longMs: cachePolicies.long.freshMs,
  shortMs: cachePolicies.short.freshMs,
};

/** A page that is not there may come to be at any moment, so its absence is remembered for seconds only, whatever the call. */
const absentFreshMs = 2000;
const absentBytes = 500;

/**
 * After a refresh that failed or was slow the old answer counts as fresh again for this long, so that an outage is not felt by every
 * page. Short, since pages must be new within 5 s of the backend's return; an open circuit makes the next try cheap.
 */
const staleGraceMs = 1000;

/** A checked answer and its size on the wire. */
export interface Answer {
  readonly value: unknown;
  readonly bytes: number;
}

interface Entry {
  readonly bytes: number;
  readonly result: { readonly value: unknown } | { readonly absent: ApiError };
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export interface CacheRequest extends Deadline {
  readonly key: string;
  readonly policy: CachePolicy;
  /** Simultaneous equal requests become one even where nothing is kept. */
  readonly isDeduplicated: boolean;
  /** Asks the backend. Rejects with ApiError. */
  readonly fetchAnswer: (signal: AbortSignal) => Promise<Answer>;
}

export interface ResponseCache {
  /**
   * The answer from memory or from the backend. One request per key is under way at a time; every caller waits only as long as it
   * wants to. What it resolves with is frozen and shared by all.
   *
   * @throws ApiError as `fetchAnswer` does, or 'timeout' and 'aborted' when the caller's deadline passes
   */
  load(request: CacheRequest): Promise<unknown>;
  /** Forgets everything, and whatever is being asked for at this moment: it may be older than the reason for forgetting. */
  clear(): void;
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeDeep(part);
  }
  return value;
}

function isAbsent(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure === 'status' && error.status === 404;
}

/** Failures after which an older answer is better than none. A refusal (4xx) is an answer. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.failure !== 'status' || error.status >= 500);
}

function createStore(policy: { maxEntries: number; maxBytes: number }): LRUCache<string, Entry, number> {
  return new LRUCache({ max: policy.maxEntries, maxSize: policy.maxBytes });
}

/**
 * Makes the response cache of a process. It holds answers to anonymous reads only: cart, account, authentication and orders are
 * 'never' in the contract. Good answers are kept, a 404 for two seconds, other failures not at all. Where an answer has expired and the
 * backend fails, the old one is served on.
 *
 * @param now clock in milliseconds
 * @param onLookUp told how each question to a kept answer was met: fresh, expired but at hand, or not there
 * @param ttls those above, unless a deployment or a measurement wants others
 */
export function createResponseCache(
  now: () => number,
  onLookUp: (outcome: 'hit' | 'stale' | 'miss') => void = () => {},
  ttls = defaultTtls,
): ResponseCache {
  const freshMs = { long: ttls.longMs, short: ttls.shortMs, never: 0 };
  const stores = { long: createStore(cachePolicies.long), short: createStore(cachePolicies.short) };
  const flights = createFlights<unknown>();

  const open = (entry: Entry): unknown => {
    if ('value' in entry.result) return entry.result.value;
    const { status, body, headers } = entry.result.absent;
    throw new ApiError('status', { status, body, headers: { ...headers } });
  };

  /** What a flight does: asks the backend, and keeps what may be kept. */
  const createWork =
    ({ key, policy, fetchAnswer }: CacheRequest): StartFlight<unknown> =>
    async (signal, isCurrent) => {
      const keep = (result: Entry['result'], bytes: number, freshMs: number, staleMs: number) => {
        if (policy === 'never' || !isCurrent()) return;
        const freshUntil = now() + freshMs;
        // An entry above the store's own bound is not kept at all, so one giant cannot push out everything else.
        stores[policy].set(
          key,
          { bytes, result, freshUntil, usableUntil: freshUntil + staleMs },
          { size: bytes + key.length },
        );
      };
      try {
        const { value, bytes } = await fetchAnswer(signal);
        freezeDeep(value);
        if (policy !== 'never') {
          keep({ value }, bytes, freshMs[policy], cachePolicies[policy].staleIfErrorMs);
        }
        return value;
      } catch (error) {
        if (isAbsent(error)) keep({ absent: error }, absentBytes, absentFreshMs, 0);
        throw error;
      }
    };

  // A call that must not be shared gets flights of its own, which no other caller can join.
  const fly = (request: CacheRequest): Promise<unknown> =>
    request.policy !== 'never' || request.isDeduplicated
      ? flights.join(request.key, createWork(request), request)
      : createFlights<unknown>().join(request.key, createWork(request), request);

  const refresh = async (
    request: CacheRequest,
    entry: Entry,
    store: LRUCache<string, Entry, number>,
    staleWaitMs: number,
  ) => {
    // Goes on in the background when the callers have taken the old answer; its failure is theirs to tell.
    flights.refresh(request.key, createWork(request)).catch(() => {});
    try {
      return await fly({ ...request, timeoutMs: Math.min(request.timeoutMs, staleWaitMs) });
    } catch (error) {
      if (!isOutage(error) || request.signal?.aborted) throw error;
      if (store.get(request.key) === entry) {
        const graced = { ...entry, freshUntil: now() + staleGraceMs };
        store.set(request.key, graced, { size: entry.bytes + request.key.length });
      }
      return open(entry);
    }
  };

  return {
    load: async (request) => {
      if (request.policy === 'never') return fly(request);
      if (freshMs[request.policy] === 0) return fly({ ...request, policy: 'never', isDeduplicated: false });
      const { staleWaitMs } = cachePolicies[request.policy];
      const store = stores[request.policy];
      const entry = store.get(request.key);
      if (entry && now() < entry.freshUntil) {
        onLookUp('hit');
        return open(entry);
      }
      if (entry && now() < entry.usableUntil) {
        onLookUp('stale');
        return refresh(request, entry, store, staleWaitMs);
      }
      onLookUp('miss');
      return fly(request);
    },
    clear: () => {
      flights.clear();
      stores.long.clear();
      stores.short.clear();
    },
  };
}
