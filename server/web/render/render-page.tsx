import type { Writable } from 'node:stream';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../../client/App.tsx';
import { BOOT_ELEMENT_ID, type Boot } from '../../../client/boot.ts';
import { createShop } from '../../../client/create-shop.ts';
import type { LoadContext } from '../../../client/load-context.ts';
import { loadPage } from '../../../client/load-page.ts';
import { NavigationProvider } from '../../../client/navigation/navigation-context.tsx';
import { createNavigationStore } from '../../../client/navigation/navigation-state.ts';
import {
  type AppState,
  addRoutingEntry,
  anonymousAccount,
  createAppStore,
} from '../../../client/store/app-store.ts';
import { brandKeys } from '../../../client/store/brand-keys.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { loadScopeState } from '../context/load-scope-state.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { GetMessages } from './messages.ts';
import { PageChunks } from './page-chunks.ts';
import type { PageRenderer } from './page-renderer.ts';
import { stringifySafely } from './safe-json.ts';
import { listSurrogateKeys } from './surrogate-keys.ts';

export interface PageRendererOptions {
  readonly manifest: AssetManifest;
  readonly getMessages: GetMessages;
  /** Whether browsers shall tell of their errors. */
  readonly reportsErrors: boolean;
  /** Milliseconds; see `config.ts` for the reasons. */
  readonly timeouts: {
    readonly requestMs: number;
    readonly optionalMs: number;
  };
}

/**
 * Makes the renderer of all pages: load, then status and head known, then one render of the whole document.
 *
 * Public pages are the same for everyone and may be cached without a nonce, so nothing of them may come late: React would
 * write inline scripts for it, which the CSP forbids (docs/decisions/004). What is complete anyway is rendered to one
 * string, which costs a third less than React's stream of many small pieces, and written in one go.
 */
export function createPageRenderer({
  manifest,
  getMessages,
  reportsErrors,
  timeouts,
}: PageRendererOptions): PageRenderer {
  return async ({ context, url, signal }) => {
    const startedAt = performance.now();
    const { scope, isComplete: isScopeComplete } = await loadScopeState(context);
    let isComplete = isScopeComplete;
    const messages = getMessages(scope.language.code, scope.site.type);
    const messagesUrl = manifest.messages[`${scope.language.code}.${brandKeys[scope.site.type]}`];
    if (messagesUrl === undefined) throw new Error(`The build has no texts for '${scope.language.code}'`);
    const shop = createShop(scope, messages);
    const { pathname, searchParams } = new URL(url, scope.origin);
    const loadContext: LoadContext = {
      api: context.api,
      scope,
      shop,
      pathname: decodeURIComponent(pathname),
      query: searchParams,
      params: {},
      // The response cache remembers for all requests; the state of this one is empty.
      findRoute: () => undefined,
      critical: context.critical,
      optional: (call) =>
        call({ signal, timeoutMs: timeouts.optionalMs }).catch((error: unknown) => {
          context.log.warn({ event: 'optional_data_failed', err: error });
          isComplete = false;
          return null;
        }),
    };

    const loaded = await loadPage(loadContext, context.requestId);
    const loadedAt = performance.now();
    const { redirect } = loaded.request;
    if (redirect) return { kind: 'redirect', status: redirect.status, location: redirect.url };
    if (signal.aborted) throw new ApiError('aborted');
    if (loaded.failure !== null) context.log.error({ event: 'page_data_failed', err: loaded.failure });

    const state: AppState = {
      scope,
      request: loaded.request,
      routing: loaded.routing
        ? addRoutingEntry({ byPath: {} }, loaded.page.virtualPath, loaded.routing)
        : { byPath: {} },
      account: anonymousAccount,
      page: loaded.page,
    };
    const store = createAppStore(state);
    const chunks = new PageChunks(manifest);
    const assets = { mainCss: manifest.mainCss, fonts: manifest.fonts };
    const navigation = createNavigationStore({ pathname, search: '', hash: '', state: null, key: 'default' });

    const html = renderToString(
      chunks.collectChunks(
        <StaticRouter location={url}>
          <NavigationProvider store={navigation}>
            <App store={store} shop={shop} assets={assets} />
          </NavigationProvider>
        </StaticRouter>,
      ),
    );
    const files = chunks.getFiles();
    const boot: Boot = {
      state,
      assets,
      chunks: files.chunks,
      messages: messagesUrl,
      config: {
        requestTimeoutMs: timeouts.requestMs,
        optionalTimeoutMs: timeouts.optionalMs,
        ...(reportsErrors ? { reportsErrors } : {}),
      },
    };
    const document = completeDocument(html, {
      startJs: manifest.startJs,
      modules: [...files.modules, messagesUrl],
      boot: stringifySafely(boot),
    });
    return {
      kind: 'document',
      status: loaded.status,
      cachePolicy: loaded.route.cachePolicy,
      surrogateKeys: listSurrogateKeys(scope.site.siteId, loaded.page.data),
      isComplete,
      pageKind: loaded.page.data.kind,
      timings: { dataMs: loadedAt - startedAt, renderMs: performance.now() - loadedAt },
      pipe: (destination: Writable) => {
        destination.end(document);
      },
    };
  };
}

/**
 * Puts the start script and the state into a rendered document. React does not render them: the browser's tree has
 * neither, and what is text already needs no second rendering.
 */
function completeDocument(
  html: string,
  { startJs, modules, boot }: { startJs: string; modules: readonly string[]; boot: string },
): string {
  const headEnd = html.indexOf('</head>');
  const bodyEnd = html.lastIndexOf('</body>');
  if (headEnd === -1 || bodyEnd === -1) throw new Error('A page is no document');
  return [
    '<!DOCTYPE html>',
    html.slice(0, headEnd),
    `<script type="module" async src="${startJs}"></script>`,
    html.slice(headEnd, bodyEnd),
    `<script type="application/json" id="${BOOT_ELEMENT_ID}" data-modules="${modules.join(' ')}">${boot}</script>`,
    html.slice(bodyEnd),
  ].join('');
}
