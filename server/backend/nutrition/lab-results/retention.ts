import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const labResultRetention = {
  roughageSamples: {
    what: 'samples of roughage tests: name, number and kind',
    since: null,
    days: null,
    why: 'deleted with their account; those of guests refer only to their order',
  },
  labResults: {
    what: 'results of roughage tests',
    since: null,
    days: null,
    why: 'deleted with their sample',
  },
} as const satisfies RetentionRules;
