import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReadiness } from '../../server/platform/health.ts';
import { createLog } from '../../server/platform/logging.ts';
import { createErrorReporter } from '../../server/platform/sentry.ts';
import type { ResponseCache } from '../../server/web/cache/response-cache.ts';
import { createConfig } from '../../server/web/config.ts';
import { createWeb } from '../../server/web/create-web.ts';
import type { AssetManifest } from '../../server/web/render/asset-manifest.ts';
import { readMessages } from '../../server/web/render/messages.ts';
import type { SiteType } from '../../shared/contract/sites.ts';
import type { Messages } from '../../shared/i18n/translate.ts';

export interface DevWebOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly manifest: AssetManifest;
  readonly localesDirectory: string;
  /** Folder without files of a build. */
  readonly buildDirectory: string;
  /** Cached answers of the backend that are still valid after the edit. */
  readonly responseCache: ResponseCache | undefined;
  /** Receives the log, one JSON line per call. */
  readonly writeLog: (line: string) => void;
}

export interface DevWeb {
  readonly responseCache: ResponseCache;
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Texts of a locale and brand on the server. @throws if there are none */
  readonly getMessages: (locale: string, siteType: SiteType) => Messages;
  close(): void;
}

/**
 * Creates the web server from the current sources. This module is reloaded after every edit, so it has no
 * state.
 */
export async function createDevWeb(options: DevWebOptions): Promise<DevWeb> {
  const { environment, manifest, localesDirectory, buildDirectory, writeLog } = options;
  const config = createConfig(environment);
  const log = createLog({ name: 'web', level: config.logLevel }, { write: writeLog });
  const reporter = await createErrorReporter({
    dsn: config.sentryDsn,
    process: 'web',
    release: config.release,
    log,
  });
  const readiness = createReadiness();
  const web = createWeb({
    config,
    log,
    reporter,
    readiness,
    buildDirectory,
    manifest,
    localesDirectory,
    responseCache: options.responseCache,
  });
  return {
    handle: web.listener,
    responseCache: web.responseCache,
    getMessages: readMessages(localesDirectory),
    close: web.close,
  };
}
