import type { Log } from '../../platform/logging.ts';
import { createCounter, createGauge, type Measure } from '../../platform/metrics/measures.ts';
import type { Job } from '../jobs/job-runner.ts';
import { getRetentionLimit } from '../privacy/retention.ts';
import { getBrandName } from '../scope/placeholders.ts';
import type { SiteDirectory } from '../scope/site-directory.ts';
import type { MailTransport } from './mail-transport.ts';
import type { ClaimedMail, OutboxRepository } from './queries.ts';

const MINUTE_MS = 60_000;

/** Longer than an attempt can take; a process that dies during one leaves the mail to the others after this. */
const LEASE_MS = 10 * MINUTE_MS;
/** Wait after the first, second … failed attempt. After the last the mail is given up: two and a half days in all. */
const WAITS_MS = [1, 5, 15, 60, 240, 720, 1440, 1440].map((minutes) => minutes * MINUTE_MS);
const MAILS_PER_RUN = 200;

export interface OutboxJobOptions {
  readonly outbox: OutboxRepository;
  readonly transport: MailTransport;
  readonly sites: SiteDirectory;
  /** Address that mails come from; undefined: the customer service of the site. */
  readonly senderAddress: string | undefined;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface OutboxJob extends Job {
  readonly measures: readonly Measure[];
}

/**
 * Makes the job that sends what is in the outbox. Several processes may run it at once: each takes a mail of its own.
 *
 * A mail is sent once as far as anybody can know: tried again where the server has certainly not taken it, and never where it is
 * unknown whether it has. A process that dies between the server's word and our note sends it a second time, with the same
 * Message-ID.
 */
export function createOutboxJob(options: OutboxJobOptions): OutboxJob {
  const { outbox, transport, sites, senderAddress, log, clock } = options;
  let waiting = 0;
  const outcomes = createCounter({
    name: 'backend_mails_total',
    help: 'Attempts to send a mail, by how they ended',
    labelNames: ['outcome'],
  });

  /** @returns whether the server can be talked to */
  async function send(mail: ClaimedMail): Promise<boolean> {
    const { outboxMailId, kind, attempts } = mail;
    const site = await sites.findSiteOfMail(mail.siteId);
    if (!site) throw new Error(`Mail ${outboxMailId} is of a site that does not exist`);
    const delivery = await transport.deliver({
      ...mail,
      senderName: getBrandName(site),
      senderAddress: senderAddress ?? site.site.customerServiceEmailAddress,
      replyTo: site.site.customerServiceEmailAddress,
    });
    outcomes.count(delivery.outcome);
    const now = clock();
    if (delivery.outcome === 'sent') {
      await outbox.markSent(outboxMailId, new Date(now));
      return true;
    }
    const wait = delivery.outcome === 'later' ? WAITS_MS[attempts - 1] : undefined;
    await outbox.markFailed(
      outboxMailId,
      `${delivery.outcome}: ${delivery.failure}`,
      wait === undefined ? null : new Date(now + wait),
    );
    const fields = { outboxMailId, kind, attempts, outcome: delivery.outcome, failure: delivery.failure };
    if (wait === undefined) log.error(fields, 'mail_given_up');
    else log.warn(fields, 'mail_failed');
    return !delivery.isServerAway;
  }

  return {
    name: 'outbox',
    intervalMs: 2000,
    isShared: true,
    measures: [
      outcomes,
      createGauge({
        name: 'backend_mails_waiting',
        help: 'Mails in the outbox that are still to be sent, at the last look',
        read: () => ({ '': waiting }),
      }),
    ],
    async run(signal) {
      for (let sent = 0; sent < MAILS_PER_RUN && !signal.aborted; sent += 1) {
        const mail = await outbox.claimNext(new Date(clock()), LEASE_MS);
        if (!mail) break;
        if (!(await send(mail))) break;
      }
      waiting = await outbox.countWaiting();
      const now = new Date(clock());
      await outbox.deleteOld({
        sent: getRetentionLimit('sentMails', now),
        unsent: getRetentionLimit('unsentMails', now),
      });
    },
  };
}
