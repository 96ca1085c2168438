import { and, asc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../../core/database/database.ts';
import { serializeCalls } from '../../../core/database/serialize-calls.ts';
import { createImportCache } from '../../../shop-store/import-cache.ts';
import { productTranslation } from '../../products/tables.ts';
import { productListing, productListingChange, productPopularity } from '../tables.ts';
import { createInMemoryListings, type ListingRow, type Listings } from './in-memory-listings.ts';

/** Number of rows read at a time, so that the event loop is not blocked and the database can use an index. */
const BATCH_SIZE = 2000;

export interface ListingCache {
  /** Returns the current lists of a site. */
  fetchListings(siteId: number): Promise<Listings>;
  /** Returns the rank of every product's name in the alphabet of a language, by productId. */
  fetchNameRanks(languageId: number): Promise<ReadonlyMap<number, number>>;
}

/** Lists of a site with all changes that were committed at this database snapshot. */
interface CachedListings {
  readonly snapshot: string;
  readonly listings: Listings;
}

/**
 * Caches the lists of the sites in memory: read on first use and then updated. Each call first queries the
 * database for the products changed since the previous one and reloads their rows, so that a committed price
 * is in the next response of every process. A site takes about 400 bytes per product.
 */
export function createListingCache(database: Database): ListingCache {
  const cache = new Map<number, CachedListings>();
  const refreshes = new Map<number, () => Promise<Listings>>();
  const names = createImportCache(database);
  const selectChanges = prepareChangesQuery(database);

  async function refreshListings(siteId: number): Promise<Listings> {
    const known = cache.get(siteId);
    const [changes] = await selectChanges.execute({ siteId, since: known?.snapshot ?? null });
    if (!changes) throw new Error('The database returned no snapshot');
    const changed = changes.changed.filter((productId) => productId !== null);
    // Rows are read after the snapshot, so they may be newer than the snapshot, but never older.
    let listings = known?.listings;
    if (
      !listings ||
      changes.isExpired ||
      changed.length < changes.changed.length ||
      changed.length > BATCH_SIZE
    ) {
      listings = createInMemoryListings(await readListingRows(database, siteId));
    } else if (changed.length > 0) {
      listings.replace(changed, await readListingRows(database, siteId, changed));
    }
    cache.set(siteId, { snapshot: changes.snapshot, listings });
    return listings;
  }

  function fetchListings(siteId: number): Promise<Listings> {
    const refresh = refreshes.get(siteId) ?? serializeCalls(() => refreshListings(siteId));
    refreshes.set(siteId, refresh);
    return refresh();
  }

  return {
    fetchListings,
    fetchNameRanks: async (languageId) =>
      (await names.fetch(`${languageId}`, () => readNameRanks(database, languageId))).value,
  };
}

/**
 * Queries which products of a site's lists have changed since a snapshot. Changes that are visible in this
 * snapshot but not in the previous one are new, in whatever order the transactions started, wrote or ended:
 * none is missed or returned twice.
 */
function prepareChangesQuery(database: Database) {
  const t = productListingChange;
  const now = sql`pg_current_snapshot()`;
  const since = sql`${sql.placeholder('since')}::pg_snapshot`;
  // Rows restored from a dump of another server have its transaction ids, which may be far ahead: they are
  // ignored.
  const isOwn = sql`${t.transactionId} < pg_snapshot_xmax(${now})`;
  return database
    .select({
      snapshot: sql<string>`${now}::text`,
      // The latest deletable row is retained (see `deleteOldListingChanges`): it shows how far back the others go.
      isExpired: sql<boolean>`coalesce((select min(${t.transactionId}) from ${t} where ${isOwn}) > pg_snapshot_xmin(${since}), false)
        or coalesce(pg_snapshot_xmax(${now}) < pg_snapshot_xmax(${since}), false)`,
      changed: sql<(number | null)[]>`array(select distinct ${t.productId} from ${t}
        where ${t.siteId} = ${sql.placeholder('siteId')} and ${t.transactionId} >= pg_snapshot_xmin(${since}) and ${isOwn}
          and not pg_visible_in_snapshot(${t.transactionId}, ${since}))`,
    })
    .from(sql`(values (1)) as look`)
    .prepare('product_listing_look');
}

/**
 * Deletes changes from before a time. A process that has not looked since then reloads its lists. Rows that a
 * running transaction may still precede are retained, and so is the latest deletable one.
 */
export async function deleteOldListingChanges(database: Database, before: Date): Promise<void> {
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

/** @param productIds default: all products of the site */
async function readListingRows(
  database: Database,
  siteId: number,
  productIds?: readonly number[],
): Promise<ListingRow[]> {
  const t = productListing;
  // Numbers and texts as transferred: converting them to dates and big integers would take longer than
  // reading them.
  const toMs = (column: PgColumn) => sql<number>`(extract(epoch from ${column}) * 1000)::float8`;
  const toText = (column: PgColumn) => sql<string>`${column}::text`;
  const selectBatch = (last: { productId: number; since: string }) =>
    database
      .select({
        productId: t.productId,
        productVariantId: t.productVariantId,
        validFrom: toMs(t.validFrom),
        validUntil: sql<number | null>`${toMs(t.validUntil)}`,
        // A text converts back to the same value; milliseconds would not, because the database has
        // microseconds.
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
      .limit(BATCH_SIZE);

  const rows: ListingRow[] = [];
  for (let last = { productId: 0, since: '-infinity' }, isFull = true; isFull; ) {
    const batch = await selectBatch(last);
    rows.push(...batch);
    isFull = batch.length === BATCH_SIZE;
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
      .limit(BATCH_SIZE);
    for (const { productId, nameRank } of batch) ranks.set(productId, nameRank);
    isFull = batch.length === BATCH_SIZE;
    last = batch.at(-1)?.productId ?? last;
  }
  return ranks;
}
