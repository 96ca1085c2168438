import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const withdrawalRetention = {
  withdrawals: {
    what: 'withdrawals from contracts, as written',
    since: 'received_at',
    days: 'retentionYears',
    why: 'they explain refunds, which tax law asks about as long as about the order',
  },
} as const satisfies RetentionRules;
