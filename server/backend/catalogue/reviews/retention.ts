import type { RetentionRules } from '../../core/privacy/retention.ts';

/** Retention periods of the personal data of this module. */
export const reviewRetention = {
  unconfirmedReviews: {
    what: 'reviews whose mailed link was not used',
    since: 'created_at',
    days: 7,
    why: 'the link works for three days; after that a message says that it has expired',
  },
  reviewAddresses: {
    what: 'e-mail addresses of reviews',
    since: 'created_at',
    days: 1,
    why: 'only earlier releases wrote them, to count them',
  },
  publishedReviews: {
    what: 'reviews with the name that their author chose',
    since: null,
    days: null,
    why: 'published by their author; taken down on request of the author',
  },
  reviewWords: {
    what: 'texts of reviews',
    since: null,
    days: null,
    why: 'deleted with their review',
  },
} as const satisfies RetentionRules;
