import { getSlug } from './slugs.ts';

/** A point on the earth, in degrees (WGS 84). */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** Mean radius of the earth in metres (IUGG). */
const EARTH_RADIUS = 6_371_009;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/**
 * A postcode as it is compared, whole or only its beginning: A to Z in upper case, and figures.
 *
 * @returns for example '7311KZ' from '7311 kz' and '2150120' from '2150-120'; empty where there is none of either
 */
export const normalisePostcode = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** The name of a town as it is compared: without case, accents and signs. */
export const normaliseTown = (text: string): string => getSlug(text);

/** Letters that Danish, German and Swedish people write as two where a keyboard lacks them, and in old names of towns: Århus and Aarhus. */
const PAIRS: Readonly<Record<string, string>> = { å: 'aa', æ: 'ae', ä: 'ae', ø: 'oe', ö: 'oe', ü: 'ue' };

/** No town has a longer name; the rest is left out. */
const LONGEST_TOWN = 200;

/**
 * Lists the names under which a town may be known: 'Århus' and 'Aarhus' both are 'arhus' and 'aarhus'.
 *
 * @returns each as `normaliseTown` makes it, once
 */
export function listTownNames(text: string): string[] {
  const name = text.slice(0, LONGEST_TOWN);
  const spelled = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[åæäøöü]/g, (letter) => PAIRS[letter] ?? letter);
  const plain = normaliseTown(spelled).replace(/aa|ae|oe|ue/g, (pair) => pair.charAt(0));
  return [...new Set([normaliseTown(name), normaliseTown(spelled), plain])];
}

/** Whether a place was typed as a postcode: those of all our countries have figures, and their towns have none. */
export const isPostcode = (text: string): boolean => /\p{Nd}/u.test(text);

/** Length of the shortest way between two points, in whole metres. */
export function getDistanceMetres(one: Coordinates, other: Coordinates): number {
  const latitude = toRadians(other.latitude - one.latitude);
  const longitude = toRadians(other.longitude - one.longitude);
  const chord =
    Math.sin(latitude / 2) ** 2 +
    Math.cos(toRadians(one.latitude)) * Math.cos(toRadians(other.latitude)) * Math.sin(longitude / 2) ** 2;
  return Math.round(2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord))));
}
