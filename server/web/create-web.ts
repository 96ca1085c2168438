import type { RequestListener } from 'node:http';
import path from 'node:path';
import type { Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { Measure } from '../platform/metrics/measures.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import { createWebApp } from './app.ts';
import { createBackendAgent } from './backend-client/backend-agent.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Config } from './config.ts';
import { createFailureReports } from './load/failure-reports.ts';
import { startLoadMonitor } from './load/load-monitor.ts';
import { createWebMetrics } from './metrics/web-metrics.ts';
import { type AssetManifest, readAssetManifest } from './render/asset-manifest.ts';
import { readMessages } from './render/messages.ts';
import { createPageRenderer, type PageRendererOptions } from './render/render-page.tsx';
import type { PurgeOrder } from './routes/purge.ts';

export interface WebOptions {
  readonly config: Config;
  readonly log: Log;
  readonly reporter: ErrorReporter;
  readonly readiness: Readiness;
  /** Folder with `server/locales`, `server/asset-manifest.json` and `client`, as the build lays them out. */
  readonly buildDirectory: string;
  /** What the browser loads, where it is not what the build has written. */
  readonly manifest?: AssetManifest;
  /** Answers of the backend to begin with, kept by a web before this one. */
  readonly responseCache?: ResponseCache | undefined;
  /** See `PageRendererOptions`; a benchmark compares them. */
  readonly streams?: PageRendererOptions['streams'];
  /** Folder of the texts, where it is not the build's copy of them. */
  readonly localesDirectory?: string;
}

/** The web server put together; it does not listen. */
export interface Web {
  readonly listener: RequestListener;
  readonly responseCache: ResponseCache;
  /** What it counts about itself. */
  readonly measures: readonly Measure[];
  /** @returns how many pages were forgotten */
  purge(order: PurgeOrder): number;
  /** Ends what it stood on, once no request runs any more. */
  close(): void;
}

/** Makes the web server of a build: its files, its agent, its app. The process around it (main.ts) owns signals and ports. */
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
      reportFailure: createFailureReports({ reporter, now: () => performance.now() }),
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
    measures: metrics.measures,
    close: () => {
      load.close();
      agent.destroy();
    },
  };
}
