import { sql } from 'drizzle-orm';
import { lockStock, type StockCorrectionAuthor } from '../catalogue/stock/queries.ts';
import type { Database } from '../core/database/database.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { fetchRows, toUnnestColumns } from '../shop-store/write-rows.ts';
import { recordStockChanges, type StockAmountChange, stockChangesSelectSql } from './stock-changes.ts';

/**
 * Writes the stock. A stated amount applies only if it differs from the amount that the files stated last;
 * otherwise the present stock remains. Rows are written in the same order in which orders lock them.
 *
 * @param by actor of the import
 * @param kept article numbers whose stock is managed by staff
 * @param forced article numbers whose stock was managed by staff and is taken from the files again
 * @returns ids of the products whose stock changed
 */
export async function writeStock(
  transaction: Database,
  files: ShopFiles,
  {
    by,
    kept,
    forced,
  }: {
    readonly by: StockCorrectionAuthor;
    readonly kept: ReadonlySet<string>;
    readonly forced: ReadonlySet<string>;
  },
): Promise<number[]> {
  const variants = files.products
    .flatMap((product) => product.variants)
    .filter(({ articleNumber }) => !kept.has(articleNumber));
  const stated = sql`stated as (
        select * from unnest(${toUnnestColumns(
          ['int', variants.map(({ id }) => id)],
          ['int', variants.map(({ stock }) => stock)],
          ['boolean', variants.map(({ articleNumber }) => forced.has(articleNumber))],
        )}) as stated (id, amount, is_forced)
      )`;
  const isChanged = sql`(known.imported_amount is distinct from stated.amount or stated.is_forced)`;
  const changed = await fetchRows<{ id: number }>(
    transaction,
    sql`with ${stated} select stated.id from stated
      join stock known on known.product_variant_id = stated.id where ${isChanged}`,
  );
  await lockStock(
    transaction,
    changed.map(({ id }) => id),
  );
  const written = await fetchRows<StockAmountChange>(
    transaction,
    sql`with ${stated}, written as (
        insert into stock as kept (product_variant_id, amount, imported_amount)
        select stated.id, stated.amount, stated.amount from stated
        left join stock known on known.product_variant_id = stated.id
        where known.product_variant_id is null or ${isChanged}
        order by stated.id
        on conflict (product_variant_id) do update set amount = excluded.amount, imported_amount = excluded.imported_amount
        returning kept.product_variant_id, kept.amount
      ) ${stockChangesSelectSql}`,
  );
  return recordStockChanges(transaction, written, by);
}
