import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { productListing, productListingVersion, productTranslation } from '../../database/schema.ts';
import { createListings, type ListingRow, type Listings } from './listings.ts';

/** Rows that are read at a time: the event loop is free in between, and the database reads them by an index. */
const BATCH = 2000;

export interface ListingStore {
  /** The lists of a site, as the database has them now. */
  fetchListings(siteId: number): Promise<Listings>;
  /** Place of every product's name in the alphabet of a language, by productId. */
  fetchNameRanks(siteId: number, languageId: number): Promise<ReadonlyMap<number, number>>;
}

interface Kept<T> {
  readonly version: number;
  readonly value: Promise<T>;
}

/**
 * The lists of the sites in memory, read when they are first asked for and again when their version has changed: a price that was
 * written is in the next answer of every process. A site takes some 400 bytes per product.
 */
export function createListingStore(database: Database): ListingStore {
  const listings = new Map<string, Kept<Listings>>();
  const nameRanks = new Map<string, Kept<ReadonlyMap<number, number>>>();

  async function fetchVersion(siteId: number): Promise<number> {
    const [row] = await database
      .select({ version: productListingVersion.version })
      .from(productListingVersion)
      .where(eq(productListingVersion.siteId, siteId));
    return row?.version ?? 0;
  }

  /** The version is read before the rows, so rows may be newer than they are called, never older. */
  async function fetchKept<T>(
    kept: Map<string, Kept<T>>,
    key: string,
    siteId: number,
    load: () => Promise<T>,
  ): Promise<T> {
    const version = await fetchVersion(siteId);
    const known = kept.get(key);
    if (known?.version === version) return known.value;
    const entry: Kept<T> = { version, value: load() };
    kept.set(key, entry);
    try {
      return await entry.value;
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key);
      throw error;
    }
  }

  return {
    fetchListings: (siteId) =>
      fetchKept(listings, `${siteId}`, siteId, async () =>
        createListings(await readListings(database, siteId)),
      ),
    fetchNameRanks: (siteId, languageId) =>
      // An import raises the version of every site, and nothing else changes a name.
      fetchKept(nameRanks, `${siteId} ${languageId}`, siteId, () => readNameRanks(database, languageId)),
  };
}

async function readListings(database: Database, siteId: number): Promise<ListingRow[]> {
  const t = productListing;
  // Numbers and texts as they come over the wire: making dates and big integers of them would take longer than reading them.
  const toMs = (column: PgColumn) => sql<number>`(extract(epoch from ${column}) * 1000)::float8`;
  const toText = (column: PgColumn) => sql<string>`${column}::text`;
  const selectBatch = (last: { productId: number; since: string }) =>
    database
      .select({
        productId: t.productId,
        productVariantId: t.productVariantId,
        validFrom: toMs(t.validFrom),
        validUntil: sql<number | null>`${toMs(t.validUntil)}`,
        // A text goes back to the same row; milliseconds would not, since the database knows smaller parts.
        since: toText(t.validFrom),
        categoryId: t.categoryId,
        position: t.position,
        amountInclVat: t.amountInclVat,
        amountPerKg: t.amountPerKg,
        starchSugar: t.starchSugar,
        isSale: t.isSale,
        isNew: t.isNew,
        rating: t.rating,
        masks: {
          'horse-type': toText(t.horseTypes),
          'age-group': toText(t.ageGroups),
          application: toText(t.applications),
          ingredient: toText(t.ingredientFlags),
          labour: toText(t.labour),
          package: toText(t.packaging),
          'weight-class': toText(t.weightClass),
        },
      })
      .from(t)
      .where(
        and(
          eq(t.siteId, siteId),
          sql`(${t.productId}, ${t.validFrom}) > (${last.productId}::int, ${last.since}::timestamptz)`,
        ),
      )
      .orderBy(asc(t.siteId), asc(t.productId), asc(t.validFrom))
      .limit(BATCH);

  const rows: ListingRow[] = [];
  for (let last = { productId: 0, since: '-infinity' }, isFull = true; isFull; ) {
    const batch = await selectBatch(last);
    rows.push(...batch);
    isFull = batch.length === BATCH;
    last = batch.at(-1) ?? last;
  }
  return rows;
}

async function readNameRanks(database: Database, languageId: number): Promise<Map<number, number>> {
  const t = productTranslation;
  const ranks = new Map<number, number>();
  for (let last = 0, isFull = true; isFull; ) {
    const batch = await database
      .select({ productId: t.productId, nameRank: t.nameRank })
      .from(t)
      .where(and(gt(t.productId, last), eq(t.languageId, languageId)))
      .orderBy(asc(t.productId))
      .limit(BATCH);
    for (const { productId, nameRank } of batch) ranks.set(productId, nameRank);
    isFull = batch.length === BATCH;
    last = batch.at(-1)?.productId ?? last;
  }
  return ranks;
}
