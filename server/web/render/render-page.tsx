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
import { BOOT_ELEMENT_ID, type Boot } from '../../../client/start/boot-data.ts';
import { type AppState, createAppStore } from '../../../client/store/app-store.ts';
import { dehydratePage } from '../../../client/store/dehydrated-state.ts';
import { addRoutingEntry } from '../../../client/store/show-page.ts';
import type { CartIdStore } from '../../../client/store/visitor-cart-id.ts';
import { FragmentCacheProvider } from '../../../client/ui/CachedFragment.tsx';
import { StaticHtmlProvider } from '../../../client/ui/StaticHtml.tsx';
import { ApiError } from '../../../shared/api/api-error.ts';
import { brandKeys } from '../../../shared/rules/brand-name.ts';
import { getTagManagerUrl } from '../../../shared/rules/consent.ts';
import { markup } from '../../platform/markup.ts';
import { loadScopeState } from '../context/load-scope-state.ts';
import type { RequestContext } from '../context/request-context.ts';
import type { ReportFailure } from '../load/failure-reporter.ts';
import { listSurrogateKeys } from '../pages/page-metadata-by-kind.ts';
import { createCrawlerHead } from '../structured-data/crawler-head.ts';
import type { AssetManifest } from './asset-manifest.ts';
import {
  completeDocument,
  type DocumentAdditions,
  DocumentStream,
  partPlaceholder,
} from './document-stream.ts';
import type { GetMessages } from './messages.ts';
import { PageChunks } from './page-chunks.ts';
import type { PageRenderer } from './page-renderer.ts';
import { stringifyPieces } from './safe-json.ts';
import { createSiteSnapshots, type SiteSnapshot } from './site-snapshot.tsx';

const emptyVisitorCart: CartIdStore = { id: null, keep: () => {}, forget: () => {} };

export interface PageRendererOptions {
  readonly manifest: AssetManifest;
  readonly getMessages: GetMessages;
  /** Whether browsers report their errors. */
  readonly reportsErrors: boolean;
  /**
   * Pages that are streamed; all others are rendered to one string. Default: private ones
   * (docs/decisions/004).
   */
  readonly streams?: 'none' | 'private' | 'all';
  /** Reports pages and parts of pages whose data failed to load. */
  readonly reportFailure?: ReportFailure;
  /** Deadlines in milliseconds; see `config.ts` for the reasons. */
  readonly timeouts: {
    readonly requestMs: number;
    readonly optionalMs: number;
  };
}

/**
 * Creates the renderer of all pages. It loads the data, determines status and head, and then renders the
 * whole document once. Private pages are streamed. Public pages are requested by many visitors at once, so
 * they are rendered to one string and cached as bytes, which costs less (measurements in
 * docs/decisions/004-one-render-per-public-page.md).
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
  return async ({ context, url, staticRoute: screen, visitor, form = null, notice = null }) => {
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
      // The response cache works across requests; the state of this request is empty.
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

    // Loaded with the first page, so that it is available when the backend fails.
    if (preview === null && !withErrorContent.has(snapshot)) {
      withErrorContent.add(snapshot);
      void loadErrorContent({
        ...loadContext,
        optional: (call) => call({ timeoutMs: timeouts.optionalMs }).catch(() => null),
      });
    }
    if (screen && isPrivate(screen.page, searchParams) && !visitor) {
      throw new Error(`The page '${screen.page.kind}' is rendered without a visitor`);
    }
    // A public page gets no visitor's calls and no cart, whatever its types allow.
    const loaded = await loadPage(
      {
        ...loadContext,
        visitor: visitor?.api ?? context.api,
        cart: visitor?.cart ?? emptyVisitorCart,
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
    const assets = { mainCss: manifest.mainCss, deferredCss: manifest.deferredCss, fonts: manifest.fonts };
    const navigation = createNavigationStore({ pathname, search: '', hash: '', state: null, key: 'default' });

    const parts = createPartCollector(snapshot);
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
      // Less than 2 KB. It hides what the visitor has closed before, so the first paint waits for it as for
      // the styles.
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
      ...(page.canRequestPosition && { canRequestPosition: true }),
      ...(page.hasVideo && { hasVideo: true }),
      ...(page.canShowThirdPartyMap && scope.site.mapsKey !== null && { hasThirdPartyMap: true }),
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

/** Collects the parts of one render, in the order in which React renders them. */
function createPartCollector({ getStaticHtml, getFragment }: SiteSnapshot) {
  const list: Buffer[] = [];
  const keep = (part: Buffer) => {
    list.push(part);
    return partPlaceholder;
  };
  return {
    list,
    renderStaticHtml: (...of: Parameters<typeof getStaticHtml>) => keep(getStaticHtml(...of)),
    renderFragment: (...of: Parameters<typeof getFragment>) => keep(getFragment(...of)),
  };
}

/**
 * Renders a document as a stream with back-pressure, which aborts when the visitor disconnects. No part is
 * sent out of order: React would add scripts that move it into place, and without JavaScript it would never
 * be visible.
 *
 * @returns `pipe` writes the document, once everything is rendered and nothing can fail any longer
 * @throws the error of a component
 */
async function renderToStream(
  tree: ReactNode,
  { signal, log }: Pick<RequestContext, 'signal' | 'log'>,
): Promise<(additions: DocumentAdditions, destination: Writable) => void> {
  const stream = await new Promise<PipeableStream>((resolve, reject) => {
    const started = renderToPipeableStream(tree, {
      // No limit: a part that is sent later needs a script, too.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(started),
      onShellError: reject,
      // A part that fails alone is left to the browser, as in a page that is rendered to a string.
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
      // The headers are sent, so only closing the connection shows that the page is incomplete.
      destination.destroy();
    });
    stream.pipe(document).pipe(destination);
  };
}
