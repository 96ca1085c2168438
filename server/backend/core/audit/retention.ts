import type { RetentionRules } from '../privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const auditRetention = {
  acts: {
    what: 'changes to the shop by person, and sign-ins by account',
    since: 'at',
    days: 365,
    why: 'a wrong change or a misuse may be found only with the next annual accounts',
  },
} as const satisfies RetentionRules;
