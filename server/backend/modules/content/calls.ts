import { type Call, createCall } from '../../http/call.ts';
import type { ContentService } from './service.ts';

/** The calls below `/api/content`, `/api/media`, `/api/advice` and `/api/blog`. */
export function createContentCalls(service: ContentService): Call[] {
  return [
    createCall('fetchContentByPath', (context, { query }) => service.fetchByPath(context, query.path)),
    createCall('fetchContentPage', (context, { params }) => service.fetchPage(context, params.contentPageId)),
    createCall('fetchMedia', (context) => service.fetchList(context, 'news')),
    createCall('fetchMediaItem', (context, { params }) => service.fetchMediaItem(context, params.id)),
    createCall('fetchAdvice', (context) => service.fetchList(context, 'advice')),
    createCall('fetchBlog', (context) => service.fetchList(context, 'blog')),
  ];
}
