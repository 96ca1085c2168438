import { PENDING_HYDRATION_ATTRIBUTE } from '../ui/pending-hydration-props.ts';

/** Links that one delegated listener handles for the whole page. */
const delegated = 'a[data-compare], a[data-consent]';

/** Maximum time that a click is held, in milliseconds. After that the link is followed natively. */
const maxClickHoldMs = 30_000;

export interface DelayedLinkClicks {
  /** Call when the page is hydrated. Components may still wait for their code. */
  readonly release: () => void;
  /** Call when the code cannot be loaded. Follows held links and holds no others. */
  readonly giveUp: () => void;
}

/**
 * Prevents a click on a link that a component handles until the component listens, then repeats the click.
 * Otherwise the browser would follow the link before hydration.
 *
 * @param leave loads a document
 */
export function delayLinkClicks(document: Document, leave: (url: string) => void): DelayedLinkClicks {
  /** Held links with the function that releases each. */
  const held = new Map<HTMLAnchorElement, () => void>();
  let isReady = false;

  function isWaiting(link: HTMLAnchorElement): boolean {
    return link.hasAttribute(PENDING_HYDRATION_ATTRIBUTE) || (!isReady && link.matches(delegated));
  }

  function hold(link: HTMLAnchorElement): void {
    if (held.has(link)) return;
    link.ariaBusy = 'true';
    const observer = new MutationObserver(() => pressAgain(link));
    observer.observe(link, { attributeFilter: [PENDING_HYDRATION_ATTRIBUTE] });
    const timer = setTimeout(() => follow(link), maxClickHoldMs);
    held.set(link, () => {
      held.delete(link);
      clearTimeout(timer);
      observer.disconnect();
      link.ariaBusy = null;
    });
    if (isReady) triggerDeferredLoading(link);
  }

  function pressAgain(link: HTMLAnchorElement): void {
    // Waits for the delegated listeners, which follow links without a reload.
    if (!isReady || isWaiting(link)) return;
    held.get(link)?.();
    link.click();
  }

  function follow(link: HTMLAnchorElement): void {
    held.get(link)?.();
    // After a navigation the link may be removed from the document.
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
        if (isWaiting(link)) triggerDeferredLoading(link);
        else pressAgain(link);
      }
    },
    giveUp: () => {
      document.removeEventListener('click', handleClick, true);
      for (const link of held.keys()) follow(link);
    },
  };
}

/** Triggers loading of code that is deferred until the visitor gets near a control. */
function triggerDeferredLoading(link: HTMLAnchorElement): void {
  link.dispatchEvent(new Event('pointerover', { bubbles: true }));
}
