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

/**
 * Year of a moment in the calendar of a shop's country: orders and invoices are numbered by it.
 *
 * @param regionCode ISO 3166-1 alpha-2
 */
export function getCalendarYear(at: Date, regionCode: string): number {
  const timeZone = timeZones.get(regionCode) ?? DEFAULT_TIME_ZONE;
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(at));
}
