import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const stockReminderRetention = {
  unconfirmedReminders: {
    what: 'stock reminders whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for two days; after that a message says that it has expired',
  },
  answeredReminders: {
    what: 'stock reminders that were sent',
    since: 'notified_at',
    days: 30,
    why: 'the unsubscribe link in the mail works this long',
  },
  waitingReminders: {
    what: 'waiting stock reminders',
    since: 'confirmed_at',
    days: 365,
    why: 'a product that has not returned within a year is not expected back',
  },
} as const satisfies RetentionRules;
