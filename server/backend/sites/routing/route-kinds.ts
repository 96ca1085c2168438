import type { SitemapSection } from '../../../../shared/contract/routing.ts';
import type { RouteRow } from './queries.ts';

/** Name of the content id in a query, by route kind. */
export const idNameByRouteKind = {
  contentPage: 'contentPageId',
  productSearch: 'categoryId',
  productDetail: 'productVariantId',
  faq: 'contentPageId',
  adviceCategory: 'contentPageId',
  adviceArticle: 'contentPageId',
  adviceVideo: 'contentPageId',
  blogOverview: 'contentPageId',
  blogCategory: 'contentPageId',
  blogArticle: 'contentPageId',
  newsItem: 'contentPageId',
  partner: 'contentPageId',
  rqsResult: 'key',
  qsResult: 'key',
} as const;

/** Route kinds in each section of the sitemap. Redirects are not listed. */
export const sitemapSections: readonly (readonly [SitemapSection, readonly RouteRow['kind'][]])[] = [
  ['pages', ['contentPage']],
  ['categories', ['productSearch']],
  ['products', ['productDetail']],
  [
    'articles',
    [
      'faq',
      'adviceCategory',
      'adviceArticle',
      'adviceVideo',
      'blogOverview',
      'blogCategory',
      'blogArticle',
      'newsItem',
      'partner',
    ],
  ],
];
