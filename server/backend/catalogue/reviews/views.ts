import { QueryBuilder } from 'drizzle-orm/pg-core';
import { productRating } from './tables.ts';

/** Number and sum of the published ratings of products that have any. */
export const productRatings = new QueryBuilder()
  .select({
    productId: productRating.productId,
    ratingCount: productRating.ratingCount,
    ratingSum: productRating.ratingSum,
  })
  .from(productRating)
  .as('product_ratings');
