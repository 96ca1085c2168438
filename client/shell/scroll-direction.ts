import { followScroll, type ScrollState } from '../../shared/rules/scroll-direction.ts';

/** Time between two looks, in milliseconds. */
const LOOK_MS = 250;

/**
 * Keeps `data-scroll="down"` on the document's element while somebody scrolls down: bars at the foot of a narrow window give way then
 * (`.gives-way` in `client/ui/styles/base.css`). Looks every 250 ms while the view moves, and never while it rests.
 *
 * @returns ends it
 */
export function watchScrollDirection(window: Window): () => void {
  const { documentElement } = window.document;
  let state: ScrollState = { direction: 'up', top: window.scrollY };
  let timer: number | undefined;
  const look = () => {
    timer = undefined;
    state = followScroll(state, {
      top: window.scrollY,
      height: window.innerHeight,
      pageHeight: documentElement.scrollHeight,
    });
    if (state.direction === 'down') documentElement.dataset.scroll = 'down';
    else delete documentElement.dataset.scroll;
  };
  const handleScroll = () => {
    timer ??= window.setTimeout(look, LOOK_MS);
  };
  window.addEventListener('scroll', handleScroll, { passive: true });
  return () => {
    window.removeEventListener('scroll', handleScroll);
    window.clearTimeout(timer);
    delete documentElement.dataset.scroll;
  };
}
