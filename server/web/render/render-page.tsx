import type { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream, renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { App } from '../../../client/App.tsx';
import type { LoadContext } from '../../../client/load-context.ts';
import { loadErrorContent, loadPage } from '../../../client/load-page.ts';
import { NavigationProvider } from '../../../client/navigation/navigation-context.tsx';
import { createNavigationStore } from '../../../client/navigation/navigation-state.ts';
import { isPrivate } from '../../../client/pages/is-private.ts';
import { getPage } from '../../../client/pages/pages.ts';
import { BOOT_ELEMENT_ID, type Boot } from '../../../client/start/boot.ts';
import { type AppState, createAppStore } from '../../../client/store/app-store.ts';
import { brandKeys } from '../../../client/store/brand-keys.ts';
import { dehydratePage } from '../../../client/store/dehydrated-state.ts';
import { addRoutingEntry } from '../../../client/store/page.ts';
import type { VisitorCart } from '../../../client/store/visitor-cart.ts';
import { FragmentCacheProvider } from '../../../client/ui/CachedFragment.tsx';
import { StaticHtmlProvider } from '../../../client/ui/StaticHtml.tsx';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getTagManagerUrl } from '../../../shared/rules/consent.ts';
import { markup } from '../../platform/markup.ts';
import { loadScopeState } from '../context/load-scope-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { ReportFailure } from '../load/failure-reports.ts';
import { listSurrogateKeys } from '../pages/page-kinds.ts';
import { createCrawlerHead } from '../structured-data/crawler-head.ts';
import type { AssetManifest } from './asset-manifest.ts';
import { completeDocument, type DocumentAdditions, DocumentStream, partMark } from './document-stream.ts';
import type { GetMessages } from './messages.ts';
import { PageChunks } from './page-chunks.ts';
import type { PageRenderer } from './page-renderer.ts';
import { stringifyPieces } from './safe-json.ts';
import { createSiteSnapshots, type SiteSnapshot } from './site-snapshot.tsx';

const nobodysCart: VisitorCart = { id: null, keep: () => {}, forget: () => {} };

export interface PageRendererOptions {
  readonly manifest: AssetManifest;
  readonly getMessages: GetMessages;
  /** Whether browsers shall tell of their errors. */
  readonly reportsErrors: boolean;
  /** Which pages are streamed; the others are rendered to one string. Private ones where nothing is said (docs/decisions/004). */
  readonly streams?: 'none' | 'private' | 'all';
  /** Reports pages and parts of pages whose data failed to load. */
  readonly reportFailure?: ReportFailure;
  /** Milliseconds; see `config.ts` for the reasons. */
  readonly timeouts: {
    readonly requestMs: number;
    readonly optionalMs: number;
  };
}

/**
 * Makes the renderer of all pages: load, then status and head known, then one render of the whole document. Private pages are
 * streamed; public ones, which many ask for at once, are rendered to one string and kept as bytes, which costs less
 * (docs/decisions/004-one-render-per-public-page.md has the figures).
 */
export function createPageRenderer({
  manifest,
  getMessages,
  reportsErrors,
  streams = 'private',
  timeouts,
  reportFailure = () => {},
}: PageRendererOptions): PageRenderer {
  const getSnapshot = createSiteSnapshots(getMessages);
  const waiting = new Set(manifest.waiting);
  const withErrorContent = new WeakSet<SiteSnapshot>();
  return async ({ context, url, screen, visitor, form = null, notice = null }) => {
    const { signal } = context;
    const report = (event: string, error: unknown) => {
      const isAborted = error instanceof ApiError && error.failure === 'aborted';
      if (!isAborted)
        reportFailure(error, { event, page: screen?.page.kind ?? '', requestId: context.requestId });
    };
    const startedAt = performance.now();
    const { scope, isComplete: isScopeComplete } = await loadScopeState(context);
    let isComplete = isScopeComplete;
    const { preview } = context;
    const snapshot = getSnapshot(scope, preview === null);
    const { shop } = snapshot;
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
          report('optional_data_failed', error);
          isComplete = false;
          return null;
        }),
    };

    // Kept from the first page on, so that it is there when the backend fails.
    if (preview === null && !withErrorContent.has(snapshot)) {
      withErrorContent.add(snapshot);
      void loadErrorContent({
        ...loadContext,
        optional: (call) => call({ timeoutMs: timeouts.optionalMs }).catch(() => null),
      });
    }
    if (screen && isPrivate(screen.page, searchParams) && !visitor) {
      throw new Error(`The page '${screen.page.kind}' is asked for without a visitor`);
    }
    // A public page is given nobody's calls and nobody's cart, whatever its types say.
    const loaded = await loadPage(
      {
        ...loadContext,
        visitor: visitor?.api ?? context.api,
        cart: visitor?.cart ?? nobodysCart,
        mayBeSignedIn: visitor?.mayBeSignedIn ?? false,
      },
      context.requestId,
    );
    const loadedAt = performance.now();
    const { redirect } = loaded.request;
    if (redirect) return { kind: 'redirect', status: redirect.status, location: redirect.url };
    if (signal.aborted) throw new ApiError('aborted');
    if (loaded.failure !== null) {
      context.log.error({ event: 'page_data_failed', err: loaded.failure });
      report('page_data_failed', loaded.failure);
    }

    const state: AppState = {
      scope,
      request: { ...loaded.request, form, notice },
      routing: loaded.routing
        ? addRoutingEntry({ byPath: {} }, loaded.page.virtualPath, loaded.routing)
        : { byPath: {} },
      page: loaded.page,
      ...(preview && { preview }),
    };
    const store = createAppStore(state);
    const chunks = new PageChunks(manifest);
    const assets = { mainCss: manifest.mainCss, lateCss: manifest.lateCss, fonts: manifest.fonts };
    const navigation = createNavigationStore({ pathname, search: '', hash: '', state: null, key: 'default' });

    const parts = collectParts(snapshot);
    const tree = chunks.collectChunks(
      <StaticRouter location={url}>
        <NavigationProvider store={navigation}>
          <StaticHtmlProvider source={{ toHtml: parts.renderStaticHtml }}>
            <FragmentCacheProvider renderFragment={parts.renderFragment}>
              <App store={store} shop={shop} assets={assets} />
            </FragmentCacheProvider>
          </StaticHtmlProvider>
        </NavigationProvider>
      </StaticRouter>,
    );
    const page = getPage(loaded.page.data);
    const cachePolicy = form || preview ? 'private' : loaded.cachePolicy;
    const isStreamed = streams === 'all' || (streams === 'private' && cachePolicy === 'private');
    const stream = isStreamed ? await renderToStream(tree, context) : null;
    const html = stream ? null : renderToString(tree);
    const files = chunks.getFiles();
    // `Boot`, with the scope as the bytes of the snapshot.
    const boot: Omit<Boot, 'state'> & { readonly state: object } = {
      state: { scope: snapshot.json, ...dehydratePage(state) },
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
    const modules = [
      ...files.modules,
      messages.first,
      ...(messages.deferred && files.modules.some((file) => waiting.has(file)) ? [messages.deferred] : []),
    ];
    const additions: DocumentAdditions = {
      // Less than 2 KB, and it hides what the visitor has closed before: the first picture of the page waits for it as for the styles.
      head: `${head}${markup`<script type="module" async blocking="render" fetchpriority="high" src="${manifest.startJs}"></script>`}`,
      parts: parts.list,
      end: function* () {
        yield `${markup`<script type="application/json" id="${BOOT_ELEMENT_ID}" data-modules="${modules.join(' ')}">`}`;
        yield* stringifyPieces({ ...boot }, 5);
        yield `${markup`</script>`}`;
      },
    };
    const bytes = html === null ? null : completeDocument('<!DOCTYPE html>'.concat(html), additions);
    return {
      kind: 'document',
      status: loaded.status,
      cachePolicy,
      surrogateKeys: listSurrogateKeys(
        { siteId: scope.site.siteId, languageCode: scope.language.code },
        loaded.page.data,
      ),
      isComplete,
      ...(getTagManagerUrl(scope.site.gtmContainerId) !== null && { hasTagManager: true }),
      ...(page.asksForPosition && { asksForPosition: true }),
      ...(page.playsClips && { playsClips: true }),
      ...(page.mayShowForeignMap && scope.site.mapsKey !== null && { hasForeignMap: true }),
      pageKind: loaded.page.data.kind,
      timings: { dataMs: loadedAt - startedAt, renderMs: performance.now() - loadedAt },
      ...(bytes && { bytes }),
      pipe: (destination) => {
        if (stream) stream(additions, destination);
        else destination.end(bytes);
      },
    };
  };
}

/** Takes the parts of one render in the order in which React comes to them. */
function collectParts({ getStaticHtml, getFragment }: SiteSnapshot) {
  const list: Buffer[] = [];
  const keep = (part: Buffer) => {
    list.push(part);
    return partMark;
  };
  return {
    list,
    renderStaticHtml: (...of: Parameters<typeof getStaticHtml>) => keep(getStaticHtml(...of)),
    renderFragment: (...of: Parameters<typeof getFragment>) => keep(getFragment(...of)),
  };
}

/**
 * Renders a document as a stream that honours who reads slowly and ends when they leave. Nothing of a page comes out of its order:
 * React would write scripts that put it in its place, and where there is no script it would never be seen.
 *
 * @returns `pipe` writes it, once everything is rendered and nothing can fail any more
 * @throws what a component throws
 */
async function renderToStream(
  tree: ReactNode,
  { signal, log }: Pick<RequestContext, 'signal' | 'log'>,
): Promise<(additions: DocumentAdditions, destination: Writable) => void> {
  const stream = await new Promise<PipeableStream>((resolve, reject) => {
    const started = renderToPipeableStream(tree, {
      // However long the page is: a part that is sent later needs a script, too.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(started),
      onShellError: reject,
      // A part that fails by itself is left to the browser, as in a page that is rendered to a string.
      onError: (error) => {
        if (!signal.aborted) log.error({ event: 'page_part_failed', err: error });
      },
    });
  });
  return (additions, destination) => {
    const document = new DocumentStream(additions);
    signal.addEventListener('abort', () => document.destroy(), { once: true });
    document.once('error', (err) => {
      log.error({ event: 'page_stream_broken', err });
      // Its head is sent: only a cut connection says that it is not whole.
      destination.destroy();
    });
    stream.pipe(document).pipe(destination);
  };
}
