import type { Log } from '../platform/logging.ts';
import type { Measure } from '../platform/metrics/measures.ts';
import type { ErrorReporter } from '../platform/sentry.ts';
import type { Database } from './database/database.ts';
import { createQueuedJobsJob } from './jobs/job-queue.ts';
import type { Job } from './jobs/job-runner.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import type { MailWriter } from './mail/mail-writer.ts';
import { createOutboxJob } from './mail/outbox-job.ts';
import { createOutboxRepository } from './mail/queries.ts';
import { createReviewJob } from './modules/reviews/jobs.ts';
import { createListingChangesJob } from './modules/search/jobs.ts';
import { createForgetQuotationsJob } from './modules/silo-quotations/jobs.ts';
import { createSendReminders } from './modules/stock-reminders/jobs.ts';
import { createEventJob } from './outbox/jobs.ts';
import { createPurgeWorker } from './outbox/purges.ts';
import { createSiteDirectory } from './scope/site-directory.ts';
import type { WebCaches } from './web-caches.ts';

export interface BackendJobsDeps {
  readonly database: Database;
  readonly errors: ErrorReporter;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Real domain by imported domain. */
  readonly siteDomains: ReadonlyMap<string, string>;
  readonly mailWriter: MailWriter;
  readonly mailTransport: MailTransport;
  /** Address that mails come from; undefined: the customer service of each site. */
  readonly mailFrom: string | undefined;
  readonly webCaches: WebCaches;
}

export interface BackendJobs {
  readonly jobs: readonly Job[];
  /** What they count. */
  readonly measures: readonly Measure[];
}

/** Everything that the backend does by itself. Starts nothing. */
export function createBackendJobs(deps: BackendJobsDeps): BackendJobs {
  const { database, log, clock, siteDomains, mailTransport, mailFrom } = deps;
  const sites = createSiteDirectory({ database, clock, siteDomains });
  const outbox = createOutboxJob({
    outbox: createOutboxRepository(database),
    transport: mailTransport,
    sites,
    senderAddress: mailFrom,
    log,
    clock,
  });
  const events = createEventJob({
    database,
    workers: { purge: createPurgeWorker({ database, webCaches: deps.webCaches, clock }) },
    errors: deps.errors,
    log,
    clock,
  });
  // No noun has work for later yet: the first one that does gives its workers here.
  const queuedJobs = createQueuedJobsJob({ database, workers: {}, errors: deps.errors, log, clock });
  const reviews = createReviewJob({ database, log, clock });
  const sendReminders = createSendReminders({ database, mailWriter: deps.mailWriter, sites, clock });
  const listingChanges = createListingChangesJob({ database, clock });
  const forgetQuotations = createForgetQuotationsJob({ database, clock });
  return {
    jobs: [sendReminders, reviews, listingChanges, forgetQuotations, outbox, events, queuedJobs],
    measures: [...outbox.measures, ...events.measures, ...queuedJobs.measures],
  };
}
