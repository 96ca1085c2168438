import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { registerChunk } from '../../build/chunk-runtime.client.mjs';
import { ApiError } from '../../shared/api/api-error.ts';
import { App } from '../App.tsx';
import { ApiProvider } from '../api/api-context.tsx';
import { createLazyApi } from '../api/lazy-api.ts';
import { createShop } from '../create-shop.ts';
import { hasConnection, keepFormsOffline } from '../forms/unsent-forms.ts';
import type { LoadContext } from '../load-context.ts';
import type { LoadedPage } from '../load-page.ts';
import { createDocumentLeave } from '../navigation/leave-document.ts';
import { NavigationRouter } from '../navigation/NavigationRouter.tsx';
import { NavigationProvider } from '../navigation/navigation-context.tsx';
import { createNavigationStore } from '../navigation/navigation-state.ts';
import { createLocation, createNavigator } from '../navigation/navigator.ts';
import { errorPage } from '../pages/error/page.ts';
import type { Page } from '../pages/page-definition.ts';
import {
  findFormAction,
  getPage,
  isKnownPage,
  listCards,
  matchScreen,
  registerScreens,
} from '../pages/pages.ts';
import { PagesProvider } from '../pages/pages-context.ts';
import { createAppStore } from '../store/app-store.ts';
import { rehydrateState } from '../store/dehydrated-state.ts';
import type { PageData } from '../store/page-state.ts';
import { keepStaticHtml, StaticHtmlProvider } from '../ui/StaticHtml.tsx';
import { BOOT_ELEMENT_ID, type Boot, HANDOVER_EVENT } from './boot.ts';
import { loadLazyParts, startLazyHydration } from './lazy-hydration.tsx';
import { loadTexts } from './texts.ts';

/** Makes the page that the server sent live. */
async function start(): Promise<void> {
  const element = document.getElementById(BOOT_ELEMENT_ID);
  // The last-resort error page is plain HTML: there is nothing to hydrate.
  if (!element?.textContent) return;
  const boot: Boot = JSON.parse(element.textContent);
  keepFormsOffline();
  if (boot.config.reportsErrors)
    void import('../report-errors.ts').then(({ reportErrors }) => reportErrors(window));
  const state = rehydrateState(boot.state);
  const [messages] = await Promise.all([
    loadTexts(boot.messages),
    isKnownPage(state.page.data) ? null : fetchLoads(),
    ...Object.entries(boot.chunks).map(async ([name, address]) => registerChunk(name, await import(address))),
  ]);

  const { scope } = state;
  const store = createAppStore(state);
  const leaveDocument = createDocumentLeave(window);
  const shop = createShop(scope, messages);
  const { api, preload: preloadApi } = createLazyApi({
    siteId: scope.site.siteId,
    languageId: scope.language.languageId,
    timeoutMs: boot.config.requestTimeoutMs,
    shownInstant: state.preview?.instant ?? null,
    // The server shows the moment that it is there now.
    onOtherMoment: () => leaveDocument(target),
  });
  const { hash } = window.location;
  if (hash.includes('visit=')) {
    const { referrer } = document;
    // If its code cannot be loaded, the visit starts without what it carries, as by any other link.
    const path = await import('../shell/receive-visit.ts').then(
      ({ receiveVisit }) =>
        receiveVisit(hash, { api, scope, referrer, timeoutMs: boot.config.optionalTimeoutMs }),
      () => null,
    );
    if (path !== null && getPage(state.page.data).cachePolicy === 'private') {
      // The server rendered it, or redirected to it, for a visitor who was not signed in.
      window.location.replace(path);
      return;
    }
  }
  /** Where a navigation leads that is on its way. */
  let target: URL | null = null;

  /** What a page needs beside its data. */
  async function loadCode({ component, layout, hasLateStyles }: Page<PageData>): Promise<void> {
    const { lateCss } = boot.assets;
    await Promise.all([
      Promise.all([component.load(), layout?.load()]).then(loadLazyParts),
      hasLateStyles && lateCss !== null
        ? import('./styles.ts').then(({ loadStyles }) => loadStyles(document, lateCss))
        : null,
    ]);
  }

  async function load(url: URL, signal: AbortSignal): Promise<LoadedPage> {
    target = url;
    try {
      return await loadUrl(url, signal);
    } finally {
      if (target === url) target = null;
    }
  }

  async function loadUrl(url: URL, signal: AbortSignal): Promise<LoadedPage> {
    // Some browsers never ask again for a module that failed, so without a connection none is tried.
    if (!window.navigator.onLine) throw new ApiError('unavailable');
    const { loadPage, getBrowserCart, mayBeSignedIn } = await fetchLoads();
    const pathname = decodePath(url.pathname);
    const context: LoadContext = {
      api,
      scope,
      shop,
      pathname,
      screen: matchScreen(pathname, scope.language.code),
      query: url.searchParams,
      params: {},
      findRoute: (pathname) => {
        const entry = store.getState().routing.byPath[pathname];
        return entry && 'route' in entry ? entry.route : undefined;
      },
      critical: { signal },
      optional: (call) =>
        // A block that cannot be had is left out; the backend's own log says why.
        call({ signal, timeoutMs: boot.config.optionalTimeoutMs }).catch(() => null),
    };
    // A failure here is no trouble yet: the code is asked for again when the page is there.
    const onPageFound = (page: Page<PageData>) => void loadCode(page).catch(() => undefined);
    const loaded = await loadPage(
      { ...context, visitor: api, cart: getBrowserCart(scope), mayBeSignedIn: mayBeSignedIn(), onPageFound },
      null,
    );
    // Offline the page on screen stays: there is no point in asking for the code of the error page.
    const isShown = !loaded.request.redirect && (loaded.failure === null || window.navigator.onLine);
    if (isShown) {
      const page = getPage(loaded.page.data);
      // What only the server renders is not in a document of another layout: the page comes as a document of its own.
      // What only its own document's policy allows is nothing that this one may do.
      const needsPolicy = page.needsOwnDocument && page.kind !== ownKind;
      if ((!page.layout && !hasDefaultLayout) || needsPolicy) {
        // Whoever has followed another link meanwhile is on the way there.
        if (signal.aborted) return loaded;
        await leaveDocument(url);
      }
      await loadCode(page);
    }
    return loaded;
  }

  const { layout: ownLayout, kind: ownKind } = getPage(state.page.data);
  const hasDefaultLayout = !ownLayout;
  const navigation = createNavigationStore(createLocation(new URL(location.href), null, history.state?.key));
  const { navigator, invalidate } = createNavigator({
    store,
    navigation,
    window,
    load,
    hasConnection,
    announceLoading: () => shop.t('navigation.loading'),
    announceOffline: () => shop.t('connection.offline'),
  });

  // The browser reads its data of the language at the first figure: a long step on a telephone, so it is one of its own.
  shop.formats.euro(0);
  await yieldToBrowser();
  const staticHtml = keepStaticHtml(document);
  // As a transition: React does it in short pieces and lets the browser answer in between. A click on what it has not come to
  // yet makes it finish at once and then counts.
  startTransition(() => {
    hydrateRoot(
      document,
      <NavigationProvider store={navigation}>
        <NavigationRouter navigator={navigator}>
          <ApiProvider api={api}>
            <PagesProvider value={{ findFormAction, listCards, invalidate }}>
              <StaticHtmlProvider source={staticHtml}>
                <App store={store} shop={shop} assets={boot.assets} />
              </StaticHtmlProvider>
            </PagesProvider>
          </ApiProvider>
        </NavigationRouter>
      </NavigationProvider>,
    );
  });
  document.dispatchEvent(new Event(HANDOVER_EVENT));
  preloadForBadDays(preloadApi);
}

/** Lets the browser paint and answer before the next step. */
function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Fetches what a navigation on a bad day needs, before it needs it: without a connection it could not be fetched, and some
 * browsers never ask again for a module that failed. The error page at once, since it is small; the client of the API and what loads pages when
 * the visitor comes near a link or control, since who only reads never calls anything; the code of lazily hydrated parts with it.
 */
function preloadForBadDays(preloadApi: () => Promise<void>): void {
  // 'change' for what was chosen before this program came, and is told again now.
  const nears = ['pointerover', 'touchstart', 'focusin', 'change'] as const;
  const preload = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof Element) || !target.closest('a, button, input, select, summary')) return;
    for (const type of nears) window.removeEventListener(type, preload, true);
    startLazyHydration();
    if (!window.navigator.onLine) return;
    // A failure here is no trouble yet; the navigation that needs it says so.
    Promise.all([preloadApi(), fetchLoads()]).catch(() => undefined);
  };
  // Before anyone else: React keeps touches of what it has not hydrated yet to itself.
  for (const type of nears) window.addEventListener(type, preload, { passive: true, capture: true });
  // The visitor may have been near a control before this program arrived.
  preload({ target: document.activeElement });
  errorPage.component.load().catch(() => undefined);
}

/** Fetches what loads pages; all screens are known then. */
async function fetchLoads() {
  const loads = await import('../pages/loads.ts');
  registerScreens(loads.laterScreens);
  return loads;
}

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

void start();
