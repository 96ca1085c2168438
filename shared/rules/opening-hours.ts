/** One range of opening hours of ISO weekdays (1 Monday to 7 Sunday); local times `HH:MM`. */
interface OpeningSpan {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Consecutive days with the same hours. `times` is empty if it is closed. */
export interface OpeningRow {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly times: readonly { readonly from: string; readonly to: string }[];
}

/**
 * Returns the week as a table, Monday first: neighbouring days with the same hours share a row, and every day
 * is included.
 *
 * @param spans ranges of the site, in any order; a day may have several (closed at noon)
 */
export function getOpeningWeek(spans: readonly OpeningSpan[]): OpeningRow[] {
  const rows: OpeningRow[] = [];
  for (let day = 1; day <= 7; day += 1) {
    const times = spans
      .filter(({ days }) => days.includes(day))
      .map(({ from, to }) => ({ from, to }))
      .sort((one, other) => one.from.localeCompare(other.from));
    const last = rows.at(-1);
    if (last && hasSameTimes(last.times, times)) rows[rows.length - 1] = { ...last, lastDay: day };
    else rows.push({ firstDay: day, lastDay: day, times });
  }
  return rows;
}

function hasSameTimes(ones: OpeningRow['times'], others: OpeningRow['times']): boolean {
  return (
    ones.length === others.length &&
    ones.every(({ from, to }, index) => from === others[index]?.from && to === others[index]?.to)
  );
}

/**
 * Whether it is open: open until a time or `always`, closed until a time, or `never` without any hours.
 * Weekdays are ISO, times `HH:MM`.
 */
export type OpenState =
  | { readonly kind: 'open'; readonly until: string }
  | { readonly kind: 'always' }
  | { readonly kind: 'opensToday'; readonly at: string }
  | { readonly kind: 'opensTomorrow'; readonly at: string }
  | { readonly kind: 'opens'; readonly day: number; readonly at: string }
  | { readonly kind: 'never' };

/**
 * Returns the state of opening hours at a local time. It is closed at the minute of closing. Hours until
 * 24:00 continue if the next day starts at 00:00.
 *
 * @param day local ISO weekday
 * @param time local time `HH:MM`
 */
export function getOpenState(spans: readonly OpeningSpan[], day: number, time: string): OpenState {
  const listTimes = (ofDay: number) =>
    spans.filter(({ days }) => days.includes(ofDay)).sort((one, other) => one.from.localeCompare(other.from));
  const nextDay = (ofDay: number) => (ofDay % 7) + 1;
  const current = listTimes(day).find(({ from, to }) => from <= time && time < to);
  if (current) {
    // Adjacent ranges are merged, also across midnight, for at most a week.
    let { to } = current;
    for (let ahead = 0; ahead <= 7; ) {
      if (to === '24:00') ahead += 1;
      const from = to === '24:00' ? '00:00' : to;
      const next = listTimes(((day - 1 + ahead) % 7) + 1).find(
        (span) => span.from === from && span.to > from,
      );
      if (!next) return { kind: 'open', until: to };
      to = next.to;
    }
    return { kind: 'always' };
  }
  const [later] = listTimes(day).filter(({ from }) => from > time);
  if (later) return { kind: 'opensToday', at: later.from };
  let ofDay = day;
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    ofDay = nextDay(ofDay);
    const [first] = listTimes(ofDay);
    if (first) {
      return ahead === 1
        ? { kind: 'opensTomorrow', at: first.from }
        : { kind: 'opens', day: ofDay, at: first.from };
    }
  }
  return { kind: 'never' };
}
