import { DAY_MS } from '../../../../shared/rules/durations.ts';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';

/**
 * Reads a day as people type it, such as '2026-10-01' or '1-10-2026' (UTC).
 *
 * @param edge 'begin' for the first moment of the day, 'end' for the first moment after it
 * @returns null if the text is not a day since 2000
 */
export function readDay(text: string, edge: 'begin' | 'end'): Date | null {
  const day = readDate(text);
  if (day === null || !day.startsWith('20')) return null;
  const begin = new Date(`${day}T00:00:00Z`);
  return edge === 'begin' ? begin : new Date(begin.getTime() + DAY_MS);
}
