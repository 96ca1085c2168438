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

/** Time zone of a shop's country, by its name in the IANA database. */
const getTimeZone = (regionCode: string): string => timeZones.get(regionCode) ?? DEFAULT_TIME_ZONE;

/**
 * A moment by the calendar and the clock of a shop's country: the server does not know which ones its visitor has.
 *
 * @param regionCode ISO 3166-1 alpha-2
 * @returns '2026-11-24' and '20:41'
 */
export function getLocalMoment(
  at: Date,
  regionCode: string,
): { readonly date: string; readonly time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: getTimeZone(regionCode),
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
