import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { SHOP_TIME_ZONE } from '../../../shared/rules/publication-day.ts';

const clock = new Intl.DateTimeFormat('en-GB', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: SHOP_TIME_ZONE,
});

/** A moment as a field of a form has it, and as pages tell it with a space in place of the T: '2026-11-25T20:12'. */
export function toShopTime(at: Date): string {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${read('year')}-${read('month')}-${read('day')}T${read('hour')}:${read('minute')}`;
}

/**
 * Reads a moment by the shop's clock, such as '2026-11-25T20:12' or '2026-11-25 20:12', or an instant that names its zone.
 * An hour that the clock skips in spring is the one after it; of an hour that it has twice in autumn the first is meant.
 *
 * @returns null for what is none
 */
export function readShopTime(text: string): Date | null {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const instant = new Date(text);
    return Number.isNaN(instant.getTime()) ? null : instant;
  }
  const [, day, time] = /^(20\d{2}-\d{2}-\d{2})[T ](\d{2}:\d{2})$/.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const asUtc = new Date(`${day}T${time}:00Z`);
  // The 30th of February becomes a day of March.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== `${day}T${time}`) return null;
  const getOffset = (at: Date) => new Date(`${toShopTime(at)}:00Z`).getTime() - at.getTime();
  // The zone is an hour or two ahead of UTC: of the two, the earlier moment that the clock shows like this.
  for (const offset of [120 * MINUTE_MS, 60 * MINUTE_MS]) {
    const at = new Date(asUtc.getTime() - offset);
    if (getOffset(at) === offset) return at;
  }
  return new Date(asUtc.getTime() - 60 * MINUTE_MS);
}
