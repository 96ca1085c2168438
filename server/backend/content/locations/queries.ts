import { and, asc, eq, getTableColumns, gte, inArray, not, type SQL, sql } from 'drizzle-orm';
import { type PgTable, unionAll } from 'drizzle-orm/pg-core';
import type { Address } from '../../../../shared/contract/addresses.ts';
import type { Coordinates } from '../../../../shared/rules/locations.ts';
import type { Database } from '../../core/database/database.ts';
import type { PostcodeArea } from './postcode-area.ts';
import { dealer, parcelShop } from './tables.ts';

export type ParcelShopRecord = typeof parcelShop.$inferSelect;
export type DealerRecord = typeof dealer.$inferSelect;

/** Returns name and address of a parcel shop or a dealer. */
export function getNameAndAddress(location: ParcelShopRecord | DealerRecord): {
  readonly name: string;
  readonly address: Address;
} {
  const { name, zipcode, street, streetNumber, streetNumberAddition, city, countryId } = location;
  return { name, address: { zipcode, street, streetNumber, streetNumberAddition, city, countryId } };
}

/** Returns a listed parcel shop; undefined if there is none with this id. */
export async function findParcelShop(
  handle: Database,
  parcelShopId: string,
): Promise<ParcelShopRecord | undefined> {
  const [row] = await handle
    .select()
    .from(parcelShop)
    .where(and(eq(parcelShop.parcelShopId, parcelShopId), eq(parcelShop.isListed, true)));
  return row;
}

/** Returns a listed dealer, even one without order pickup; undefined if there is none with this id. */
export async function findDealer(handle: Database, dealerId: number): Promise<DealerRecord | undefined> {
  const [row] = await handle
    .select()
    .from(dealer)
    .where(and(eq(dealer.dealerId, dealerId), eq(dealer.isListed, true)));
  return row;
}

/**
 * Returns the squared distance in degrees of latitude, on a map that is accurate around `near`. It is only
 * used for sorting, because the distance itself would cost a square root for every row.
 */
const createSquaredDistanceSql = (
  t: typeof parcelShop | typeof dealer,
  { latitude, longitude }: Coordinates,
): SQL =>
  sql`power(${t.latitude} - ${latitude}::float8, 2)
    + power((${t.longitude} - ${longitude}::float8) * cos(radians(${latitude}::float8)), 2)`;

interface NearestQuery {
  readonly near: Coordinates;
  readonly countryIds: readonly number[];
  readonly limit: number;
}

/** Lists the parcel shops of some countries that accept a parcel of `weightGrams`, the nearest first. */
export function listNearestParcelShops(
  handle: Database,
  { near, countryIds, limit, weightGrams }: NearestQuery & { readonly weightGrams: number },
): Promise<ParcelShopRecord[]> {
  return handle
    .select()
    .from(parcelShop)
    .where(
      and(
        eq(parcelShop.isListed, true),
        inArray(parcelShop.countryId, [...countryIds]),
        gte(parcelShop.maxParcelWeightGrams, weightGrams),
      ),
    )
    .orderBy(createSquaredDistanceSql(parcelShop, near), asc(parcelShop.parcelShopId))
    .limit(limit);
}

/** Filter of dealers: they must have every property that is true here. */
export interface DealerFilter {
  readonly dealerId?: number;
  readonly isPickupPoint?: true;
  readonly hasFullRange?: true;
  readonly offersSampleDropOff?: true;
}

const createDealerCondition = (countryIds: readonly number[], filter: DealerFilter) =>
  and(
    eq(dealer.isListed, true),
    inArray(dealer.countryId, [...countryIds]),
    filter.dealerId === undefined ? undefined : eq(dealer.dealerId, filter.dealerId),
    filter.isPickupPoint && eq(dealer.isPickupPoint, true),
    filter.hasFullRange && eq(dealer.hasFullRange, true),
    filter.offersSampleDropOff && eq(dealer.offersSampleDropOff, true),
  );

/** Lists the dealers of some countries, the nearest first. */
export function listNearestDealers(
  handle: Database,
  { near, countryIds, limit, wishes: filter }: NearestQuery & { readonly wishes: DealerFilter },
): Promise<DealerRecord[]> {
  return handle
    .select()
    .from(dealer)
    .where(createDealerCondition(countryIds, filter))
    .orderBy(createSquaredDistanceSql(dealer, near), asc(dealer.dealerId))
    .limit(limit);
}

/** Lists all dealers of some countries. */
export function listDealers(
  handle: Database,
  countryIds: readonly number[],
  filter: DealerFilter,
): Promise<DealerRecord[]> {
  return handle
    .select()
    .from(dealer)
    .where(createDealerCondition(countryIds, filter))
    .orderBy(asc(dealer.dealerId));
}

/** Lists the ids of countries that have a listed dealer. */
export async function listDealerCountryIds(handle: Database): Promise<number[]> {
  const rows = await handle
    .selectDistinct({ countryId: dealer.countryId })
    .from(dealer)
    .where(eq(dealer.isListed, true));
  return rows.map(({ countryId }) => countryId);
}

/** Selects the coordinates of the listed parcel shops and dealers of a country. */
function selectCoordinates(handle: Database, countryId: number) {
  const select = (t: typeof parcelShop | typeof dealer) =>
    handle
      .select({
        latitude: t.latitude,
        longitude: t.longitude,
        normalisedZipcode: t.normalisedZipcode,
        normalisedCity: t.normalisedCity,
      })
      .from(t)
      .where(and(eq(t.countryId, countryId), eq(t.isListed, true)));
  return unionAll(select(parcelShop), select(dealer)).as('known');
}

/** Returns the centroid of the locations in a postcode area; undefined if there are none. */
export async function findCentroidOfPostcode(
  handle: Database,
  countryId: number,
  { area, length }: PostcodeArea,
): Promise<Coordinates | undefined> {
  const known = selectCoordinates(handle, countryId);
  const postcodeArea = sql`left(${known.normalisedZipcode}, ${length}::int)`;
  const [row] = await handle
    .select({
      latitude: sql<number>`avg(${known.latitude})`,
      longitude: sql<number>`avg(${known.longitude})`,
    })
    .from(known)
    .where(eq(postcodeArea, area))
    .having(sql`count(*) > 0`);
  return row;
}

/**
 * Returns the centroid of the locations in a town; undefined if there are none.
 *
 * @param names names of the town, best first, as returned by `listTownSpellings`
 */
export async function findCentroidOfTown(
  handle: Database,
  countryId: number,
  names: readonly string[],
): Promise<Coordinates | undefined> {
  const known = selectCoordinates(handle, countryId);
  const [row] = await handle
    .select({
      latitude: sql<number>`avg(${known.latitude})`,
      longitude: sql<number>`avg(${known.longitude})`,
    })
    .from(known)
    .where(inArray(known.normalisedCity, [...names]))
    .groupBy(known.normalisedCity)
    .orderBy(sql`array_position(${sql.param([...names])}::text[], ${known.normalisedCity})`)
    .limit(1);
  return row;
}

/** Returns an update of every column of a conflicting row, except the key. */
const createAllColumnsUpdate = (table: PgTable, key: string): Record<string, SQL> =>
  Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([name]) => name !== key)
      .map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  );

/** Unlists all dealers except the given ones. */
export async function unlistOtherDealers(handle: Database, listedIds: readonly number[]): Promise<void> {
  await handle
    .update(dealer)
    .set({ isListed: false })
    .where(
      and(eq(dealer.isListed, true), not(eq(dealer.dealerId, sql`any(${sql.param(listedIds)}::int[])`))),
    );
}

/** Unlists all parcel shops except the given ones. */
export async function unlistOtherParcelShops(handle: Database, listedIds: readonly string[]): Promise<void> {
  await handle
    .update(parcelShop)
    .set({ isListed: false })
    .where(
      and(
        eq(parcelShop.isListed, true),
        not(eq(parcelShop.parcelShopId, sql`any(${sql.param(listedIds)}::text[])`)),
      ),
    );
}

export async function upsertDealers(handle: Database, rows: (typeof dealer.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return;
  await handle
    .insert(dealer)
    .values(rows)
    .onConflictDoUpdate({ target: dealer.dealerId, set: createAllColumnsUpdate(dealer, 'dealerId') });
}

export async function upsertParcelShops(
  handle: Database,
  rows: (typeof parcelShop.$inferInsert)[],
): Promise<void> {
  if (rows.length === 0) return;
  await handle
    .insert(parcelShop)
    .values(rows)
    .onConflictDoUpdate({
      target: parcelShop.parcelShopId,
      set: createAllColumnsUpdate(parcelShop, 'parcelShopId'),
    });
}
