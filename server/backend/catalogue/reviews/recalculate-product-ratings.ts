import { sql } from 'drizzle-orm';
import type { Database } from '../../core/database/database.ts';
import { takeLock } from '../../core/database/locks.ts';
import { productRating, review } from './tables.ts';

/**
 * Recalculates the published ratings of products. Call it in the transaction that published or removed a
 * review, after that change. Concurrent recalculations wait until the transaction ends.
 *
 * @param productIds default: all products
 */
export async function recalculateProductRatings(
  transaction: Database,
  productIds?: readonly number[],
): Promise<void> {
  if (productIds?.length === 0) return;
  await takeLock(transaction, 'ratings');
  const isMeant = (column: typeof review.productId | typeof productRating.productId) =>
    productIds
      ? sql`${column} in (${sql.join(
          productIds.map((id) => sql`${id}`),
          sql`, `,
        )})`
      : sql`true`;
  await transaction.execute(sql`
    insert into ${productRating} (product_id, rating_count, rating_sum)
    select ${review.productId}, count(*), sum(${review.rating})
    from ${review}
    where ${review.status} = 'published' and ${isMeant(review.productId)}
    group by ${review.productId}
    on conflict (product_id) do update
      set rating_count = excluded.rating_count, rating_sum = excluded.rating_sum
      where (${productRating.ratingCount}, ${productRating.ratingSum})
        is distinct from (excluded.rating_count, excluded.rating_sum)
  `);
  await transaction.execute(sql`
    delete from ${productRating}
    where ${isMeant(productRating.productId)} and not exists (
      select 1 from ${review}
      where ${review.productId} = ${productRating.productId} and ${review.status} = 'published'
    )
  `);
}
