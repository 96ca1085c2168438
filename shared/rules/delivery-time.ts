/** Working days of a delivery, both bounds included. */
export interface DeliveryTime {
  readonly from: number;
  readonly until: number;
}

/**
 * Reads a delivery time.
 *
 * @param time working days, '1-2' or '3'
 * @returns null for null and for what is no such text
 */
export function readDeliveryTime(time: string | null): DeliveryTime | null {
  const [, from, until] = /^(\d+)(?:-(\d+))?$/.exec(time ?? '') ?? [];
  return from === undefined ? null : { from: Number(from), until: Number(until ?? from) };
}

/**
 * Joins delivery times into that of all goods together: the longer of each bound.
 *
 * @param times working days of each of them, '1-2' or '3'; null where none is stated
 * @returns null where none is stated
 */
export function joinDeliveryTimes(times: readonly (string | null)[]): string | null {
  const ranges = times.map(readDeliveryTime).filter((range) => range !== null);
  if (ranges.length === 0) return null;
  const from = Math.max(...ranges.map((range) => range.from));
  const until = Math.max(...ranges.map((range) => range.until));
  return from === until ? String(from) : `${from}-${until}`;
}
