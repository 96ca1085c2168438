import type { Log } from '../../platform/logging.ts';
import type { Metric } from '../../platform/metrics/metrics.ts';
import type { ErrorReporter } from '../../platform/sentry.ts';
import { createPurgeWorker } from '../core/cache-purges.ts';
import type { Database } from '../core/database/database.ts';
import { createMailWorker } from '../core/mail/jobs.ts';
import type { MailTransport } from '../core/mail/mail-transport.ts';
import { createExpiredDataDeletionJob } from '../core/privacy/jobs.ts';
import type { QueueWorkers, Worker } from '../core/queue/attempts.ts';
import { createQueueWorker } from '../core/queue/queue-worker.ts';
import type { Job } from '../core/queue/scheduler.ts';
import type { WebCaches } from '../core/web-caches.ts';
import type { ShopModules } from './shop-modules.ts';

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

/** @throws Error if two workers have the same name */
function joinWorkers(parts: readonly QueueWorkers[]): QueueWorkers {
  const workers: Record<string, Worker> = {};
  for (const [name, worker] of parts.flatMap((part) => Object.entries(part))) {
    if (workers[name]) throw new Error(`Two workers have the name '${name}'`);
    workers[name] = worker;
  }
  return workers;
}

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
  const queue = createQueueWorker({
    database,
    workers: joinWorkers([
      ...shop.modules.map(({ queueWorkers = {} }) => queueWorkers),
      { mail, letter: mail, purge: createPurgeWorker({ database, webCaches: deps.webCaches, clock }) },
    ]),
    errors: deps.errors,
    log,
    clock,
  });
  return {
    jobs: [
      ...shop.modules.flatMap(({ jobs = [] }) => jobs),
      queue,
      createExpiredDataDeletionJob({
        database,
        clock,
        documentReferences: shop.modules.flatMap(({ documentReferences = [] }) => documentReferences),
      }),
    ],
    metrics: [...shop.modules.flatMap(({ metrics = [] }) => metrics), ...mail.metrics, ...queue.metrics],
  };
}
