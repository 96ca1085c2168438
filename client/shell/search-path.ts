import { getSegment, isLocale } from '../../shared/rules/localised-segments.ts';

/**
 * Path of the results page in a language, for example `/zoeken/`.
 *
 * @throws RangeError for a language that the shop does not speak
 */
export function getSearchPath(locale: string): string {
  if (!isLocale(locale)) throw new RangeError(`No search path in '${locale}'`);
  return `/${getSegment('search', locale)}/`;
}
