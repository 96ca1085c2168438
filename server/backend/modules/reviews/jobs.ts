import type { Log } from '../../../platform/logging.ts';
import type { Database } from '../../database/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import type { WebCaches } from '../../web-caches.ts';
import { publishReviews } from './publish-reviews.ts';

/** Far within the 24 hours that are promised. */
const INTERVAL_MS = 5 * 60_000;

/** Makes the job that checks and publishes confirmed reviews, and has their pages made anew. */
export function createReviewJob(options: {
  readonly database: Database;
  readonly webCaches: WebCaches;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, webCaches, log, clock } = options;
  return {
    name: 'publish-reviews',
    intervalMs: INTERVAL_MS,
    isShared: true,
    async run() {
      const { productIds, published, rejected } = await publishReviews(database, new Date(clock()));
      if (published + rejected > 0) log.info({ published, rejected }, 'reviews_checked');
      await webCaches.forget(productIds.map((productId) => `product-${productId}`));
    },
  };
}
