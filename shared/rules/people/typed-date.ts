import { isCalendarDate } from '../calendar-date.ts';
import { cleanTypedCode } from '../typed-text.ts';

/**
 * Parses a typed date: day, month and year separated by '-', '.', '/' or a space ('4-11-2026', '04.11.2026'),
 * or in the order of ISO 8601 ('2026-11-04').
 *
 * @returns YYYY-MM-DD; null if it is not a calendar date since 1900
 */
export function readDate(text: string): string | null {
  const typed = cleanTypedCode(text).replace(/ ?[-./ ] ?/g, '-');
  const [, isoYear, isoMonth = '', isoDay = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? [];
  const [, ownDay = '', ownMonth = '', ownYear = ''] = /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(typed) ?? [];
  const [year, month, day] =
    isoYear === undefined ? [ownYear, ownMonth, ownDay] : [isoYear, isoMonth, isoDay];
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) && Number(year) >= 1900 ? date : null;
}
