import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { createImportCache } from '../../catalogue-import/import-cache.ts';
import type { Database } from '../../database/database.ts';
import { takeTurns } from '../../database/take-turns.ts';
import { productTranslation } from '../products/tables.ts';
import { createListings, type ListingRow, type Listings } from './listings.ts';
import { productListing, productListingChange, productPopularity } from './tables.ts';

/** Rows that are read at a time: the event loop is free in between, and the database reads them by an index. */
const BATCH = 2000;

export interface ListingStore {
  /** The lists of a site, as the database has them now. */
  fetchListings(siteId: number): Promise<Listings>;
  /** Place of every product's name in the alphabet of a language, by productId. */
  fetchNameRanks(languageId: number): Promise<ReadonlyMap<number, number>>;
}

/** Lists of a site, with all changes that were committed when the database told this snapshot. */
interface KeptListings {
  readonly snapshot: string;
  readonly listings: Listings;
}

/**
 * The lists of the sites in memory: read when they are first asked for, and looked after from then on. Each call asks the database
 * first which products have changed since the last one, and reads the rows of those anew: a price that was committed is in the next
 * answer of every process. A site takes some 400 bytes per product.
 */
export function createListingStore(database: Database): ListingStore {
  const kept = new Map<number, KeptListings>();
  const looks = new Map<number, () => Promise<Listings>>();
  const names = createImportCache(database);
  const selectChanges = prepareLook(database);

  async function bringUpToDate(siteId: number): Promise<Listings> {
    const known = kept.get(siteId);
    const [look] = await selectChanges.execute({ siteId, since: known?.snapshot ?? null });
    if (!look) throw new Error('The database told no snapshot');
    const changed = look.changed.filter((productId) => productId !== null);
    // Rows are read after the snapshot, so they may be newer than they are called, never older.
    let listings = known?.listings;
    if (!listings || look.isTooLate || changed.length < look.changed.length || changed.length > BATCH) {
      listings = createListings(await readListings(database, siteId));
    } else if (changed.length > 0) {
      listings.replace(changed, await readListings(database, siteId, changed));
    }
    kept.set(siteId, { snapshot: look.snapshot, listings });
    return listings;
  }

  function fetchListings(siteId: number): Promise<Listings> {
    const look = looks.get(siteId) ?? takeTurns(() => bringUpToDate(siteId));
    looks.set(siteId, look);
    return look();
  }

  return {
    fetchListings,
    fetchNameRanks: async (languageId) =>
      (await names.fetch(`${languageId}`, () => readNameRanks(database, languageId))).value,
  };
}

/**
 * Asks which products of a site's lists have changed since a snapshot. What a snapshot did not see and this one sees is new, in
 * whatever order the transactions began, wrote or ended: none is missed, and none comes twice.
 */
function prepareLook(database: Database) {
  const t = productListingChange;
  const now = sql`pg_current_snapshot()`;
  const since = sql`${sql.placeholder('since')}::pg_snapshot`;
  // Rows that came with a dump of another server have its numbers, which may be far ahead: they say nothing here.
  const isOwn = sql`${t.transactionId} < pg_snapshot_xmax(${now})`;
  return database
    .select({
      snapshot: sql<string>`${now}::text`,
      // The latest row that was old enough to be deleted is kept (see `deleteOldChanges`): it tells how far back the others go.
      isTooLate: sql<boolean>`coalesce((select min(${t.transactionId}) from ${t} where ${isOwn}) > pg_snapshot_xmin(${since}), false)
        or coalesce(pg_snapshot_xmax(${now}) < pg_snapshot_xmax(${since}), false)`,
      changed: sql<(number | null)[]>`array(select distinct ${t.productId} from ${t}
        where ${t.siteId} = ${sql.placeholder('siteId')} and ${t.transactionId} >= pg_snapshot_xmin(${since}) and ${isOwn}
          and not pg_visible_in_snapshot(${t.transactionId}, ${since}))`,
    })
    .from(sql`(values (1)) as look`)
    .prepare('product_listing_look');
}

/**
 * Forgets changes from before a moment. A process that has not looked since then reads its lists anew. What a transaction that is
 * still running may have written before stays, and so does the latest of those that could go.
 */
export async function deleteOldChanges(database: Database, before: Date): Promise<void> {
  const t = productListingChange;
  const now = sql`pg_current_snapshot()`;
  await database.delete(t).where(
    or(
      lt(
        t.transactionId,
        sql`(select max(${t.transactionId}) from ${t}
          where ${lt(t.changedAt, before)} and ${t.transactionId} < pg_snapshot_xmin(${now}))`,
      ),
      and(lt(t.changedAt, before), sql`${t.transactionId} >= pg_snapshot_xmax(${now})`),
    ),
  );
}

/** @param productIds all of the site where it is missing */
async function readListings(
  database: Database,
  siteId: number,
  productIds?: readonly number[],
): Promise<ListingRow[]> {
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
        piecesSold: sql<number>`coalesce(${productPopularity.pieces}, 0)`,
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
      .leftJoin(
        productPopularity,
        and(eq(productPopularity.siteId, t.siteId), eq(productPopularity.productId, t.productId)),
      )
      .where(
        and(
          eq(t.siteId, siteId),
          productIds && inArray(t.productId, [...productIds]),
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
