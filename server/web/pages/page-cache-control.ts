import type { Config } from '../config.ts';

/** Cache-Control values of public pages for shared caches. Browsers always revalidate. */
export interface PageCacheControls {
  readonly whole: string;
  /**
   * For a page in which a block is missing because its data was late: usable for seconds, but not during an
   * outage.
   */
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
