import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { toLocalMoment } from '../../../shared/rules/local-moment.ts';
import type { SiteTimeZone } from '../../../shared/rules/time-zones.ts';

/** Time zones of countries that differ from Central European Time. */
const timeZoneByRegion: Readonly<Record<string, SiteTimeZone>> = {
  EE: 'Europe/Tallinn',
  FI: 'Europe/Helsinki',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  PT: 'Europe/Lisbon',
};

/**
 * Returns the time zone of a country.
 *
 * @param regionCode ISO 3166-1 alpha-2
 */
export const getTimeZone = (regionCode: string): SiteTimeZone =>
  Object.hasOwn(timeZoneByRegion, regionCode)
    ? (timeZoneByRegion[regionCode] ?? 'Europe/Berlin')
    : 'Europe/Berlin';

/** Returns the local date of a moment: '2026-11-05'. */
export const getLocalDate = (moment: Date, timeZone: string): string =>
  toLocalMoment(moment, timeZone).slice(0, 10);

/** Returns the local year of a moment. The numbers of orders and invoices restart each year. */
export const getLocalYear = (moment: Date, timeZone: string): number =>
  Number(getLocalDate(moment, timeZone).slice(0, 4));

/** Returns the first moment of a local year. UTC offsets of the supported countries are whole hours. */
export function getYearStart(year: number, timeZone: string): Date {
  let start = Date.UTC(year, 0, 1);
  const isInYear = (ms: number) => getLocalYear(new Date(ms), timeZone) >= year;
  while (!isInYear(start)) start += HOUR_MS;
  while (isInYear(start - HOUR_MS)) start -= HOUR_MS;
  return new Date(start);
}

/**
 * Returns the first moment after a local day. UTC offsets of the supported countries are whole hours.
 *
 * @param day '2026-11-05'
 */
export function getDayEnd(day: string, timeZone: string): Date {
  const isAfter = (ms: number) => getLocalDate(new Date(ms), timeZone) > day;
  let end = Date.parse(`${day}T00:00:00Z`) + 48 * HOUR_MS;
  while (isAfter(end - HOUR_MS)) end -= HOUR_MS;
  return new Date(end);
}

/**
 * Returns the end of the retention period of a business document. The years start at the end of the
 * document's year (as § 147 of the German Fiscal Code requires).
 *
 * @param years number of years required by the law of the shop's country
 */
export const getDocumentRetentionEnd = (moment: Date, timeZone: string, years: number): Date =>
  getYearStart(getLocalYear(moment, timeZone) + years + 1, timeZone);

/**
 * Returns the moment before which business documents are deleted now: their retention (`getDocumentRetentionEnd`)
 * has ended.
 */
export const getDocumentRetentionLimit = (now: Date, timeZone: string, years: number): Date =>
  getYearStart(getLocalYear(now, timeZone) - years, timeZone);
