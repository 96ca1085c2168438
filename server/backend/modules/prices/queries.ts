import { sql } from 'drizzle-orm';
import { type PastPrice, PRICE_HISTORY_DAYS } from '../../../../shared/rules/prices.ts';
import type { Database } from '../../database/database.ts';
import { price } from './tables.ts';

const HISTORY_MS = PRICE_HISTORY_DAYS * 86_400_000;

/** Prices until an instant by productVariantId, as far back as `getPriceAt` looks; none for what had no price yet. */
export type ListPrices = (
  scope: { readonly siteId: number; readonly now: Date },
  productVariantIds: readonly number[],
) => Promise<Map<number, PastPrice[]>>;

/** Makes the look into the history of prices: as long as a history may be, only its latest weeks are read. */
export function createListPrices(database: Database): ListPrices {
  const ofVariant = sql`${price.siteId} = ${sql.placeholder('siteId')} and ${price.productVariantId} = asked.id`;
  const since = sql`${sql.placeholder('since')}::timestamptz`;
  const statement = database
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

  return async ({ siteId, now }, productVariantIds) => {
    const history = new Map<number, PastPrice[]>();
    if (productVariantIds.length === 0) return history;
    const rows = await statement.execute({
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
  };
}
