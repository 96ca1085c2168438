import { useEffect } from 'react';

const compareLinkSelector = 'a[data-compare]';

/**
 * Turns the links that add a product to the comparison into toggle buttons. Each button shows whether its
 * product is compared, and the space bar activates it. The buttons are looked up in the DOM, because product
 * lists are cached fragments and grow.
 *
 * @param ids compared products, or null if another component maintains the buttons
 */
export function useCompareButtons(ids: readonly number[] | null): void {
  useEffect(() => {
    const main = document.getElementById('main');
    if (ids === null || !main) return;
    const mark = () => {
      for (const link of main.querySelectorAll<HTMLElement>(compareLinkSelector)) {
        const isPressed = String(ids.includes(Number(link.dataset.compare)));
        link.role = 'button';
        if (link.ariaPressed !== isPressed) link.ariaPressed = isPressed;
      }
    };
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.key !== ' ' ||
        !(event.target instanceof HTMLElement) ||
        !event.target.matches(compareLinkSelector)
      )
        return;
      event.preventDefault();
      event.target.click();
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(main, { childList: true, subtree: true });
    main.addEventListener('keydown', handleKey);
    return () => {
      observer.disconnect();
      main.removeEventListener('keydown', handleKey);
    };
  }, [ids]);
}
