/** Time zone by region code (ISO 3166-1 alpha-2), of the countries that a shop may be of. */
const timeZones: ReadonlyMap<string, string> = new Map([
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

/** Of a country that is not listed: most shops are in this one. */
const DEFAULT_TIME_ZONE = 'Europe/Amsterdam';

/** Parts of countries, west of a longitude, where clocks show another time than in the rest. */
const westernTimeZones: ReadonlyMap<string, { readonly westOf: number; readonly timeZone: string }> = new Map(
  [
    ['ES', { westOf: -12, timeZone: 'Atlantic/Canary' }],
    ['PT', { westOf: -22, timeZone: 'Atlantic/Azores' }],
  ],
);

/** Time zone of a shop's country, by its name in the IANA database; of a place in it where its longitude is known. */
function getTimeZone(regionCode: string, longitude?: number): string {
  const western = westernTimeZones.get(regionCode);
  if (western && longitude !== undefined && longitude < western.westOf) return western.timeZone;
  return timeZones.get(regionCode) ?? DEFAULT_TIME_ZONE;
}

/**
 * A moment by the calendar and the clock of a shop's country: the server does not know which ones its visitor has.
 *
 * @param regionCode ISO 3166-1 alpha-2
 * @param longitude of a place there, in degrees; without one the clock of most of the country
 * @returns '2026-11-24' and '20:41'
 */
export function getLocalMoment(
  at: Date,
  regionCode: string,
  longitude?: number,
): { readonly date: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: getTimeZone(regionCode, longitude),
  }).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    date: `${read('year')}-${read('month')}-${read('day')}`,
    time: `${read('hour')}:${read('minute')}`,
  };
}

/**
 * Year of a moment in the calendar of a shop's country: orders and invoices are numbered by it.
 *
 * @param regionCode ISO 3166-1 alpha-2
 */
export function getCalendarYear(at: Date, regionCode: string): number {
  const timeZone = getTimeZone(regionCode);
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at));
}
