import { type Call, createCall } from '../../http/call.ts';
import type { FeedService } from './service.ts';

/** The calls below `/api/feeds`. */
export function createFeedCalls(service: FeedService): Call[] {
  return [createCall('fetchProductFeed', (context, { query }) => service.fetchPage(context, query.after))];
}
