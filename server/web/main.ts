import path from 'node:path';
import { type AdminServer, startAdminServer } from '../platform/admin-server.ts';
import { SettingsError } from '../platform/environment.ts';
import { createReadiness } from '../platform/health.ts';
import { createProcessLog } from '../platform/logging.ts';
import { createMetricsRoutes } from '../platform/metrics/metrics-routes.ts';
import { createErrorReporter } from '../platform/sentry.ts';
import { createShutdown } from '../platform/shutdown.ts';
import { type Config, createConfig } from './config.ts';
import { createWeb } from './create-web.ts';
import { createHttpServer } from './http-server.ts';
import { createPurgeRoutes } from './routes/purge.ts';

const flushTimeoutMs = 2000;

/** Build folder `dist/`, with the bundle of this process, the manifest and the browser files. */
const buildDirectory = path.resolve(import.meta.dirname, '..');

function readConfig(): Config {
  try {
    return createConfig(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const config = readConfig();
const log = await createProcessLog({ name: 'web', level: config.logLevel });
const reporter = await createErrorReporter({
  dsn: config.sentryDsn,
  process: 'web',
  release: config.release,
  log,
});
const readiness = createReadiness();
const web = createWeb({ config, log, reporter, readiness, buildDirectory });

const server = createHttpServer(web.listener, config.serverLimits);
let admin: AdminServer | undefined;
const shutDown = createShutdown({
  server,
  readiness,
  log,
  drainDelayMs: config.drainDelayMs,
  deadlineMs: config.shutdownDeadlineMs,
  close: async () => {
    web.close();
    await admin?.close(); // last: metrics are available while the server drains
    await reporter.flush(flushTimeoutMs);
  },
});

let isStopping = false;
const stopProcess = async (reason: string, code?: 1) => {
  // A second signal exits at once.
  if (isStopping) process.exit(1);
  isStopping = true;
  const result = await shutDown(reason);
  process.exit(code ?? result);
};
process.on('SIGTERM', () => void stopProcess('SIGTERM'));
process.on('SIGINT', () => void stopProcess('SIGINT'));
process.on('uncaughtException', (error) => {
  reporter.reportError(error);
  void stopProcess('uncaughtException', 1);
});
process.on('unhandledRejection', (error) => {
  reporter.reportError(error);
  void stopProcess('unhandledRejection', 1);
});

server.once('error', (error) => {
  log.fatal({ err: error, host: config.host, port: config.port }, 'listen_failed');
  process.exit(1);
});
server.listen(config.port, config.host, () => {
  log.info({ host: config.host, port: config.port }, 'listening');
  // After the shop server, which does not wait for it.
  void startAdminServer({
    host: config.adminHost,
    port: config.adminPort,
    routers: [
      createMetricsRoutes(web.metrics),
      createPurgeRoutes({ purge: web.purge, token: config.purgeToken, log }),
    ],
    log,
  }).then((started) => {
    admin = started;
  });
});
