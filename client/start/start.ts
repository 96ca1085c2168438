import { hideDismissedNotice } from '../shell/dismissed-notice.ts';
import { BOOT_ELEMENT_ID, HYDRATION_STARTED_EVENT, PAGE_HYDRATED_EVENT } from './boot-data.ts';
import { delayLinkClicks } from './delay-link-clicks.ts';
import { recordEvents } from './event-replay.ts';

hideDismissedNotice(document);

/** Events that precede a first click and load the code at once. Scrolling is not among them. */
const firstInteractionEvents = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const;
/** Delay after loading in milliseconds in browsers without idle callbacks (Safari). */
const idleFallbackDelayMs = 300;
/** Maximum delay of hydration on a page that never becomes idle, in milliseconds after loading. */
const maxHydrationDelayMs = 4000;

/*
 * The first and smallest script of a page. The server's HTML works without script, so hydration may wait
 * until the browser is idle or the visitor touches the page. Events on controls that need script are recorded
 * until then and replayed.
 */
const recorded = recordEvents(document);
document.addEventListener(HYDRATION_STARTED_EVENT, recorded.stop, { once: true });
document.addEventListener(PAGE_HYDRATED_EVENT, recorded.replay, { once: true });
const delayedLinkClicks = delayLinkClicks(document, (url) => window.location.assign(url));
document.addEventListener(PAGE_HYDRATED_EVENT, delayedLinkClicks.release, { once: true });

let hasStartedLoading = false;

function beginLoading(event?: Event | IdleDeadline): void {
  if (hasStartedLoading) return;
  const modules = document.getElementById(BOOT_ELEMENT_ID)?.dataset.modules?.split(' ');
  if (!modules) {
    // The document was touched while loading, so its state is still incomplete.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', beginLoading, { once: true });
    return;
  }
  hasStartedLoading = true;
  for (const type of firstInteractionEvents)
    window.removeEventListener(type, beginLoading, { capture: true });
  // The visitor is waiting, so the code is loaded before pictures.
  const fetchPriority = event instanceof Event ? 'high' : 'low';
  for (const href of modules) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, fetchPriority });
    document.head.append(link);
  }
  // Offline, or the file was removed by a deployment: the page continues to work without script.
  import(modules[0] ?? '').catch(delayedLinkClicks.giveUp);
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window)
    window.requestIdleCallback(beginLoading, { timeout: maxHydrationDelayMs });
  else setTimeout(beginLoading, idleFallbackDelayMs);
}

for (const type of firstInteractionEvents)
  window.addEventListener(type, beginLoading, { capture: true, passive: true });
if (document.readyState === 'complete') startWhenIdle();
else window.addEventListener('load', startWhenIdle, { once: true });
