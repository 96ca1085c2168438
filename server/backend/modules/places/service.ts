import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CallInput } from '../../../../shared/contract/calls.ts';
import type { Dealer, ParcelShop } from '../../../../shared/contract/places.ts';
import { type Coordinates, getDistanceMetres } from '../../../../shared/rules/places.ts';
import { PARCEL_POINT } from '../../../../shared/rules/shipping-costs.ts';
import type { DealerRow, PickupPointRow } from '../../catalogue-import/shop-file-schemas.ts';
import type { Database } from '../../database/database.ts';
import type { ScopedContext } from '../../http/call.ts';
import { createParameterMissing, createValidationFailed } from '../../http/problem-error.ts';
import { toDealerRecord, toParcelShopRecord } from './check-places.ts';
import type { LocatePlace } from './locate-place.ts';
import {
  type DealerRecord,
  describePlace,
  listDealers,
  listNearestDealers,
  listNearestParcelShops,
  type ParcelShopRecord,
  unlistDealers,
  unlistParcelShops,
  upsertDealers,
  upsertParcelShops,
} from './queries.ts';

export { checkDealers, checkParcelShops, type PlaceFault } from './check-places.ts';

export interface PlaceService {
  fetchParcelShops(
    context: ScopedContext,
    query: CallInput<'fetchParcelShops'>['query'],
  ): Promise<ParcelShop[]>;
  fetchDealers(context: ScopedContext, query: CallInput<'fetchDealers'>['query']): Promise<Dealer[]>;
}

export interface PlaceServiceOptions {
  readonly database: Database;
  readonly locatePlace: LocatePlace;
}

type PlaceQuery = {
  readonly [K in 'zipcode' | 'latitude' | 'longitude' | 'countryId']?:
    | CallInput<'fetchDealers'>['query'][K]
    | undefined;
};

/** How many of the nearest are told. */
const NEAREST = 10;

/** Largest distance to a parcel point that is offered, in metres. */
const FARTHEST_PARCEL_SHOP = 40_000;

/** What a parcel point and a dealer tell alike. */
const toPlace = (row: ParcelShopRecord | DealerRecord) => ({
  ...describePlace(row),
  latitude: row.latitude,
  longitude: row.longitude,
  openingHours: row.openingHours,
});

/** A number in the groups in which its country writes it: '+31 88 000 0001'. What is more than a number, or none that the library can read, stays as it is. */
const writePhoneNumber = (number: string): string =>
  parsePhoneNumberFromString(number, { extract: false })?.formatInternational() ?? number;

const toDealer = (row: DealerRecord) => ({
  dealerId: row.dealerId,
  ...toPlace(row),
  phoneNumber: row.phoneNumber && writePhoneNumber(row.phoneNumber),
  emailAddress: row.emailAddress,
  website: row.website,
  isPickupPoint: row.isPickupPoint,
  hasFullRange: row.hasFullRange,
  offersSampleDropOff: row.offersSampleDropOff,
});

/** The countries that are looked through: the one that was asked for, or all that the site delivers to. */
function listCountryIds({ site }: ScopedContext, countryId: number | undefined): readonly number[] {
  const { deliveryCountryIds } = site.setting;
  if (countryId === undefined) return deliveryCountryIds;
  if (!deliveryCountryIds.includes(countryId)) {
    throw createValidationFailed([{ field: 'countryId', code: 'unknown' }]);
  }
  return [countryId];
}

/** Adds the distances, by which the rows are sorted: the database has sorted by about the same. */
const sortByDistance = <T extends Coordinates>(rows: readonly T[], near: Coordinates) =>
  rows
    .map((row) => ({ ...row, distanceMetres: getDistanceMetres(near, row) }))
    .sort((one, other) => one.distanceMetres - other.distanceMetres);

/** Makes the service of parcel points and dealers. */
export function createPlaceService({ database, locatePlace }: PlaceServiceOptions): PlaceService {
  /** Undefined where no place was asked for, null where it is unknown. */
  async function locate(
    { site }: ScopedContext,
    { zipcode, latitude, longitude, countryId }: PlaceQuery,
  ): Promise<Coordinates | null | undefined> {
    if (zipcode !== undefined) return locatePlace(zipcode, countryId ?? site.site.countryId);
    if (latitude === undefined && longitude === undefined) return undefined;
    if (latitude === undefined) throw createParameterMissing('latitude');
    if (longitude === undefined) throw createParameterMissing('longitude');
    return { latitude, longitude };
  }

  return {
    async fetchParcelShops(context, { weightGrams = 0, ...place }) {
      const countryIds = listCountryIds(context, place.countryId);
      const near = await locate(context, place);
      if (near === undefined) throw createParameterMissing('zipcode');
      const hasPoints = context.site.setting.shippingMethods.some(
        ({ shippingMethod }) => shippingMethod === PARCEL_POINT,
      );
      if (near === null || !hasPoints) return [];
      const rows = await listNearestParcelShops(database, { near, countryIds, weightGrams, limit: NEAREST });
      const points = rows.map((row) => ({
        parcelShopId: row.parcelShopId,
        ...toPlace(row),
        maxParcelWeightGrams: row.maxParcelWeightGrams,
      }));
      return sortByDistance(points, near).filter(
        ({ distanceMetres }) => distanceMetres <= FARTHEST_PARCEL_SHOP,
      );
    },

    async fetchDealers(context, { zipcode, latitude, longitude, countryId, limit, ...wishes }) {
      const countryIds = listCountryIds(context, countryId);
      const near = await locate(context, { zipcode, latitude, longitude, countryId });
      if (near === null) return [];
      if (near) {
        const rows = await listNearestDealers(database, { near, countryIds, limit: NEAREST, wishes });
        return sortByDistance(rows.map(toDealer), near);
      }
      const dealers = (await listDealers(database, countryIds, wishes)).map(toDealer);
      // The database sorts by bytes; people look a town up by their own alphabet.
      const { compare } = new Intl.Collator(context.language.culture);
      return dealers
        .map((row) => ({ ...row, distanceMetres: null }))
        .sort((a, b) => compare(a.address.city, b.address.city) || compare(a.name, b.name))
        .slice(0, limit);
    },
  };
}

/** Rows that one statement writes: a database takes 65,535 values at once. */
const ROWS_AT_ONCE = 1000;

function* cut<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    yield rows.slice(start, start + ROWS_AT_ONCE);
}

/**
 * Makes dealers of a file those of the shop. Who is not in it is listed no more, and stays for carts and orders that name them. Call
 * `checkDealers` first.
 *
 * @param transaction all of it is done, or nothing
 */
export async function replaceDealers(transaction: Database, rows: readonly DealerRow[]): Promise<void> {
  await unlistDealers(
    transaction,
    rows.map(({ dealerId }) => dealerId),
  );
  for (const some of cut(rows)) await upsertDealers(transaction, some.map(toDealerRecord));
}

/** The same for parcel points, after `checkParcelShops`. */
export async function replaceParcelShops(
  transaction: Database,
  rows: readonly PickupPointRow[],
): Promise<void> {
  await unlistParcelShops(
    transaction,
    rows.map(({ parcelShopId }) => parcelShopId),
  );
  for (const some of cut(rows)) await upsertParcelShops(transaction, some.map(toParcelShopRecord));
}
