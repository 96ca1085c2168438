import { getBrandName } from '../../../../shared/rules/brand-name.ts';
import { createCounter, type Metric } from '../../../platform/metrics/metrics.ts';
import type { Database } from '../database/database.ts';
import {
  FailedAttemptError,
  getRetryDelays,
  PermanentFailureError,
  ReceiverUnavailableError,
  type Worker,
} from '../queue/attempts.ts';
import type { MailSites } from './mail-site.ts';
import type { MailTransport } from './mail-transport.ts';
import { findMail, markMailFailed, markMailSent } from './queries.ts';
import { listAttachments } from './stored-documents.ts';

export interface MailWorker extends Worker {
  readonly metrics: readonly Metric[];
}

/**
 * Creates the worker that sends the mails of the outbox.
 *
 * Delivery is at most once, except after a crash: an attempt is repeated if the server has certainly not
 * accepted the mail, but not automatically if the result is unknown. If the process dies between the server's
 * response and the database update, the mail is sent a second time with the same Message-ID.
 */
export function createMailWorker(options: {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly sites: MailSites;
  /** Sender address of mails; undefined: the customer service address of the site. */
  readonly senderAddress: string | undefined;
  /** Current time in milliseconds since 1970. */
  readonly clock: () => number;
}): MailWorker {
  const { database, transport, sites, senderAddress, clock } = options;
  const outcomes = createCounter({
    name: 'backend_mails_total',
    help: 'Attempts to send a mail, by outcome',
    labelNames: ['outcome'],
  });
  return {
    metrics: [outcomes],
    retryDelaysMs: getRetryDelays(8),
    async run({ payload }) {
      const { mailId } = payload;
      const mail = typeof mailId === 'number' ? await findMail(database, mailId) : undefined;
      // The mail has expired, or was sent by a process that died before it recorded the item as done.
      if (!mail || mail.sentAt !== null) return;
      const site = await sites.findSiteOfMail(mail.siteId);
      if (!site) throw new Error(`Mail ${mail.outboxMailId} is of a site that does not exist`);
      const language = await sites.findLanguage(mail.languageId);
      if (!language) throw new Error(`Mail ${mail.outboxMailId} is in a language that does not exist`);
      const delivery = await transport.deliver({
        ...mail,
        culture: language.culture,
        attachments: await listAttachments(database, mail.outboxMailId),
        senderName: getBrandName(site.site.type),
        senderAddress: senderAddress ?? site.site.customerServiceEmailAddress,
        replyTo: site.site.customerServiceEmailAddress,
      });
      outcomes.count(delivery.outcome);
      if (delivery.outcome === 'sent') {
        await markMailSent(database, mail.outboxMailId, new Date(clock()));
        return;
      }
      const failure = `${delivery.outcome}: ${delivery.failure}`;
      await markMailFailed(database, mail.outboxMailId, failure);
      if (delivery.outcome !== 'later') throw new PermanentFailureError(failure);
      throw delivery.isServerUnavailable
        ? new ReceiverUnavailableError(failure)
        : new FailedAttemptError(failure);
    },
  };
}
