/** Where clocks of a country of ours differ from those of Central Europe. */
const timeZones: Readonly<Record<string, string>> = {
  EE: 'Europe/Tallinn',
  FI: 'Europe/Helsinki',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  PT: 'Europe/Lisbon',
};

/** Time zone of a country. @param regionCode ISO 3166-1 alpha-2 */
export const getTimeZone = (regionCode: string): string =>
  Object.hasOwn(timeZones, regionCode) ? (timeZones[regionCode] ?? 'Europe/Berlin') : 'Europe/Berlin';

/** The day that it is somewhere at a moment: '2026-11-05'. */
export function getLocalDate(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment);
  const get = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')}`;
}

/** The year that it is somewhere at a moment: numbers of orders and invoices begin anew with it. */
export const getLocalYear = (moment: Date, timeZone: string): number =>
  Number(getLocalDate(moment, timeZone).slice(0, 4));

/**
 * Until when papers of trade are kept: the ten years begin when the year of the paper is over (as § 147 of the German Fiscal Code has it,
 * the longest of our countries).
 */
export const getPaperKeptUntil = (moment: Date, timeZone: string): Date =>
  new Date(Date.UTC(getLocalYear(moment, timeZone) + 11, 0, 1));
