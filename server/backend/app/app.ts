import express, { type Express } from 'express';
import { createHealthRoutes, type Readiness } from '../../platform/health.ts';
import type { Log } from '../../platform/logging.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import type { Database } from '../core/database/database.ts';
import type { BackendMetrics } from '../core/http/backend-metrics.ts';
import { createCallRoutes } from '../core/http/call-routes.ts';
import { answerErrors, answerNotFound } from '../core/http/problem-answers.ts';
import { logRequests } from '../core/http/request-log.ts';
import { createAnswerStore } from '../core/idempotency/stored-answers.ts';
import { createDevelopmentMailbox } from '../core/mail/development-mailbox.tsx';
import { createOpenApiRoutes } from '../core/openapi/routes.ts';
import type { ShopModules } from './shop-modules.ts';

export interface BackendDeps {
  readonly database: Database;
  /** Modules of the shop. */
  readonly shop: ShopModules;
  readonly log: Log;
  readonly errors: ErrorReporter;
  readonly metrics: BackendMetrics;
  readonly readiness: Readiness;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  /**
   * Resolves to true if `/mails/` lists all mails: without a mail server, on the developer's machine only.
   */
  readonly showMails: () => Promise<boolean>;
  /** Rejects with a NotReadyError while no shop can open. If omitted, the shop counts as ready. */
  readonly checkShop?: () => Promise<unknown>;
  /** Validates every response against the contract, in tests and development. */
  readonly checkAnswers: boolean;
  /** Maximum number of database connections. */
  readonly poolSize: number;
}

/**
 * Creates the backend's Express application. Starts no jobs, opens no port and reads no environment variable.
 */
export function createBackendApp(deps: BackendDeps): Express {
  const { database, shop, log, clock } = deps;
  const app = express();
  app.disable('x-powered-by');
  // The web caches the responses that it requests, so an ETag per response would only cost time.
  app.set('etag', false);
  // Is first, so that it also logs requests whose client disconnected before the response.
  app.use(logRequests({ log, metrics: deps.metrics, clock }));
  // Comes before every check that can refuse a request, because health probes send no custom headers.
  app.use(
    createHealthRoutes({
      readiness: deps.readiness,
      checks: {
        database: () => database.execute('select 1'),
        ...(deps.checkShop && { shop: deps.checkShop }),
      },
    }),
  );
  for (const { routes } of shop.modules) if (routes) app.use(routes);
  app.use(createOpenApiRoutes());
  // Resolved per request, because an import may bring a shop with real domains.
  const mailPages = createDevelopmentMailbox(database);
  app.use('/mails', async (request, response, next) => {
    if (await deps.showMails()) mailPages(request, response, next);
    else next();
  });
  app.use(
    createCallRoutes({
      calls: shop.modules.flatMap(({ calls = [] }) => calls),
      sites: shop.sites,
      callers: {
        findAccount: (sessionToken, siteId) => shop.sessions.find(sessionToken, siteId),
        findCart: (shoppingcartId, siteId) => shop.carts.findCallerCart(shoppingcartId, siteId),
        // The public API has no staff callers: staff members use the admin port.
        findStaffMember: async () => null,
      },
      readPreview: (cookie, scope) => shop.previews.read(cookie, scope),
      isFormToken: (account, formToken) => shop.sessions.isFormToken(account, formToken),
      passwordHashGate: shop.passwordHashGate,
      answers: createAnswerStore(database),
      log,
      clock,
      checkAnswers: deps.checkAnswers,
      maxPerCall: Math.ceil(deps.poolSize / 2),
    }),
  );
  // No route has matched.
  app.use(answerNotFound());
  app.use(answerErrors({ errors: deps.errors }));
  return app;
}
