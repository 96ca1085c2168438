import { and, inArray, isNull, ne, sql } from 'drizzle-orm';
import { lockStock } from '../catalogue/stock/queries.ts';
import type { Database } from '../core/database/database.ts';
import { productVariant, site } from '../schema/schema.ts';
import type { IssueList } from '../shop-store/import-error.ts';
import { parseRow } from '../shop-store/read-shop-files.ts';
import { CATALOGUE, PRICES } from '../shop-store/record-shapes.ts';
import { hasAtMostTwoDecimals } from '../shop-store/shop-content.ts';
import { PriceRecord, StockRecord } from '../shop-store/shop-file-schemas.ts';
import type { RecordName } from '../shop-store/shop-records.ts';
import { fetchRows, toUnnestColumns } from '../shop-store/write-rows.ts';
import { recordStockChanges, type StockAmountChange, stockChangesSelectSql } from './stock-changes.ts';
import { appendPrices, type StatedPrice } from './write-prices.ts';

type PriceOrStockEdit = RecordName & { readonly value: unknown };

/**
 * Writes prices and stock set by staff. They do not affect other rows, so the rest of the shop is not read.
 *
 * @returns ids of the products with a changed price or stock; none if there are issues
 */
export async function writePricesAndStock(
  transaction: Database,
  edits: readonly PriceOrStockEdit[],
  { issues, now, actorId }: { readonly issues: IssueList; readonly now: Date; readonly actorId: string },
): Promise<number[]> {
  if (edits.length === 0) return [];
  const variants = await transaction
    .select({ id: productVariant.productVariantId, articleNumber: productVariant.articleNumber })
    .from(productVariant)
    .where(
      inArray(
        productVariant.articleNumber,
        edits.map(({ key }) => key),
      ),
    );
  const ids = new Map(variants.map(({ articleNumber, id }) => [articleNumber, id]));
  const shops = await transaction
    .select({ key: site.key })
    .from(site)
    .where(and(isNull(site.retiredAt), ne(site.type, 2)));
  const shopKeys = new Set(shops.map(({ key }) => key));

  const prices: StatedPrice[] = [];
  const stock: { id: number; amount: number | null }[] = [];
  for (const { list, key, value } of edits) {
    const row = `${list}.${key}`;
    const id = ids.get(key);
    if (id === undefined) {
      issues.add(CATALOGUE, row, '', `the shop has no article of the number '${key}'`);
      continue;
    }
    const file = { file: CATALOGUE, value: {}, hasUnstorableText: true };
    if (list === PRICES) {
      const price = parseRow(file, row, value, PriceRecord, issues);
      if (!price) continue;
      checkPrice(price, shopKeys, (field, problem) => issues.add(CATALOGUE, row, field, problem));
      prices.push({ id, ...price });
    } else {
      const stated = parseRow(file, row, value, StockRecord, issues);
      if (stated) stock.push({ id, amount: stated.stock });
    }
  }
  if (issues.issues.length > 0) return [];
  const changed =
    prices.length === 0
      ? []
      : (await appendPrices(transaction, prices, now, { keepsStaffPrices: false })).productIds;
  return [...new Set([...changed, ...(await setStock(transaction, stock, { actorId, now }))])];
}

function checkPrice(
  { priceExclVat, sitePrices = {} }: PriceRecord,
  shopKeys: ReadonlySet<string>,
  add: (field: string, problem: string) => void,
): void {
  if (!hasAtMostTwoDecimals(priceExclVat)) add('priceExclVat', 'has more than two decimals');
  for (const [key, price] of Object.entries(sitePrices)) {
    if (!hasAtMostTwoDecimals(price)) add(`sitePrices.${key}`, 'has more than two decimals');
    if (!shopKeys.has(key)) add(`sitePrices.${key}`, `'${key}' is no shop of yours`);
  }
}

/**
 * Sets stock counted by staff. The stock last stated by the files stays recorded, so that importing the same
 * file again does not undo the count.
 */
async function setStock(
  transaction: Database,
  stated: readonly { readonly id: number; readonly amount: number | null }[],
  by: { readonly actorId: string; readonly now: Date },
): Promise<number[]> {
  if (stated.length === 0) return [];
  await lockStock(
    transaction,
    stated.map(({ id }) => id),
  );
  const rows = await fetchRows<StockAmountChange>(
    transaction,
    sql`with stated as (
        select * from unnest(${toUnnestColumns(
          ['int', stated.map(({ id }) => id)],
          ['int', stated.map(({ amount }) => amount)],
        )}) as stated (id, amount)
      ), written as (
        insert into stock as kept (product_variant_id, amount) select id, amount from stated
        on conflict (product_variant_id) do update set amount = excluded.amount
          where kept.amount is distinct from excluded.amount
        returning kept.product_variant_id, kept.amount
      ) ${stockChangesSelectSql}`,
  );
  return recordStockChanges(transaction, rows, { ...by, kind: 'set' });
}
