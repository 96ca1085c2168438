import { sql } from 'drizzle-orm';
import type { Database } from '../core/database/database.ts';
import type { PlannedPriceRow, PriceHistoryRow, PriceRecord } from '../shop-store/shop-file-schemas.ts';
import { fetchRows } from '../shop-store/write-rows.ts';

interface VariantSitePrice {
  readonly articleNumber: string;
  /** Key of the site. */
  readonly site: string;
  /** Price without VAT, in cents. */
  readonly amount: number;
  /** ISO 8601. */
  readonly validFrom: string;
}

export interface ExportedPrices {
  /** Prices charged until now, each with its start date. */
  readonly history: readonly PriceHistoryRow[];
  readonly planned: readonly PlannedPriceRow[];
  /**
   * Returns the present prices of a variant; undefined if no site has sold it yet.
   *
   * @param stated price of its record, in euros; if prices differ by site, it is the common price if any
   *   site charges it
   */
  current(articleNumber: string, stated: number): PriceRecord | undefined;
}

/** Reads the prices of what open sites sell, in the format of the files. */
export async function readExportedPrices(transaction: Database, now: Date): Promise<ExportedPrices> {
  const rows = await fetchRows<VariantSitePrice>(
    transaction,
    sql`select v.article_number as "articleNumber", site.key as site, p.amount_excl_vat as amount,
        to_char(p.valid_from at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "validFrom"
      from price p
      join product_variant v using (product_variant_id)
      join site_product sold on sold.product_id = v.product_id and sold.site_id = p.site_id
      join site on site.site_id = p.site_id
      where v.is_listed and site.retired_at is null and site.type <> 2
      order by v.article_number, p.valid_from, site.site_id`,
  );
  const sitesByArticle = new Map<string, Set<string>>();
  for (const { articleNumber, site } of rows) {
    const all = sitesByArticle.get(articleNumber) ?? new Set();
    sitesByArticle.set(articleNumber, all.add(site));
  }
  const toRows = (part: readonly VariantSitePrice[]) =>
    [
      ...Map.groupBy(
        part,
        ({ articleNumber, validFrom, amount }) => `${articleNumber} ${validFrom} ${amount}`,
      ).values(),
    ].flatMap((same) => {
      const [first] = same;
      if (!first) return [];
      const { articleNumber, validFrom, amount } = first;
      const sites = same.map(({ site }) => site);
      const isOnAllSites = sites.length === sitesByArticle.get(articleNumber)?.size;
      return [{ articleNumber, validFrom, priceExclVat: amount / 100, ...(isOnAllSites ? {} : { sites }) }];
    });
  const isPlanned = ({ validFrom }: VariantSitePrice) => Date.parse(validFrom) > now.getTime();
  const past = rows.filter((row) => !isPlanned(row));
  const latest = new Map<string, Map<string, number>>();
  for (const { articleNumber, site, amount } of past) {
    const ofSites = latest.get(articleNumber) ?? new Map<string, number>();
    latest.set(articleNumber, ofSites.set(site, amount));
  }
  return {
    history: toRows(past),
    planned: toRows(rows.filter(isPlanned)),
    current(articleNumber, stated) {
      const prices = latest.get(articleNumber);
      return prices && toPriceRecord(prices, Math.round(stated * 100));
    },
  };
}

/**
 * Returns one common price and the sites that differ from it. The common price is the stated one if any site
 * charges it, otherwise that of most sites.
 */
function toPriceRecord(prices: ReadonlyMap<string, number>, stated: number): PriceRecord {
  const amounts = [...prices.values()];
  const count = (amount: number) => amounts.filter((other) => other === amount).length;
  const common = amounts.includes(stated)
    ? stated
    : amounts.reduce((best, amount) => (count(amount) > count(best) ? amount : best));
  const others = [...prices].filter(([, amount]) => amount !== common);
  return {
    priceExclVat: common / 100,
    ...(others.length > 0 && {
      sitePrices: Object.fromEntries(others.map(([site, amount]) => [site, amount / 100])),
    }),
  };
}

/** Reads the stock in pieces by article number; null if stock is not counted. */
export async function readExportedStock(transaction: Database): Promise<ReadonlyMap<string, number | null>> {
  const rows = await fetchRows<{ articleNumber: string; amount: number | null }>(
    transaction,
    sql`select v.article_number as "articleNumber", stock.amount from stock join product_variant v using (product_variant_id)`,
  );
  return new Map(rows.map(({ articleNumber, amount }) => [articleNumber, amount]));
}
