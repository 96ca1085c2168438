import type { Agent } from 'node:http';
import express, { type Express } from 'express';
import { createApi } from '../../shared/api/client.ts';
import type { SiteType } from '../../shared/contract/sites.ts';
import type { Messages } from '../../shared/i18n/translate.ts';
import { createHealthRoutes, type Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import { createBackendClient } from './backend-client/backend-client.ts';
import { createBackendTransport } from './backend-client/backend-transport.ts';
import { createResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import { createScopeResolver } from './context/scope-resolver.ts';
import type { WebMetrics } from './metrics/web-metrics.ts';
import { createApiProxy } from './middleware/api-proxy.ts';
import { createCanonicalUrl } from './middleware/canonical-url.ts';
import { createCompression } from './middleware/compression.ts';
import { createErrorPage } from './middleware/error-page.ts';
import { createOriginForm } from './middleware/origin-form.ts';
import { createRequestLog } from './middleware/request-log.ts';
import { createScope } from './middleware/scope.ts';
import { createSecurityHeaders } from './middleware/security-headers.ts';
import { createBackendProxy } from './proxy/backend-proxy.ts';
import type { PageRenderer } from './render/page-renderer.ts';
import { createAssetRoutes } from './routes/assets.ts';
import { createBrandIconRoutes } from './routes/brand-icons.ts';
import { createCrawlerRoutes } from './routes/crawlers.ts';
import { createImageRoutes } from './routes/images.ts';
import { createPageRoute, createPublicCacheControl } from './routes/page.ts';
import { createVisitorCountryRoutes } from './routes/visitor-country.ts';

export interface WebAppDependencies {
  readonly config: Config;
  readonly log: Log;
  readonly reporter: ErrorReporter;
  readonly metrics: WebMetrics;
  readonly readiness: Readiness;
  /** The keep-alive agent under every call to the backend; whoever made it closes it. */
  readonly agent: Agent;
  readonly renderPage: PageRenderer;
  /** Texts of a locale and brand, for the last-resort page. */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  /** Folder of the built browser files. */
  readonly clientDirectory: string;
  /** The instant for which pages are computed. */
  readonly clock: () => Date;
  /** Milliseconds that only go forward: for durations and the lives of cached answers. */
  readonly now: () => number;
}

/** Assembles the web server. Starts nothing and reads no environment. */
export function createWebApp(dependencies: WebAppDependencies): Express {
  const { config, log, reporter, metrics, readiness, agent } = dependencies;
  const { renderPage, getMessages, clientDirectory, clock, now } = dependencies;
  const { apiBaseUrl, bodyLimitBytes, requestTimeoutMs, pageTimeoutMs, optionalTimeoutMs } = config;

  const client = createBackendClient({ baseUrl: apiBaseUrl, agent });
  const cache = createResponseCache(now, (outcome) => metrics.cacheAsked('response', outcome));
  const proxy = createBackendProxy({ baseUrl: apiBaseUrl, agent, timeoutMs: requestTimeoutMs });
  const resolveScope = createScopeResolver({
    createApi: (scope, caller) =>
      createApi(
        createBackendTransport({ client, cache, metrics, scope, ...caller, timeoutMs: pageTimeoutMs }),
      ),
    publicAddress: config.publicAddress,
    siteDomains: config.siteDomains,
    clock,
    now,
    pageTimeoutMs,
    optionalTimeoutMs,
  });
  const publicCacheControl = createPublicCacheControl(config.pageCache);

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.set('query parser', false);
  app.enable('case sensitive routing');

  app.use(createRequestLog({ log, metrics, now })); // first: every later line carries the request's id
  app.use(createHealthRoutes({ readiness })); // before the scope: probes come without a known host
  app.use(createSecurityHeaders()); // before everything that answers a visitor
  app.use(createOriginForm()); // before anything looks at the path
  app.use(createAssetRoutes({ directory: clientDirectory })); // before the scope: the same on every site
  app.use(createImageRoutes({ proxy })); // likewise
  app.use(createBrandIconRoutes()); // likewise
  app.use(createScope({ resolveScope, now })); // from here on there is a site and a language, or the answer is 421
  app.use('/api', createApiProxy({ proxy, bodyLimitBytes, clock })); // before the canonical form: the API has its own
  app.use(createVisitorCountryRoutes({ countryHeader: config.countryHeader })); // an answer for scripts, without a slash at its end
  app.use(createCompression()); // after the proxy: what the backend sent is not ours to change
  app.use(createCrawlerRoutes()); // files of the host: never redirected
  app.use(createCanonicalUrl({ cacheControl: publicCacheControl })); // before the pages: each has one address
  app.use(createPageRoute({ renderPage, publicCacheControl, now })); // everything else is a page
  app.use(createErrorPage({ reporter, getMessages })); // last: nets what the others let fall
  return app;
}
