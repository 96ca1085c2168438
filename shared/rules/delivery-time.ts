/** Working days of a delivery, both bounds included. */
export interface DeliveryTime {
  readonly from: number;
  readonly until: number;
}

/**
 * Parses a delivery time.
 *
 * @param time working days, '1-2' or '3'
 * @returns null if it is null or malformed
 */
export function parseDeliveryTime(time: string | null): DeliveryTime | null {
  const [, from, until] = /^(\d+)(?:-(\d+))?$/.exec(time ?? '') ?? [];
  return from === undefined ? null : { from: Number(from), until: Number(until ?? from) };
}

/**
 * Combines delivery times into that of all goods together: the longest of each bound.
 *
 * @param times working days of each product, '1-2' or '3'; null if unknown
 * @returns null if all are unknown
 */
export function joinDeliveryTimes(times: readonly (string | null)[]): string | null {
  const ranges = times.map(parseDeliveryTime).filter((range) => range !== null);
  if (ranges.length === 0) return null;
  const from = Math.max(...ranges.map((range) => range.from));
  const until = Math.max(...ranges.map((range) => range.until));
  return from === until ? String(from) : `${from}-${until}`;
}
