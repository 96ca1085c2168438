import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const siloQuotationRetention = {
  siloQuotations: {
    what: 'requests for feed in bulk',
    since: 'created_at',
    days: 365,
    why: 'customers ask about an offer again with the next harvest',
  },
} as const satisfies RetentionRules;
