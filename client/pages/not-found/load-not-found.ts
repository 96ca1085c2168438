import type { LoadContext, PageResult } from '../../load-context.ts';
import type { NotFoundData } from './page.ts';

/**
 * Loads the page for a URL that does not exist, with the site's own text or a default text. Never rejects,
 * because it is the fallback for other pages.
 */
export async function loadNotFound({
  api,
  optional,
  scope,
  shop,
}: LoadContext): Promise<PageResult<NotFoundData>> {
  const contentPageId = scope.site.notFoundContentPageId;
  const content = await optional((options) => api.fetchContentPage({ params: { contentPageId } }, options));
  return {
    status: 404,
    head: {
      title: content?.title ?? shop.t('notFound.title'),
      description: null,
      canonicalPath: null,
      alternates: [],
      isIndexable: false,
    },
    data: { kind: 'notFound', content },
  };
}
