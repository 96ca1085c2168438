import { LRUCache } from 'lru-cache';

/** Counts acts per key in a window that moves along. In memory of this process: each copy of the backend counts for itself. */
export interface RateLimit {
  /**
   * Counts an act, unless there were too many.
   *
   * @returns null where it may be, else the seconds until the next one may
   */
  take(key: string): number | null;
}

/** Keys that are remembered: an attacker with more addresses than this pushes out the oldest, and no memory is lost. */
const maxKeys = 20_000;

/** Makes a limit of `limit` acts per key within `windowMs`. */
export function createRateLimit(options: {
  readonly limit: number;
  readonly windowMs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): RateLimit {
  const { limit, windowMs, clock } = options;
  const moments = new LRUCache<string, number[]>({ max: maxKeys });
  return {
    take(key) {
      const now = clock();
      const recent = (moments.get(key) ?? []).filter((at) => at > now - windowMs);
      const [oldest] = recent;
      const isFull = recent.length >= limit && oldest !== undefined;
      moments.set(key, isFull ? recent : [...recent, now]);
      return isFull ? Math.max(1, Math.ceil((oldest + windowMs - now) / 1000)) : null;
    },
  };
}
