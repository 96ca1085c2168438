import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { productListingChange, productPopularity } from './tables.ts';

/**
 * Returns the query of the units sold since a time, by `site_id` and `product_id`: the column `pieces` counts
 * those in paid orders, without gifts and deleted products.
 */
export type SelectSoldPieces = (since: Date) => SQL;

/**
 * Counts the units sold on each site since a time: pieces in paid orders, without gifts. Only changed counts
 * are written, so that processes with lists in memory reload only those products.
 */
export async function updateProductPopularity(
  database: Database,
  selectSoldPieces: SelectSoldPieces,
  since: Date,
): Promise<void> {
  await database.execute(sql`
    with sold as materialized (
      ${selectSoldPieces(since)}
    ), removed as (
      delete from ${productPopularity} known
      where not exists (
        select 1 from sold where sold.site_id = known.site_id and sold.product_id = known.product_id
      )
      returning site_id, product_id
    ), written as (
      insert into ${productPopularity} as known (site_id, product_id, pieces)
      select site_id, product_id, pieces from sold
      order by site_id, product_id
      on conflict (site_id, product_id) do update set pieces = excluded.pieces
      where known.pieces <> excluded.pieces
      returning site_id, product_id
    )
    insert into ${productListingChange} (site_id, product_id)
    select site_id, product_id from removed
    union all
    select site_id, product_id from written
  `);
}
