import { createServer } from 'node:http';
import path from 'node:path';
import { type AdminServer, startAdminServer } from '../../platform/admin-server.ts';
import { createReadiness } from '../../platform/health.ts';
import { createProcessLog } from '../../platform/logging.ts';
import { MAX_HEADER_BYTES } from '../../platform/max-header-bytes.ts';
import { createMetricsRoutes } from '../../platform/metrics/metrics-routes.ts';
import { createErrorReporter } from '../../platform/sentry.ts';
import { createShutdown } from '../../platform/shutdown.ts';
import { assertPaymentProviders } from '../commerce/payments/payment-settings.ts';
import { createAdmin } from '../core/admin/create-admin.ts';
import { getLocalAdminUrl } from '../core/admin/local-admin-url.ts';
import { createSecondFactors } from '../core/admin/second-factor.ts';
import { readAdminTexts } from '../core/admin/texts.ts';
import { deliverPurges } from '../core/cache-purges.ts';
import { createCommandRoutes } from '../core/cli/command-routes.ts';
import { createSeparateProcessRunner } from '../core/cli/run-in-separate-process.ts';
import { openDatabase } from '../core/database/database.ts';
import { createDatabaseClock } from '../core/database/database-clock.ts';
import { createBackendMetrics } from '../core/http/backend-metrics.ts';
import { createLimiter } from '../core/limits/limiter.ts';
import { createFileTransport } from '../core/mail/file-transport.ts';
import { readMailTexts } from '../core/mail/mail-texts.ts';
import { createMailWriter } from '../core/mail/mail-writer.ts';
import { createSmtpTransport } from '../core/mail/smtp-transport.ts';
import { createScheduler, type Scheduler } from '../core/queue/scheduler.ts';
import { createGetOrigin } from '../core/scope/get-origin.ts';
import { deriveKey } from '../core/security/derive-key.ts';
import { createLinkTokens } from '../core/security/link-tokens.ts';
import { createPasswordHasher } from '../core/security/password-hasher.ts';
import { ensureSecret } from '../core/security/secret-file.ts';
import { createToken } from '../core/security/token.ts';
import { findLocalesFolder, findMigrationsFolder } from '../core/shipped-folders.ts';
import { createWebCaches } from '../core/web-caches.ts';
import { areLocalSites } from '../sites/local-sites.ts';
import { createBackendApp } from './app.ts';
import { createBackendJobs } from './backend-jobs.ts';
import { commands } from './command-list.ts';
import { readConfig } from './config.ts';
import { createFirstDatabase, createShopReadinessCheck, importFirstShop } from './first-shop.ts';
import { readKeyRings } from './key-rings.ts';
import { createShopModules } from './shop-modules.ts';

/**
 * Longer than any client keeps an idle connection (the web: 4 s), so that the server never closes a
 * connection about to be used.
 */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const SHUTDOWN_DEADLINE_MS = 10_000;
const FLUSH_TIMEOUT_MS = 2000;

/**
 * Starts the process: settings, database, first import, jobs and servers, in this order.
 *
 * Long because each step uses what the steps before have opened.
 */
async function main(): Promise<void> {
  const config = readConfig();
  const log = await createProcessLog({ name: 'backend', level: config.logLevel });
  const errors = await createErrorReporter({
    dsn: config.sentryDsn,
    process: 'backend',
    release: config.release,
    log,
  });
  let runningScheduler: Scheduler | undefined;
  const runInSeparateProcess = createSeparateProcessRunner();
  const printLine = (line: string) => void process.stdout.write(`${line}\n`);
  // A separate process would outlive this one and keep the data directory locked.
  const stopping = new AbortController();
  const stopFirstImport = () => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stopFirstImport);
  await createFirstDatabase(config, runInSeparateProcess, printLine, stopping.signal);
  for (const signal of ['SIGTERM', 'SIGINT']) process.off(signal, stopFirstImport);
  const opened = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    limits: config.databaseLimits,
    migrationsFolder: findMigrationsFolder(),
    onCallbackFailed: (error) => errors.reportError(error),
    onWake: (job) => runningScheduler?.wake(job),
  });
  const clock = createDatabaseClock({ database: opened.database, log, clock: Date.now });
  await clock.compare();
  await opened.runExclusively(async () => {
    await importFirstShop(opened.database, {
      firstShop: config.firstShop,
      now: new Date(clock.now()),
      say: printLine,
    });
  });
  const readiness = createReadiness();
  const metrics = createBackendMetrics();
  const texts = readMailTexts(findLocalesFolder());
  const mailWriter = createMailWriter({ texts, publicAddress: config.publicAddress });
  const adminToken =
    config.adminToken ??
    (await ensureSecret(config.dataDir, 'admin-token', { isPermanent: false }).catch((error: unknown) => {
      log.warn({ err: error }, 'admin_token_failed');
      return undefined;
    }));
  if (config.databaseUrl !== undefined && config.adminToken === undefined) {
    log.warn('admin_token_not_shared');
  }
  const keyRings = await readKeyRings(config, opened.database);
  const signingSecret = adminToken ?? createToken();
  const webCaches = createWebCaches({ targets: config.purgeTargets, token: config.purgeToken });
  const mailsFolder = path.join(config.dataDir, 'mails');
  const limiter = createLimiter({
    database: opened.database,
    key: deriveKey(signingSecret, 'limits'),
    clock: clock.now,
  });
  const passwordHasher = createPasswordHasher(keyRings.passwords);
  const shop = createShopModules({
    database: opened.database,
    log,
    errors,
    clock: clock.now,
    siteDomains: config.siteDomains,
    addressLookup: config.addressLookup,
    searchEngine: config.searchEngine,
    campaignMailsPerMinute: config.campaignMailsPerMinute,
    publicAddress: config.publicAddress,
    picturesDir: path.join(config.dataDir, 'images'),
    texts,
    paymentSettings: config.payments,
    mailWriter,
    limiter,
    giftCardKeys: keyRings.giftCards,
    linkTokens: createLinkTokens(keyRings.links),
    passwordHasher,
    passwordRule: config.passwordRule,
    signingKeys: {
      forms: deriveKey(signingSecret, 'forms'),
      botChecks: deriveKey(signingSecret, 'bot checks'),
      knownBrowsers: deriveKey(signingSecret, 'known browsers'),
      previews: deriveKey(signingSecret, 'previews'),
    },
  });
  const adminTexts = readAdminTexts(findLocalesFolder());
  const secondFactors = createSecondFactors(keyRings.secondFactors);
  const admin = createAdmin({
    database: opened.database,
    parts: shop.modules.flatMap((module) => module.admin ?? []),
    passwordHasher,
    secondFactors,
    formKey: deriveKey(signingSecret, 'admin forms'),
    limiter,
    texts: adminTexts,
    host: config.adminHost,
    log,
    errors,
    clock: clock.now,
    secondPersonAboveCents: config.secondPersonAboveCents ?? null,
  });
  // A site without a payment provider must not open.
  assertPaymentProviders(await shop.sites.listSites(), config.payments);
  const { jobs, metrics: measures } = createBackendJobs({
    database: opened.database,
    shop,
    errors,
    log,
    clock: clock.now,
    mailTransport: config.smtpServer
      ? createSmtpTransport(config.smtpServer)
      : createFileTransport(mailsFolder),
    mailFrom: config.mailFrom,
    webCaches,
  });
  const scheduler = createScheduler({
    jobs,
    tryRunExclusively: opened.tryRunExclusively,
    isClockCorrect: clock.compare,
    errors,
    clock: () => performance.now(),
    now: clock.now,
  });
  runningScheduler = scheduler;
  const app = createBackendApp({
    database: opened.database,
    shop,
    log,
    errors,
    metrics,
    readiness,
    clock: clock.now,
    // Mails are visible only if all sites are local and no mail server would deliver them.
    showMails: async () => config.smtpServer === undefined && areLocalSites(await shop.sites.listSites()),
    checkShop: createShopReadinessCheck({ listSites: shop.sites.listSites, payments: config.payments }),
    checkAnswers: config.checkAnswers,
    poolSize: config.databaseLimits.poolSize,
  });
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    app,
  );
  let adminServer: AdminServer | undefined;
  const shutdown = createShutdown({
    server,
    readiness,
    log,
    drainDelayMs: 0,
    deadlineMs: SHUTDOWN_DEADLINE_MS,
    close: async () => {
      await scheduler.stop();
      await opened.close();
      await adminServer?.close();
      await errors.flush(FLUSH_TIMEOUT_MS);
    },
  });
  const stop = (signal: string): void => {
    // Starts no new runs. Running ones end while requests are completed.
    void scheduler.stop();
    void shutdown(signal).then((code) => process.exit(code));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  server.on('error', (error) => {
    log.fatal({ err: error }, 'listen_failed');
    process.stderr.write(`The backend cannot listen on ${config.host}:${config.port}: ${error.message}\n`);
    void opened.close().finally(() => process.exit(1));
  });
  server.listen(config.port, config.host, () => {
    log.info({ host: config.host, port: config.port, database: opened.description }, 'listening');
    // Logged once per start, because it would be a surprise that an open shop sends no mail.
    if (!config.smtpServer) log.info({ folder: mailsFolder }, 'mails_become_files');
    scheduler.start();
    void startAdminServer({
      host: config.adminHost,
      port: config.adminPort,
      routers: [
        admin.routes,
        createMetricsRoutes([...metrics.metrics, ...scheduler.metrics, clock.metric, ...measures]),
        createCommandRoutes({
          commands,
          token: adminToken,
          host: config.adminHost,
          createContext: (output) => ({
            ...output,
            openDatabase: async () => opened,
            deliverPurges: () => deliverPurges(opened.database, () => scheduler.run('queue')),
            now: new Date(clock.now()),
            getOrigin: createGetOrigin(config),
            readKeyRings: async () => keyRings,
            orders: shop.orders,
            openReconciler: async () => shop.reconciler,
            secondPersonAboveCents: config.secondPersonAboveCents ?? null,
            collectGarbage: () => {},
            admin: {
              operations: admin.operations,
              texts: adminTexts,
              createSecondFactors: async () => secondFactors,
              address: getLocalAdminUrl(config),
            },
          }),
          // The embedded database cannot be opened by another process.
          runInSeparateProcess: config.databaseUrl === undefined ? undefined : runInSeparateProcess,
          log,
          errors,
        }),
      ],
      log,
    }).then((started) => {
      adminServer = started;
    });
  });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
