import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import type { Log } from '../../../platform/logging.ts';
import type { Database } from '../../core/database/database.ts';
import type { Job } from '../../core/queue/scheduler.ts';
import { publishReviews } from './publish-reviews.ts';

/** Well within the promised 24 hours. */
const PUBLICATION_INTERVAL_MS = 5 * MINUTE_MS;

/** Creates the job that checks and publishes confirmed reviews, and purges their pages. */
export function createReviewPublicationJob(options: {
  readonly database: Database;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}): Job {
  const { database, log, clock } = options;
  return {
    name: 'publish-reviews',
    intervalMs: PUBLICATION_INTERVAL_MS,
    isShared: true,
    async run() {
      const { published, rejected } = await publishReviews(database, new Date(clock()));
      if (published + rejected > 0) log.info({ published, rejected }, 'reviews_checked');
    },
  };
}
