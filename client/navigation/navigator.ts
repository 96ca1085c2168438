import { createPath, type Location, type NavigateOptions, type Navigator, type To } from 'react-router';
import { tellsPlace } from '../../shared/rules/dealers/place-parameters.ts';
import { resolveScroll } from '../../shared/rules/scroll-rules.ts';
import type { LoadedPage } from '../load-page.ts';
import { getPage, matchScreen } from '../pages/pages.ts';
import type { AppStore } from '../store/app-store.ts';
import type { Changed } from '../store/changed.ts';
import { showPage } from '../store/page.ts';
import type { PageState } from '../store/page-state.ts';
import type { NavigationStore } from './navigation-state.ts';

/** A pending page shows its skeleton after this time, in milliseconds. */
const SKELETON_DELAY_MS = 200;
/** 'Loading' is spoken only when it takes this long, in milliseconds. */
const SPEAK_DELAY_MS = 1000;
/** The failed progress bar stays this long (milliseconds). */
const FAILURE_SHOWN_MS = 1500;
/** Pages kept in memory so that Back is instant and finds the list as it was. */
const KEPT_PAGES = 20;
/** A page that was left longer ago is asked for anew, as browsers do with pages they keep themselves: prices may be others (milliseconds). */
const KEPT_MS = 10 * 60_000;

interface LeftEntry {
  readonly url: string;
  readonly leftAt: number;
  /** Null where it is not kept: it is a visitor's own, or something has changed it since. */
  shown: Pick<LoadedPage, 'page' | 'request'> | null;
  readonly top: number;
  /** Address of the link that had the focus when the page was left. */
  readonly focusHref: string | null;
}

export interface NavigatorOptions {
  readonly store: AppStore;
  readonly navigation: NavigationStore;
  readonly window: Window;
  /** Loads the page of a URL, its code included. */
  readonly load: (url: URL, signal: AbortSignal) => Promise<LoadedPage>;
  /** Whether a document of the shop can be loaded now. */
  readonly hasConnection: () => Promise<boolean>;
  readonly announceLoading: () => string;
  readonly announceOffline: () => string;
}

/**
 * Our own navigation for react-router's `<Router>`: loads a page before the address and the screen change,
 * and so never shows an empty page. Scroll and focus after it follow `shared/rules/scroll-rules.ts`.
 *
 * @returns the navigator for `<Router>`; `invalidate`, which forgets kept pages that something has changed and loads the one on the screen
 *   anew where it is such a page, and says where that leads now if not to itself; and `stop`, which takes its listeners off the window
 */
export function createNavigator(options: NavigatorOptions): {
  navigator: Navigator;
  invalidate: (changed: readonly Changed[]) => Promise<string | null>;
  stop: () => void;
} {
  const { store, navigation, window, load } = options;
  const { history } = window;
  const left = new Map<string, LeftEntry>();
  let pending: AbortController | null = null;
  let failureTimer: number | undefined;
  /** What has changed since the page that is on its way was asked for. */
  let missed = new Set<Changed>();
  /** On the screen until what is true now has been loaded: whoever leaves before finds it nowhere again. */
  let outdated: PageState | undefined;
  /** The load of the page on the screen that was begun last: of several at once it alone knows of every change. */
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
    if (left.size > KEPT_PAGES && oldest !== undefined) left.delete(oldest);
  }

  function commit(
    loaded: Pick<LoadedPage, 'page'> & Partial<LoadedPage>,
    location: Location,
    type: 'PUSH' | 'REPLACE' | 'POP',
    saved?: LeftEntry,
    prevent = false,
  ): void {
    const locale = store.getState().scope.language.code;
    const isKeeper = (pathname: string) => matchScreen(pathname, locale)?.page.keepsScrollPosition === true;
    const scroll = resolveScroll({
      hash: location.hash,
      savedTop: saved?.top,
      isBetweenKeepers: isKeeper(current().pathname) && isKeeper(location.pathname),
      isResetPrevented: prevent,
    });
    showPage(store, loaded);
    const focusBack = saved?.focusHref ? { href: saved.focusHref } : 'heading';
    navigation.setState({
      location,
      navigationType: type,
      status: 'idle',
      isSkeletonShown: false,
      announcement: '',
      arrival: { scroll, focus: scroll.to === 'stay' ? 'keep' : focusBack },
    });
  }

  function write(location: Location, type: 'PUSH' | 'REPLACE'): void {
    const entry = { key: location.key, usr: location.state };
    if (type === 'PUSH') history.pushState(entry, '', createPath(location));
    else history.replaceState(entry, '', createPath(location));
  }

  /** The bar in the colour of failure, for a while. */
  function showFailure(): void {
    navigation.setState({ status: 'failed' });
    failureTimer = window.setTimeout(() => navigation.setState({ status: 'idle' }), FAILURE_SHOWN_MS);
  }

  function fail(announcement: string): void {
    navigation.setState({ isSkeletonShown: false, announcement });
    showFailure();
  }

  async function go(location: Location, type: 'PUSH' | 'REPLACE' | 'POP', prevent = false): Promise<void> {
    pending?.abort();
    window.clearTimeout(failureTimer);
    rememberCurrent();
    // With its hash: the page may be one that comes as a document of its own.
    const url = new URL(createPath(location), window.location.origin);
    const isSamePage = url.pathname === current().pathname && url.search === current().search;

    if (type !== 'POP' && isSamePage && location.hash) {
      write(location, type);
      commit({ page: store.getState().page }, location, type, undefined, prevent);
      return;
    }
    // What measures a page reads its address, and lives as long as the document: one that tells where somebody is has a document of its own.
    if (tellsPlace(url.search) || tellsPlace(current().search)) {
      if (!window.navigator.onLine) {
        if (type === 'POP') restoreAddress();
        fail(options.announceOffline());
      } else if (type === 'POP') window.location.reload();
      else if (type === 'REPLACE') window.location.replace(url);
      else window.location.assign(url);
      return;
    }
    // More of a list was put below what was there: the page of the address is on the screen already.
    if (type !== 'POP' && !isSamePage && store.getState().page.virtualPath === url.pathname + url.search) {
      pending = null;
      write(location, type);
      commit({ page: store.getState().page }, location, type, undefined, prevent);
      return;
    }
    const entry = type === 'POP' ? left.get(location.key) : undefined;
    const saved = entry?.url === url.pathname + url.search ? entry : undefined;
    if (saved?.shown && performance.now() - saved.leftAt < KEPT_MS) {
      pending = null;
      commit(saved.shown, location, type, saved);
      return;
    }

    const controller = new AbortController();
    pending = controller;
    missed = new Set();
    navigation.setState({ status: 'busy' });
    // A link that keeps the scroll position changes a part of the page only: what is seen stays until the new is there.
    const skeletonTimer = prevent
      ? undefined
      : window.setTimeout(() => navigation.setState({ isSkeletonShown: true }), SKELETON_DELAY_MS);
    const speakTimer = window.setTimeout(
      () => navigation.setState({ announcement: options.announceLoading() }),
      SPEAK_DELAY_MS,
    );
    // Not only at the end of the load: one that leaves the document has none.
    controller.signal.addEventListener('abort', () => {
      window.clearTimeout(skeletonTimer);
      window.clearTimeout(speakTimer);
    });
    try {
      const loaded = await load(url, controller.signal);
      if (controller.signal.aborted) return;
      const { redirect } = loaded.request;
      if (redirect) {
        const target = new URL(redirect.url, url);
        // As browsers do: a redirect that names no place of its page keeps the one that was asked for.
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
      if (isChangedBy(loaded.page, missed)) void reload();
      // The page on the screen says what has failed.
      if (loaded.status >= 500) showFailure();
    } catch (error) {
      if (controller.signal.aborted) return;
      const isConnected = await options.hasConnection();
      if (controller.signal.aborted) return;
      if (isConnected) {
        // A chunk that is gone after a deploy, or a fault of ours: the server can still give the page.
        // After Back the address is this one already: with a hash it would only scroll.
        if (type === 'POP') window.location.reload();
        else window.location.assign(url);
        reportNavigationFailure(error);
      } else {
        if (type === 'POP') restoreAddress();
        fail(options.announceOffline());
      }
    } finally {
      window.clearTimeout(skeletonTimer);
      window.clearTimeout(speakTimer);
      if (pending === controller) pending = null;
    }
  }

  /**
   * The page on the screen with what is true now; nothing moves. What cannot be had leaves it as it is.
   *
   * @returns the address that it leads to now, where it may not be entered any more: it is left as it is
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
    // Somebody has gone on meanwhile.
    if (!loaded || store.getState().page !== page) return null;
    if (loaded.request.redirect) return loaded.request.redirect.url;
    // A failure is shown by the page that tells of its own only.
    if (loaded.status !== 200 && loaded.page.data.kind !== page.data.kind) return null;
    const { form } = store.getState().request;
    showPage(store, { page: loaded.page, request: { ...loaded.request, form } });
    return null;
  }

  async function invalidate(changed: readonly Changed[]): Promise<string | null> {
    for (const change of changed) missed.add(change);
    const names = new Set(changed);
    for (const entry of left.values()) {
      if (entry.shown && isChangedBy(entry.shown.page, names)) entry.shown = null;
    }
    return isChangedBy(store.getState().page, names) ? reload() : null;
  }

  /** Back was pressed but its page cannot be had: the address goes back to the page on screen. */
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
    // A hash typed or clicked outside the router: the browser has already scrolled.
    if (isSamePage && typeof key !== 'string') {
      write(location, 'REPLACE');
      navigation.setState({ location, navigationType: 'POP', arrival: null });
      return;
    }
    void go(location, 'POP');
  }

  /** A reload or a return from another site finds the position again; the page itself comes from the server. */
  function onPageHide(): void {
    history.scrollRestoration = 'auto';
  }
  function onPageShow({ persisted }: PageTransitionEvent): void {
    history.scrollRestoration = 'manual';
    if (!persisted) return;
    // The browser has kept this document as it was while it waited for the one that Back has left.
    pending?.abort();
    navigation.setState({ status: 'idle', isSkeletonShown: false, announcement: '' });
  }

  history.scrollRestoration = 'manual';
  history.replaceState({ key: current().key, usr: null }, '');
  window.addEventListener('popstate', onPopState);
  window.addEventListener('pagehide', onPageHide);
  window.addEventListener('pageshow', onPageShow);

  const navigator: Navigator = {
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    go: (delta) => history.go(delta),
    push: (to, state, navigateOptions) => void go(locate(to, state), 'PUSH', isPrevented(navigateOptions)),
    replace: (to, state, navigateOptions) =>
      void go(locate(to, state), 'REPLACE', isPrevented(navigateOptions)),
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

const isChangedBy = ({ data }: PageState, changed: ReadonlySet<Changed>): boolean =>
  getPage(data).changedBy?.some((change) => changed.has(change)) === true;

const isPrevented = (options?: NavigateOptions): boolean => options?.preventScrollReset === true;

/** A react-router location; every entry of the history has a key of its own. */
export function createLocation(
  url: URL,
  state: unknown,
  key: string = crypto.randomUUID?.() ?? String(performance.now()),
): Location {
  return { pathname: url.pathname, search: url.search, hash: url.hash, state, key } as Location;
}

function reportNavigationFailure(error: unknown): void {
  // `reportError` reaches window.onerror, and with it the error-reporting service.
  globalThis.reportError?.(error);
}
