import { fromLocalMoment } from './local-moment.ts';

/** The clock of the people who run the shop: the days of texts begin by it, on every site. */
export const SHOP_TIME_ZONE = 'Europe/Amsterdam';

// Swedish days are written as the shop stores them.
const days = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE });

/** The day that it is at an instant, as days of publication are told: '2026-11-26'. */
export const getPublicationDay = (at: Date): string => days.format(at);

/**
 * When a text of a day is first shown, as feeds and structured data tell it: '2026-10-05T22:00:00Z' of '2026-10-06'.
 *
 * @throws RangeError of what is no day
 */
export function getPublicationMoment(day: string): string {
  const at = fromLocalMoment(`${day}T00:00`, SHOP_TIME_ZONE);
  if (!at) throw new RangeError('What is no day has no beginning');
  return at.toISOString().replace('.000', '');
}
