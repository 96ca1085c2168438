import type { LoadContext, PageResult } from '../../load-context.ts';
import type { NotFoundData } from './page.ts';

/**
 * Loads the page for an address that leads nowhere: the site's own text where it can be had, else only ours.
 * Never rejects: it is what remains when something else was not there.
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
