import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { registerLoadedChunk } from '../../build/chunk-runtime.client.mjs';
import { ApiError } from '../../shared/api/api-error.ts';
import { App } from '../App.tsx';
import { ApiProvider } from '../api/api-context.tsx';
import { createLazyApi } from '../api/lazy-api.ts';
import { createShopLocalization } from '../create-shop-localization.ts';
import { hasConnection, preventOfflineSubmits } from '../forms/unsent-forms.ts';
import type { LoadContext } from '../load-context.ts';
import type { LoadedPage } from '../load-page.ts';
import { createLeaveDocument } from '../navigation/leave-document.ts';
import { NavigationProvider } from '../navigation/navigation-context.tsx';
import { createNavigationStore } from '../navigation/navigation-state.ts';
import { createLocation, createNavigator } from '../navigation/navigator.ts';
import { NavigationRouter } from '../navigation/ReactRouterProvider.tsx';
import { errorPage } from '../pages/error/page.ts';
import type { Page } from '../pages/page-definition.ts';
import {
  findFormAction,
  getPage,
  isKnownPage,
  listProductCards,
  matchStaticRoute,
  registerStaticRoutes,
} from '../pages/pages.ts';
import { PagesProvider } from '../pages/pages-context.ts';
import { createAppStore } from '../store/app-store.ts';
import { rehydrateState } from '../store/dehydrated-state.ts';
import type { PageData } from '../store/page-state.ts';
import { collectStaticHtml, StaticHtmlProvider } from '../ui/StaticHtml.tsx';
import { BOOT_ELEMENT_ID, type Boot, HYDRATION_STARTED_EVENT } from './boot-data.ts';
import { loadLazyParts, startLazyHydration } from './lazy-hydration.tsx';
import { loadTexts } from './load-texts.ts';

/** Hydrates the page that the server sent. */
async function hydratePage(): Promise<void> {
  const element = document.getElementById(BOOT_ELEMENT_ID);
  // The last-resort error page is plain HTML without hydration.
  if (!element?.textContent) return;
  const boot: Boot = JSON.parse(element.textContent);
  preventOfflineSubmits();
  if (boot.config.reportsErrors)
    void import('../report-errors.ts').then(({ reportErrors }) => reportErrors(window));
  const state = rehydrateState(boot.state);
  const [messages] = await Promise.all([
    loadTexts(boot.messages),
    isKnownPage(state.page.data) ? null : fetchPageLoaders(),
    ...Object.entries(boot.chunks).map(async ([name, address]) =>
      registerLoadedChunk(name, await import(address)),
    ),
  ]);

  const { scope } = state;
  const store = createAppStore(state);
  const leaveDocument = createLeaveDocument(window);
  const shop = createShopLocalization(scope, messages);
  const { api, preload: preloadApi } = createLazyApi({
    siteId: scope.site.siteId,
    languageId: scope.language.languageId,
    timeoutMs: boot.config.requestTimeoutMs,
    previewInstant: state.preview?.instant ?? null,
    // The server renders the current preview date.
    onOtherPreviewDate: () => leaveDocument(target),
  });
  const { hash } = window.location;
  if (hash.includes('visit=')) {
    const { referrer } = document;
    // If the code cannot be loaded, the visit starts without the transferred data, as with any other link.
    const path = await import('../shell/receive-transferred-visit.ts').then(
      ({ receiveTransferredVisit }) =>
        receiveTransferredVisit(hash, { api, scope, referrer, timeoutMs: boot.config.optionalTimeoutMs }),
      () => null,
    );
    if (path !== null && getPage(state.page.data).cachePolicy === 'private') {
      // The server rendered it, or redirected to it, for a visitor who was not signed in.
      window.location.replace(path);
      return;
    }
  }
  /** Target of the pending navigation. */
  let target: URL | null = null;

  /** Loads the code and styles of a page. */
  async function loadCode({ component, layout, hasDeferredStyles }: Page<PageData>): Promise<void> {
    const { deferredCss } = boot.assets;
    await Promise.all([
      Promise.all([component.load(), layout?.load()]).then(loadLazyParts),
      hasDeferredStyles && deferredCss !== null
        ? import('./load-styles.ts').then(({ loadStyles }) => loadStyles(document, deferredCss))
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
    // Some browsers do not retry a failed import of a module. Therefore nothing is imported while offline.
    if (!window.navigator.onLine) throw new ApiError('unavailable');
    const { loadPage, getBrowserCart, mayBeSignedIn } = await fetchPageLoaders();
    const pathname = decodePathOrKeep(url.pathname);
    const context: LoadContext = {
      api,
      scope,
      shop,
      pathname,
      screen: matchStaticRoute(pathname, scope.language.code),
      query: url.searchParams,
      params: {},
      findRoute: (pathname) => {
        const entry = store.getState().routing.byPath[pathname];
        return entry && 'route' in entry ? entry.route : undefined;
      },
      critical: { signal },
      optional: (call) =>
        // A failed block is omitted; the backend logs the reason.
        call({ signal, timeoutMs: boot.config.optionalTimeoutMs }).catch(() => null),
    };
    // A failure is ignored here, because the code is requested again when the page is loaded.
    const onPageFound = (page: Page<PageData>) => void loadCode(page).catch(() => undefined);
    const loaded = await loadPage(
      { ...context, visitor: api, cart: getBrowserCart(scope), mayBeSignedIn: mayBeSignedIn(), onPageFound },
      null,
    );
    // While offline the current page stays, so the code of the error page is not needed.
    const isShown = !loaded.request.redirect && (loaded.failure === null || window.navigator.onLine);
    if (isShown) {
      const page = getPage(loaded.page.data);
      // Parts that only the server renders are missing in a document of another layout, and a page with its
      // own content security policy needs its own document. Such a page is loaded as a document.
      const needsPolicy = page.needsOwnDocument && page.kind !== ownKind;
      if ((!page.layout && !hasDefaultLayout) || needsPolicy) {
        // The visitor has followed another link in the meantime.
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

  // The first formatting makes the browser load its locale data. This is slow on phones, so it is a separate
  // step.
  shop.formats.euro(0);
  await yieldToBrowser();
  const staticHtml = collectStaticHtml(document);
  // As a transition, React hydrates in short pieces and lets the browser respond in between. A click on a
  // part that is not hydrated yet completes that part at once and is then handled.
  startTransition(() => {
    hydrateRoot(
      document,
      <NavigationProvider store={navigation}>
        <NavigationRouter navigator={navigator}>
          <ApiProvider api={api}>
            <PagesProvider value={{ findFormAction, listProductCards, invalidate }}>
              <StaticHtmlProvider source={staticHtml}>
                <App store={store} shop={shop} assets={boot.assets} />
              </StaticHtmlProvider>
            </PagesProvider>
          </ApiProvider>
        </NavigationRouter>
      </NavigationProvider>,
    );
  });
  document.dispatchEvent(new Event(HYDRATION_STARTED_EVENT));
  preloadForUnreliableConnection(preloadApi);
}

/** Lets the browser paint and respond before the next step. */
function yieldToBrowser(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * Preloads the code that a navigation needs on an unreliable connection, because some browsers do not retry a
 * failed import of a module. The error page is loaded at once, because it is small. The API client, the page
 * loaders and lazily hydrated parts are loaded when the visitor gets near a link or control.
 */
function preloadForUnreliableConnection(preloadApi: () => Promise<void>): void {
  // Includes 'change', because changes made before hydration are replayed now.
  const proximityEvents = ['pointerover', 'touchstart', 'focusin', 'change'] as const;
  const preload = ({ target }: Pick<Event, 'target'>) => {
    if (!(target instanceof Element) || !target.closest('a, button, input, select, summary')) return;
    for (const type of proximityEvents) window.removeEventListener(type, preload, true);
    startLazyHydration();
    if (!window.navigator.onLine) return;
    // A failure is ignored here; the navigation that needs the code reports it.
    Promise.all([preloadApi(), fetchPageLoaders()]).catch(() => undefined);
  };
  // Capturing on the window, because React stops touch events on parts that are not hydrated.
  for (const type of proximityEvents)
    window.addEventListener(type, preload, { passive: true, capture: true });
  // The visitor may have been near a control before this code was loaded.
  preload({ target: document.activeElement });
  errorPage.component.load().catch(() => undefined);
}

/** Loads the page loaders and registers the deferred static routes. */
async function fetchPageLoaders() {
  const loaders = await import('../pages/page-loaders.ts');
  registerStaticRoutes(loaders.deferredStaticRoutes);
  return loaders;
}

function decodePathOrKeep(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

void hydratePage();
