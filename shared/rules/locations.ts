import { getSlug } from './text-to-slug.ts';

/** A point on the earth, in degrees (WGS 84). */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius of the earth in metres (IUGG). */
const EARTH_RADIUS_METRES = 6_371_009;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * Normalises a postcode or its beginning for comparison: upper-case A to Z and digits.
 *
 * @returns for example '7311KZ' from '7311 kz' and '2150120' from '2150-120'; empty if it contains neither
 */
export const normalisePostcode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Normalises the name of a town for comparison: without case, accents and punctuation. */
export const normaliseTown = (text: string): string => getSlug(text);

/**
 * Danish, German and Swedish letters that are written as two letters on other keyboards and in old town
 * names: Århus and Aarhus.
 */
const TWO_LETTER_SPELLINGS: Readonly<Record<string, string>> = {
  å: 'aa',
  æ: 'ae',
  ä: 'ae',
  ø: 'oe',
  ö: 'oe',
  ü: 'ue',
};

/** Maximum length of a town name; the rest is cut off. */
const MAX_TOWN_LENGTH = 200;

/**
 * Lists the names by which a town may be known: 'Århus' and 'Aarhus' both yield 'arhus' and 'aarhus'.
 *
 * @returns names normalised by `normaliseTown`, without duplicates
 */
export function listTownSpellings(text: string): string[] {
  const name = text.slice(0, MAX_TOWN_LENGTH);
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[åæäøöü]/g, (letter) => TWO_LETTER_SPELLINGS[letter] ?? letter);
  const plain = normaliseTown(spelled).replace(/aa|ae|oe|ue/g, (pair) => pair.charAt(0));
  return [...new Set([normaliseTown(name), normaliseTown(spelled), plain])];
}

/**
 * Returns true if a location was typed as a postcode: those of all supported countries contain digits, and
 * town names do not.
 */
export const isTypedAsPostcode = (text: string): boolean => /\p{Nd}/u.test(text);

/** Returns the great-circle distance between two points, in whole metres. */
export function getDistanceMetres(one: Coordinates, other: Coordinates): number {
  const latitude = toRadians(other.latitude - one.latitude);
  const longitude = toRadians(other.longitude - one.longitude);
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, Math.sqrt(chord))));
}
