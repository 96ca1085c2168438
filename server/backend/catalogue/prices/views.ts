import { QueryBuilder } from 'drizzle-orm/pg-core';
import { price } from './tables.ts';

/** When the prices of a variant on a site take effect, past and planned. */
export const priceStarts = new QueryBuilder()
  .select({ siteId: price.siteId, productVariantId: price.productVariantId, validFrom: price.validFrom })
  .from(price)
  .as('price_starts');
