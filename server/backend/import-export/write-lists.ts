import { and, eq, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { Database } from '../core/database/database.ts';
import * as schema from '../schema/schema.ts';
import { insertRows, type RowWriter } from '../shop-store/write-rows.ts';
import type { ShopRows } from './shop-rows.ts';

/** Number of days back for which lists can be requested. The price history goes back to the first import. */
const LIST_HISTORY_DAYS = 30;

/** Highest bit in a mask of facet values. */
const MAX_FACET_BIT = 62;

/**
 * Suspends the update of the product lists until the transaction ends or resumes it, so that they are updated
 * once and not per row.
 */
export async function setListingRefresh(
  transaction: Database,
  state: 'paused' | 'active' = 'paused',
): Promise<void> {
  await transaction.execute(
    sql`select set_config('shop.listing_refresh', ${state === 'paused' ? 'off' : 'on'}, true)`,
  );
}

/** Invalidates names cached in memory, as an import does that also writes lists. */
export async function incrementListVersions(transaction: Database, writer: RowWriter): Promise<void> {
  if (writer.written === 0) return;
  await transaction.execute(
    sql`insert into product_listing_version as known (site_id, version) select s.site_id, 1 from site s order by s.site_id
      on conflict (site_id) do update set version = known.version + 1`,
  );
}

/**
 * Assigns a bit in the masks to each new facet value, and releases the bits of unused values. All masks must
 * be recalculated afterwards.
 */
async function writeFacetValues(transaction: Database, rows: ShopRows): Promise<void> {
  const { facetValue } = schema;
  const existing = await transaction.select().from(facetValue);
  const nameOf = ({ facet, value }: { facet: string; value: string }) => `${facet} ${value}`;
  const wanted = new Set(rows.facetValue.map(nameOf));
  const unused = existing.filter((row) => !wanted.has(nameOf(row)));
  for (const { facet, value } of unused) {
    await transaction.delete(facetValue).where(and(eq(facetValue.facet, facet), eq(facetValue.value, value)));
  }
  const kept = existing.filter((row) => wanted.has(nameOf(row)));
  const known = new Set(kept.map(nameOf));
  const bits = Map.groupBy(kept, ({ facet }) => facet);
  const added = rows.facetValue
    .filter((row) => !known.has(nameOf(row)))
    .map(({ facet, value }) => {
      const taken = new Set(bits.get(facet)?.map((row) => row.bit));
      const next = Math.max(-1, ...taken) + 1;
      // Appends a bit. A released bit is reused only if the mask is full.
      const bit = next <= MAX_FACET_BIT ? next : [...Array(next).keys()].findIndex((at) => !taken.has(at));
      const row = { facet, value, bit };
      bits.set(facet, [...(bits.get(facet) ?? []), row]);
      return row;
    });
  await insertRows(transaction, facetValue, added);
}

/** Writes the read model of searches: bits of new facet values, then a row per site and product. */
export async function writeLists(
  transaction: Database,
  writer: RowWriter,
  rows: ShopRows,
  now: Date,
  priceChanges: number,
): Promise<void> {
  await writeFacetValues(transaction, rows);
  await writer.replace(schema.searchMeaning, rows.searchMeaning, ['groupKey', 'role', 'facet', 'value']);
  await writer.replace(schema.searchSynonym, rows.searchSynonym, ['languageId', 'groupKey', 'term']);
  if (writer.written + priceChanges === 0) return;
  await transaction.execute(
    sql`select refresh_product_listing(null, ${new Date(now.getTime() - LIST_HISTORY_DAYS * DAY_MS).toISOString()}::timestamptz)`,
  );
}
