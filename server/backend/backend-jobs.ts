import type { Log } from '../platform/logging.ts';
import type { Database } from './database/database.ts';
import type { Job } from './jobs/job-runner.ts';
import type { MailTransport } from './mail/mail-transport.ts';
import { createOutboxJob, type OutboxJob } from './mail/outbox-job.ts';
import { createOutboxRepository } from './mail/queries.ts';
import type { ShopModules } from './shop-modules.ts';

export interface BackendJobsDeps {
  readonly database: Database;
  /** Every noun of the shop. */
  readonly shop: ShopModules;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly mailTransport: MailTransport;
  /** Address that mails come from; undefined: the customer service of each site. */
  readonly mailFrom: string | undefined;
}

export interface BackendJobs {
  readonly jobs: readonly Job[];
  readonly outbox: OutboxJob;
}

/** Everything that the backend does by itself. Starts nothing. */
export function createBackendJobs(deps: BackendJobsDeps): BackendJobs {
  const { database, shop, log, clock, mailTransport, mailFrom } = deps;
  const outbox = createOutboxJob({
    outbox: createOutboxRepository(database),
    transport: mailTransport,
    sites: shop.sites,
    senderAddress: mailFrom,
    log,
    clock,
  });
  return { jobs: [...shop.modules.flatMap(({ jobs = [] }) => jobs), outbox], outbox };
}
