/** What a clock on the wall of a place shows, to the minute, as `<input type="datetime-local">` has it: '2026-12-24T18:00'. */
const localMoment = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** The clock of a place at an instant. @param timeZone IANA name */
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

/** A clock's time taken as if it were UTC. */
const asUtc = (moment: string): number => Date.parse(`${moment}:00Z`);

/**
 * The instant at which a clock of a place shows a time. Of an hour that comes twice in autumn the first one counts; a time that is
 * skipped in spring is taken as far behind the change as it stands behind the beginning of the gap.
 *
 * @returns null for what is no such time: '2026-02-30T10:00', 'tomorrow'
 */
export function fromLocalMoment(moment: string, timeZone: string): Date | null {
  const wanted = localMoment.test(moment) ? asUtc(moment) : Number.NaN;
  // The 30th of February becomes a day of March in some engines.
  if (Number.isNaN(wanted) || new Date(wanted).toISOString().slice(0, 16) !== moment) return null;
  const getOffset = (ms: number) => asUtc(toLocalMoment(new Date(ms), timeZone)) - ms;
  const day = 86_400_000;
  const [before, after] = [wanted - getOffset(wanted - day), wanted - getOffset(wanted + day)];
  const fits = (ms: number) => asUtc(toLocalMoment(new Date(ms), timeZone)) === wanted;
  const instants = [before, after].filter(fits);
  return new Date(instants.length > 0 ? Math.min(...instants) : before);
}
