import { DAY_MS } from './durations.ts';

/** Format of a local time, to the minute, as in `<input type="datetime-local">`: '2026-12-24T18:00'. */
const localMomentPattern = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** Returns the local time of an instant. @param timeZone IANA name */
export function toLocalMoment(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(instant);
  const get = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year').padStart(4, '0')}-${get('month')}-${get('day')}T${get('hour')}:${get('minute')}`;
}

/** Parses a local time as if it were UTC. */
const parseAsUtc = (moment: string): number => Date.parse(`${moment}:00Z`);

/**
 * Returns the instant of a local time. Of an hour that occurs twice in autumn the first one is used. A time
 * that is skipped in spring is moved behind the change by its distance from the start of the gap.
 *
 * @returns null if it is not a valid time: '2026-02-30T10:00', 'tomorrow'
 */
export function fromLocalMoment(moment: string, timeZone: string): Date | null {
  const wanted = localMomentPattern.test(moment) ? parseAsUtc(moment) : Number.NaN;
  // Some engines parse 30 February as a day of March.
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 16) !== moment) return null;
  const getOffset = (ms: number) => parseAsUtc(toLocalMoment(new Date(ms), timeZone)) - ms;
  const [before, after] = [wanted - getOffset(wanted - DAY_MS), wanted - getOffset(wanted + DAY_MS)];
  const fits = (ms: number) => parseAsUtc(toLocalMoment(new Date(ms), timeZone)) === wanted;
  const instants = [before, after].filter(fits);
  return new Date(instants.length > 0 ? Math.min(...instants) : before);
}
