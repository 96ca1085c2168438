import { createSearchRequest } from '../../../shared/api/create-search-request.ts';
import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { ContentListData, ContentListLink } from './page.ts';

/** Number of products in a row. */
const MAX_THEME_PRODUCTS = 4;

/**
 * Loads a category of advice or of the blog, or the overview of the blog, with its articles. The products of
 * a theme are optional.
 *
 * @throws ApiError if the page or its articles cannot be loaded; 404 if it does not exist on this site
 */
export async function loadContentList(
  { api, critical, optional }: LoadContext,
  { kind, contentPageId, alternates }: ContentListLink,
): Promise<LoadResult<ContentListData>> {
  const query = kind === 'blogOverview' ? {} : { categoryId: contentPageId };
  const [content, articles, search] = await Promise.all([
    api.fetchContentPage({ params: { contentPageId } }, critical),
    kind === 'adviceCategory' ? api.fetchAdvice({ query }, critical) : api.fetchBlog({ query }, critical),
    kind === 'adviceCategory'
      ? optional((options) =>
          api.searchProducts(
            {
              body: createSearchRequest(
                { page: 1, pageSize: 24, sort: 'popularity', descending: false, filters: [] },
                { adviceCategoryId: contentPageId },
              ),
            },
            options,
          ),
        )
      : null,
  ]);
  return {
    status: 200,
    head: {
      title: content.title,
      description: content.metaDescription,
      canonicalPath: content.url,
      alternates,
      isIndexable: true,
    },
    data: {
      kind: 'contentList',
      content,
      articles,
      products: search ? search.items.slice(0, MAX_THEME_PRODUCTS).map(toListedProduct) : [],
    },
  };
}
