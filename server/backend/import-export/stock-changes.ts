import { sql } from 'drizzle-orm';
import { insertStockCorrections, type StockCorrectionAuthor } from '../catalogue/stock/queries.ts';
import type { Database } from '../core/database/database.ts';

/** Stock of a variant that a statement has written, in pieces; null if not counted. */
export interface StockAmountChange {
  readonly productId: number;
  readonly productVariantId: number;
  readonly before: number | null;
  readonly after: number | null;
}

/**
 * End of a statement whose `written` returns variants with their new stock. `stock` has the amounts before
 * the statement: lock its rows with `lockStock` in a previous statement, otherwise a concurrent sale is
 * missing in both amounts.
 */
export const stockChangesSelectSql = sql`
  select v.product_id as "productId", v.product_variant_id as "productVariantId", former.amount as before,
    written.amount as after
  from written join product_variant v using (product_variant_id) left join stock former using (product_variant_id)`;

/**
 * Records written amounts as stock corrections.
 *
 * @returns ids of the products, without duplicates
 */
export async function recordStockChanges(
  transaction: Database,
  written: readonly StockAmountChange[],
  by: StockCorrectionAuthor,
): Promise<number[]> {
  const changes = written.filter(({ before, after }) => before !== after);
  await insertStockCorrections(transaction, changes, by);
  return [...new Set(written.map(({ productId }) => productId))];
}
