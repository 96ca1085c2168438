/** Which way somebody scrolls, and where the view stood when that was decided (CSS px). */
export interface ScrollState {
  readonly direction: 'up' | 'down';
  readonly top: number;
}

/** What of a page is seen, in CSS px. */
export interface ScrolledView {
  readonly top: number;
  readonly height: number;
  readonly pageHeight: number;
}

/** A shorter way is no decision: a finger trembles, and browsers round. */
const JITTER_PX = 8;
/** So near to the beginning and the end of a page nothing gives way; the end springs back where it was overshot. */
const EDGE_PX = 64;

/**
 * Decides which way somebody scrolls, from what was known at the last look and what is seen now. A slow way adds up over several looks.
 *
 * @returns 'up', in which all bars are shown, near both ends of the page whatever the way
 */
export function followScroll(before: ScrollState, { top, height, pageHeight }: ScrolledView): ScrollState {
  if (top < EDGE_PX || top + height > pageHeight - EDGE_PX) return { direction: 'up', top };
  if (Math.abs(top - before.top) < JITTER_PX) return before;
  return { direction: top > before.top ? 'down' : 'up', top };
}
