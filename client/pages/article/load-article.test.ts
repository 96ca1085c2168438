import { describe, expect, it } from '@jest/globals';
import { createContent, createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { createProductSummary } from '../../../test/fixtures/products.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import type { ArticleLink } from './article-link.ts';
import { loadArticle } from './load-article.ts';

const articleRoute: ArticleLink = {
  kind: 'adviceArticle',
  contentPageId: 1,
  siteId: 1,
  languageId: 4,
  title: 'How to build a ration',
  alternates: [
    { siteId: 1, languageId: 4, url: 'http://en.havero-nl.localhost:3000/how-to-build-a-ration/' },
  ],
};
const article = createContent({ contentPageId: 1, kind: 'advice', url: '/how-to-build-a-ration/' });

describe('loadArticle', () => {
  it('loads the products of the article in one call', async () => {
    const content = { ...article, relatedProductIds: [21, 4, 77] };
    const products = [21, 4, 77].map((productId) => createProductSummary({ productId }));
    const { context, asked } = createLoadContext({
      '/api/content/1': content,
      '/api/products?ids=21%2C4%2C77': products,
    });
    const result = await loadArticle(context, articleRoute);
    expect(result).toMatchObject({
      status: 200,
      head: {
        canonicalPath: '/how-to-build-a-ration/',
        alternates: articleRoute.alternates,
        isIndexable: true,
      },
      data: { kind: 'article', content, products: products.map(toListedProduct) },
    });
    expect(asked).toHaveLength(2);
  });

  it('returns the article without products if the products cannot be loaded', async () => {
    const content = { ...article, relatedProductIds: [21] };
    const { context } = createLoadContext({ '/api/content/1': content, '/api/products?ids=21': 503 });
    expect(await loadArticle(context, articleRoute)).toMatchObject({ status: 200, data: { products: null } });
  });

  it('requests no products if the article names none', async () => {
    const { context, asked } = createLoadContext({ '/api/content/1': article });
    expect(await loadArticle(context, articleRoute)).toMatchObject({ data: { products: [] } });
    expect(asked).toEqual(['/api/content/1']);
  });

  it('rejects with 404 for an article of another site', async () => {
    const { context } = createLoadContext({});
    await expect(loadArticle(context, articleRoute)).rejects.toMatchObject({ status: 404 });
  });
});
