import { hideClosedNotice } from '../shell/closed-notice.ts';
import { BOOT_ELEMENT_ID, HANDOVER_EVENT, READY_EVENT } from './boot.ts';
import { recordEvents } from './event-replay.ts';
import { holdLinks } from './hold-links.ts';

hideClosedNotice(document);

/** Events that come before a first click: the program is fetched at once. Scrolling is not among them. */
const firstTouches = ['pointerdown', 'touchstart', 'keydown', 'focusin'] as const;
/** Safari has no idle callback: then this time after loading, in milliseconds. */
const idleGuessMs = 300;
/** A page that never becomes idle is hydrated all the same, in milliseconds after loading. */
const longestWaitMs = 4000;

/*
 * The first and smallest script of a page. The server's HTML works as it is, so the program that makes it live may wait
 * until the browser is idle or the visitor touches the page. Events on controls that need the program are recorded until then
 * and replayed.
 */
const recorded = recordEvents(document);
document.addEventListener(HANDOVER_EVENT, recorded.stop, { once: true });
document.addEventListener(READY_EVENT, recorded.replay, { once: true });
const links = holdLinks(document, (url) => window.location.assign(url));
document.addEventListener(READY_EVENT, links.release, { once: true });

let hasBegun = false;

function begin(event?: Event | IdleDeadline): void {
  if (hasBegun) return;
  const modules = document.getElementById(BOOT_ELEMENT_ID)?.dataset.modules?.split(' ');
  if (!modules) {
    // Touched while the document was still loading: the state is at its end.
    if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', begin, { once: true });
    return;
  }
  hasBegun = true;
  for (const type of firstTouches) window.removeEventListener(type, begin, { capture: true });
  // The visitor waits for it: then it is loaded before pictures.
  const fetchPriority = event instanceof Event ? 'high' : 'low';
  for (const href of modules) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, fetchPriority });
    document.head.append(link);
  }
  // Offline, or gone after a deploy: the page goes on working as it does without script.
  import(modules[0] ?? '').catch(links.giveUp);
}

function beginWhenIdle(): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: longestWaitMs });
  else setTimeout(begin, idleGuessMs);
}

for (const type of firstTouches) window.addEventListener(type, begin, { capture: true, passive: true });
if (document.readyState === 'complete') beginWhenIdle();
else window.addEventListener('load', beginWhenIdle, { once: true });
