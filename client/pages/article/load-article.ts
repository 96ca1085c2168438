import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toCard } from '../../store/card-product.ts';
import type { ArticleLink } from './article-link.ts';
import type { ArticleData } from './page.ts';

/** What `GET /api/products?ids=` answers at most. */
const MAX_PRODUCTS = 4;

/**
 * Loads an article of any kind: advice, blog, news, partner. The products that it speaks of
 * are optional: their ids come with the article, so theirs is the one call that has to wait for another.
 *
 * @throws ApiError when the article cannot be had; 404 where it does not exist on this site
 */
export async function loadArticle(
  { api, critical, optional }: LoadContext,
  { contentPageId, alternates }: Pick<ArticleLink, 'contentPageId' | 'alternates'>,
): Promise<LoadResult<ArticleData>> {
  const content = await api.fetchContentPage({ params: { contentPageId } }, critical);
  const productIds = content.relatedProductIds.slice(0, MAX_PRODUCTS);
  const products =
    productIds.length === 0
      ? []
      : await optional((options) => api.fetchProducts({ query: { ids: productIds.join(',') } }, options));
  return {
    status: 200,
    head: {
      title: content.title,
      description: content.metaDescription,
      canonicalPath: content.url,
      alternates,
      isIndexable: true,
    },
    data: { kind: 'article', content, products: products?.map(toCard) ?? null },
  };
}
