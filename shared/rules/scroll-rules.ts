/** Where the view goes after a navigation. */
export type ScrollTarget =
  | { readonly to: 'top' }
  | { readonly to: 'anchor'; readonly id: string }
  | { readonly to: 'position'; readonly top: number }
  | { readonly to: 'stay' };

export interface Arrival {
  /** '' or with its leading '#'. */
  readonly hash: string;
  /** Scroll position that was saved when this history entry was left; undefined for a new one. */
  readonly savedTop: number | undefined;
  /** Both the route left and the route entered are flagged keepScrollPosition. */
  readonly isBetweenKeepers: boolean;
  /** The link asked to stay where it is. */
  readonly isResetPrevented: boolean;
}

/** A link that ends so changes the page and keeps the scroll position. */
const NO_SCROLL = '#no-scroll';

/**
 * Decides where the view goes: back and forward restore the position; 'no-scroll' and moves
 * between two keepScrollPosition routes keep it; else the hash target, else the top.
 */
export function resolveScroll({ hash, savedTop, isBetweenKeepers, isResetPrevented }: Arrival): ScrollTarget {
  if (savedTop !== undefined) return { to: 'position', top: savedTop };
  if (hash === NO_SCROLL || isBetweenKeepers || isResetPrevented) return { to: 'stay' };
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
