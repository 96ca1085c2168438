/** Scroll target after a navigation. */
export type ScrollTarget =
  | { readonly to: 'top' }
  | { readonly to: 'anchor'; readonly id: string }
  | { readonly to: 'position'; readonly top: number }
  | { readonly to: 'stay' };

export interface Arrival {
  /** '' or a hash with its leading '#'. */
  readonly hash: string;
  /** Scroll position that was saved when this history entry was left; undefined for a new one. */
  readonly savedTop: number | undefined;
  /** Whether both the previous and the new route are flagged keepScrollPosition. */
  readonly isBetweenScrollKeepingPages: boolean;
  /** Whether the link requested to retain the scroll position. */
  readonly isResetPrevented: boolean;
}

/** Hash of a link that changes the page and retains the scroll position. */
const NO_SCROLL_HASH = '#no-scroll';

/**
 * Determines the scroll target of a navigation. Back and forward restore the saved position. 'no-scroll' and
 * navigations between two keepScrollPosition routes retain the current one. Otherwise it is the hash target
 * or the top.
 */
export function determineScrollTarget({
  hash,
  savedTop,
  isBetweenScrollKeepingPages,
  isResetPrevented,
}: Arrival): ScrollTarget {
  if (savedTop !== undefined) return { to: 'position', top: savedTop };
  if (hash === NO_SCROLL_HASH || isBetweenScrollKeepingPages || isResetPrevented) return { to: 'stay' };
  if (hash.length > 1) return { to: 'anchor', id: decodeHash(hash.slice(1)) };
  return { to: 'top' };
}

function decodeHash(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
