import { QueryBuilder } from 'drizzle-orm/pg-core';
import { stock } from './tables.ts';

/** Pieces in stock by variant; `amount` is null if they are not counted. */
export const stockAmounts = new QueryBuilder()
  .select({ productVariantId: stock.productVariantId, amount: stock.amount })
  .from(stock)
  .as('stock_amounts');
