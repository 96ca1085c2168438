import type { LoadContext, LoadResult } from '../../load-context.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { ArticleLink } from './article-link.ts';
import type { ArticleData } from './page.ts';

/** Maximum number of products that `GET /api/products?ids=` returns. */
const MAX_ARTICLE_PRODUCTS = 4;

/**
 * Loads an article of any type: advice, blog, news, partner. Its products are optional. Their ids are part of
 * the article, so this is the only call that waits for another one.
 *
 * @throws ApiError if the article cannot be loaded; 404 if it does not exist on this site
 */
export async function loadArticle(
  { api, critical, optional }: LoadContext,
  { contentPageId, alternates }: Pick<ArticleLink, 'contentPageId' | 'alternates'>,
): Promise<LoadResult<ArticleData>> {
  const content = await api.fetchContentPage({ params: { contentPageId } }, critical);
  const productIds = content.relatedProductIds.slice(0, MAX_ARTICLE_PRODUCTS);
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
    data: { kind: 'article', content, products: products?.map(toListedProduct) ?? null },
  };
}
