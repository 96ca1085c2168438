import type { Writable } from 'node:stream';
import { preloadModule } from 'react-dom';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
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
import { loadScopeState } from '../context/load-scope-state.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { GetMessages } from './messages.ts';
import { PageChunks } from './page-chunks.ts';
import type { PageRenderer } from './page-renderer.ts';
import { stringifySafely } from './safe-json.ts';

export interface PageRendererOptions {
  readonly manifest: AssetManifest;
  readonly getMessages: GetMessages;
  /** Whether browsers shall tell of their errors. */
  readonly reportsErrors: boolean;
  /** Milliseconds; see `config.ts` for the reasons. */
  readonly timeouts: {
    readonly requestMs: number;
    readonly pageMs: number;
    readonly optionalMs: number;
    readonly renderMs: number;
  };
}

/**
 * Makes the renderer of all pages: load, then status and head known, then one render to a stream.
 *
 * Public pages are the same for everyone and may be cached without a nonce, so they wait for the whole tree:
 * React would else write inline scripts for late boundaries, which the CSP forbids (spec/decisions).
 */
export function createPageRenderer({
  manifest,
  getMessages,
  reportsErrors,
  timeouts,
}: PageRendererOptions): PageRenderer {
  return async ({ context, url, signal }) => {
    const startedAt = performance.now();
    const scope = await loadScopeState(context);
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
      critical: { signal, timeoutMs: timeouts.pageMs },
      optional: (call) =>
        call({ signal, timeoutMs: timeouts.optionalMs }).catch((error: unknown) => {
          context.log.warn({ event: 'optional_data_failed', err: error });
          return null;
        }),
    };

    const loaded = await loadPage(loadContext, context.requestId);
    const loadedAt = performance.now();
    const { redirect } = loaded.request;
    if (redirect) return { kind: 'redirect', status: redirect.status, location: redirect.url };
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

    /** Rendered last, when every chunk of the page is known. */
    function BootData() {
      preloadModule(messagesUrl ?? '', { as: 'script' });
      const boot: Boot = {
        state,
        assets,
        chunks: chunks.getAddresses(),
        messages: messagesUrl ?? '',
        config: {
          requestTimeoutMs: timeouts.requestMs,
          optionalTimeoutMs: timeouts.optionalMs,
          ...(reportsErrors ? { reportsErrors } : {}),
        },
      };
      return (
        <script
          type="application/json"
          id={BOOT_ELEMENT_ID}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: inert JSON, escaped by stringifySafely
          dangerouslySetInnerHTML={{ __html: stringifySafely(boot) }}
        />
      );
    }

    const tree = chunks.collectChunks(
      <StaticRouter location={url}>
        <NavigationProvider store={navigation}>
          <App store={store} shop={shop} assets={assets} tail={<BootData />} />
        </NavigationProvider>
      </StaticRouter>,
    );
    const stream = await renderWhole(tree, { mainJs: manifest.mainJs, signal, timeoutMs: timeouts.renderMs });
    return {
      kind: 'document',
      status: loaded.status,
      cachePolicy: loaded.route.cachePolicy,
      pageKind: loaded.page.data.kind,
      timings: { dataMs: loadedAt - startedAt, renderMs: performance.now() - loadedAt },
      pipe: (destination: Writable) => {
        stream.pipe(destination);
      },
    };
  };
}

/**
 * Renders a whole document; resolves when nothing of it is pending.
 *
 * @throws the first error of the tree: half a page is never sent
 */
function renderWhole(
  tree: React.ReactNode,
  { mainJs, signal, timeoutMs }: { mainJs: string; signal: AbortSignal; timeoutMs: number },
): Promise<PipeableStream> {
  return new Promise((resolve, reject) => {
    let firstError: unknown;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      finish();
    };
    const stream = renderToPipeableStream(tree, {
      bootstrapModules: [mainJs],
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => {
        firstError ??= error;
      },
      onShellError: (error) => settle(() => reject(error)),
      onAllReady: () => settle(() => (firstError === undefined ? resolve(stream) : reject(firstError))),
    });
    const onAbort = () => stream.abort(signal.reason);
    const timer = setTimeout(() => stream.abort(new Error('The render took too long')), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
