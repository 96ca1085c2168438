import {
  type Coordinates,
  isPostcode,
  listTownNames,
  normalisePostcode,
} from '../../../../shared/rules/places.ts';
import type { Database } from '../../database/database.ts';
import { findCentroidOfPostcode, findCentroidOfTown } from './queries.ts';

/**
 * Finds about where a place is: a postcode, the beginning of one, or a town, as a person typed it. Null where nobody knows. Any geocoder can
 * stand behind it.
 */
export type LocatePlace = (place: string, countryId: number) => Promise<Coordinates | null>;

/** No country has longer postcodes; a town that is typed after one plays no part. */
const LONGEST_POSTCODE = 10;

/** Finds places by what the shop knows: the postcodes and towns of its parcel points and dealers. */
export function createKnownPlaces(database: Database): LocatePlace {
  return async (place, countryId) => {
    if (isPostcode(place)) {
      const zipcode = normalisePostcode(place).slice(0, LONGEST_POSTCODE);
      return (await findCentroidOfPostcode(database, countryId, zipcode)) ?? null;
    }
    return (await findCentroidOfTown(database, countryId, listTownNames(place))) ?? null;
  };
}
