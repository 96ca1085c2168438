import type { Database } from '../../core/database/database.ts';
import { getDayEnd, getTimeZone } from '../../sites/local-dates.ts';
import { listSiteCountries } from '../../sites/sites/queries.ts';
import { type GiftCardLiability, listGiftCardLiability } from './queries.ts';

/** Time zone of cards created by staff, which belong to no site. */
const STAFF_TIME_ZONE = getTimeZone('');

/**
 * Reads the gift card liability by site and year of issue.
 *
 * @param day day such as '2026-12-31', at its end, by the calendar of each site; null: now
 */
export async function readGiftCardLiability(
  handle: Database,
  day: string | null,
  now: Date,
): Promise<(GiftCardLiability & { readonly siteKey: string | null })[]> {
  const sites = await listSiteCountries(handle);
  const getMoment = (timeZone: string) => ({ timeZone, at: day === null ? now : getDayEnd(day, timeZone) });
  const rows = await listGiftCardLiability(
    handle,
    new Map(sites.map(({ siteId, regionCode }) => [siteId, getMoment(getTimeZone(regionCode))])),
    getMoment(STAFF_TIME_ZONE),
  );
  return rows.map((row) => ({
    ...row,
    siteKey: sites.find(({ siteId }) => siteId === row.siteId)?.key ?? null,
  }));
}

/** Returns the sum of all rows. */
export function sumGiftCardLiability(
  rows: readonly GiftCardLiability[],
): Pick<GiftCardLiability, 'cards' | 'open' | 'ended' | 'blocked' | 'held'> {
  const add = (key: 'cards' | 'open' | 'ended' | 'blocked' | 'held') =>
    rows.reduce((sum, row) => sum + row[key], 0);
  return {
    cards: add('cards'),
    open: add('open'),
    ended: add('ended'),
    blocked: add('blocked'),
    held: add('held'),
  };
}
