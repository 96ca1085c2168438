import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { productFeedPaths } from './paths/product-feed.ts';
import { Id, Nullable, Picture, Url } from './primitives.ts';
import { Content, Packaging, Price, ProductType, Stock } from './products.ts';

/** Maximum number of offers per answer. */
export const PRODUCT_FEED_PAGE_SIZE = 500;

/** A variant for merchant listings, with all details included. */
export const ProductFeedOffer = Type.Object({
  productVariantId: Id,
  productId: Id,
  productType: ProductType,
  articleNumber: Type.String(),
  ean: Type.String(),
  url: Url,
  title: Type.String({ description: 'Product name without the brand' }),
  description: Type.String(),
  brandName: Type.String(),
  categories: Type.Array(Type.String(), { description: 'Names of its categories, topmost first' }),
  picture: Picture,
  packaging: Packaging,
  packagingName: Type.String(),
  content: Content,
  colour: Nullable(Type.String()),
  grossWeightGrams: Type.Integer(),
  price: Price,
  stock: Stock,
  variantCount: Type.Integer({ minimum: 1 }),
});
export type ProductFeedOffer = Type.Static<typeof ProductFeedOffer>;

/**
 * One page of the offers of a site and language, by productVariantId. `next` is the `after` of the next call,
 * null at the end.
 */
export const ProductFeedPage = Type.Object({
  offers: Type.Array(ProductFeedOffer, { maxItems: PRODUCT_FEED_PAGE_SIZE }),
  next: Nullable(Id),
});
export type ProductFeedPage = Type.Static<typeof ProductFeedPage>;

export const productFeedCalls = {
  fetchProductFeed: {
    summary: 'Lists the offers of the site for merchant listings, page by page',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'productVariantId of the last offer received, or 0',
      }),
    }),
    answer: ProductFeedPage,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof productFeedPaths>;
