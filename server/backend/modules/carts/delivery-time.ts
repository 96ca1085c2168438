/**
 * How long it takes until all goods are there: the longest of each end.
 *
 * @param times working days of each of them, '1-2' or '3'; null for what nothing is said of
 * @returns null where nothing is said of any
 */
export function joinDeliveryTimes(times: readonly (string | null)[]): string | null {
  const ranges = times.flatMap((time) => {
    const [, from, until] = /^(\d+)(?:-(\d+))?$/.exec(time ?? '') ?? [];
    return from === undefined ? [] : [{ from: Number(from), until: Number(until ?? from) }];
  });
  if (ranges.length === 0) return null;
  const from = Math.max(...ranges.map((range) => range.from));
  const until = Math.max(...ranges.map((range) => range.until));
  return from === until ? String(from) : `${from}-${until}`;
}
