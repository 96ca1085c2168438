import { describe, expect, it } from '@jest/globals';
import type { PageData } from '../../../client/store/page-state.ts';
import type { ContentPage } from '../../../shared/contract/content.ts';
import { createMediaPageData, createSummary } from '../../../test/fixtures/client-shop.tsx';
import {
  createCategory,
  createProductDetail,
  createProductSummary,
  createSearchAnswer,
} from '../../../test/fixtures/products.ts';
import { listSurrogateKeys } from './page-metadata-by-kind.ts';

const content = {
  contentPageId: 107,
  relatedContent: [{ contentPageId: 3 }],
  parents: [{ contentPageId: 401 }],
} as unknown as ContentPage;
const product = createProductSummary({ productId: 101 });

const pageCases: [PageData, string[]][] = [
  [
    { kind: 'home', content, bestsellers: [product], stories: [content], adviceWeightKg: null },
    ['site-4', 'site-4-nl', 'content-107', 'product-101'],
  ],
  [
    { kind: 'category', search: createSearchAnswer({ items: [product], category: createCategory() }) },
    ['site-4', 'site-4-nl', 'category-1', 'category-12', 'product-101'],
  ],
  [
    { kind: 'search', term: 'hay', search: createSearchAnswer({ items: [product], category: null }) },
    ['site-4', 'site-4-nl', 'product-101'],
  ],
  [{ kind: 'search', term: '', search: null }, ['site-4', 'site-4-nl']],
  [
    {
      kind: 'product',
      reviews: null,
      product: createProductDetail({ alternatives: [createProductSummary({ productId: 103 })] }),
      related: [product, product],
      feedApprovalNumber: null,
    },
    ['site-4', 'site-4-nl', 'product-112', 'category-12', 'product-103', 'product-101'],
  ],
  [{ kind: 'content', content }, ['site-4', 'site-4-nl', 'content-107', 'content-3']],
  [
    { kind: 'article', content, products: null },
    ['site-4', 'site-4-nl', 'content-107', 'content-3', 'content-401'],
  ],
  [
    { kind: 'adviceVideo', content, products: [product] },
    ['site-4', 'site-4-nl', 'content-107', 'content-3', 'content-401', 'product-101'],
  ],
  [
    { kind: 'contentList', content, articles: [createSummary({ contentPageId: 5 })], products: [product] },
    ['site-4', 'site-4-nl', 'content-107', 'content-5', 'content-3', 'content-401', 'product-101'],
  ],
  [{ kind: 'faq', content, others: [], term: '' }, ['site-4', 'site-4-nl', 'content-107', 'content-3']],
  [createMediaPageData([content]), ['site-4', 'site-4-nl', 'content-107']],
  [{ kind: 'notFound', content }, ['site-4', 'site-4-nl', 'content-107']],
  [{ kind: 'error', status: 500, requestId: 'r', content: null }, ['site-4', 'site-4-nl']],
];

/** Lists the ids of all products in a page's data. */
function listProductIds(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'productId' in value && typeof value.productId === 'number' ? [value.productId] : [];
  return [...own, ...Object.values(value).flatMap(listProductIds)];
}

describe('listSurrogateKeys', () => {
  it.each(pageCases)(
    'lists the keys of the site, of its language and of all shown content, without duplicates: %#',
    (data, expected) => {
      expect(listSurrogateKeys({ siteId: 4, languageCode: 'nl' }, data)).toEqual(expected);
    },
  );

  it.each(pageCases)('lists every product whose price or stock is shown: %#', (data) => {
    const keys = listProductIds(data).map((productId) => `product-${productId}`);
    expect(listSurrogateKeys({ siteId: 4, languageCode: 'nl' }, data)).toEqual(expect.arrayContaining(keys));
  });
});
