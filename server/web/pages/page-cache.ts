import { LRUCache } from 'lru-cache';
import { createFlights, type Deadline, type StartFlight } from '../cache/flights.ts';
import { PageEntry, type PageEntryOptions, type PageTtl } from './page-entry.ts';

/** The result of a render. */
export type FinishedPage =
  /** Not for this cache: a redirect, a page for one visitor, a host that has been removed. */
  { readonly kind: 'other' } | (Omit<PageEntryOptions, 'ttl'> & { readonly kind: 'document' });

/** Makes a page that is the same for everyone. Knows no visitor. */
export type MakePage = (signal: AbortSignal) => Promise<FinishedPage>;

/** The answer to a request: a document, kept or not; or 'other', and the request must be rendered for itself alone. */
export type PageOutcome =
  | { readonly kind: 'page'; readonly entry: PageEntry; readonly isKept: boolean }
  | { readonly kind: 'other' };

export interface PageCacheOptions {
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  readonly freshMs: number;
  readonly staleWhileRevalidateMs: number;
  readonly staleIfErrorMs: number;
  /** Bounds of everything kept; no entries means no cache. */
  readonly maxEntries: number;
  readonly maxBytes: number;
}

export interface PageCache {
  /**
   * The page to send at once, from memory alone: fresh, or old and being made anew. Whoever gets an old one calls `refresh`.
   *
   * @param at the cache's clock, where the caller has just looked at it
   */
  find(key: string, at?: number): PageEntry | undefined;
  /** True where the page is due to be made anew. */
  isDue(entry: PageEntry, at?: number): boolean;
  /** Makes a page anew in the background, one flight at a time; a failure keeps the old one. */
  refresh(key: string, make: MakePage): void;
  /** True where a page is held that is too old to be sent unless a new one cannot be made. */
  hasStaleIfError(key: string): boolean;
  /**
   * The page, made where there is none. All who ask at the same time wait for one render.
   *
   * @throws what made the render impossible, where there is nothing old to send; ApiError when the caller's deadline passes
   */
  load(key: string, make: MakePage, deadline: Deadline): Promise<PageOutcome>;
  /**
   * Forgets pages, and whatever is being made at this moment.
   *
   * @param keys surrogate keys, or 'all'
   * @returns how many pages were forgotten
   */
  purge(keys: ReadonlySet<string> | 'all'): number;
  /** What is held now. */
  measure(): { readonly entries: number; readonly bytes: number };
}

/** TTL of a 404: the page may be published at any moment. */
const absentFreshMs = 2000;
/** After a page could not be made anew the old one is sent on, and another try is made this much later at the earliest. */
const retryMs = 1000;
/** Where there is a stale-if-error entry, a request waits this long for a new page. */
const staleIfErrorWaitMs = 1000;
/** How long an address is remembered whose answer is not for this cache, so that it is not made twice. */
const otherMs = 60_000;
const maxOthers = 1000;
/** From this many hits on a page is compressed with the best quality. */
const improvedAfterHits = 3;
const maxToImprove = 100;
/** The best compression may take a quarter of one core at most. */
const improvePause = 3;
/** Share of the cache for addresses with a query and for 404s: invented addresses evict each other and never the shop's own pages. */
const sideShare = 0.25;

/**
 * Makes the page cache of a process: finished documents of anonymous visitors. Only good pages are kept, a 404 for two seconds,
 * other failures not at all; an old page is sent in place of an error. What is purged while it is being made is not kept.
 */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { now, freshMs, staleWhileRevalidateMs, staleIfErrorMs, maxEntries, maxBytes } = options;
  const sideEntries = Math.max(1, Math.floor(maxEntries * sideShare));
  const sideBytes = Math.max(1, Math.floor(maxBytes * sideShare));
  const createStore = (entries: number, bytes: number) =>
    new LRUCache<string, PageEntry>({ max: Math.max(1, entries), maxSize: Math.max(1, bytes) });
  const main = createStore(maxEntries - sideEntries, maxBytes - sideBytes);
  const side = createStore(sideEntries, sideBytes);
  const others = new LRUCache<string, number>({ max: maxOthers });
  const flights = createFlights<PageOutcome>();
  const toImprove = new Map<string, PageEntry>();
  let isImproving = false;

  const peek = (key: string) => main.peek(key) ?? side.peek(key);

  const isUsable = (entry: PageEntry | undefined): entry is PageEntry =>
    entry !== undefined && now() < entry.ttl.usableUntil;

  /** What to send where no page can be made: the kept page, or the older whole one where the kept page has a gap. */
  const findStaleIfError = (key: string): PageEntry | undefined => {
    const entry = peek(key);
    return [entry, entry?.staleIfError].find(isUsable);
  };

  const put = (key: string, entry: PageEntry) => {
    const isAside = entry.status !== 200 || key.includes('?');
    // A page that is published or removed changes its store.
    (isAside ? main : side).delete(key);
    (isAside ? side : main).set(key, entry, {
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
    const freshUntil = madeAt + (status === 200 ? freshMs : absentFreshMs);
    if (status !== 200 || !isComplete) {
      return { madeAt, freshUntil, staleUntil: freshUntil, usableUntil: freshUntil };
    }
    const staleUntil = freshUntil + staleWhileRevalidateMs;
    return { madeAt, freshUntil, staleUntil, usableUntil: Math.max(staleUntil, freshUntil + staleIfErrorMs) };
  };

  /**
   * Keeps what may be kept. A page with a gap does not take the place of a whole one that may still be sent at once; later it does, since
   * its prices are new, and the whole one is kept for the time when no page can be made.
   */
  const keep = async (key: string, page: FinishedPage, madeAt: number, isCurrent: () => boolean) => {
    if (page.kind === 'other') {
      if (isCurrent()) {
        forget(key);
        others.set(key, now() + otherMs);
      }
      return page;
    }
    const { status, isComplete } = page;
    const entry = new PageEntry({ ...page, ttl: getTtl(status, isComplete, madeAt) });
    const isWorthKeeping = status === 200 || status === 404;
    const before = peek(key);
    if (isWorthKeeping && before?.status === status) {
      if (before.isSameDocument(entry)) {
        if (isCurrent()) before.renew(entry);
        return { kind: 'page', entry: before, isKept: true } as const;
      }
      await entry.prepareLike(before);
    }
    const whole = before?.isComplete ? before : before?.staleIfError;
    const isLesser = !isComplete && whole?.status === 200 && now() < whole.ttl.staleUntil;
    if (!isComplete && status === 200 && whole?.status === 200 && isUsable(whole)) entry.staleIfError = whole;
    if (!isWorthKeeping || isLesser || !isCurrent()) {
      return { kind: 'page', entry, isKept: false } as const;
    }
    put(key, entry);
    return { kind: 'page', entry, isKept: true } as const;
  };

  const createWork =
    (key: string, make: MakePage): StartFlight<PageOutcome> =>
    async (signal, isCurrent) => {
      const madeAt = now();
      return keep(key, await make(signal), madeAt, isCurrent);
    };

  /** A page that may take the place of an old one. */
  const isGood = (outcome: PageOutcome) =>
    outcome.kind === 'other' ||
    outcome.entry.status === 404 ||
    (outcome.entry.status === 200 && outcome.isKept);

  const refresh = (key: string, make: MakePage): Promise<void> => {
    const postpone = () => {
      for (const entry of [peek(key), findStaleIfError(key)]) if (entry) entry.retryAt = now() + retryMs;
    };
    return flights
      .refresh(key, createWork(key, make))
      .then((outcome) => (isGood(outcome) ? undefined : postpone()), postpone);
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
      // The page keeps the codings that it has.
    }
    const pauseMs = (performance.now() - startedAt) * improvePause;
    setTimeout(() => {
      isImproving = false;
      void improveNext();
    }, pauseMs).unref();
  };

  const noteHit = (key: string, entry: PageEntry) => {
    entry.hits += 1;
    if (entry.hits !== improvedAfterHits || entry.status !== 200 || toImprove.size >= maxToImprove) return;
    toImprove.set(key, entry);
    void improveNext();
  };

  const isDue = ({ ttl, retryAt }: PageEntry, at = now()) => at >= ttl.freshUntil && at >= retryAt;

  const find = (key: string, at = now()): PageEntry | undefined => {
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
        return { kind: 'page', entry, isKept: true };
      }
      if (now() < (others.get(key) ?? 0)) return { kind: 'other' };
      const staleIfError = findStaleIfError(key);
      if (!staleIfError) return flights.join(key, createWork(key, make), deadline);

      if (now() < staleIfError.retryAt) return { kind: 'page', entry: staleIfError, isKept: true };
      void refresh(key, make);
      try {
        const outcome = await flights.join(key, createWork(key, make), {
          ...deadline,
          timeoutMs: Math.min(deadline.timeoutMs, staleIfErrorWaitMs),
        });
        if (isGood(outcome)) return outcome;
      } catch (error) {
        if (deadline.signal?.aborted) throw error;
      }
      return { kind: 'page', entry: staleIfError, isKept: true };
    },
    purge: (keys) => {
      flights.clear();
      others.clear();
      let count = 0;
      const isMeant = ({ surrogateKeys }: PageEntry) =>
        keys === 'all' || surrogateKeys.some((surrogateKey) => keys.has(surrogateKey));
      for (const store of [main, side]) {
        for (const [key, entry] of [...store.entries()]) {
          if (isMeant(entry)) {
            store.delete(key);
            count += 1;
          } else if (entry.staleIfError && isMeant(entry.staleIfError)) {
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
