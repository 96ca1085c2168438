import {
  type Coordinates,
  isTypedAsPostcode,
  listTownSpellings,
} from '../../../../shared/rules/locations.ts';
import type { Database } from '../../core/database/database.ts';
import { findCountry } from '../../sites/countries/queries.ts';
import { type Gazetteer, listTownKeys } from './gazetteer.ts';
import { readPostcodeArea } from './postcode-area.ts';
import { findCentroidOfPostcode, findCentroidOfTown } from './queries.ts';

/**
 * Returns the coordinates of a postcode, a town, or both, as typed by a visitor. Returns null if they are
 * unknown, because distances from a guess would be wrong. Any geocoder can implement it.
 */
export type Geocode = (place: string, countryId: number) => Promise<Coordinates | null>;

/** A shorter text next to a postcode is part of the postcode: '9131 EE' is not the village Ee. */
const MIN_TOWN_KEY_LENGTH = 3;

/** Maximum number of words in a town name; further ones are not tried. */
const MAX_TOWN_WORDS = 6;

/**
 * Lists the possible towns in a text with a postcode: '8911 KH Leeuwarden' gives 'KH Leeuwarden' and
 * 'Leeuwarden'.
 */
function listTownCandidates(query: string): string[] {
  const words = query.split(/[\s,;]+/).filter((word) => word !== '');
  const last = words.findLastIndex(isTypedAsPostcode);
  const after = words.slice(last + 1, last + 1 + MAX_TOWN_WORDS);
  const before = words.slice(0, words.findIndex(isTypedAsPostcode)).slice(-MAX_TOWN_WORDS);
  return [...after.map((_word, index) => after.slice(index).join(' ')), before.join(' ')].filter((name) =>
    listTownKeys(name).some((key) => key.length >= MIN_TOWN_KEY_LENGTH),
  );
}

/**
 * Creates a geocoder from the gazetteer, and from the postcodes and towns of the shop's parcel shops and
 * dealers.
 *
 * @param deps.gazetteer source of towns; for hamlets that it does not know, the parcel shops and dealers are
 * used
 */
export function createGeocoder(deps: {
  readonly database: Database;
  readonly gazetteer: Gazetteer;
}): Geocode {
  const { database, gazetteer } = deps;
  return async (query, countryId) => {
    const country = await findCountry(database, countryId);
    if (!country) return null;
    const { regionCode } = country;
    if (isTypedAsPostcode(query)) {
      const area = readPostcodeArea(query, regionCode);
      const middle = area && (await findCentroidOfPostcode(database, countryId, area));
      if (middle) return middle;
    }
    for (const name of isTypedAsPostcode(query) ? listTownCandidates(query) : [query]) {
      const found =
        (await gazetteer.findTown(name, regionCode)) ??
        (await findCentroidOfTown(database, countryId, listTownSpellings(name)));
      if (found) return { latitude: found.latitude, longitude: found.longitude };
    }
    return null;
  };
}
