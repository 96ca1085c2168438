import { toLocalMoment } from './local-moment.ts';

/** Time zone by region code (ISO 3166-1 alpha-2) of the supported countries. */
const timeZoneByRegion: ReadonlyMap<string, string> = new Map([
  ['AT', 'Europe/Vienna'],
  ['BE', 'Europe/Brussels'],
  ['DE', 'Europe/Berlin'],
  ['DK', 'Europe/Copenhagen'],
  ['EE', 'Europe/Tallinn'],
  ['ES', 'Europe/Madrid'],
  ['FI', 'Europe/Helsinki'],
  ['FR', 'Europe/Paris'],
  ['GB', 'Europe/London'],
  ['IE', 'Europe/Dublin'],
  ['IT', 'Europe/Rome'],
  ['LU', 'Europe/Luxembourg'],
  ['NL', 'Europe/Amsterdam'],
  ['PT', 'Europe/Lisbon'],
  ['SE', 'Europe/Stockholm'],
]);

/** Time zone of other countries: that of most sites. */
const DEFAULT_TIME_ZONE = 'Europe/Amsterdam';

/** Parts of countries, west of a longitude, that have another time zone. */
const westernTimeZones: ReadonlyMap<string, { readonly westOf: number; readonly timeZone: string }> = new Map(
  [
    ['ES', { westOf: -12, timeZone: 'Atlantic/Canary' }],
    ['PT', { westOf: -22, timeZone: 'Atlantic/Azores' }],
  ],
);

/** Returns the IANA time zone of a country, or of a location in it if its longitude is given. */
function getTimeZone(regionCode: string, longitude?: number): string {
  const western = westernTimeZones.get(regionCode);
  if (western && longitude !== undefined && longitude < western.westOf) return western.timeZone;
  return timeZoneByRegion.get(regionCode) ?? DEFAULT_TIME_ZONE;
}

/**
 * Returns the local date and time of a country. The time zone of the visitor is unknown to the server.
 *
 * @param regionCode ISO 3166-1 alpha-2
 * @param longitude longitude of a location in degrees; if omitted, the main time zone of the country is used
 * @returns '2026-11-24' and '20:41'
 */
export function getLocalMoment(
  at: Date,
  regionCode: string,
  longitude?: number,
): { readonly date: string; readonly time: string } {
  const [date = '', time = ''] = toLocalMoment(at, getTimeZone(regionCode, longitude)).split('T');
  return { date, time };
}

/**
 * Returns the local calendar year of a country, which is part of order and invoice numbers.
 *
 * @param regionCode ISO 3166-1 alpha-2
 */
export function getCalendarYear(at: Date, regionCode: string): number {
  const timeZone = getTimeZone(regionCode);
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at));
}
