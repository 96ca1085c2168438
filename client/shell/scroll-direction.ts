import { determineScrollDirection, type ScrollState } from '../../shared/rules/scroll-direction.ts';

/** Interval between two checks, in milliseconds. */
const CHECK_INTERVAL_MS = 250;

/**
 * Sets `data-scroll="down"` on the root element while the visitor scrolls down, so that bars at the bottom of
 * a narrow window hide (`.gives-way` in `client/ui/styles/base.css`). Checks every 250 ms while the page
 * scrolls, and never while it rests.
 *
 * @returns function that stops watching
 */
export function watchScrollDirection(window: Window): () => void {
  const { documentElement } = window.document;
  let state: ScrollState = { direction: 'up', top: window.scrollY };
  let timer: number | undefined;
  const checkScroll = () => {
    timer = undefined;
    state = determineScrollDirection(state, {
      top: window.scrollY,
      height: window.innerHeight,
      pageHeight: documentElement.scrollHeight,
    });
    if (state.direction === 'down') documentElement.dataset.scroll = 'down';
    else delete documentElement.dataset.scroll;
  };
  const handleScroll = () => {
    timer ??= window.setTimeout(checkScroll, CHECK_INTERVAL_MS);
  };
  window.addEventListener('scroll', handleScroll, { passive: true });
  return () => {
    window.removeEventListener('scroll', handleScroll);
    window.clearTimeout(timer);
    delete documentElement.dataset.scroll;
  };
}
