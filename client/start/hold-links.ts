import { WAITING_ATTRIBUTE } from '../ui/waits-for-program.ts';

/** Links that one listener for the whole page answers, whatever component they stand in. */
const delegated = 'a[data-compare], a[data-consent]';

/** Who pressed gets the plain page of the link when the program takes longer than this, in milliseconds. */
const longestHoldMs = 30_000;

export interface HeldLinks {
  /** The page's own listeners are there; components may still wait for their code. */
  readonly release: () => void;
  /** The program does not come: what was pressed leads where it leads, and so do all links from now on. */
  readonly giveUp: () => void;
}

/**
 * Holds back a press on a link that a component answers until this component listens, then presses again. Without it the browser
 * would follow the link: before the program has come, and where the code of a part is still on its way.
 *
 * @param leave loads a document
 */
export function holdLinks(document: Document, leave: (url: string) => void): HeldLinks {
  /** Each with what forgets it. */
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
    // Where its page has been left meanwhile, nobody waits for it any more.
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

/** Lets the program fetch what it keeps back until somebody comes near a control. */
function comeNear(link: HTMLAnchorElement): void {
  link.dispatchEvent(new Event('pointerover', { bubbles: true }));
}
