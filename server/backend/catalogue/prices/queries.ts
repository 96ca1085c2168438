import { and, asc, eq, gt, inArray, isNull, lte, min, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { type PastPrice, PRICE_HISTORY_DAYS } from '../../../../shared/rules/prices.ts';
import type { Database } from '../../core/database/database.ts';
import { memoizePerHandle } from '../../core/database/memoize-per-handle.ts';
import { sitePriceRules, sites } from '../../sites/sites/views.ts';
import {
  findProductAndCategories,
  findVariantByArticle,
  type PriceableVariant,
} from '../products/queries.ts';
import { productTypes, soldProducts, variants } from '../products/views.ts';
import { price } from './tables.ts';
import type { PriceScope } from './types.ts';

const PRICE_HISTORY_MS = PRICE_HISTORY_DAYS * DAY_MS;

const preparePriceHistoryQuery = memoizePerHandle((handle) => {
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
 * Lists prices up to an instant by productVariantId, as far back as `getPriceAt` looks. Variants without a
 * price have no entry. Only the latest weeks of the history are read.
 */
export async function readPriceHistoriesByVariant(
  handle: Database,
  { siteId, now }: { readonly siteId: number; readonly now: Date },
  productVariantIds: readonly number[],
): Promise<Map<number, PastPrice[]>> {
  const history = new Map<number, PastPrice[]>();
  if (productVariantIds.length === 0) return history;
  const rows = await preparePriceHistoryQuery(handle).execute({
    siteId,
    ids: [...new Set(productVariantIds)],
    now: now.toISOString(),
    since: new Date(now.getTime() - PRICE_HISTORY_MS).toISOString(),
  });
  for (const { productVariantId, ...past } of rows) {
    const prices = history.get(productVariantId);
    if (prices) prices.push(past);
    else history.set(productVariantId, [past]);
  }
  return history;
}

/** Lists the start of the next announced price by productVariantId. */
export async function readNextPriceDatesByVariant(
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

/** A site that sells a variant, with the data for its prices. */
export interface Seller extends PriceScope {
  readonly key: string;
  readonly name: string;
}

/** A variant whose prices are set. */
export interface PricedVariant extends PriceableVariant {
  /** Open sites that sell it, in their order. */
  readonly sellers: readonly Seller[];
}

/**
 * Returns a listed variant by its article number, ignoring case.
 *
 * @param isLocked whether to lock it until the transaction ends, so that concurrent price changes run
 * sequentially
 * @returns undefined if there is none
 */
export async function findPricedVariant(
  handle: Database,
  articleNumber: string,
  { isLocked }: { readonly isLocked: boolean },
): Promise<PricedVariant | undefined> {
  const variant = await findVariantByArticle(handle, articleNumber, { isLocked });
  if (!variant) return undefined;
  const rows = await handle
    .select({
      key: sites.key,
      name: sites.name,
      siteId: sites.siteId,
      vatPercentageHigh: sitePriceRules.vatPercentageHigh,
      vatPercentageLow: sitePriceRules.vatPercentageLow,
      setting: {
        vatTypeByClass: sitePriceRules.vatTypeByClass,
        unitPriceBases: sitePriceRules.unitPriceBases,
      },
    })
    .from(soldProducts)
    .innerJoin(sites, eq(sites.siteId, soldProducts.siteId))
    .innerJoin(sitePriceRules, eq(sitePriceRules.siteId, sites.siteId))
    .where(and(eq(soldProducts.productId, variant.productId), isNull(sites.retiredAt)))
    .orderBy(asc(sites.siteId));
  const sellers = rows.map(({ siteId, vatPercentageHigh, vatPercentageLow, ...seller }) => ({
    ...seller,
    site: { siteId, vatPercentageHigh, vatPercentageLow },
  }));
  return { ...variant, sellers };
}

/** A row of the price history, in force or planned. */
export interface PriceRow extends PastPrice {
  readonly priceId: number;
  readonly siteId: number;
}

/** Lists all prices of a variant, including planned ones, oldest first. */
export async function listPricesOfVariant(handle: Database, productVariantId: number): Promise<PriceRow[]> {
  return handle
    .select({
      priceId: price.priceId,
      siteId: price.siteId,
      amountExclVat: price.amountExclVat,
      validFromMs: sql<number>`(extract(epoch from ${price.validFrom}) * 1000)::float8`.mapWith(Number),
    })
    .from(price)
    .where(eq(price.productVariantId, productVariantId))
    .orderBy(asc(price.siteId), asc(price.validFrom));
}

/** Inserts prices. Fails if the site already has a price at the same time. */
export async function insertPrices(
  transaction: Database,
  rows: readonly (typeof price.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await transaction.insert(price).values([...rows]);
}

/**
 * Deletes the prices of a variant that start at a time, on some sites or on all.
 *
 * @returns the deleted prices
 */
export async function deletePlannedPrices(
  transaction: Database,
  planned: {
    readonly productVariantId: number;
    readonly validFrom: Date;
    readonly siteIds: readonly number[] | 'all';
  },
): Promise<{ readonly siteId: number; readonly amountExclVat: number }[]> {
  const { productVariantId, validFrom, siteIds } = planned;
  return transaction
    .delete(price)
    .where(
      and(
        eq(price.productVariantId, productVariantId),
        eq(price.validFrom, validFrom),
        siteIds === 'all' ? undefined : inArray(price.siteId, [...siteIds]),
      ),
    )
    .returning({ siteId: price.siteId, amountExclVat: price.amountExclVat });
}

/** A price that takes effect later. */
export interface PlannedPrice {
  readonly articleNumber: string;
  readonly productId: number;
  readonly validFrom: Date;
  readonly siteId: number;
  readonly siteName: string;
  readonly amountExclVat: number;
  /** VAT percentage of the product on the site. */
  readonly vatPercentage: number;
}

/**
 * Lists the prices that start in a period, earliest first; those of one variant and time together, by site.
 */
export async function listPlannedPrices(
  handle: Database,
  { after, until, limit }: { readonly after: Date; readonly until: Date | null; readonly limit: number },
): Promise<PlannedPrice[]> {
  const { vatTypeByClass, vatPercentageHigh, vatPercentageLow } = sitePriceRules;
  const vatType = sql`${vatTypeByClass} ->> ${productTypes.vatClass}`;
  return handle
    .select({
      articleNumber: variants.articleNumber,
      productId: variants.productId,
      validFrom: price.validFrom,
      siteId: price.siteId,
      siteName: sites.name,
      amountExclVat: price.amountExclVat,
      vatPercentage: sql<number>`case ${vatType} when 'high' then ${vatPercentageHigh}
        when 'low' then ${vatPercentageLow} else 0 end`.mapWith(Number),
    })
    .from(price)
    .innerJoin(variants, eq(variants.productVariantId, price.productVariantId))
    .innerJoin(productTypes, eq(productTypes.productId, variants.productId))
    .innerJoin(sites, eq(sites.siteId, price.siteId))
    .innerJoin(sitePriceRules, eq(sitePriceRules.siteId, price.siteId))
    .where(and(gt(price.validFrom, after), until === null ? undefined : lte(price.validFrom, until)))
    .orderBy(asc(price.validFrom), asc(variants.articleNumber), asc(price.siteId))
    .limit(limit);
}

/** Counts the price changes that start in a period. A change of one variant on several sites counts once. */
export async function countPlannedPrices(handle: Database, after: Date, until: Date): Promise<number> {
  const [row] = await handle
    .select({
      count: sql<number>`count(distinct (${price.productVariantId}, ${price.validFrom}))`.mapWith(Number),
    })
    .from(price)
    .where(and(gt(price.validFrom, after), lte(price.validFrom, until)));
  return row?.count ?? 0;
}

/**
 * Lists the surrogate keys of the pages that a price change may affect: pages that show the product, and
 * lists of its categories, whose order may change.
 */
export async function listPriceSurrogateKeys(handle: Database, productVariantId: number): Promise<string[]> {
  const shown = await findProductAndCategories(handle, productVariantId);
  if (!shown) return [];
  return [`product-${shown.productId}`, ...shown.categoryIds.map((categoryId) => `category-${categoryId}`)];
}

/** Returns whether a price of a variant starts at a time, on any site. */
export async function hasPriceStartingAt(
  handle: Database,
  productVariantId: number,
  moment: Date,
): Promise<boolean> {
  const isOfMoment = and(eq(price.productVariantId, productVariantId), eq(price.validFrom, moment));
  return (await handle.$count(price, isOfMoment)) > 0;
}
