import express, { type Express } from 'express';
import type { PublicAddress } from '../../shared/rules/public-origin.ts';
import { createHealthRoutes, type Readiness } from '../platform/health.ts';
import type { Log } from '../platform/logging.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import type { BackendMetrics } from './http/backend-metrics.ts';
import { createCallRoutes } from './http/call-routes.ts';
import { answerErrors, answerNotFound, requireJson } from './http/problem-answers.ts';
import { logRequests } from './http/request-log.ts';
import { createMailPages } from './mail/mail-pages.ts';
import type { MailWriter } from './mail/mail-writer.ts';
import { createContentCalls } from './modules/content/calls.ts';
import { createContentRepository } from './modules/content/queries.ts';
import { createContentService } from './modules/content/service.ts';
import { createCountryCalls } from './modules/countries/calls.ts';
import { createCountryRepository } from './modules/countries/queries.ts';
import { createFeedCalls } from './modules/feeds/calls.ts';
import { createFeedRepository } from './modules/feeds/queries.ts';
import { createFeedService } from './modules/feeds/service.ts';
import { createFooterCalls } from './modules/footers/calls.ts';
import { createFooterRepository } from './modules/footers/queries.ts';
import { createLanguageCalls } from './modules/languages/calls.ts';
import { createNavigationCalls } from './modules/navigations/calls.ts';
import { createNavigationRepository } from './modules/navigations/queries.ts';
import { createNotificationCalls } from './modules/notifications/calls.ts';
import { createNotificationRepository } from './modules/notifications/queries.ts';
import { createPictureFiles } from './modules/pictures/picture-files.ts';
import { createPictureSource } from './modules/pictures/queries.ts';
import { createPictureRoutes } from './modules/pictures/routes.ts';
import { createPictureService } from './modules/pictures/service.ts';
import { createProductCalls } from './modules/products/calls.ts';
import { createProductRepository } from './modules/products/queries.ts';
import { createProductService } from './modules/products/service.ts';
import { createReviewCalls } from './modules/reviews/calls.ts';
import { createReviewService } from './modules/reviews/service.ts';
import { createRoutingCalls } from './modules/routing/calls.ts';
import { createRoutingRepository } from './modules/routing/queries.ts';
import { createRoutingService } from './modules/routing/service.ts';
import { createProductSearch } from './modules/search/product-search.ts';
import { createSiloQuotationCalls } from './modules/silo-quotations/calls.ts';
import { createSiloQuotationService } from './modules/silo-quotations/service.ts';
import { createSiteCalls } from './modules/sites/calls.ts';
import { createSiteService } from './modules/sites/service.ts';
import { createStockReminderCalls } from './modules/stock-reminders/calls.ts';
import { createStockReminderService } from './modules/stock-reminders/service.ts';
import { createUspCalls } from './modules/usps/calls.ts';
import { createUspRepository } from './modules/usps/queries.ts';
import { createOpenApiRoutes } from './openapi/routes.ts';
import { createSiteDirectory } from './scope/site-directory.ts';

export interface BackendDeps {
  readonly database: Database;
  readonly log: Log;
  readonly errors: ErrorReporter;
  readonly metrics: BackendMetrics;
  readonly readiness: Readiness;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Absolute folder where drawn pictures are kept. */
  readonly picturesDir: string;
  readonly publicAddress: PublicAddress;
  /** Real domain by imported domain. */
  readonly siteDomains: ReadonlyMap<string, string>;
  readonly mailWriter: MailWriter;
  /** Serves `/mails/`, where all mails can be read: development only. */
  readonly showMails: boolean;
  /** Checks every answer against the contract: tests and development. */
  readonly checkAnswers: boolean;
  /** Connections to the database at once. */
  readonly poolSize: number;
}

/** Makes the backend's application. Starts nothing, listens nowhere and reads no environment. */
export function createBackendApp(deps: BackendDeps): Express {
  const { database, log, clock, publicAddress, siteDomains } = deps;
  const sites = createSiteDirectory({ database, clock, siteDomains });
  const countries = createCountryRepository(database);
  const routing = createRoutingService({
    routes: createRoutingRepository(database),
    sites,
    publicAddress,
  });
  const content = createContentService({ content: createContentRepository(database), routing });
  const products = createProductService({
    products: createProductRepository(database),
    search: createProductSearch(database, deps.errors),
  });
  const calls = [
    ...createSiteCalls(
      createSiteService({
        sites,
        routing,
        publicAddress,
        findCountryId: async (regionCode) => (await countries.findByRegionCode(regionCode))?.countryId,
      }),
    ),
    ...createLanguageCalls(sites),
    ...createCountryCalls(countries),
    ...createRoutingCalls(routing),
    ...createFeedCalls(createFeedService({ feeds: createFeedRepository(database) })),
    ...createContentCalls(content),
    ...createNavigationCalls(createNavigationRepository(database)),
    ...createFooterCalls(createFooterRepository(database)),
    ...createUspCalls(createUspRepository(database)),
    ...createNotificationCalls(createNotificationRepository(database)),
    ...createSiloQuotationCalls(createSiloQuotationService({ database, clock, mailWriter: deps.mailWriter })),
    ...createProductCalls(products),
    ...createStockReminderCalls(createStockReminderService({ database, mailWriter: deps.mailWriter, clock })),
    ...createReviewCalls(
      createReviewService({
        database,
        clock,
        findProduct: async (context, productId) => (await products.fetchProducts(context, [productId]))[0],
        mailWriter: deps.mailWriter,
      }),
    ),
  ];

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
      checks: { database: () => database.execute('select 1') },
    }),
  );
  app.use(
    createPictureRoutes(
      createPictureService({
        source: createPictureSource(database),
        files: createPictureFiles(deps.picturesDir),
      }),
    ),
  );
  app.use(createOpenApiRoutes());
  if (deps.showMails) app.use('/mails', createMailPages(database));
  // A body of another type is refused before it is read.
  app.use(requireJson());
  app.use(express.json({ limit: '64kb', strict: false }));
  app.use(
    createCallRoutes({
      calls,
      sites,
      // There are no tables yet of accounts, carts and keepers: nobody can be one.
      callers: {
        findAccount: async () => null,
        hasCart: async () => false,
        findKeeper: async () => null,
      },
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
