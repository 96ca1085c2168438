import { cleanCode } from '../typed-text.ts';

/**
 * Reads a date as people write it: day, month and year with '-', '.', '/' or a space between them ('4-11-2026', '04.11.2026'), or in the
 * order of ISO 8601 ('2026-11-04').
 *
 * @returns YYYY-MM-DD; null for what is no date of the calendar since 1900
 */
export function readDate(text: string): string | null {
  const typed = cleanCode(text).replace(/ ?[-./ ] ?/g, '-');
  const [, isoYear, isoMonth = '', isoDay = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? [];
  const [, ownDay = '', ownMonth = '', ownYear = ''] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(typed) ?? [];
  const [year, month, day] =
    isoYear === undefined ? [ownYear, ownMonth, ownDay] : [isoYear, isoMonth, isoDay];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  // A day that a month does not have would be one of the next.
  const isReal = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
  return isReal && Number(year) >= 1900 ? date : null;
}
