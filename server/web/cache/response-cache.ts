import { LRUCache } from 'lru-cache';
import { ApiError } from '../../../shared/api/api-error.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createFlights, type Deadline, type StartFlight } from './flights.ts';

/**
 * Cache policy: 'long' for sites, reviews, footer, countries and navigations, 'short' for other reads; see
 * docs/caching.md.
 */
export type CachePolicy = 'long' | 'short' | 'never';

/**
 * Lifetime and number of stored answers. The limit in bytes exists because 200 large answers would not fit in
 * memory. While the backend fails, an expired answer is served for at most a day. A caller with an expired
 * answer waits for a new one for `staleWaitMs` only, because several such waits must fit in the time of one
 * page. Prices and stock justify a longer wait than menus.
 */
const cachePolicies = {
  long: {
    freshMs: 15 * MINUTE_MS,
    staleIfErrorMs: DAY_MS,
    staleWaitMs: 1000,
    maxEntries: 200,
    maxBytes: 48_000_000,
  },
  short: {
    freshMs: 2000,
    staleIfErrorMs: DAY_MS,
    staleWaitMs: 3000,
    maxEntries: 200,
    maxBytes: 32_000_000,
  },
} as const;

/**
 * Time in milliseconds for which answers count as fresh. With 0 they are neither stored nor shared, and every
 * page calls the backend.
 */
export interface ResponseTtls {
  readonly longMs: number;
  readonly shortMs: number;
}

const defaultTtls: ResponseTtls = {
  longMs: cachePolicies.long.freshMs,
  shortMs: cachePolicies.short.freshMs,
};

/** A missing page may be created at any moment, so a 404 is stored for seconds only, whatever the call. */
const notFoundFreshMs = 2000;
const notFoundBytes = 500;

/**
 * Time for which an old answer counts as fresh again after a failed or slow refresh, so that an outage does
 * not slow down every page. It is short because pages must be current within 5 s of the backend's return; an
 * open circuit makes the next attempt cheap.
 */
const staleGraceMs = 1000;

/** A checked answer and its size in the HTTP body, in bytes. */
export interface Answer {
  readonly value: unknown;
  readonly bytes: number;
}

interface CacheEntry {
  readonly bytes: number;
  readonly result: { readonly value: unknown } | { readonly absent: ApiError };
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export interface CacheRequest extends Deadline {
  readonly key: string;
  readonly policy: CachePolicy;
  /** Whether equal concurrent requests are combined even if nothing is stored. */
  readonly isDeduplicated: boolean;
  /** Calls the backend. Rejects with ApiError. */
  readonly fetchAnswer: (signal: AbortSignal) => Promise<Answer>;
}

export interface ResponseCache {
  /**
   * Returns the answer from memory or from the backend. At most one request per key is in progress, and each
   * caller waits only until its own deadline. The result is frozen and shared.
   *
   * @throws ApiError as `fetchAnswer` does, or 'timeout' or 'aborted' if the caller's deadline passes
   */
  load(request: CacheRequest): Promise<unknown>;
  /**
   * Removes all entries and detaches requests in progress, because their answers may be older than the reason
   * for clearing.
   */
  clear(): void;
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeDeep(part);
  }
  return value;
}

function isNotFound(error: unknown): error is ApiError {
  return error instanceof ApiError && error.failure === 'status' && error.status === 404;
}

/** Returns true for failures after which an older answer may be served. A refusal (4xx) is an answer. */
function isOutage(error: unknown): boolean {
  return error instanceof ApiError && (error.failure !== 'status' || error.status >= 500);
}

function createStore(policy: { maxEntries: number; maxBytes: number }): LRUCache<string, CacheEntry, number> {
  return new LRUCache({ max: policy.maxEntries, maxSize: policy.maxBytes });
}

/**
 * Creates the response cache of a process. It holds answers to anonymous reads only: cart, account,
 * authentication and orders have the policy 'never' in the contract. It stores successful answers for their
 * TTL, a 404 for two seconds and other failures not at all. If the backend fails, it serves the expired
 * answer.
 *
 * @param now clock in milliseconds
 * @param onLookUp called for each request of a cacheable answer with the result: fresh, expired but
 *   available, or missing
 * @param ttls TTLs that replace the defaults, for a deployment or a measurement
 */
export function createResponseCache(
  now: () => number,
  onLookUp: (outcome: 'hit' | 'stale' | 'miss') => void = () => {},
  ttls = defaultTtls,
): ResponseCache {
  const freshMs = { long: ttls.longMs, short: ttls.shortMs, never: 0 };
  const stores = { long: createStore(cachePolicies.long), short: createStore(cachePolicies.short) };
  const flights = createFlights<unknown>();

  const open = (entry: CacheEntry): unknown => {
    if ('value' in entry.result) return entry.result.value;
    const { status, body, headers } = entry.result.absent;
    throw new ApiError('status', { status, body, headers: { ...headers } });
  };

  /** Creates the work of a flight: calls the backend and stores the answer if it may be stored. */
  const createWork =
    ({ key, policy, fetchAnswer }: CacheRequest): StartFlight<unknown> =>
    async (signal, isCurrent) => {
      const keep = (result: CacheEntry['result'], bytes: number, freshMs: number, staleMs: number) => {
        if (policy === 'never' || !isCurrent()) return;
        const freshUntil = now() + freshMs;
        // The store rejects an entry above its total limit, so one very large answer cannot evict all others.
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
        if (isNotFound(error)) keep({ absent: error }, notFoundBytes, notFoundFreshMs, 0);
        throw error;
      }
    };

  // A call that must not be shared gets its own flights, which no other caller can join.
  const fly = (request: CacheRequest): Promise<unknown> =>
    request.policy !== 'never' || request.isDeduplicated
      ? flights.join(request.key, createWork(request), request)
      : createFlights<unknown>().join(request.key, createWork(request), request);

  const refresh = async (
    request: CacheRequest,
    entry: CacheEntry,
    store: LRUCache<string, CacheEntry, number>,
    staleWaitMs: number,
  ) => {
    // Continues in the background after the callers have taken the old answer. They handle its failure.
    flights.refresh(request.key, createWork(request)).catch(() => {});
    try {
      return await fly({ ...request, timeoutMs: Math.min(request.timeoutMs, staleWaitMs) });
    } catch (error) {
      if (!isOutage(error) || request.signal?.aborted) throw error;
      if (store.get(request.key) === entry) {
        const extended = { ...entry, freshUntil: now() + staleGraceMs };
        store.set(request.key, extended, { size: entry.bytes + request.key.length });
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
