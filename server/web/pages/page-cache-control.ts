import type { Config } from '../config.ts';

/** What shared caches may do with pages that are the same for everyone. The browser always asks again. */
export interface PageCacheControls {
  readonly whole: string;
  /** A block is missing that could not be had in time: good for the moment, not to be kept through an outage. */
  readonly incomplete: string;
}

export function createPageCacheControls(pageCache: Config['pageCache']): PageCacheControls {
  const { freshSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds } = pageCache;
  const incomplete = `public, max-age=0, s-maxage=${freshSeconds}`;
  return {
    whole: `${incomplete}, stale-while-revalidate=${staleWhileRevalidateSeconds}, stale-if-error=${staleIfErrorSeconds}`,
    incomplete,
  };
}
