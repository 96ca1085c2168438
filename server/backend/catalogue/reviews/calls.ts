import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { ReviewService } from './service.ts';

/** Creates the handlers of reviews. */
export function createReviewCalls(service: ReviewService): Call[] {
  return [
    createCall('fetchReviews', (context, input) => service.fetchPage(context, input)),
    createCall('writeReview', (context, input) => service.write(context, input)),
    createCall('confirmReview', (context, { body }) => service.confirm(context, body.token)),
  ];
}
