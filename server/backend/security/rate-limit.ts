import { LRUCache } from 'lru-cache';
import { ProblemError } from '../http/problem-error.ts';

export interface RateLimitOptions {
  /** Attempts that one key has within a window. */
  readonly limit: number;
  readonly windowMs: number;
  /** Keys that are remembered; beyond them the one that was seen longest ago is forgotten. */
  readonly maxKeys?: number;
}

/** Counts attempts by key. Each backend process counts for itself: so many processes, so many times the limit. */
export interface RateLimit {
  /**
   * Counts an attempt.
   *
   * @param key whose attempt: an address, a visitor; never shown or logged
   * @throws ProblemError 429 `too_many_attempts` with Retry-After, when the limit is reached; such an attempt does not count
   */
  take(key: string, nowMs: number): void;
}

/** Makes a limit with a sliding window: the window of each attempt begins with the attempt. */
export function createRateLimit({ limit, windowMs, maxKeys = 10_000 }: RateLimitOptions): RateLimit {
  const attempts = new LRUCache<string, number[]>({ max: maxKeys });
  return {
    take(key, nowMs) {
      const recent = (attempts.get(key) ?? []).filter((atMs) => atMs > nowMs - windowMs);
      const [first] = recent;
      if (recent.length >= limit && first !== undefined) {
        throw new ProblemError(429, 'too_many_attempts', {
          headers: { 'retry-after': String(Math.max(1, Math.ceil((first + windowMs - nowMs) / 1000))) },
        });
      }
      attempts.set(key, [...recent, nowMs]);
    },
  };
}

/**
 * Under which key the attempts of a visitor are counted: an IPv4 address by itself, an IPv6 address by the /64 that a household
 * has, for a single one of it costs nothing to change.
 */
export function getVisitorKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
