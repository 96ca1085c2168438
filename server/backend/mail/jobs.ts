import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createCounter, type Measure } from '../../platform/metrics/measures.ts';
import type { Database } from '../database/database.ts';
import type { ClaimedEvent } from '../outbox/queries.ts';
import { HopelessError, ReceiverAwayError, TriedError, type Worker } from '../queue/drain-queue.ts';
import { getBrandName } from '../scope/placeholders.ts';
import type { SiteDirectory } from '../scope/site-directory.ts';
import { listAttachments } from './documents.ts';
import type { MailTransport } from './mail-transport.ts';
import { findMail, markFailed, markSent } from './queries.ts';

/** After the last the mail is given up: two and a half days in all. */
const WAITS_MS = [1, 5, 15, 60, 240, 720, 1440, 1440].map((minutes) => minutes * MINUTE_MS);

export interface MailWorker extends Worker<ClaimedEvent> {
  readonly measures: readonly Measure[];
}

/**
 * Makes what sends the mails of the outbox.
 *
 * A mail is sent once as far as anybody can know: tried again where the server has certainly not taken it, and never by itself where it
 * is unknown whether it has. A process that dies between the server's word and our note sends it a second time, with the same
 * Message-ID.
 */
export function createMailWorker(options: {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly sites: SiteDirectory;
  /** Address that mails come from; undefined: the customer service of the site. */
  readonly senderAddress: string | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): MailWorker {
  const { database, transport, sites, senderAddress, clock } = options;
  const outcomes = createCounter({
    name: 'backend_mails_total',
    help: 'Attempts to send a mail, by how they ended',
    labelNames: ['outcome'],
  });
  return {
    measures: [outcomes],
    waitsMs: WAITS_MS,
    async run({ payload }) {
      const { mailId } = payload;
      const mail = typeof mailId === 'number' ? await findMail(database, mailId) : undefined;
      // Deleted by its age, or sent by a process that died before it could say so here.
      if (!mail || mail.sentAt !== null) return;
      const site = await sites.findSiteOfMail(mail.siteId);
      if (!site) throw new Error(`Mail ${mail.outboxMailId} is of a site that does not exist`);
      const delivery = await transport.deliver({
        ...mail,
        attachments: await listAttachments(database, mail.outboxMailId),
        senderName: getBrandName(site),
        senderAddress: senderAddress ?? site.site.customerServiceEmailAddress,
        replyTo: site.site.customerServiceEmailAddress,
      });
      outcomes.count(delivery.outcome);
      if (delivery.outcome === 'sent') {
        await markSent(database, mail.outboxMailId, new Date(clock()));
        return;
      }
      const failure = `${delivery.outcome}: ${delivery.failure}`;
      await markFailed(database, mail.outboxMailId, failure);
      if (delivery.outcome !== 'later') throw new HopelessError(failure);
      throw delivery.isServerAway ? new ReceiverAwayError(failure) : new TriedError(failure);
    },
  };
}
