import type { Log } from '../platform/logging.ts';
import type { Metric } from '../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import { createQueuedJobsJob } from './jobs/job-queue.ts';
import type { Job } from './jobs/job-runner.ts';
import { createMailWorker } from './mail/jobs.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import { createPurgeWorker } from './outbox/cache-purges.ts';
import { createEventDeliveryJob } from './outbox/jobs.ts';
import { createExpiredDataDeletionJob } from './privacy/jobs.ts';
import type { ShopModules } from './shop-modules.ts';
import type { WebCaches } from './web-caches.ts';

export interface BackendJobsDeps {
  readonly database: Database;
  /** Modules of the shop. */
  readonly shop: ShopModules;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
  readonly mailTransport: MailTransport;
  /** Sender address of mails; if undefined, the customer service address of each site. */
  readonly mailFrom: string | undefined;
  readonly webCaches: WebCaches;
}

export interface BackendJobs {
  readonly jobs: readonly Job[];
  /** Metrics of the jobs. */
  readonly metrics: readonly Metric[];
}

const joinWorkers = <T extends object>(ofModules: readonly T[]): T => Object.assign({}, ...ofModules);

/** Creates all background jobs of the backend. Starts none of them. */
export function createBackendJobs(deps: BackendJobsDeps): BackendJobs {
  const { database, shop, log, clock, mailTransport, mailFrom } = deps;
  const mail = createMailWorker({
    database,
    transport: mailTransport,
    sites: shop.sites,
    senderAddress: mailFrom,
    clock,
  });
  const events = createEventDeliveryJob({
    database,
    workers: {
      ...joinWorkers(shop.modules.map(({ eventWorkers = {} }) => eventWorkers)),
      mail,
      letter: mail,
      purge: createPurgeWorker({ database, webCaches: deps.webCaches, clock }),
    },
    errors: deps.errors,
    log,
    clock,
  });
  const queuedJobs = createQueuedJobsJob({
    database,
    workers: joinWorkers(shop.modules.map(({ queuedWorkers = {} }) => queuedWorkers)),
    errors: deps.errors,
    log,
    clock,
  });
  return {
    jobs: [
      ...shop.modules.flatMap(({ jobs = [] }) => jobs),
      events,
      queuedJobs,
      createExpiredDataDeletionJob(deps),
    ],
    metrics: [
      ...shop.modules.flatMap(({ metrics = [] }) => metrics),
      ...mail.metrics,
      ...events.metrics,
      ...queuedJobs.metrics,
    ],
  };
}
