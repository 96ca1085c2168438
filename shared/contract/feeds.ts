import Type from 'typebox';
import type { ContractsOf } from './call-contract.ts';
import type { feedPaths } from './paths/feeds.ts';
import { Id, Nullable, Url } from './primitives.ts';
import { Content, Packaging, Picture, Price, ProductType, Stock } from './products.ts';

/** Offers of one answer. */
export const FEED_PAGE_SIZE = 500;

/** A variant as merchants' listings want it: everything of its own, nothing to look up. */
export const FeedOffer = Type.Object({
  productVariantId: Id,
  productId: Id,
  productType: ProductType,
  articleNumber: Type.String(),
  ean: Type.String(),
  url: Url,
  title: Type.String({ description: 'Name without the brand' }),
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
export type FeedOffer = Type.Static<typeof FeedOffer>;

/** Some of the offers of a (site, language), by productVariantId. `next` is the `after` of the next call, null at the end. */
export const FeedPage = Type.Object({
  offers: Type.Array(FeedOffer, { maxItems: FEED_PAGE_SIZE }),
  next: Nullable(Id),
});
export type FeedPage = Type.Static<typeof FeedPage>;

export const feedCalls = {
  fetchFeedPage: {
    summary: 'Offers of the site for merchants’ listings, some at a time',
    needs: 'open',
    isIdempotent: true,
    query: Type.Object({
      after: Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: 'productVariantId of the last offer had, or 0',
      }),
    }),
    answer: FeedPage,
    refusals: [],
  },
} as const satisfies ContractsOf<typeof feedPaths>;
