import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { LoadedPage } from '../load-page.ts';
import '../pages/register-all-pages.ts';
import { type AppState, createAppStore, initialRequestState } from '../store/app-store.ts';
import type { PageState } from '../store/page-state.ts';
import { createNavigationStore } from './navigation-state.ts';
import { createLocation, createNavigator } from './navigator.ts';

const createPage = (virtualPath: string): PageState => ({
  virtualPath,
  head: {
    title: virtualPath,
    description: null,
    canonicalPath: virtualPath,
    alternates: [],
    isIndexable: true,
  },
  data: { kind: 'notFound', content: null },
});
const createLoadedPage = (virtualPath: string, change: Partial<LoadedPage> = {}): LoadedPage => ({
  status: 200,
  cachePolicy: 'public',
  page: createPage(virtualPath),
  request: initialRequestState,
  routing: null,
  failure: null,
  ...change,
});

/** Creates a load whose responses the test controls, so that nothing depends on time. */
function createManualLoad() {
  const calls: {
    path: string;
    url: URL;
    signal: AbortSignal;
    answer: (loaded: LoadedPage) => Promise<void>;
    fail: (error: Error) => Promise<void>;
  }[] = [];
  const load = (url: URL, signal: AbortSignal) =>
    new Promise<LoadedPage>((resolve, reject) => {
      const settled = async () => {
        for (let tick = 0; tick < 6; tick += 1) await Promise.resolve();
      };
      calls.push({
        path: url.pathname + url.search,
        url,
        signal,
        answer: (loaded) => {
          resolve(loaded);
          return settled();
        },
        fail: (error) => {
          reject(error);
          return settled();
        },
      });
    });
  return { calls, load };
}

function createTestNavigator() {
  window.history.replaceState(null, '', '/muesli/');
  const state = {
    scope: { language: { code: 'nl' } },
    request: initialRequestState,
    routing: { byPath: {} },
    page: createPage('/muesli/'),
  } as unknown as AppState;
  const store = createAppStore(state);
  const navigation = createNavigationStore(createLocation(new URL(window.location.href), null));
  const manual = createManualLoad();
  const { navigator, invalidate, stop } = createNavigator({
    store,
    navigation,
    window,
    load: manual.load,
    hasConnection: async () => isOnline,
    announceLoading: () => 'Loading',
    announceOffline: () => 'You are offline',
  });
  return { store, navigation, navigator, invalidate, stop, ...manual };
}

let testNavigator: ReturnType<typeof createTestNavigator>;
let isOnline = true;

beforeEach(() => {
  jest.useFakeTimers();
  isOnline = true;
  jest.spyOn(window.navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  testNavigator = createTestNavigator();
});
afterEach(() => {
  testNavigator.stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('createNavigator', () => {
  it('changes URL and page together once the page is loaded', async () => {
    const { navigator, navigation, store, calls } = testNavigator;
    navigator.push('/brok/?p=2', null);
    expect(navigation.getState().status).toBe('busy');
    expect(window.location.pathname).toBe('/muesli/');
    expect(calls[0]?.path).toBe('/brok/?p=2');

    await calls[0]!.answer(createLoadedPage('/brok/?p=2'));
    expect(window.location.pathname + window.location.search).toBe('/brok/?p=2');
    expect(store.getState().page.virtualPath).toBe('/brok/?p=2');
    expect(navigation.getState()).toMatchObject({
      status: 'idle',
      isSkeletonVisible: false,
      arrival: { scroll: { to: 'top' }, focus: 'heading' },
    });
  });

  it('shows the skeleton after 200 ms, not before', async () => {
    const { navigator, navigation, calls } = testNavigator;
    navigator.push('/brok/', null);
    jest.advanceTimersByTime(199);
    expect(navigation.getState().isSkeletonVisible).toBe(false);
    jest.advanceTimersByTime(1);
    expect(navigation.getState().isSkeletonVisible).toBe(true);
    await calls[0]!.answer(createLoadedPage('/brok/'));
    expect(navigation.getState().isSkeletonVisible).toBe(false);
  });

  it("announces 'Loading' only after a second", () => {
    const { navigator, navigation } = testNavigator;
    navigator.push('/brok/', null);
    jest.advanceTimersByTime(999);
    expect(navigation.getState().announcement).toBe('');
    jest.advanceTimersByTime(1);
    expect(navigation.getState().announcement).toBe('Loading');
  });

  it('aborts a load when another link is followed, and never shows it', async () => {
    const { navigator, store, calls } = testNavigator;
    navigator.push('/brok/', null);
    navigator.push('/mash/', null);
    expect(calls[0]?.signal.aborted).toBe(true);
    await calls[1]!.answer(createLoadedPage('/mash/'));
    await calls[0]!.answer(createLoadedPage('/brok/'));
    expect(store.getState().page.virtualPath).toBe('/mash/');
    expect(window.location.pathname).toBe('/mash/');
  });

  it('is idle when the browser restores a document that was left for another one', async () => {
    const { navigator, navigation, calls } = testNavigator;
    // A page of another document, whose load never ends.
    navigator.push('/film/', null);
    jest.advanceTimersByTime(250);
    expect(navigation.getState()).toMatchObject({ status: 'busy', isSkeletonVisible: true });

    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    const idleState = { status: 'idle', isSkeletonVisible: false, announcement: '' };
    expect(navigation.getState()).toMatchObject(idleState);
    jest.advanceTimersByTime(2000);
    expect(navigation.getState()).toMatchObject(idleState);
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await calls[0]!.fail(new Error('aborted'));
    expect(navigation.getState()).toMatchObject(idleState);
    expect(window.location.pathname).toBe('/muesli/');
    // jsdom reports an error when a document is requested.
    expect(told).not.toHaveBeenCalled();
  });

  it('follows a redirect of the load', async () => {
    const { navigator, calls, store } = testNavigator;
    navigator.push('/oud/', null);
    await calls[0]!.answer(
      createLoadedPage('/oud/', {
        request: { ...initialRequestState, redirect: { status: 301, url: '/nieuw/' } },
      }),
    );
    expect(calls[1]?.path).toBe('/nieuw/');
    await calls[1]!.answer(createLoadedPage('/nieuw/'));
    expect(window.location.pathname).toBe('/nieuw/');
    expect(store.getState().page.virtualPath).toBe('/nieuw/');
  });

  it.each([503, 500] as const)(
    'shows the error page after a failure (%s) and the failed progress bar for a while',
    async (status) => {
      const { navigator, navigation, store, calls } = testNavigator;
      navigator.push('/brok/', null);
      await calls[0]!.answer(createLoadedPage('/brok/', { status }));
      expect(store.getState().page.virtualPath).toBe('/brok/');
      expect(navigation.getState().status).toBe('failed');
      jest.runOnlyPendingTimers();
      expect(navigation.getState().status).toBe('idle');
    },
  );

  it('keeps the page if neither its code nor a document can be loaded', async () => {
    const { navigator, navigation, store, calls } = testNavigator;
    isOnline = false;
    navigator.push('/brok/', null);
    await calls[0]!.fail(new TypeError('Failed to fetch dynamically imported module'));
    expect(store.getState().page.virtualPath).toBe('/muesli/');
    expect(window.location.pathname).toBe('/muesli/');
    expect(navigation.getState()).toMatchObject({ status: 'failed', announcement: 'You are offline' });
  });

  it('requests a page with its hash, which a document of its own needs', () => {
    const { navigator, calls } = testNavigator;
    navigator.push('/brok/#dosering', null);
    expect(calls[0]!.url.hash).toBe('#dosering');
  });

  it('keeps the hash of a link through a redirect without one', async () => {
    const { navigator, navigation, calls } = testNavigator;
    navigator.push('/oud/#dosering', null);
    const request = { ...initialRequestState, redirect: { status: 301 as const, url: '/nieuw/' } };
    await calls[0]!.answer(createLoadedPage('/oud/', { request }));
    await calls[1]!.answer(createLoadedPage('/nieuw/'));
    expect(window.location.hash).toBe('#dosering');
    expect(navigation.getState().arrival?.scroll).toEqual({ to: 'anchor', id: 'dosering' });
  });

  it('shows no failure for a page that does not exist', async () => {
    const { navigator, navigation, calls } = testNavigator;
    navigator.push('/brok/', null);
    await calls[0]!.answer(createLoadedPage('/brok/', { status: 404 }));
    expect(navigation.getState().status).toBe('idle');
  });

  it('keeps the page and announces that the visitor is offline', async () => {
    const { navigator, navigation, store, calls } = testNavigator;
    isOnline = false;
    navigator.push('/brok/', null);
    await calls[0]!.answer(createLoadedPage('/brok/', { status: 503 }));
    expect(store.getState().page.virtualPath).toBe('/muesli/');
    expect(window.location.pathname).toBe('/muesli/');
    expect(navigation.getState()).toMatchObject({ status: 'failed', announcement: 'You are offline' });
  });

  it('scrolls to an anchor of the same page without loading it again', () => {
    const { navigator, navigation, calls } = testNavigator;
    navigator.push('#dosering', null);
    expect(calls).toHaveLength(0);
    expect(window.location.hash).toBe('#dosering');
    expect(navigation.getState().arrival?.scroll).toEqual({ to: 'anchor', id: 'dosering' });
  });

  it('restores page, scroll position and link on Back without a call', async () => {
    const { navigator, navigation, store, calls } = testNavigator;
    const key = navigation.getState().location.key;
    Object.defineProperty(window, 'scrollY', { value: 1240, configurable: true });
    navigator.push('/brok/', null);
    await calls[0]!.answer(createLoadedPage('/brok/'));

    window.history.replaceState({ key, usr: null }, '', '/muesli/');
    window.dispatchEvent(new PopStateEvent('popstate', { state: { key, usr: null } }));
    expect(calls).toHaveLength(1);
    expect(store.getState().page.virtualPath).toBe('/muesli/');
    expect(navigation.getState().arrival?.scroll).toEqual({ to: 'position', top: 1240 });
  });

  /** Leaves the current page and goes back. Returns the number of calls in addition to the first. */
  async function leaveAndReturn(whileAway: () => void = () => undefined): Promise<number> {
    const { navigator, calls } = testNavigator;
    const key = window.history.state.key;
    const path = window.location.pathname;
    navigator.push('/brok/', null);
    await calls.at(-1)!.answer(createLoadedPage('/brok/'));
    whileAway();
    const before = calls.length;
    window.history.replaceState({ key, usr: null }, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: { key, usr: null } }));
    return calls.length - before;
  }
  const asProduct = (page: PageState): PageState => ({
    ...page,
    data: { kind: 'product', product: { productId: 1 } } as unknown as PageState['data'],
  });

  it('never caches a private page', async () => {
    testNavigator.store.setState({ page: { ...createPage('/muesli/'), data: { kind: 'formSent' } } });
    expect(await leaveAndReturn()).toBe(1);
    // The scroll position is restored all the same.
    await testNavigator.calls.at(-1)!.answer(createLoadedPage('/muesli/'));
    expect(testNavigator.navigation.getState().arrival?.scroll).toEqual({
      to: 'position',
      top: window.scrollY,
    });
  });

  it('reloads a page that was left ten minutes ago', async () => {
    expect(await leaveAndReturn(() => jest.advanceTimersByTime(599_000))).toBe(0);
    testNavigator.stop();
    testNavigator = createTestNavigator();
    expect(await leaveAndReturn(() => jest.advanceTimersByTime(600_000))).toBe(1);
  });

  it('invalidates only the cached pages that a form has changed', async () => {
    const product = asProduct(createPage('/muesli/'));
    testNavigator.store.setState({ page: product });
    expect(await leaveAndReturn(() => void testNavigator.invalidate(['reviews']))).toBe(1);
    testNavigator.stop();
    testNavigator = createTestNavigator();
    expect(await leaveAndReturn(() => void testNavigator.invalidate(['reviews']))).toBe(0);
  });

  it('reloads the current page in place and keeps the result of its form', async () => {
    const { store, calls, invalidate, navigation } = testNavigator;
    const form = { form: 'review', of: '', status: 'done', values: {}, problems: [] } as const;
    store.setState({ page: asProduct(createPage('/muesli/')), request: { ...initialRequestState, form } });
    const { arrival } = navigation.getState();
    const done = invalidate(['reviews']);
    expect(calls).toHaveLength(1);
    await calls[0]!.answer(
      createLoadedPage('/muesli/', { page: { ...createPage('/muesli/'), virtualPath: '/muesli/?new' } }),
    );
    await done;
    expect(store.getState().page.virtualPath).toBe('/muesli/?new');
    expect(store.getState().request.form).toBe(form);
    expect(navigation.getState()).toMatchObject({ status: 'idle', arrival });
  });

  it.each([
    ['last', [0, 1]],
    ['first', [1, 0]],
  ])('shows the latest of several reloads, also if it arrives %s', async (_when, order) => {
    const { store, calls, invalidate } = testNavigator;
    store.setState({ page: asProduct(createPage('/muesli/')) });
    const done = [invalidate(['reviews']), invalidate(['reviews'])];
    const form = { form: 'review', of: '', status: 'done', values: {}, problems: [] } as const;
    store.setState({ request: { ...initialRequestState, form } });
    expect(calls).toHaveLength(2);
    for (const index of order) {
      const page = { ...asProduct(createPage('/muesli/')), virtualPath: `/muesli/?change-${index}` };
      await calls[index]!.answer(createLoadedPage('/muesli/', { page }));
    }
    await Promise.all(done);
    expect(store.getState().page.virtualPath).toBe('/muesli/?change-1');
    expect(store.getState().request.form).toBe(form);
  });

  it('keeps the current page if it cannot be reloaded', async () => {
    const { store, calls, invalidate } = testNavigator;
    const page = asProduct(createPage('/muesli/'));
    store.setState({ page });
    const done = invalidate(['reviews']);
    await calls[0]!.answer(createLoadedPage('/muesli/', { status: 503 }));
    await done;
    expect(store.getState().page).toBe(page);
  });

  it('returns the redirect of the current page without following it', async () => {
    const { store, calls, invalidate } = testNavigator;
    const page = asProduct(createPage('/muesli/'));
    store.setState({ page });
    const done = invalidate(['reviews']);
    const request = { ...initialRequestState, redirect: { status: 303 as const, url: '/cart/' } };
    await calls[0]!.answer(createLoadedPage('/muesli/', { request }));
    expect(await done).toBe('/cart/');
    expect(store.getState().page).toBe(page);
  });

  it('shows a page that itself reports that it is unavailable', async () => {
    const { store, calls, invalidate } = testNavigator;
    store.setState({ page: asProduct(createPage('/muesli/')) });
    const done = invalidate(['reviews']);
    const failed = asProduct(createPage('/muesli/'));
    await calls[0]!.answer(createLoadedPage('/muesli/', { status: 503, page: failed }));
    await done;
    expect(store.getState().page).toBe(failed);
  });

  it('does not cache a page that was left before it was reloaded', async () => {
    testNavigator.store.setState({ page: asProduct(createPage('/muesli/')) });
    void testNavigator.invalidate(['reviews']);
    expect(testNavigator.calls).toHaveLength(1);
    expect(await leaveAndReturn()).toBe(1);
  });

  it('reloads a page that was changed while it was loading', async () => {
    const { navigator, calls, invalidate } = testNavigator;
    navigator.push('/prado/', null);
    await invalidate(['reviews']);
    await calls[0]!.answer(createLoadedPage('/prado/', { page: asProduct(createPage('/prado/')) }));
    expect(calls.map(({ path }) => path)).toEqual(['/prado/', '/prado/']);
  });
});
