import type { RetentionRules } from '../privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const limitRetention = {
  countedActs: {
    what: 'counts of rate limits, by a keyed hash of the address or other subject',
    since: 'window_ends_at',
    days: 0,
    why: 'the count applies until then',
  },
} as const satisfies RetentionRules;
