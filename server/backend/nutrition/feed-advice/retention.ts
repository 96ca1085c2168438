import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const feedAdviceRetention = {
  feedAdvice: {
    what: 'saved rations',
    since: null,
    days: null,
    why: 'their owner deletes them, or closes the account',
  },
} as const satisfies RetentionRules;
