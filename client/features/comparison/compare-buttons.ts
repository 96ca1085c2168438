import { useEffect } from 'react';

const selector = 'a[data-compare]';

/**
 * Makes the links that put a product into the comparison the buttons that they are with script: each says whether its product is
 * in it, and the space bar presses it. They are found in the page, since the lists of products are cached fragments and grow.
 *
 * @param ids what is compared; null where somebody else looks after the buttons
 */
export function useCompareButtons(ids: readonly number[] | null): void {
  useEffect(() => {
    const main = document.getElementById('main');
    if (ids === null || !main) return;
    const mark = () => {
      for (const link of main.querySelectorAll<HTMLElement>(selector)) {
        const isPressed = String(ids.includes(Number(link.dataset.compare)));
        link.role = 'button';
        if (link.ariaPressed !== isPressed) link.ariaPressed = isPressed;
      }
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.matches(selector))
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
