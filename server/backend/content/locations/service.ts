import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CallInput } from '../../../../shared/contract/calls.ts';
import type { Dealer, ParcelShop } from '../../../../shared/contract/locations.ts';
import { type Coordinates, getDistanceMetres } from '../../../../shared/rules/locations.ts';
import { PARCEL_SHOP_METHOD } from '../../../../shared/rules/shipping-costs.ts';
import type { Database } from '../../core/database/database.ts';
import { createParameterMissing, createValidationFailed } from '../../core/http/problem-error.ts';
import type { DealerRow, PickupPointRow } from '../../shop-store/shop-file-schemas.ts';
import type { ScopedContext } from '../../sites/scoped-call.ts';
import { toDealerRecord, toParcelShopRecord } from './check-locations.ts';
import type { Geocode } from './geocoder.ts';
import {
  type DealerRecord,
  getNameAndAddress,
  listDealers,
  listNearestDealers,
  listNearestParcelShops,
  type ParcelShopRecord,
  unlistOtherDealers,
  unlistOtherParcelShops,
  upsertDealers,
  upsertParcelShops,
} from './queries.ts';

export { checkDealers, checkParcelShops, type LocationFault } from './check-locations.ts';

export interface LocationService {
  fetchParcelShops(
    context: ScopedContext,
    query: CallInput<'fetchParcelShops'>['query'],
  ): Promise<ParcelShop[]>;
  fetchDealers(context: ScopedContext, query: CallInput<'fetchDealers'>['query']): Promise<Dealer[]>;
}

export interface LocationServiceOptions {
  readonly database: Database;
  readonly geocode: Geocode;
}

type LocationQuery = {
  readonly [K in 'zipcode' | 'latitude' | 'longitude' | 'countryId']?:
    | CallInput<'fetchDealers'>['query'][K]
    | undefined;
};

/** Number of nearest locations in a response. */
const MAX_NEAREST_LOCATIONS = 10;

/** Maximum distance to an offered parcel shop in metres. */
const MAX_PARCEL_SHOP_DISTANCE_METRES = 40_000;

/** Returns the common fields of a parcel shop and a dealer. */
const toLocation = (row: ParcelShopRecord | DealerRecord) => ({
  ...getNameAndAddress(row),
  latitude: row.latitude,
  longitude: row.longitude,
  openingHours: row.openingHours,
});

/**
 * Formats a phone number with the groups of its country, such as '+31 88 000 0001'. Text that the library
 * cannot parse as one number is left unchanged.
 */
const formatPhoneNumber = (number: string): string =>
  parsePhoneNumberFromString(number, { extract: false })?.formatInternational() ?? number;

const toDealer = (row: DealerRecord) => ({
  dealerId: row.dealerId,
  ...toLocation(row),
  phoneNumber: row.phoneNumber && formatPhoneNumber(row.phoneNumber),
  emailAddress: row.emailAddress,
  website: row.website,
  isPickupPoint: row.isPickupPoint,
  hasFullRange: row.hasFullRange,
  offersSampleDropOff: row.offersSampleDropOff,
});

/** Returns the countries to search: the requested one, or all to which the site delivers. */
function listSearchedCountryIds({ site }: ScopedContext, countryId: number | undefined): readonly number[] {
  const { deliveryCountryIds } = site.setting;
  if (countryId === undefined) return deliveryCountryIds;
  if (!deliveryCountryIds.includes(countryId)) {
    throw createValidationFailed([{ field: 'countryId', code: 'unknown' }]);
  }
  return [countryId];
}

/** Adds the exact distances and sorts by them. The database has sorted by approximate ones. */
const sortByDistance = <T extends Coordinates>(rows: readonly T[], near: Coordinates) =>
  rows
    .map((row) => ({ ...row, distanceMetres: getDistanceMetres(near, row) }))
    .sort((one, other) => one.distanceMetres - other.distanceMetres);

/** Creates the service of parcel shops and dealers. */
export function createLocationService({ database, geocode }: LocationServiceOptions): LocationService {
  /** Returns undefined if no location was requested, null if it is unknown. */
  async function locate(
    { site }: ScopedContext,
    { zipcode, latitude, longitude, countryId }: LocationQuery,
  ): Promise<Coordinates | null | undefined> {
    if (zipcode !== undefined) return geocode(zipcode, countryId ?? site.site.countryId);
    if (latitude === undefined && longitude === undefined) return undefined;
    if (latitude === undefined) throw createParameterMissing('latitude');
    if (longitude === undefined) throw createParameterMissing('longitude');
    return { latitude, longitude };
  }

  return {
    async fetchParcelShops(context, { weightGrams = 0, ...place }) {
      const countryIds = listSearchedCountryIds(context, place.countryId);
      const near = await locate(context, place);
      if (near === undefined) throw createParameterMissing('zipcode');
      const hasPoints = context.site.setting.shippingMethods.some(
        ({ shippingMethod }) => shippingMethod === PARCEL_SHOP_METHOD,
      );
      if (near === null || !hasPoints) return [];
      const rows = await listNearestParcelShops(database, {
        near,
        countryIds,
        weightGrams,
        limit: MAX_NEAREST_LOCATIONS,
      });
      const points = rows.map((row) => ({
        parcelShopId: row.parcelShopId,
        ...toLocation(row),
        maxParcelWeightGrams: row.maxParcelWeightGrams,
      }));
      return sortByDistance(points, near).filter(
        ({ distanceMetres }) => distanceMetres <= MAX_PARCEL_SHOP_DISTANCE_METRES,
      );
    },

    async fetchDealers(context, { zipcode, latitude, longitude, countryId, limit, ...filter }) {
      const countryIds = listSearchedCountryIds(context, countryId);
      const near = await locate(context, { zipcode, latitude, longitude, countryId });
      if (near === null) return [];
      if (near) {
        const rows = await listNearestDealers(database, {
          near,
          countryIds,
          limit: MAX_NEAREST_LOCATIONS,
          wishes: filter,
        });
        return sortByDistance(rows.map(toDealer), near);
      }
      const dealers = (await listDealers(database, countryIds, filter)).map(toDealer);
      // The database sorts by bytes; people expect the alphabet of their language.
      const { compare } = new Intl.Collator(context.language.culture);
      return dealers
        .map((row) => ({ ...row, distanceMetres: null }))
        .sort((a, b) => compare(a.address.city, b.address.city) || compare(a.name, b.name))
        .slice(0, limit);
    },
  };
}

/** Number of rows per statement: a database accepts 65,535 parameters at once. */
const ROWS_PER_STATEMENT = 1000;

function* chunkRows<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
}

/**
 * Replaces all dealers by those of a file. Dealers that are not in it become unlisted, but stay for the carts
 * and orders that refer to them. Call `checkDealers` first.
 *
 * @param transaction transaction that makes the replacement atomic
 */
export async function replaceDealers(transaction: Database, rows: readonly DealerRow[]): Promise<void> {
  await unlistOtherDealers(
    transaction,
    rows.map(({ dealerId }) => dealerId),
  );
  for (const some of chunkRows(rows)) await upsertDealers(transaction, some.map(toDealerRecord));
}

/** Replaces all parcel shops in the same way. Call `checkParcelShops` first. */
export async function replaceParcelShops(
  transaction: Database,
  rows: readonly PickupPointRow[],
): Promise<void> {
  await unlistOtherParcelShops(
    transaction,
    rows.map(({ parcelShopId }) => parcelShopId),
  );
  for (const some of chunkRows(rows)) await upsertParcelShops(transaction, some.map(toParcelShopRecord));
}
