import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const paymentRetention = {
  payments: {
    what: 'payments of orders',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
  refunds: {
    what: 'refunds',
    since: null,
    days: null,
    why: 'deleted with their order',
  },
} as const satisfies RetentionRules;
