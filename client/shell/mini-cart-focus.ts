import { useLayoutEffect } from 'react';

/** Id of the drawer. */
export const MINI_CART_ID = 'mini-cart';

/**
 * Keeps the focus in the open drawer. If the focused element disappears with a change of the content, the
 * first button of the drawer receives the focus.
 *
 * @param content value that changes whenever an element may have disappeared
 */
export function useMiniCartFocus(content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at anew when the content changes
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`dialog#${MINI_CART_ID}[open] button`)?.focus();
  }, [content]);
}
