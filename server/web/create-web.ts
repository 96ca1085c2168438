import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { Metric } from '../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import { createWebApp } from './app.ts';
import { createBackendAgent } from './backend-client/backend-agent.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import { createFailureReporter } from './load/failure-reporter.ts';
import { startLoadMonitor } from './load/load-monitor.ts';
import { createWebMetrics } from './metrics/web-metrics.ts';
import { type AssetManifest, readAssetManifest } from './render/asset-manifest.ts';
import { readMessages } from './render/messages.ts';
import { createPageRenderer, type PageRendererOptions } from './render/render-page.tsx';
import type { PurgeRequest } from './routes/purge.ts';

export interface WebOptions {
  readonly config: Config;
  readonly log: Log;
  readonly reporter: ErrorReporter;
  readonly readiness: Readiness;
  /** Build folder with `server/locales`, `server/asset-manifest.json` and `client`. */
  readonly buildDirectory: string;
  /** Manifest of the browser files; that of the build if omitted. */
  readonly manifest?: AssetManifest;
  /** Response cache of a previous web; a new, empty one if omitted. */
  readonly responseCache?: ResponseCache | undefined;
  /** See `PageRendererOptions`; benchmarks compare the values. */
  readonly streams?: PageRendererOptions['streams'];
  /** Folder of the texts; their copy in the build if omitted. */
  readonly localesDirectory?: string;
}

/** The assembled web server, not listening yet. */
export interface Web {
  readonly listener: RequestListener;
  readonly responseCache: ResponseCache;
  /** Metrics of the web. */
  readonly metrics: readonly Metric[];
  /** @returns number of pages removed */
  purge(order: PurgeRequest): number;
  /** Releases resources; to be called after the last request has ended. */
  close(): void;
}

/**
 * Creates the web server of a build: files, agent and app. The process (main.ts) handles signals and ports.
 */
export function createWeb(options: WebOptions): Web {
  const { config, log, reporter, readiness, buildDirectory } = options;
  const agent = createBackendAgent(config.apiBaseUrl, config.requestTimeoutMs);
  const metrics = createWebMetrics({ agent });
  const load = startLoadMonitor(config.loadLimits);
  const getMessages = readMessages(options.localesDirectory ?? path.join(buildDirectory, 'server/locales'));
  const manifest =
    options.manifest ?? readAssetManifest(path.join(buildDirectory, 'server/asset-manifest.json'));
  const app = createWebApp({
    config,
    log,
    reporter,
    metrics,
    readiness,
    agent,
    load,
    renderPage: createPageRenderer({
      manifest,
      getMessages,
      reportsErrors: config.sentryDsn !== undefined,
      ...(options.streams && { streams: options.streams }),
      reportFailure: createFailureReporter({ reporter, now: () => performance.now() }),
      timeouts: {
        requestMs: config.requestTimeoutMs,
        optionalMs: config.optionalTimeoutMs,
      },
    }),
    getMessages,
    stylesheet: manifest.mainCss,
    scenes: manifest.scenes,
    responseCache: options.responseCache,
    clientDirectory: path.join(buildDirectory, 'client'),
    clock: () => new Date(),
    now: () => performance.now(),
  });
  return {
    listener: app.listener,
    responseCache: app.responseCache,
    purge: app.purge,
    metrics: metrics.all,
    close: () => {
      load.close();
      agent.destroy();
    },
  };
}
