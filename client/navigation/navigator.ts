import { createPath, type Location, type NavigateOptions, type Navigator, type To } from 'react-router';
import { hasLocationParameter } from '../../shared/rules/dealers/location-parameters.ts';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { determineScrollTarget } from '../../shared/rules/scroll-target.ts';
import type { LoadedPage } from '../load-page.ts';
import { getPage, matchStaticRoute } from '../pages/pages.ts';
import type { AppStore } from '../store/app-store.ts';
import type { ChangedData } from '../store/changed-data.ts';
import type { PageState } from '../store/page-state.ts';
import { showPage } from '../store/show-page.ts';
import type { NavigationStore } from './navigation-state.ts';

/** Delay before the skeleton of a pending page, in milliseconds. */
const SKELETON_DELAY_MS = 200;
/** Delay before 'Loading' is announced, in milliseconds. */
const ANNOUNCEMENT_DELAY_MS = 1000;
/** Time for which the failed progress bar is visible, in milliseconds. */
const FAILURE_DISPLAY_MS = 1500;
/** Maximum number of cached pages, which make Back instant and restore lists as they were. */
const MAX_CACHED_PAGES = 20;
/**
 * Maximum age of a cached page, in milliseconds. Older pages are reloaded, because prices may have changed;
 * the back/forward cache of browsers has a similar limit.
 */
const MAX_CACHED_PAGE_AGE_MS = 10 * MINUTE_MS;

interface HistoryEntry {
  readonly url: string;
  readonly leftAt: number;
  /** Null if the page is not cached, because it is private or has been invalidated. */
  shown: Pick<LoadedPage, 'page' | 'request'> | null;
  readonly top: number;
  /** URL of the link that had the focus when the page was left. */
  readonly focusHref: string | null;
}

export interface NavigatorOptions {
  readonly store: AppStore;
  readonly navigation: NavigationStore;
  readonly window: Window;
  /** Loads the page of a URL, including its code. */
  readonly load: (url: URL, signal: AbortSignal) => Promise<LoadedPage>;
  /** Checks whether a document of the shop can be loaded. */
  readonly hasConnection: () => Promise<boolean>;
  readonly announceLoading: () => string;
  readonly announceOffline: () => string;
}

/**
 * Creates the navigation for react-router's `<Router>`. It loads a page before the URL and the content
 * change, so it never shows an empty page. Scroll and focus follow `shared/rules/scroll-target.ts`.
 *
 * @returns the navigator for `<Router>`; `invalidate`, which drops cached pages that a change affects,
 *   reloads the current page if it is affected, and returns its redirect if it has one; and `stop`, which
 *   removes its listeners from the window
 */
export function createNavigator(options: NavigatorOptions): {
  navigator: Navigator;
  invalidate: (changed: readonly ChangedData[]) => Promise<string | null>;
  stop: () => void;
} {
  const { store, navigation, window, load } = options;
  const { history } = window;
  const left = new Map<string, HistoryEntry>();
  let pending: AbortController | null = null;
  let failureTimer: number | undefined;
  /** Changes since the pending page was requested. */
  let missed = new Set<ChangedData>();
  /** Current page until its reload has finished. If the visitor leaves before that, it is not cached. */
  let outdated: PageState | undefined;
  /**
   * The latest reload of the current page. Of several concurrent reloads only this one includes every change.
   */
  let reloading: Promise<LoadedPage | null> = Promise.resolve(null);

  const current = (): Location => navigation.getState().location;

  function rememberCurrent(): void {
    const { location } = navigation.getState();
    const { page, request } = store.getState();
    const focused = window.document.activeElement;
    left.delete(location.key);
    left.set(location.key, {
      url: createPath({ pathname: location.pathname, search: location.search }),
      leftAt: performance.now(),
      shown: getPage(page.data).cachePolicy === 'public' && page !== outdated ? { page, request } : null,
      top: window.scrollY,
      focusHref: focused instanceof HTMLAnchorElement ? focused.getAttribute('href') : null,
    });
    const oldest = left.keys().next().value;
    if (left.size > MAX_CACHED_PAGES && oldest !== undefined) left.delete(oldest);
  }

  function commit(
    loaded: Pick<LoadedPage, 'page'> & Partial<LoadedPage>,
    location: Location,
    type: 'PUSH' | 'REPLACE' | 'POP',
    saved?: HistoryEntry,
    prevent = false,
  ): void {
    const locale = store.getState().scope.language.code;
    const keepsScrollPosition = (pathname: string) =>
      matchStaticRoute(pathname, locale)?.page.keepsScrollPosition === true;
    const scroll = determineScrollTarget({
      hash: location.hash,
      savedTop: saved?.top,
      isBetweenScrollKeepingPages:
        keepsScrollPosition(current().pathname) && keepsScrollPosition(location.pathname),
      isResetPrevented: prevent,
    });
    showPage(store, loaded);
    const focusBack = saved?.focusHref ? { href: saved.focusHref } : 'heading';
    navigation.setState({
      location,
      navigationType: type,
      status: 'idle',
      isSkeletonVisible: false,
      announcement: '',
      arrival: { scroll, focus: scroll.to === 'stay' ? 'keep' : focusBack },
    });
  }

  function write(location: Location, type: 'PUSH' | 'REPLACE'): void {
    const entry = { key: location.key, usr: location.state };
    if (type === 'PUSH') history.pushState(entry, '', createPath(location));
    else history.replaceState(entry, '', createPath(location));
  }

  /** Shows the failed progress bar for a while. */
  function showFailure(): void {
    navigation.setState({ status: 'failed' });
    failureTimer = window.setTimeout(() => navigation.setState({ status: 'idle' }), FAILURE_DISPLAY_MS);
  }

  function fail(announcement: string): void {
    navigation.setState({ isSkeletonVisible: false, announcement });
    showFailure();
  }

  async function go(location: Location, type: 'PUSH' | 'REPLACE' | 'POP', prevent = false): Promise<void> {
    pending?.abort();
    window.clearTimeout(failureTimer);
    rememberCurrent();
    // Includes the hash, because the page may need a document of its own.
    const url = new URL(createPath(location), window.location.origin);
    const isSamePage = url.pathname === current().pathname && url.search === current().search;

    if (type !== 'POP' && isSamePage && location.hash) {
      write(location, type);
      commit({ page: store.getState().page }, location, type, undefined, prevent);
      return;
    }
    // Tracking scripts live as long as the document and read its URL. A page whose URL contains the visitor's
    // position is therefore loaded as a document of its own.
    if (hasLocationParameter(url.search) || hasLocationParameter(current().search)) {
      if (!window.navigator.onLine) {
        if (type === 'POP') restoreAddress();
        fail(options.announceOffline());
      } else if (type === 'POP') window.location.reload();
      else if (type === 'REPLACE') window.location.replace(url);
      else window.location.assign(url);
      return;
    }
    // More products were added to the list, so the page of this URL is already visible.
    if (type !== 'POP' && !isSamePage && store.getState().page.virtualPath === url.pathname + url.search) {
      pending = null;
      write(location, type);
      commit({ page: store.getState().page }, location, type, undefined, prevent);
      return;
    }
    const entry = type === 'POP' ? left.get(location.key) : undefined;
    const saved = entry?.url === url.pathname + url.search ? entry : undefined;
    if (saved?.shown && performance.now() - saved.leftAt < MAX_CACHED_PAGE_AGE_MS) {
      pending = null;
      commit(saved.shown, location, type, saved);
      return;
    }

    const controller = new AbortController();
    pending = controller;
    missed = new Set();
    navigation.setState({ status: 'busy' });
    // A link that keeps the scroll position changes only a part of the page, so the content stays visible
    // until the new content is loaded.
    const skeletonTimer = prevent
      ? undefined
      : window.setTimeout(() => navigation.setState({ isSkeletonVisible: true }), SKELETON_DELAY_MS);
    const announcementTimer = window.setTimeout(
      () => navigation.setState({ announcement: options.announceLoading() }),
      ANNOUNCEMENT_DELAY_MS,
    );
    // Not only at the end of the load, because a load that leaves the document has no end.
    controller.signal.addEventListener('abort', () => {
      window.clearTimeout(skeletonTimer);
      window.clearTimeout(announcementTimer);
    });
    try {
      const loaded = await load(url, controller.signal);
      if (controller.signal.aborted) return;
      const { redirect } = loaded.request;
      if (redirect) {
        const target = new URL(redirect.url, url);
        // As in browsers, a redirect without a hash keeps the requested hash.
        if (!target.hash) target.hash = url.hash;
        if (target.origin !== window.location.origin) window.location.assign(target);
        else await go(createLocation(target, null), type === 'POP' ? 'REPLACE' : type);
        return;
      }
      if (loaded.status !== 200 && loaded.status !== 404 && !window.navigator.onLine) {
        if (type === 'POP') restoreAddress();
        fail(options.announceOffline());
        return;
      }
      if (type !== 'POP') write(location, type);
      commit(loaded, location, type, saved, prevent);
      if (isPageChangedBy(loaded.page, missed)) void reload();
      // The visible page describes the failure.
      if (loaded.status >= 500) showFailure();
    } catch (error) {
      if (controller.signal.aborted) return;
      const isConnected = await options.hasConnection();
      if (controller.signal.aborted) return;
      if (isConnected) {
        // A chunk may be missing after a deployment, or the code has a bug. The server can still render the
        // page. After Back the URL is already this one; with a hash, assigning it would only scroll.
        if (type === 'POP') window.location.reload();
        else window.location.assign(url);
        reportNavigationFailure(error);
      } else {
        if (type === 'POP') restoreAddress();
        fail(options.announceOffline());
      }
    } finally {
      window.clearTimeout(skeletonTimer);
      window.clearTimeout(announcementTimer);
      if (pending === controller) pending = null;
    }
  }

  /**
   * Reloads the current page in place, without scrolling. Keeps the page if it cannot be loaded.
   *
   * @returns the redirect target if the page may no longer be visited; the page itself is unchanged
   */
  async function reload(): Promise<string | null> {
    const { page } = store.getState();
    outdated = page;
    const url = new URL(page.virtualPath, window.location.origin);
    reloading = load(url, new AbortController().signal).catch(() => null);
    let awaited: typeof reloading;
    let loaded: LoadedPage | null;
    do {
      awaited = reloading;
      loaded = await awaited;
    } while (awaited !== reloading);
    // The visitor has navigated in the meantime.
    if (!loaded || store.getState().page !== page) return null;
    if (loaded.request.redirect) return loaded.request.redirect.url;
    // Only a page that shows its own failures replaces the current page after a failure.
    if (loaded.status !== 200 && loaded.page.data.kind !== page.data.kind) return null;
    const { form } = store.getState().request;
    showPage(store, { page: loaded.page, request: { ...loaded.request, form } });
    return null;
  }

  async function invalidate(changed: readonly ChangedData[]): Promise<string | null> {
    for (const change of changed) missed.add(change);
    const names = new Set(changed);
    for (const entry of left.values()) {
      if (entry.shown && isPageChangedBy(entry.shown.page, names)) entry.shown = null;
    }
    return isPageChangedBy(store.getState().page, names) ? reload() : null;
  }

  /** Restores the URL of the current page after Back, if the previous page cannot be loaded. */
  function restoreAddress(): void {
    const location = current();
    history.pushState({ key: location.key, usr: location.state }, '', createPath(location));
  }

  function onPopState(event: PopStateEvent): void {
    const key: unknown = event.state?.key;
    const location = createLocation(
      new URL(window.location.href),
      event.state?.usr ?? null,
      typeof key === 'string' ? key : undefined,
    );
    const isSamePage = location.pathname === current().pathname && location.search === current().search;
    // A hash that was typed or clicked outside the router; the browser has already scrolled.
    if (isSamePage && typeof key !== 'string') {
      write(location, 'REPLACE');
      navigation.setState({ location, navigationType: 'POP', arrival: null });
      return;
    }
    void go(location, 'POP');
  }

  /**
   * Saves the scroll position for a reload or a return from another site. The page itself comes from the
   * server.
   */
  function onPageHide(): void {
    history.scrollRestoration = 'auto';
  }
  function onPageShow({ persisted }: PageTransitionEvent): void {
    history.scrollRestoration = 'manual';
    if (!persisted) return;
    // The browser restored this document from its back/forward cache in the state in which it waited for the
    // other document.
    pending?.abort();
    navigation.setState({ status: 'idle', isSkeletonVisible: false, announcement: '' });
  }

  history.scrollRestoration = 'manual';
  history.replaceState({ key: current().key, usr: null }, '');
  window.addEventListener('popstate', onPopState);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => history.go(delta),
    push: (to, state, navigateOptions) =>
      void go(locate(to, state), 'PUSH', preventsScrollReset(navigateOptions)),
    replace: (to, state, navigateOptions) =>
      void go(locate(to, state), 'REPLACE', preventsScrollReset(navigateOptions)),
  };

  function locate(to: To, state: unknown): Location {
    const path = typeof to === 'string' ? to : createPath(to);
    return createLocation(new URL(path, window.location.href), state);
  }

  function stop(): void {
    pending?.abort();
    window.removeEventListener('popstate', onPopState);
    window.removeEventListener('pagehide', onPageHide);
    window.removeEventListener('pageshow', onPageShow);
  }

  return { navigator, invalidate, stop };
}

const isPageChangedBy = ({ data }: PageState, changed: ReadonlySet<ChangedData>): boolean =>
  getPage(data).changedBy?.some((change) => changed.has(change)) === true;

const preventsScrollReset = (options?: NavigateOptions): boolean => options?.preventScrollReset === true;

/** Creates a react-router location. Every history entry has a unique key. */
export function createLocation(
  url: URL,
  state: unknown,
  key: string = crypto.randomUUID?.() ?? String(performance.now()),
): Location {
  return { pathname: url.pathname, search: url.search, hash: url.hash, state, key } as Location;
}

function reportNavigationFailure(error: unknown): void {
  // `reportError` triggers window.onerror and thereby the error-reporting service.
  globalThis.reportError?.(error);
}
