import type { StoredDocument } from './stored-documents.ts';

/** Outgoing mail with the data of its headers and parts. */
export interface OutgoingMail {
  readonly outboxMailId: number;
  readonly kind: string;
  /** Brand, which mail clients show as the sender. */
  readonly senderName: string;
  readonly senderAddress: string;
  /** Address of the customer service of the site. */
  readonly replyTo: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribeUrl: string | null;
  readonly attachments: readonly StoredDocument[];
  /** BCP 47 code for Content-Language. */
  readonly culture: string;
  readonly createdAt: Date;
}

/**
 * Result of an attempt.
 * - `sent`: the server has accepted the mail.
 * - `later`: the server has not accepted it, but may accept it later (server down, sign-in refused, 4xx).
 * - `refused`: the server will never accept it (5xx for this recipient or message).
 * - `unknown`: the connection was lost after the message was sent, so the result is unknown.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | {
      readonly outcome: 'later' | 'refused' | 'unknown';
      /** Failure code without addresses, safe for the log and the outbox. */
      readonly failure: string;
      /** True if the server could not be reached, so other mails would fail too. */
      readonly isServerUnavailable: boolean;
    };

/** Transport of mails: an SMTP server, or files. */
export interface MailTransport {
  deliver(mail: OutgoingMail): Promise<Delivery>;
}
