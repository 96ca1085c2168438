import { type Call, createCall } from '../../sites/scoped-call.ts';
import type { ContentService } from './service.ts';

/**
 * Creates the handlers below `/api/content`, `/api/media`, `/api/advice`, `/api/blog`, `/api/faq` and
 * `/api/partners`.
 */
export function createContentCalls(service: ContentService): Call[] {
  return [
    createCall('fetchContentByPath', (context, { query }) => service.fetchByPath(context, query.path)),
    createCall('fetchContentPage', (context, { params }) => service.fetchPage(context, params.contentPageId)),
    createCall('fetchMedia', (context) => service.fetchList(context, ['news'])),
    createCall('fetchMediaItem', (context, { params }) =>
      service.fetchPageOfKind(context, ['news'], params.id),
    ),
    createCall('fetchAdvice', (context, { query }) =>
      service.fetchList(context, ['advice', 'adviceVideo'], {
        kind: 'adviceCategory',
        contentPageId: query.categoryId,
      }),
    ),
    createCall('fetchAdviceItem', (context, { params }) =>
      service.fetchPageOfKind(context, ['advice', 'adviceVideo', 'adviceCategory'], params.id),
    ),
    createCall('fetchBlog', (context, { query }) =>
      service.fetchList(context, ['blog'], { kind: 'blogCategory', contentPageId: query.categoryId }),
    ),
    createCall('fetchBlogItem', (context, { params }) =>
      service.fetchPageOfKind(context, ['blog', 'blogCategory', 'blogOverview'], params.id),
    ),
    createCall('fetchFaq', (context, { params }) => service.fetchFaq(context, params.contentPageId)),
    createCall('fetchPartners', (context) => service.fetchList(context, ['partner'])),
    createCall('fetchPartner', (context, { params }) =>
      service.fetchPageOfKind(context, ['partner'], params.id),
    ),
  ];
}
