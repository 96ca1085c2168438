import type { StoredDocument } from './documents.ts';

/** A mail on its way out: everything that its headers and parts are made of. */
export interface OutgoingMail {
  readonly outboxMailId: number;
  readonly kind: string;
  /** The brand, as mailboxes name the sender. */
  readonly senderName: string;
  readonly senderAddress: string;
  /** Customer service of the site. */
  readonly replyTo: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly StoredDocument[];
  /** BCP 47, for Content-Language. */
  readonly culture: string;
  readonly createdAt: Date;
}

/**
 * How an attempt ended.
 * - `sent`: the server has taken it.
 * - `later`: it certainly has not, and may another time (server away, sign-in refused, 4xx).
 * - `refused`: it never will (5xx for this recipient or message).
 * - `unknown`: the connection broke after the message was handed over; nobody knows.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'later' | 'refused' | 'unknown';
      /** Code of the failure, without addresses: what the log and the outbox may say. */
      readonly failure: string;
      /** The server could not be talked to at all: others would fare no better now. */
      readonly isServerAway: boolean;
    };

/** Where mails go: an SMTP server, or files. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
}
