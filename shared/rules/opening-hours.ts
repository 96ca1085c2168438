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
