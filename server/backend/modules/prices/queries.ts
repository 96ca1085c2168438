import { and, eq, gt, inArray, min, sql } from 'drizzle-orm';
import { type PastPrice, PRICE_HISTORY_DAYS } from '../../../../shared/rules/prices.ts';
import type { Database } from '../../database/database.ts';
import { perHandle } from '../../database/per-handle.ts';
import { price } from './tables.ts';

const HISTORY_MS = PRICE_HISTORY_DAYS * 86_400_000;

const prepareHistory = perHandle((handle) => {
  const ofVariant = sql`${price.siteId} = ${sql.placeholder('siteId')} and ${price.productVariantId} = asked.id`;
  const since = sql`${sql.placeholder('since')}::timestamptz`;
  return handle
    .select({
      productVariantId: sql<number>`asked.id`,
      amountExclVat: sql<number>`past.amount_excl_vat`,
      validFromMs: sql<number>`(extract(epoch from past.valid_from) * 1000)::float8`,
    })
    .from(sql`unnest(${sql.placeholder('ids')}::int[]) as asked (id) cross join lateral (
      select ${price.amountExclVat}, ${price.validFrom} from ${price}
      where ${ofVariant} and ${price.validFrom} > ${since} and ${price.validFrom} <= ${sql.placeholder('now')}::timestamptz
      union all
      (select ${price.amountExclVat}, ${price.validFrom} from ${price}
      where ${ofVariant} and ${price.validFrom} <= ${since}
      order by ${price.validFrom} desc limit 1)
    ) as past`)
    .prepare('list_prices');
});

/**
 * Prices until an instant by productVariantId, as far back as `getPriceAt` looks; none for what had no price yet. However long the
 * history is, only its latest weeks are read.
 */
export async function listPrices(
  handle: Database,
  { siteId, now }: { readonly siteId: number; readonly now: Date },
  productVariantIds: readonly number[],
): Promise<Map<number, PastPrice[]>> {
  const history = new Map<number, PastPrice[]>();
  if (productVariantIds.length === 0) return history;
  const rows = await prepareHistory(handle).execute({
    siteId,
    ids: [...new Set(productVariantIds)],
    now: now.toISOString(),
    since: new Date(now.getTime() - HISTORY_MS).toISOString(),
  });
  for (const { productVariantId, ...past } of rows) {
    const prices = history.get(productVariantId);
    if (prices) prices.push(past);
    else history.set(productVariantId, [past]);
  }
  return history;
}

/** When the next price that is announced comes into force, by productVariantId. */
export async function listNextPriceDates(
  handle: Database,
  { siteId, now }: { readonly siteId: number; readonly now: Date },
  productVariantIds: readonly number[],
): Promise<Map<number, Date>> {
  const rows = await handle
    .select({ productVariantId: price.productVariantId, validFrom: min(price.validFrom) })
    .from(price)
    .where(
      and(
        eq(price.siteId, siteId),
        inArray(price.productVariantId, [...productVariantIds]),
        gt(price.validFrom, now),
      ),
    )
    .groupBy(price.productVariantId);
  return new Map(
    rows.flatMap(({ productVariantId, validFrom }) =>
      validFrom ? [[productVariantId, validFrom] as const] : [],
    ),
  );
}
