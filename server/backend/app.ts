import express, { type Express } from 'express';
import { createHealthRoutes, type Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import type { BackendMetrics } from './http/backend-metrics.ts';
import { createCallRoutes } from './http/call-routes.ts';
import { answerErrors, answerNotFound } from './http/problem-answers.ts';
import { logRequests } from './http/request-log.ts';
import { createAnswerStore } from './idempotency/answers.ts';
import { createMailPages } from './mail/mail-pages.ts';
import { createOpenApiRoutes } from './openapi/routes.ts';
import type { ShopModules } from './shop-modules.ts';

export interface BackendDeps {
  readonly database: Database;
  /** Every noun of the shop. */
  readonly shop: ShopModules;
  readonly log: Log;
  readonly errors: ErrorReporter;
  readonly metrics: BackendMetrics;
  readonly readiness: Readiness;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Serves `/mails/`, where all mails can be read: without a mail server, on this machine only. */
  readonly showMails: () => Promise<boolean>;
  /** Rejects with a NotReadyError while there is no shop that can open; left out: there is one. */
  readonly checkShop?: () => Promise<unknown>;
  /** Checks every answer against the contract: tests and development. */
  readonly checkAnswers: boolean;
  /** Connections to the database at once. */
  readonly poolSize: number;
}

/** Makes the backend's application. Starts nothing, listens nowhere and reads no environment. */
export function createBackendApp(deps: BackendDeps): Express {
  const { database, shop, log, clock } = deps;
  const app = express();
  app.disable('x-powered-by');
  // The web keeps what it asks for; hashing every answer again would only cost time.
  app.set('etag', false);
  // First: it also sees callers who left before the answer.
  app.use(logRequests({ log, metrics: deps.metrics, clock }));
  // Before anything that can refuse: probes send no headers of ours.
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
  // Asked for each request: an import may bring a shop with real domains.
  const mailPages = createMailPages(database);
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
        findCart: (shoppingcartId, siteId) => shop.carts.prove(shoppingcartId, siteId),
        // The people who run the shop work on the admin port: nobody is one here.
        findKeeper: async () => null,
      },
      readPreview: (cookie, scope) => shop.previews.read(cookie, scope),
      isFormToken: (account, formToken) => shop.sessions.isFormToken(account, formToken),
      hashGate: shop.hashGate,
      answers: createAnswerStore(database),
      log,
      clock,
      checkAnswers: deps.checkAnswers,
      maxPerCall: Math.ceil(deps.poolSize / 2),
    }),
  );
  // Whatever is left has no route.
  app.use(answerNotFound());
  app.use(answerErrors({ errors: deps.errors }));
  return app;
}
