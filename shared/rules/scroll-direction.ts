/** Scroll direction, and the scroll position at which it was decided (CSS px). */
export interface ScrollState {
  readonly direction: 'up' | 'down';
  readonly top: number;
}

/** Visible part of a page, in CSS px. */
export interface ScrolledView {
  readonly top: number;
  readonly height: number;
  readonly pageHeight: number;
}

/** Shorter movements are ignored, because fingers tremble and browsers round. */
const JITTER_PX = 8;
/**
 * Distance to the top and the end of a page within which bars are always visible; the end springs back when
 * overscrolled.
 */
const EDGE_PX = 64;

/**
 * Determines the scroll direction from the previous state and the current position. Small movements add up
 * over several calls.
 *
 * @returns the new state; near both ends of the page the direction is always 'up', in which all bars are
 *   visible
 */
export function determineScrollDirection(
  before: ScrollState,
  { top, height, pageHeight }: ScrolledView,
): ScrollState {
  if (top < EDGE_PX || top + height > pageHeight - EDGE_PX) return { direction: 'up', top };
  if (Math.abs(top - before.top) < JITTER_PX) return before;
  return { direction: top > before.top ? 'down' : 'up', top };
}
