import type { RetentionRules } from '../privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const idempotencyRetention = {
  keyedAnswers: {
    what: 'answers to calls with an `Idempotency-Key`, and hashes of back office forms',
    since: 'created_at',
    days: 1,
    why: 'a call repeated within a day gets the same answer, and has no second effect',
  },
} as const satisfies RetentionRules;
