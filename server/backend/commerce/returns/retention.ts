import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const returnRetention = {
  returns: {
    what: 'requested returns',
    since: null,
    days: null,
    why: 'deleted with their account or their order, the first of the two',
  },
  returnAnswers: {
    what: 'answers to returns',
    since: null,
    days: null,
    why: 'deleted with their return',
  },
  returnPhotos: {
    what: 'photos of returns',
    since: null,
    days: null,
    why: 'deleted with their return',
  },
} as const satisfies RetentionRules;
