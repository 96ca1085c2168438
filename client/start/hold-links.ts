import { WAITING_ATTRIBUTE } from '../ui/waits-for-program.ts';

/** Links that one listener handles for the whole page, in whatever component they are. */
const delegated = 'a[data-compare], a[data-consent]';

/** A clicked link is followed natively when its component is not live after this long, in milliseconds. */
const longestHoldMs = 30_000;

export interface HeldLinks {
  /** To be called when the page is hydrated; components may still wait for their code. */
  readonly release: () => void;
  /** To be called when the program cannot be loaded: follows held links, and holds no others. */
  readonly giveUp: () => void;
}

/**
 * Prevents a click on a link that a component handles until this component listens, then repeats the click. Without it the browser
 * would follow the link, before the program is loaded and while the code of a part is.
 *
 * @param leave loads a document
 */
export function holdLinks(document: Document, leave: (url: string) => void): HeldLinks {
  /** Each with the function that ends holding it. */
  const held = new Map<HTMLAnchorElement, () => void>();
  let isReady = false;

  function isWaiting(link: HTMLAnchorElement): boolean {
    return link.hasAttribute(WAITING_ATTRIBUTE) || (!isReady && link.matches(delegated));
  }

  function hold(link: HTMLAnchorElement): void {
    if (held.has(link)) return;
    link.ariaBusy = 'true';
    const observer = new MutationObserver(() => pressAgain(link));
    observer.observe(link, { attributeFilter: [WAITING_ATTRIBUTE] });
    const timer = setTimeout(() => follow(link), longestHoldMs);
    held.set(link, () => {
      held.delete(link);
      clearTimeout(timer);
      observer.disconnect();
      link.ariaBusy = null;
    });
    if (isReady) comeNear(link);
  }

  function pressAgain(link: HTMLAnchorElement): void {
    // Not before the page's own listeners, which follow links without a reload.
    if (!isReady || isWaiting(link)) return;
    held.get(link)?.();
    link.click();
  }

  function follow(link: HTMLAnchorElement): void {
    held.get(link)?.();
    // After a navigation the link is not in the document any more.
    if (link.isConnected) leave(link.href);
  }

  function handleClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const hasModifier = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
    if (!link || hasModifier || event.button !== 0 || !isWaiting(link)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    hold(link);
  }

  document.addEventListener('click', handleClick, true);
  return {
    release: () => {
      isReady = true;
      for (const link of held.keys()) {
        if (isWaiting(link)) comeNear(link);
        else pressAgain(link);
      }
    },
    giveUp: () => {
      document.removeEventListener('click', handleClick, true);
      for (const link of held.keys()) follow(link);
    },
  };
}

/** Makes the program fetch the code that it defers until the visitor comes near a control. */
function comeNear(link: HTMLAnchorElement): void {
  link.dispatchEvent(new Event('pointerover', { bubbles: true }));
}
