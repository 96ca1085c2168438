/** One span of opening hours of ISO weekdays (1 Monday to 7 Sunday); times of the shop's own day, `HH:MM`. */
interface OpeningSpan {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** Days in a row that have the same hours. `times` is empty where the shop is closed. */
export interface OpeningRow {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly times: readonly { readonly from: string; readonly to: string }[];
}

/**
 * The week as a table, Monday first: neighbouring days with the same hours share a row, every day has its place.
 *
 * @param spans as the site has them, in any order; a day may have several (closed over noon)
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

/** Whether somebody is there: open until a time or `always`, or closed until a time; `never` without any hours. Weekdays are ISO, times `HH:MM`. */
export type OpenState =
  | { readonly kind: 'open'; readonly until: string }
  | { readonly kind: 'always' }
  | { readonly kind: 'opensToday'; readonly at: string }
  | { readonly kind: 'opensTomorrow'; readonly at: string }
  | { readonly kind: 'opens'; readonly day: number; readonly at: string }
  | { readonly kind: 'never' };

/**
 * What hours mean at a moment of the place's own clock. At the minute of closing it is closed; at 24:00 it goes on where the next day begins
 * at 00:00.
 *
 * @param day ISO weekday there and then
 * @param time `HH:MM` there and then
 */
export function getOpenState(spans: readonly OpeningSpan[], day: number, time: string): OpenState {
  const listTimes = (ofDay: number) =>
    spans.filter(({ days }) => days.includes(ofDay)).sort((one, other) => one.from.localeCompare(other.from));
  const nextDay = (ofDay: number) => (ofDay % 7) + 1;
  const current = listTimes(day).find(({ from, to }) => from <= time && time < to);
  if (current) {
    // Spans that touch are one, also over midnight, and at most around the week.
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
