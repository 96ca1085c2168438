import type { Log } from '../platform/logging.ts';
import type { Database } from './database/database.ts';
import type { Job } from './jobs/job-runner.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import type { MailWriter } from './mail/mail-writer.ts';
import { createOutboxJob, type OutboxJob } from './mail/outbox-job.ts';
import { createOutboxRepository } from './mail/queries.ts';
import { createReviewJob } from './modules/reviews/jobs.ts';
import { createListingChangesJob } from './modules/search/jobs.ts';
import { createSendReminders } from './modules/stock-reminders/jobs.ts';
import { createSiteDirectory } from './scope/site-directory.ts';
import type { WebCaches } from './web-caches.ts';

export interface BackendJobsDeps {
  readonly database: Database;
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
  readonly outbox: OutboxJob;
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
  const reviews = createReviewJob({ database, webCaches: deps.webCaches, log, clock });
  const sendReminders = createSendReminders({ database, mailWriter: deps.mailWriter, sites, clock });
  const listingChanges = createListingChangesJob({ database, clock });
  return { jobs: [sendReminders, reviews, listingChanges, outbox], outbox };
}
