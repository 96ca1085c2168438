import { fromLocalMoment } from './local-moment.ts';

/** Time zone of the shop's staff, in which publication days start on every site. */
export const SHOP_TIME_ZONE = 'Europe/Amsterdam';

// The Swedish format is YYYY-MM-DD, in which the shop stores days.
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE });

/** Returns the publication day of an instant: '2026-11-26'. */
export const getPublicationDay = (at: Date): string => days.format(at);

/**
 * Returns the start of a publication day, for feeds and structured data: '2026-10-05T22:00:00Z' for
 * '2026-10-06'.
 *
 * @throws RangeError if it is not a valid day
 */
export function getPublicationMoment(day: string): string {
  const at = fromLocalMoment(`${day}T00:00`, SHOP_TIME_ZONE);
  if (!at) throw new RangeError('Invalid calendar day');
  return at.toISOString().replace('.000', '');
}
