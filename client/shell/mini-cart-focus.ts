import { useLayoutEffect } from 'react';

/** Id of the drawer. */
export const MINI_CART_ID = 'mini-cart';

/**
 * Keeps the focus in the open drawer: where the element that had it has gone with a change of its content, the drawer's first button has it.
 *
 * @param content another value whenever something may have gone
 */
export function useMiniCartFocus(content: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at anew when the content changes
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`dialog#${MINI_CART_ID}[open] button`)?.focus();
  }, [content]);
}
