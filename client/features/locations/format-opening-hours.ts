import type { OpeningHours } from '../../../shared/contract/sites.ts';
import type { Formats } from '../../../shared/i18n/formats.ts';

/** Formats a time of day. Midnight at the end of a day is formatted like the start of a day. */
export const formatTimeOfDay = (time: string, formats: Pick<Formats, 'time'>): string =>
  formats.time(time === '24:00' ? '00:00' : time);

/** A dash without a line break before or after it. */
const UNBROKEN_DASH = '\u2060–\u2060';

/**
 * Formats opening hours: 'Monday – Saturday 07:00–21:00', without a line break between the times. Days that
 * are not consecutive are listed separately.
 */
export function formatOpeningHours(
  { days, from, to }: OpeningHours,
  formats: Pick<Formats, 'time' | 'weekday'>,
): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isRow = last - first === days.length - 1;
  const words =
    isRow && days.length > 1
      ? [`${formats.weekday(first)} – ${formats.weekday(last)}`]
      : days.map((day) => formats.weekday(day));
  return `${words.join(', ')} ${formatTimeOfDay(from, formats)}${UNBROKEN_DASH}${formatTimeOfDay(to, formats)}`;
}
