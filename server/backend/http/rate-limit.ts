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

/**
 * What counts as one visitor: an IPv4 address, or the network of an IPv6 one (/64), of which everybody has as many as he likes.
 *
 * @param address as a socket or a proxy tells it
 */
export function getVisitorKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const parts = head === '' ? [] : head.split(':');
  const tailParts = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - parts.length - tailParts.length)).fill('0');
  return [...parts, ...gap, ...tailParts]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':');
}
