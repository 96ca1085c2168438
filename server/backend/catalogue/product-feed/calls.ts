import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { ProductFeedService } from './service.ts';

/** Creates the handlers below `/api/feeds`. */
export function createProductFeedCalls(service: ProductFeedService): Call[] {
  return [createCall('fetchProductFeed', (context, { query }) => service.fetchPage(context, query.after))];
}
