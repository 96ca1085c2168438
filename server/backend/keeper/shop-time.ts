import { SHOP_TIME_ZONE } from '../../../shared/rules/publication-day.ts';

const MINUTE_MS = 60_000;

const clock = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: SHOP_TIME_ZONE,
});

/**
 * Formats a moment for a form field, in the time zone of the shop: '2026-11-25T20:12'. Pages replace the T by
 * a space.
 */
export function toShopTime(at: Date): string {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${read('year')}-${read('month')}-${read('day')}T${read('hour')}:${read('minute')}`;
}

/**
 * Parses a moment in the time zone of the shop, such as '2026-11-25T20:12' or '2026-11-25 20:12', or one with
 * a time zone. An hour that does not exist in spring is read as the following one. An hour that exists twice
 * in autumn is read as the first.
 *
 * @returns null if it is invalid
 */
export function readShopTime(text: string): Date | null {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const instant = new Date(text);
    return Number.isNaN(instant.getTime()) ? null : instant;
  }
  const [, day, time] = /^(20\d{2}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const asUtc = new Date(`${day}T${time}:00Z`);
  // `Date` parses 30 February as a day in March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== `${day}T${time}`) return null;
  const getOffset = (at: Date) => new Date(`${toShopTime(at)}:00Z`).getTime() - at.getTime();
  // The offset to UTC is one or two hours. The earlier of the two matching moments is used.
  for (const offset of [120 * MINUTE_MS, 60 * MINUTE_MS]) {
    const at = new Date(asUtc.getTime() - offset);
    if (getOffset(at) === offset) return at;
  }
  return new Date(asUtc.getTime() - 60 * MINUTE_MS);
}
