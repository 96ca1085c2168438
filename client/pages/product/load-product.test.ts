import { describe, expect, it } from '@jest/globals';
import type { ReviewPage } from '../../../shared/contract/reviews.ts';
import type { RouteAnswer } from '../../../shared/contract/routing.ts';
import { createLoadContext } from '../../../test/fixtures/client-shop.tsx';
import { createProductDetail, createProductSummary, createVariant } from '../../../test/fixtures/products.ts';
import { toListedProduct } from '../../store/listed-product.ts';
import { loadProduct } from './load-product.ts';

const productRoute: Extract<RouteAnswer, { kind: 'productDetail' }> = {
  kind: 'productDetail',
  productId: 112,
  productVariantId: 1013,
  omitArticleCode: true,
  siteId: 1,
  languageId: 4,
  title: 'Terno Sport Pellets',
  alternates: [{ siteId: 1, languageId: 1, url: 'http://havero-nl.localhost/terno-sport/' }],
};

function createReviewPage(productId: number): ReviewPage {
  return {
    productId,
    rating: null,
    distribution: [5, 4, 3, 2, 1].map((rating) => ({ rating, count: 0 })),
    items: [],
    total: 0,
    otherLanguages: 0,
    page: 1,
    pageSize: 5,
    sort: 'newest',
    languages: 'own',
  };
}

const reviewsPath = (productId: number, page = 1) =>
  `/api/products/${productId}/reviews?page=${page}&sort=newest&languages=own&pageSize=5`;

function load(answers: Readonly<Record<string, unknown>>, query = '') {
  const { context } = createLoadContext(answers, { pathname: '/terno-sport-pellets/', query });
  return loadProduct(context, productRoute);
}

describe('loadProduct', () => {
  it('returns the product with at most four matching products and the feed approval number', async () => {
    const related = [1, 2, 3, 4, 5].map((productId) => createProductSummary({ productId }));
    const product = createProductDetail();
    const reviews = createReviewPage(product.productId);
    const result = await load({
      '/api/products/1013': product,
      '/api/products/1013/related': related,
      [reviewsPath(product.productId)]: reviews,
    });
    expect(result).toEqual({
      status: 200,
      head: {
        title: 'Terno Sport Pellets',
        description: 'Sport pellet with oil. Barley and oats supply the energy.',
        canonicalPath: '/terno-sport-pellets/',
        alternates: productRoute.alternates,
        isIndexable: true,
      },
      data: {
        kind: 'product',
        product,
        reviews,
        related: related.slice(0, 4).map(toListedProduct),
        feedApprovalNumber: 'αNL-EXAMPLE-001',
      },
    });
  });

  it('starts all calls in parallel', async () => {
    const { context } = createLoadContext({}, { pathname: '/terno-sport-pellets/' });
    const asked: string[] = [];
    const never = (name: string) => () => {
      asked.push(name);
      return new Promise<never>(() => undefined);
    };
    const api = {
      ...context.api,
      fetchProduct: never('product'),
      fetchRelatedProducts: never('related'),
      fetchReviews: never('reviews'),
    };
    void loadProduct({ ...context, api }, productRoute);
    expect(asked.sort()).toEqual(['product', 'related', 'reviews']);
  });

  it('returns the page without related products if they cannot be loaded', async () => {
    const result = await load({
      '/api/products/1013': createProductDetail({ feedLabel: null }),
      '/api/products/1013/related': 500,
    });
    expect(result).toMatchObject({ status: 200, data: { related: null, feedApprovalNumber: null } });
  });

  it('returns the page without reviews if they cannot be loaded', async () => {
    const product = createProductDetail();
    const result = await load({
      '/api/products/1013': product,
      [reviewsPath(product.productId)]: 500,
    });
    expect(result).toMatchObject({ status: 200, data: { reviews: null } });
  });

  it.each(['p=2', 'sort=price', 'languages=german'])(
    'returns 404 for %s, where no reviews exist',
    async (query) => {
      const product = createProductDetail();
      const answers = {
        '/api/products/1013': product,
        [reviewsPath(product.productId, 2)]: createReviewPage(product.productId),
      };
      await expect(load(answers, query)).rejects.toMatchObject({ status: 404 });
    },
  );

  it('returns 404 if the site does not sell the product', async () => {
    await expect(load({ '/api/products/1013/related': [] })).rejects.toMatchObject({ status: 404 });
  });

  it('adds the content to title and description of a variant that is not the default', async () => {
    const small = createVariant({ content: { value: 5, unit: 'kg' }, isDefault: false });
    const product = createProductDetail({ variants: [small] });
    const result = await load({ '/api/products/1013': product });
    expect(result).toMatchObject({
      head: {
        title: 'Terno Sport Pellets, 5\u00a0kg',
        description: expect.stringMatching(/^Terno Sport Pellets, 5\u00a0kg: Sport pellet with oil\. /),
      },
    });
  });

  it('truncates a long description between words', async () => {
    const product = createProductDetail({ claim: 'Claim', description: 'word '.repeat(60).trim() });
    const result = await load({ '/api/products/1013': product });
    const description = 'redirect' in result ? null : result.head.description;
    expect(description).toMatch(/ word…$/);
    expect(description?.length).toBeLessThanOrEqual(155);
  });
});
