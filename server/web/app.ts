import type { Agent, IncomingMessage, RequestListener } from 'node:http';
import cookieParser from 'cookie-parser';
import express, { type Express, type Request } from 'express';
import { createApi } from '../../shared/api/client.ts';
import type { SiteType } from '../../shared/contract/sites.ts';
import type { Messages } from '../../shared/i18n/translate.ts';
import { createHealthRoutes, type Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import { createBackendClient } from './backend-client/backend-client.ts';
import { createBackendTransport } from './backend-client/backend-transport.ts';
import { createCallGuard } from './backend-client/call-guard.ts';
import { createVisitorTransport } from './backend-client/visitor-transport.ts';
import { createGeneratedFileCache } from './cache/generated-file-cache.ts';
import { createParseMemo } from './cache/parse-memo.ts';
import { createResponseCache, type ResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import { createScopeResolver } from './context/scope-resolver.ts';
import { createHostDirectory } from './context/site-hosts.ts';
import { createVisitorContextFactory } from './context/visitor-context.ts';
import type { ScenePictures } from './crawlers/scene-pictures.ts';
import { createEarlyRefusals } from './early-refusals.ts';
import type { LoadMonitor } from './load/load-monitor.ts';
import type { WebMetrics } from './metrics/web-metrics.ts';
import { createApiDocsGate } from './middleware/api-docs-gate.ts';
import { createApiProxy, createApiRequestFilter } from './middleware/api-proxy.ts';
import { createCanonicalRedirect } from './middleware/canonical-redirect.ts';
import { createCompression } from './middleware/compression.ts';
import { createErrorPage } from './middleware/error-page.ts';
import { createLoadShedding } from './middleware/load-shedding.ts';
import { createPlainPages } from './middleware/plain-page.ts';
import { createEnterPreview, createPreviewScope } from './middleware/preview.ts';
import { createBodyReader } from './middleware/request-body.ts';
import { createFastPathLog, createRequestLog } from './middleware/request-log.ts';
import { createRequestTargetCheck } from './middleware/request-target-check.ts';
import { createFindScope, createScope } from './middleware/scope.ts';
import { createSearchLimit } from './middleware/search-limit.ts';
import { createSecurityHeadersMiddleware } from './middleware/security-headers.ts';
import { createIsSignedIn } from './middleware/signed-in.ts';
import { createUploadReader, type UploadLimits } from './middleware/upload-reader.ts';
import { createCacheFastPath } from './pages/cache-fast-path.ts';
import { createCachedPageSender } from './pages/cached-page-sender.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createPageCacheControls, type PageCacheControls } from './pages/page-cache-control.ts';
import { createPageCacheRoute } from './pages/page-cache-route.ts';
import { createFormReader } from './pages/page-form.ts';
import { createPageMaker } from './pages/page-maker.ts';
import { createPageQueryKindCache } from './pages/page-query-kind-cache.ts';
import { createPageRoute } from './pages/page-route.ts';
import { createBackendProxy } from './proxy/backend-proxy.ts';
import type { PageRenderer } from './render/page-renderer.ts';
import { createAssetRoutes } from './routes/assets.ts';
import { createBrandIconRoutes } from './routes/brand-icons.ts';
import { createCrawlerRoutes, FILE_TTL_SECONDS } from './routes/crawlers.ts';
import { createErrorReportRoutes } from './routes/error-reports.ts';
import { createImageRoutes } from './routes/images.ts';
import { createOneClickUnsubscribeRoutes } from './routes/one-click-unsubscribe.ts';
import type { PurgeRequest } from './routes/purge.ts';
import { createVisitorCountryRoutes } from './routes/visitor-country.ts';

export interface WebAppDependencies {
  readonly config: Config;
  readonly log: Log;
  readonly reporter: ErrorReporter;
  readonly metrics: WebMetrics;
  readonly readiness: Readiness;
  /** Keep-alive agent of all calls to the backend. Its creator closes it. */
  readonly agent: Agent;
  /** Load of the process. Its creator closes it. */
  readonly load: LoadMonitor;
  readonly renderPage: PageRenderer;
  /** Texts of a locale and brand, for the last-resort error page. */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  /** URL of the built styles, for the last-resort error page. */
  readonly stylesheet: string | null;
  /** Folder of the built browser files. */
  readonly clientDirectory: string;
  /** Response cache of a previous app; a new, empty cache if omitted. */
  readonly responseCache?: ResponseCache | undefined;
  /** Scenes rendered as PNG by the build. */
  readonly scenes: ScenePictures;
  /** Upload limits; those of the shop settings if omitted. */
  readonly uploadLimits?: UploadLimits | undefined;
  /** Date and time for which pages are computed. */
  readonly clock: () => Date;
  /** Monotonic clock in milliseconds, for durations and TTLs of cached answers. */
  readonly now: () => number;
}

/** The web application, ready to be attached to an HTTP server. */
export interface WebApp {
  readonly listener: RequestListener;
  readonly responseCache: ResponseCache;
  /**
   * Clears cached pages and all cached answers of the backend, so that the next visitor sees current data.
   *
   * @returns number of pages removed
   */
  purge(order: PurgeRequest): number;
}

/**
 * Returns a function that reports whether a request came over https, as Express determines it, for requests
 * that bypass Express.
 */
function createIsSecure(app: Express, scheme: string | undefined): (request: IncomingMessage) => boolean {
  if (scheme === 'https') return () => true;
  const isTrusted: (address: string | undefined, hop: number) => boolean = app.get('trust proxy fn');
  return ({ headers, socket }) => {
    const forwarded = headers['x-forwarded-proto'];
    if (typeof forwarded !== 'string' || !isTrusted(socket.remoteAddress, 0)) return false;
    return forwarded.split(',', 1)[0]?.trim() === 'https';
  };
}

/** Creates the web application. Starts no server and reads no environment variables. */
export function createWebApp(dependencies: WebAppDependencies): WebApp {
  const { config, log, reporter, metrics, readiness, agent, load } = dependencies;
  const { renderPage, getMessages, stylesheet, clientDirectory, scenes, clock, now } = dependencies;
  const { apiBaseUrl, bodyLimitBytes, answerLimitBytes, requestTimeoutMs, pageTimeoutMs, optionalTimeoutMs } =
    config;

  const guard = createCallGuard({
    limits: config.callLimits,
    log,
    onQueueFull: () => metrics.requestShed('queue'),
  });
  metrics.watchBackend(guard);
  const client = createBackendClient({ baseUrl: apiBaseUrl, agent, guard, maxAnswerBytes: answerLimitBytes });
  const cache =
    dependencies.responseCache ??
    createResponseCache(now, (outcome) => metrics.cacheLookedUp('response', outcome), {
      longMs: config.responseCache.longSeconds * 1000,
      shortMs: config.responseCache.shortSeconds * 1000,
    });
  const parseMemo = createParseMemo();
  const proxy = createBackendProxy({
    baseUrl: apiBaseUrl,
    agent,
    guard,
    timeoutMs: requestTimeoutMs,
    maxAnswerBytes: answerLimitBytes,
  });
  const bodies = createBodyReader({ perAddress: config.addressLimits.bodies });
  const uploads = createUploadReader({ limits: dependencies.uploadLimits, now });
  const hosts = createHostDirectory(config.siteDomains, now);
  const resolveScope = createScopeResolver({
    createApi: (scope, { startedAt, ...caller }, proof) =>
      createApi(
        proof
          ? createVisitorTransport({
              client,
              metrics,
              scope,
              ...caller,
              timeoutMs: pageTimeoutMs,
              getRemainingMs: () => startedAt + pageTimeoutMs - now(),
              // The backend sets no cookies on these calls: the preview cookie is set only by the preview
              // form.
              visitor: { headers: proof, onCookies: () => {} },
            })
          : createBackendTransport({
              client,
              cache,
              parseMemo,
              metrics,
              scope,
              ...caller,
              timeoutMs: pageTimeoutMs,
              getRemainingMs: () => startedAt + pageTimeoutMs - now(),
            }),
      ),
    publicAddress: config.publicAddress,
    siteDomains: config.siteDomains,
    hosts,
    clock,
    optionalTimeoutMs,
  });
  const findScope = createFindScope({ resolveScope, now });
  const createVisitor = createVisitorContextFactory({
    client,
    metrics,
    timeoutMs: pageTimeoutMs,
    formTimeoutMs: requestTimeoutMs,
    now,
  });
  const isSignedIn = createIsSignedIn(createVisitor);
  const enterPreview = createEnterPreview(createVisitor);
  const findVisitorScope = async (request: Request) => {
    await findScope(request);
    await enterPreview(request);
  };
  const cacheControls = createPageCacheControls(config.pageCache);
  const queryKinds = createPageQueryKindCache();
  const files = createGeneratedFileCache({ ttlMs: FILE_TTL_SECONDS * 1000, now });
  const { strictTransport } = config;
  const pages = createPageCaching({ cacheControls, config, renderPage, now });
  const plainPages = createPlainPages({ getMessages, stylesheet });
  const shedLoad = createLoadShedding({ load, metrics, plainPages });
  const limitSearch = createSearchLimit({ limits: config.searchLimits, metrics });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);
  app.enable('case sensitive routing');
  // If the public scheme is https, every visitor uses it, whatever a proxy reports. No cookie is set without
  // Secure.
  const { scheme } = config.publicAddress;
  if (scheme === 'https') Object.defineProperty(app.request, 'protocol', { get: () => scheme });

  app.use(createRequestLog({ log, metrics, now })); // first: every later log line carries the request id
  app.use(createHealthRoutes({ readiness })); // before the scope: probes send no known host
  app.use(createSecurityHeadersMiddleware({ strictTransport })); // before everything that answers a visitor
  app.use(createRequestTargetCheck()); // before any handler reads the path
  app.use(createAssetRoutes({ directory: clientDirectory })); // before the scope: the same on every site
  app.use(createImageRoutes({ proxy })); // before the scope, too
  app.use(createBrandIconRoutes()); // before the scope, too
  app.use(createScope(findScope)); // sets site and language; answers 421 for an unknown host
  app.use('/api', cookieParser()); // before the upload check, which needs to know who is signed in
  app.use('/api', createApiRequestFilter({ bodies, bodyLimitBytes, uploads, isSignedIn })); // before load shedding: receiving a body may take time
  app.use('/api', shedLoad, limitSearch); // before the first expensive work
  app.use('/api', createApiDocsGate(config)); // before the proxy, which passes everything on
  app.use('/api', createApiProxy({ proxy, clock, isHashLaneCrowded: () => guard.isHashLaneCrowded })); // before canonical URLs: the API has its own rules
  app.use(createVisitorCountryRoutes({ countryHeader: config.countryHeader })); // for scripts; its path has no trailing slash
  if (reporter.reportBrowserError) {
    app.use(createErrorReportRoutes({ reportBrowserError: reporter.reportBrowserError, bodies, now })); // for scripts, too; only if error reports are enabled
  }
  app.use(createCompression()); // after the proxy: answers of the backend are passed on unchanged
  app.use(
    createCrawlerRoutes({ files, resolveScope, scenes, getMessages, now, timeoutMs: requestTimeoutMs }),
  ); // files of the host; never redirected
  app.use(createPreviewScope(enterPreview)); // before reading data of the page; the files above always show the present
  app.use(createCanonicalRedirect({ cacheControl: cacheControls.whole, queryKinds })); // before the pages: each has one canonical URL
  app.use(cookieParser()); // before handlers that act for a visitor; the handlers above need no cookies
  app.use(
    createFormReader({
      bodies,
      limitBytes: bodyLimitBytes,
      uploads,
      isSignedIn,
      findScope: findVisitorScope,
      now,
    }),
  ); // forms that a page posts to its own URL without JavaScript; checks as for the API
  app.use(createOneClickUnsubscribeRoutes(createVisitor)); // before the pages, which accept forms of the same site only
  app.use(shedLoad, limitSearch); // after all cheap handlers: a page from the cache is never shed
  if (pages)
    app.use(createPageCacheRoute({ ...pages, queryKinds, metrics, now, timeoutMs: requestTimeoutMs })); // before rendering: concurrent requests share one render
  app.use(createPageRoute({ renderPage, createVisitor, cacheControls, strictTransport, now })); // everything else is a page
  app.use(createErrorPage({ reporter, plainPages })); // last: handles the errors of all others
  const isSecure = createIsSecure(app, scheme);
  // Early refusals bypass the app.
  const refusals = createEarlyRefusals({
    hosts,
    rest: app,
    plainPages,
    isSecure,
    strictTransport,
    metrics,
    log,
    now,
  });
  return {
    responseCache: cache,
    // Before all middleware: a cached page needs none of it.
    listener: pages
      ? createCacheFastPath({
          ...pages,
          resolveScope,
          hosts,
          queryKinds,
          rest: refusals,
          isSecure,
          log,
          now,
          timeoutMs: requestTimeoutMs,
          mayRefresh: () => !load.isOverloaded('first'),
          onAnswer: createFastPathLog({ log, metrics }),
        })
      : refusals,
    purge: (order) => {
      cache.clear();
      files.clear();
      queryKinds.clear();
      return pages?.cache.purge(order) ?? 0;
    },
  };
}

/** Creates the page cache with its maker and its sender. Returns null if the cache is switched off. */
function createPageCaching(options: {
  cacheControls: PageCacheControls;
  config: Config;
  renderPage: PageRenderer;
  now: () => number;
}) {
  const { cacheControls, renderPage, now } = options;
  const { freshSeconds, staleWhileRevalidateSeconds, staleIfErrorSeconds, maxEntries, maxBytes } =
    options.config.pageCache;
  if (maxEntries === 0) return null;
  return {
    cache: createPageCache({
      now,
      freshMs: freshSeconds * 1000,
      staleWhileRevalidateMs: staleWhileRevalidateSeconds * 1000,
      staleIfErrorMs: staleIfErrorSeconds * 1000,
      maxEntries,
      maxBytes,
    }),
    makePage: createPageMaker({ renderPage }),
    answer: createCachedPageSender({ cacheControls, strictTransport: options.config.strictTransport }),
  };
}
