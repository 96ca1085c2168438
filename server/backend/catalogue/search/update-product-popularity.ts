import { sql } from 'drizzle-orm';
import { customerOrder, orderLine } from '../../commerce/orders/tables.ts';
import type { Database } from '../../core/database/database.ts';
import { product } from '../products/tables.ts';
import { productListingChange, productPopularity } from './tables.ts';

/**
 * Counts the units sold on each site since a time: pieces in paid orders, without gifts. Only changed counts
 * are written, so that processes with lists in memory reload only those products.
 */
export async function updateProductPopularity(database: Database, since: Date): Promise<void> {
  await database.execute(sql`
    with sold as materialized (
      select o.site_id, l.product_id, least(sum(l.quantity), 2147483647)::int as pieces
      from ${customerOrder} o
      join ${orderLine} l on l.order_id = o.order_id
      join ${product} p on p.product_id = l.product_id
      where o.created_at >= ${since.toISOString()}::timestamptz
        and o.status in ('paid', 'processing', 'sent', 'closed')
        and not l.is_gift
      group by 1, 2
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
