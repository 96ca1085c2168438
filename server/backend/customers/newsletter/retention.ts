import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const newsletterRetention = {
  subscribers: {
    what: 'subscribers of the newsletter or offers',
    since: null,
    days: null,
    why: 'they unsubscribe by a link in each mail, in the account, or by closing it',
  },
  unconfirmedConsents: {
    what: 'newsletter requests whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that a message says that it has expired',
  },
  endedConsents: {
    what: 'proof of consent with its text, time and network, after unsubscribing',
    since: 'ended_at',
    days: 1095,
    why: 'recipients of advertising may ask for its legal basis for three years; while mails are sent the proof is retained',
  },
} as const satisfies RetentionRules;
