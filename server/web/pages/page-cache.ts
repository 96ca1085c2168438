import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createFlights, type Deadline, type StartFlight } from '../cache/flights.ts';
import { CachedPageDocument, type CachedPageDocumentOptions, type PageTtl } from './cached-page-document.ts';

/** Result of a render. */
export type FinishedPage =
  /** Not cacheable: a redirect, a private page, a host that has been removed. */
  { readonly kind: 'other' } | (Omit<CachedPageDocumentOptions, 'ttl'> & { readonly kind: 'document' });

/** Renders a public page. It has no access to the visitor. */
export type MakePage = (signal: AbortSignal) => Promise<FinishedPage>;

/** Result of a request: a document, cached or not; or 'other', if the request must be rendered separately. */
export type PageOutcome =
  | { readonly kind: 'page'; readonly entry: CachedPageDocument; readonly isStored: boolean }
  | { readonly kind: 'other' };

export interface PageCacheOptions {
  /** Monotonic clock in milliseconds. */
  readonly now: () => number;
  readonly freshMs: number;
  readonly staleWhileRevalidateMs: number;
  readonly staleIfErrorMs: number;
  /** Limits of the whole cache; with `maxEntries` 0 there is no cache. */
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export interface PageCache {
  /**
   * Returns the page that can be sent at once, from memory only: fresh, or old and to be renewed in the
   * background. If it is old, the caller calls `refresh`.
   *
   * @param at current time on the cache's clock, if the caller has just read it
   */
  find(key: string, at?: number): CachedPageDocument | undefined;
  /** Returns true if the page should be renewed. */
  isDue(entry: CachedPageDocument, at?: number): boolean;
  /** Renews a page in the background, with one flight per key. The old page remains if that fails. */
  refresh(key: string, make: MakePage): void;
  /** Returns true if there is a page that is too old to be sent unless a new one cannot be rendered. */
  hasStaleIfError(key: string): boolean;
  /**
   * Returns the page and renders it if there is none. Concurrent callers wait for one render.
   *
   * @throws the error of the render if there is no old page to send; ApiError if the caller's deadline passes
   */
  load(key: string, make: MakePage, deadline: Deadline): Promise<PageOutcome>;
  /**
   * Removes pages, and prevents renders in progress from being stored.
   *
   * @param keys surrogate keys, or 'all'
   * @returns number of pages removed
   */
  purge(keys: ReadonlySet<string> | 'all'): number;
  /** Returns the current number of entries and bytes. */
  measure(): { readonly entries: number; readonly bytes: number };
}

/** TTL of a 404: the page may be published at any moment. */
const notFoundFreshMs = 2000;
/** Minimum time between two attempts to renew a page after a failure; the old page is sent meanwhile. */
const retryMs = 1000;
/** Time that a request waits for a new page if there is a stale-if-error entry. */
const staleIfErrorWaitMs = 1000;
/**
 * Time for which a URL with an uncacheable answer is remembered, so that it is not rendered twice per
 * request.
 */
const uncacheableMs = MINUTE_MS;
const maxUncacheable = 1000;
/** Number of hits after which a page is compressed with the best quality. */
const recompressAfterHits = 3;
const maxToRecompress = 100;
/**
 * Pause after a best-quality compression, as a multiple of its duration: it uses a quarter of one core at
 * most.
 */
const recompressPauseFactor = 3;
/**
 * Share of the cache for URLs with a query and for 404s: invented URLs evict each other and never the shop's
 * own pages.
 */
const sideCacheShare = 0.25;

/**
 * Creates the page cache of a process: complete documents for anonymous visitors. It stores successful pages,
 * a 404 for two seconds, and other failures not at all. An old page is sent instead of an error. A page that
 * is purged during its render is not stored.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, freshMs, staleWhileRevalidateMs, staleIfErrorMs, maxEntries, maxBytes } = options;
  const sideEntries = Math.max(1, Math.floor(maxEntries * sideCacheShare));
  const sideBytes = Math.max(1, Math.floor(maxBytes * sideCacheShare));
  const createStore = (entries: number, bytes: number) =>
    new LRUCache<string, CachedPageDocument>({ max: Math.max(1, entries), maxSize: Math.max(1, bytes) });
  const main = createStore(maxEntries - sideEntries, maxBytes - sideBytes);
  const side = createStore(sideEntries, sideBytes);
  const uncacheableUntil = new LRUCache<string, number>({ max: maxUncacheable });
  const flights = createFlights<PageOutcome>();
  const toImprove = new Map<string, CachedPageDocument>();
  let isImproving = false;

  const peek = (key: string) => main.peek(key) ?? side.peek(key);

  const isUsable = (entry: CachedPageDocument | undefined): entry is CachedPageDocument =>
    entry !== undefined && now() < entry.ttl.usableUntil;

  /**
   * Returns the page to send if none can be rendered: the stored page, or the older complete one if the
   * stored page is incomplete.
   */
  const findStaleIfError = (key: string): CachedPageDocument | undefined => {
    const entry = peek(key);
    return [entry, entry?.staleIfError].find(isUsable);
  };

  const put = (key: string, entry: CachedPageDocument) => {
    const isInSideStore = entry.status !== 200 || key.includes('?');
    // A page that is published or removed moves to the other store.
    (isInSideStore ? main : side).delete(key);
    (isInSideStore ? side : main).set(key, entry, {
      size: entry.bytes + (entry.staleIfError?.bytes ?? 0) + key.length,
    });
    entry.onResize = () => {
      if (peek(key) === entry) put(key, entry);
    };
  };

  const forget = (key: string) => {
    main.delete(key);
    side.delete(key);
  };

  const getTtl = (status: number, isComplete: boolean, madeAt: number): PageTtl => {
    const freshUntil = madeAt + (status === 200 ? freshMs : notFoundFreshMs);
    if (status !== 200 || !isComplete) {
      return { madeAt, freshUntil, staleUntil: freshUntil, usableUntil: freshUntil };
    }
    const staleUntil = freshUntil + staleWhileRevalidateMs;
    return { madeAt, freshUntil, staleUntil, usableUntil: Math.max(staleUntil, freshUntil + staleIfErrorMs) };
  };

  /**
   * Stores a page if it may be stored. An incomplete page does not replace a complete one that may still be
   * sent at once. Later it does, since its prices are newer, and the complete page is retained for the time
   * when no page can be rendered.
   */
  const storePage = async (key: string, page: FinishedPage, madeAt: number, isCurrent: () => boolean) => {
    if (page.kind === 'other') {
      if (isCurrent()) {
        forget(key);
        uncacheableUntil.set(key, now() + uncacheableMs);
      }
      return page;
    }
    const { status, isComplete } = page;
    const entry = new CachedPageDocument({ ...page, ttl: getTtl(status, isComplete, madeAt) });
    const isStorable = status === 200 || status === 404;
    const before = peek(key);
    if (isStorable && before?.status === status) {
      if (before.isSameDocument(entry)) {
        if (isCurrent()) before.renew(entry);
        return { kind: 'page', entry: before, isStored: true } as const;
      }
      await entry.prepareLike(before);
    }
    const completePage = before?.isComplete ? before : before?.staleIfError;
    const isReplacingComplete =
      !isComplete && completePage?.status === 200 && now() < completePage.ttl.staleUntil;
    if (!isComplete && status === 200 && completePage?.status === 200 && isUsable(completePage))
      entry.staleIfError = completePage;
    if (!isStorable || isReplacingComplete || !isCurrent()) {
      return { kind: 'page', entry, isStored: false } as const;
    }
    put(key, entry);
    return { kind: 'page', entry, isStored: true } as const;
  };

  const createWork =
    (key: string, make: MakePage): StartFlight<PageOutcome> =>
    async (signal, isCurrent) => {
      const madeAt = now();
      return storePage(key, await make(signal), madeAt, isCurrent);
    };

  /** Returns true for a page that may replace an old one. */
  const isReplacement = (outcome: PageOutcome) =>
    outcome.kind === 'other' ||
    outcome.entry.status === 404 ||
    (outcome.entry.status === 200 && outcome.isStored);

  const refresh = (key: string, make: MakePage): Promise<void> => {
    const postpone = () => {
      for (const entry of [peek(key), findStaleIfError(key)]) if (entry) entry.retryAt = now() + retryMs;
    };
    return flights
      .refresh(key, createWork(key, make))
      .then((outcome) => (isReplacement(outcome) ? undefined : postpone()), postpone);
  };

  const improveNext = async (): Promise<void> => {
    const [next] = toImprove;
    if (isImproving || next === undefined) return;
    const [key, entry] = next;
    toImprove.delete(key);
    if (peek(key) !== entry) {
      void improveNext();
      return;
    }
    isImproving = true;
    const startedAt = performance.now();
    try {
      await entry.improve();
    } catch {
      // The page retains its existing encodings.
    }
    const pauseMs = (performance.now() - startedAt) * recompressPauseFactor;
    setTimeout(() => {
      isImproving = false;
      void improveNext();
    }, pauseMs).unref();
  };

  const noteHit = (key: string, entry: CachedPageDocument) => {
    entry.hits += 1;
    if (entry.hits !== recompressAfterHits || entry.status !== 200 || toImprove.size >= maxToRecompress)
      return;
    toImprove.set(key, entry);
    void improveNext();
  };

  const isDue = ({ ttl, retryAt }: CachedPageDocument, at = now()) => at >= ttl.freshUntil && at >= retryAt;

  const find = (key: string, at = now()): CachedPageDocument | undefined => {
    const entry = main.get(key) ?? side.get(key);
    if (entry === undefined || at >= entry.ttl.staleUntil) return undefined;
    noteHit(key, entry);
    return entry;
  };

  return {
    find,
    isDue,
    refresh: (key, make) => void refresh(key, make),
    hasStaleIfError: (key) => findStaleIfError(key) !== undefined,
    load: async (key, make, deadline) => {
      const entry = find(key);
      if (entry) {
        if (isDue(entry)) void refresh(key, make);
        return { kind: 'page', entry, isStored: true };
      }
      if (now() < (uncacheableUntil.get(key) ?? 0)) return { kind: 'other' };
      const staleIfError = findStaleIfError(key);
      if (!staleIfError) return flights.join(key, createWork(key, make), deadline);

      if (now() < staleIfError.retryAt) return { kind: 'page', entry: staleIfError, isStored: true };
      void refresh(key, make);
      try {
        const outcome = await flights.join(key, createWork(key, make), {
          ...deadline,
          timeoutMs: Math.min(deadline.timeoutMs, staleIfErrorWaitMs),
        });
        if (isReplacement(outcome)) return outcome;
      } catch (error) {
        if (deadline.signal?.aborted) throw error;
      }
      return { kind: 'page', entry: staleIfError, isStored: true };
    },
    purge: (keys) => {
      flights.clear();
      uncacheableUntil.clear();
      let count = 0;
      const isPurged = ({ surrogateKeys }: CachedPageDocument) =>
        keys === 'all' || surrogateKeys.some((surrogateKey) => keys.has(surrogateKey));
      for (const store of [main, side]) {
        for (const [key, entry] of [...store.entries()]) {
          if (isPurged(entry)) {
            store.delete(key);
            count += 1;
          } else if (entry.staleIfError && isPurged(entry.staleIfError)) {
            entry.staleIfError = undefined;
            put(key, entry);
          }
        }
      }
      return count;
    },
    measure: () => ({
      entries: main.size + side.size,
      bytes: main.calculatedSize + side.calculatedSize,
    }),
  };
}
