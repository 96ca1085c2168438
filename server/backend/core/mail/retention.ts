import type { RetentionRules } from '../privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const mailRetention = {
  sentMails: {
    what: 'sent mails',
    since: 'sent_at',
    days: 14,
    why: 'to answer whether a mail was sent',
  },
  unsentMails: {
    what: 'mails that could not be sent',
    since: 'created_at',
    days: 30,
    why: 'to retry them when the mail server works again',
  },
  documents: {
    what: 'documents of mails, invoices and withdrawals',
    since: 'keep_until',
    days: 0,
    why: 'set when the document is written; no mail, invoice or withdrawal that names it is retained longer',
  },
} as const satisfies RetentionRules;
