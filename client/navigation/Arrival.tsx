import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { PAGE_HYDRATED_EVENT } from '../start/boot-data.ts';
import { useNavigationState } from './navigation-context.tsx';
import type { NavigationState } from './navigation-state.ts';

/**
 * Restores scroll position and focus after a navigation, and renders its children. It scrolls first, because
 * focusing must not move the view (shared/rules/scroll-target.ts decides the position). The focus goes to the
 * page's heading, or on Back to the link that was left, without scrolling.
 */
export function Arrival({ children }: { children: ReactNode }) {
  const arrival = useNavigationState((state) => state.arrival);
  const handled = useRef(arrival);
  useLayoutEffect(() => {
    if (!arrival || handled.current === arrival) return;
    handled.current = arrival;
    scrollToArrival(arrival);
    focusArrival(arrival);
  }, [arrival]);
  // Marks the page as hydrated for tests and synthetic monitors.
  useEffect(() => {
    document.documentElement.dataset.hydrated = 'true';
    document.dispatchEvent(new Event(PAGE_HYDRATED_EVENT));
  }, []);
  return children;
}

function scrollToArrival({ scroll }: NonNullable<NavigationState['arrival']>): void {
  if (scroll.to === 'top') window.scrollTo(0, 0);
  if (scroll.to === 'position') window.scrollTo(0, scroll.top);
  if (scroll.to === 'anchor') {
    const target = document.getElementById(scroll.id);
    if (target) target.scrollIntoView();
    else window.scrollTo(0, 0);
  }
}

function focusArrival({ scroll, focus }: NonNullable<NavigationState['arrival']>): void {
  if (focus === 'keep') return;
  const main = document.getElementById('main');
  const target =
    (scroll.to === 'anchor' && document.getElementById(scroll.id)) ||
    (typeof focus === 'object' && main?.querySelector<HTMLElement>(`a[href="${CSS.escape(focus.href)}"]`)) ||
    main?.querySelector<HTMLElement>('h1') ||
    main;
  if (!target) return;
  if (!target.matches('a[href], button, input, select, textarea, summary')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}
