import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../../client/App.tsx';
import { BOOT_ELEMENT_ID, type Boot } from '../../../client/boot.ts';
import type { LoadContext } from '../../../client/load-context.ts';
import { loadErrorContent, loadPage } from '../../../client/load-page.ts';
import { NavigationProvider } from '../../../client/navigation/navigation-context.tsx';
import { createNavigationStore } from '../../../client/navigation/navigation-state.ts';
import {
  type AppState,
  addRoutingEntry,
  anonymousAccount,
  createAppStore,
} from '../../../client/store/app-store.ts';
import { brandKeys } from '../../../client/store/brand-keys.ts';
import { packPage } from '../../../client/store/packed-state.ts';
import { FinishedProvider } from '../../../client/ui/Finished.tsx';
import { ReuseProvider } from '../../../client/ui/Reusable.tsx';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getTagManagerUrl } from '../../../shared/rules/consent.ts';
import { type Markup, markup } from '../../platform/markup.ts';
import { loadScopeState } from '../context/load-scope-state.ts';
import { createCrawlerHead } from '../structured-data/crawler-head.ts';
import type { AssetManifest } from './asset-manifest.ts';
import type { GetMessages } from './messages.ts';
import { PageChunks } from './page-chunks.ts';
import type { PageRenderer } from './page-renderer.ts';
import { stringifyPieces } from './safe-json.ts';
import { createScopeVersions, type ScopeVersion } from './scope-version.tsx';
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
  const getVersion = createScopeVersions(getMessages);
  const waiting = new Set(manifest.waiting);
  const withErrorContent = new WeakSet<ScopeVersion>();
  return async ({ context, url, screen, visitor, form = null }) => {
    const { signal } = context;
    const startedAt = performance.now();
    const { scope, isComplete: isScopeComplete } = await loadScopeState(context);
    let isComplete = isScopeComplete;
    const version = getVersion(scope);
    const { shop } = version;
    const messages = manifest.messages[`${scope.language.code}.${brandKeys[scope.site.type]}`];
    if (messages === undefined) throw new Error(`The build has no texts for '${scope.language.code}'`);
    const { pathname, searchParams } = new URL(url, scope.origin);
    const loadContext: LoadContext = {
      api: context.api,
      scope,
      shop,
      pathname: decodeURIComponent(pathname),
      query: searchParams,
      screen,
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

    // Kept from the first page on, so that it is there when the backend fails.
    if (!withErrorContent.has(version)) {
      withErrorContent.add(version);
      void loadErrorContent({
        ...loadContext,
        optional: (call) => call({ timeoutMs: timeouts.optionalMs }).catch(() => null),
      });
    }
    if (screen?.page.cachePolicy === 'private' && !visitor) {
      throw new Error(`The page '${screen.page.kind}' is asked for without a visitor`);
    }
    // A public page is given nobody's calls, whatever its types say.
    const loaded = await loadPage(
      { ...loadContext, visitor: visitor?.api ?? context.api },
      context.requestId,
    );
    const loadedAt = performance.now();
    const { redirect } = loaded.request;
    if (redirect) return { kind: 'redirect', status: redirect.status, location: redirect.url };
    if (signal.aborted) throw new ApiError('aborted');
    if (loaded.failure !== null) context.log.error({ event: 'page_data_failed', err: loaded.failure });

    const state: AppState = {
      scope,
      request: { ...loaded.request, form },
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

    const parts = collectParts(version);
    const html = renderToString(
      chunks.collectChunks(
        <StaticRouter location={url}>
          <NavigationProvider store={navigation}>
            <FinishedProvider source={{ toHtml: parts.finish }}>
              <ReuseProvider reuse={parts.reuse}>
                <App store={store} shop={shop} assets={assets} />
              </ReuseProvider>
            </FinishedProvider>
          </NavigationProvider>
        </StaticRouter>,
      ),
    );
    const files = chunks.getFiles();
    // `Boot`, the scope in bytes that are made once per version.
    const boot: Omit<Boot, 'state'> & { readonly state: object } = {
      state: { scope: version.json, ...packPage(state) },
      assets,
      chunks: files.chunks,
      messages,
      config: {
        requestTimeoutMs: timeouts.requestMs,
        optionalTimeoutMs: timeouts.optionalMs,
        ...(reportsErrors ? { reportsErrors } : {}),
      },
    };
    const head = createCrawlerHead({
      scope,
      page: loaded.page,
      shop,
      countries: context.directory.countries,
      scenes: manifest.scenes,
    });
    const bytes = completeDocument(html, {
      head,
      parts: parts.list,
      startJs: manifest.startJs,
      modules: [
        ...files.modules,
        messages.first,
        ...(messages.further && files.modules.some((file) => waiting.has(file)) ? [messages.further] : []),
      ],
      boot: stringifyPieces({ ...boot }, 5),
    });
    return {
      kind: 'document',
      status: loaded.status,
      cachePolicy: form ? 'private' : loaded.cachePolicy,
      surrogateKeys: listSurrogateKeys(scope.site.siteId, loaded.page.data),
      isComplete,
      ...(getTagManagerUrl(scope.site.gtmContainerId) !== null && { hasTagManager: true }),
      pageKind: loaded.page.data.kind,
      timings: { dataMs: loadedAt - startedAt, renderMs: performance.now() - loadedAt },
      bytes,
      pipe: (destination: Writable) => {
        destination.end(bytes);
      },
    };
  };
}

/** Stands in React's HTML for a part that is there as bytes already. Nobody outside the process can know it. */
const partMark = `<!--${randomUUID()}-->`;

/** Takes the parts of one render in the order in which React comes to them. */
function collectParts({ getFinished, getReused }: ScopeVersion) {
  const list: Buffer[] = [];
  const keep = (part: Buffer) => {
    list.push(part);
    return partMark;
  };
  return {
    list,
    finish: (...of: Parameters<typeof getFinished>) => keep(getFinished(...of)),
    reuse: (...of: Parameters<typeof getReused>) => keep(getReused(...of)),
  };
}

/**
 * Puts the finished parts, what crawlers read, the start script and the state into a rendered document. React renders only the
 * first of these: the browser's tree has none of the others. What is bytes already is not turned into text and back.
 */
function completeDocument(
  html: string,
  options: {
    head: Markup;
    parts: readonly Buffer[];
    startJs: string;
    modules: readonly string[];
    boot: Iterable<string | Buffer>;
  },
): Buffer {
  const { head, parts, startJs, modules, boot } = options;
  const texts = html.split(partMark);
  const headEnd = texts[0]?.indexOf('</head>') ?? -1;
  const bodyEnd = texts.at(-1)?.lastIndexOf('</body>') ?? -1;
  if (headEnd === -1 || bodyEnd === -1 || texts.length !== parts.length + 1) {
    throw new Error('A page is no document, or its parts are not all there');
  }
  const bytes: Buffer[] = [];
  let text = '<!DOCTYPE html>';
  const add = (piece: string | Buffer) => {
    if (typeof piece === 'string') {
      text += piece;
      return;
    }
    bytes.push(Buffer.from(text), piece);
    text = '';
  };
  for (const [index, piece] of texts.entries()) {
    let rest = piece;
    if (index === 0) {
      // Less than 2 KB, and it hides what the visitor has closed before: the first picture of the page waits for it as for the styles.
      const start = markup`<script type="module" async blocking="render" fetchpriority="high" src="${startJs}"></script>`;
      add(`${rest.slice(0, headEnd)}${head}${start}`);
      rest = rest.slice(headEnd);
    }
    const part = parts[index];
    if (part) {
      add(rest);
      add(part);
      continue;
    }
    const end = index === 0 ? bodyEnd - headEnd : bodyEnd;
    add(rest.slice(0, end));
    add(
      markup`<script type="application/json" id="${BOOT_ELEMENT_ID}" data-modules="${modules.join(' ')}">`.toString(),
    );
    for (const state of boot) add(state);
    add(`${markup`</script>`}${rest.slice(end)}`);
  }
  return Buffer.concat([...bytes, Buffer.from(text)]);
}
