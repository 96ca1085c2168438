import { type Coordinates, isPostcode, listTownNames } from '../../../../shared/rules/places.ts';
import type { Database } from '../../database/database.ts';
import { findCountry } from '../countries/queries.ts';
import { type Gazetteer, listTownKeys } from './gazetteer.ts';
import { readPostcodeArea } from './postcode-area.ts';
import { findCentroidOfPostcode, findCentroidOfTown } from './queries.ts';

/**
 * Returns the coordinates of a postcode, a town, or both, as typed by a visitor. Returns null if they are
 * unknown, because distances from a guess would be wrong. Any geocoder can implement it.
 */
export type LocatePlace = (place: string, countryId: number) => Promise<Coordinates | null>;

/** A shorter text next to a postcode is part of the postcode: '9131 EE' is not the village Ee. */
const SHORTEST_TOWN = 3;

/** Maximum number of words in a town name; further ones are not tried. */
const MOST_WORDS = 6;

/**
 * Lists the possible towns in a text with a postcode: '8911 KH Leeuwarden' gives 'KH Leeuwarden' and
 * 'Leeuwarden'.
 */
function listTownsNextTo(place: string): string[] {
  const words = place.split(/[\s,;]+/).filter((word) => word !== '');
  const last = words.findLastIndex(isPostcode);
  const after = words.slice(last + 1, last + 1 + MOST_WORDS);
  const before = words.slice(0, words.findIndex(isPostcode)).slice(-MOST_WORDS);
  return [...after.map((_word, index) => after.slice(index).join(' ')), before.join(' ')].filter((name) =>
    listTownKeys(name).some((key) => key.length >= SHORTEST_TOWN),
  );
}

/**
 * Creates a geocoder from the gazetteer, and from the postcodes and towns of the shop's parcel shops and
 * dealers.
 *
 * @param deps.gazetteer source of towns; for hamlets that it does not know, the parcel shops and dealers are
 * used
 */
export function createKnownPlaces(deps: {
  readonly database: Database;
  readonly gazetteer: Gazetteer;
}): LocatePlace {
  const { database, gazetteer } = deps;
  return async (place, countryId) => {
    const country = await findCountry(database, countryId);
    if (!country) return null;
    const { regionCode } = country;
    if (isPostcode(place)) {
      const area = readPostcodeArea(place, regionCode);
      const middle = area && (await findCentroidOfPostcode(database, countryId, area));
      if (middle) return middle;
    }
    for (const name of isPostcode(place) ? listTownsNextTo(place) : [place]) {
      const found =
        (await gazetteer.findTown(name, regionCode)) ??
        (await findCentroidOfTown(database, countryId, listTownNames(name)));
      if (found) return { latitude: found.latitude, longitude: found.longitude };
    }
    return null;
  };
}
