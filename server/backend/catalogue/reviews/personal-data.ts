import { eq, inArray } from 'drizzle-orm';
import { createPersonTable, type PersonalDataSource } from '../../core/privacy/personal-data-source.ts';
import { unlinkReviews } from './queries.ts';
import { reviewRetention } from './retention.ts';
import { review, reviewTranslation } from './tables.ts';

/** Reviews of an account. */
export const reviewPersonalData: PersonalDataSource = {
  tables: {
    review: createPersonTable(review, {
      topic: 'reviews',
      whereOwnedBy: (_database, { accountId }) => eq(review.accountId, accountId),
      excludedColumns: ['contentHash', 'confirmTokenHash'],
      // Published reviews; the others are deleted.
      onClosure: 'unlinked',
      retention: [
        reviewRetention.unconfirmedReviews,
        reviewRetention.reviewAddresses,
        reviewRetention.publishedReviews,
      ],
    }),
    reviewTranslation: createPersonTable(reviewTranslation, {
      topic: 'reviews',
      whereOwnedBy: (database, { accountId }) =>
        inArray(
          reviewTranslation.reviewId,
          database.select({ reviewId: review.reviewId }).from(review).where(eq(review.accountId, accountId)),
        ),
      excludedColumns: [],
      onClosure: 'unlinked',
      retention: [reviewRetention.reviewWords],
    }),
  },
  accountErasure: {
    position: 60,
    erase: (transaction, { accountId }) => unlinkReviews(transaction, accountId),
  },
};
