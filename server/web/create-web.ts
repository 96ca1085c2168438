import path from 'node:path';
import type { Express } from 'express';
import type { Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { Measure } from '../platform/metrics/measures.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import { createWebApp } from './app.ts';
import { createBackendAgent } from './backend-client/backend-agent.ts';
import type { Config } from './config.ts';
import { createWebMetrics } from './metrics/web-metrics.ts';
import { type AssetManifest, readAssetManifest } from './render/asset-manifest.ts';
import { readMessages } from './render/messages.ts';
import { createPageRenderer } from './render/render-page.tsx';

export interface WebOptions {
  readonly config: Config;
  readonly log: Log;
  readonly reporter: ErrorReporter;
  readonly readiness: Readiness;
  /** Folder with `server/locales`, `server/asset-manifest.json` and `client`, as the build lays them out. */
  readonly buildDirectory: string;
  /** What the browser loads, where it is not what the build has written. */
  readonly manifest?: AssetManifest;
  /** Folder of the texts, where it is not the build's copy of them. */
  readonly localesDirectory?: string;
}

/** The web server put together; it does not listen. */
export interface Web {
  readonly app: Express;
  /** What it counts about itself. */
  readonly measures: readonly Measure[];
  /** Ends what the app stood on, once no request runs any more. */
  close(): Promise<void>;
}

/** Makes the web server of a build: its files, its agent, its app. The process around it (main.ts) owns signals and ports. */
export function createWeb(options: WebOptions): Web {
  const { config, log, reporter, readiness, buildDirectory } = options;
  const agent = createBackendAgent(config.apiBaseUrl, config.requestTimeoutMs);
  const metrics = createWebMetrics({ agent });
  const getMessages = readMessages(options.localesDirectory ?? path.join(buildDirectory, 'server/locales'));
  const app = createWebApp({
    config,
    log,
    reporter,
    metrics,
    readiness,
    agent,
    renderPage: createPageRenderer({
      manifest:
        options.manifest ?? readAssetManifest(path.join(buildDirectory, 'server/asset-manifest.json')),
      getMessages,
      timeouts: {
        requestMs: config.requestTimeoutMs,
        optionalMs: config.optionalTimeoutMs,
      },
    }),
    getMessages,
    clientDirectory: path.join(buildDirectory, 'client'),
    clock: () => new Date(),
    now: () => performance.now(),
  });
  return {
    app,
    measures: metrics.measures,
    close: () => {
      agent.destroy();
      return Promise.resolve();
    },
  };
}
