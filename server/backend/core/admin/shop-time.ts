import { fromLocalMoment, toLocalMoment } from '../../../../shared/rules/local-moment.ts';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import { SHOP_TIME_ZONE } from '../../../../shared/rules/publication-day.ts';

/**
 * Formats a moment for a form field, in the time zone of the shop: '2026-11-25T20:12'. Pages replace the T by
 * a space.
 */
export const toShopTime = (at: Date): string => toLocalMoment(at, SHOP_TIME_ZONE);

const formatsByLocale = new Map<string, readonly [date: Intl.DateTimeFormat, time: Intl.DateTimeFormat]>();

function getFormats(locale: string): readonly [date: Intl.DateTimeFormat, time: Intl.DateTimeFormat] {
  const known = formatsByLocale.get(locale);
  if (known) return known;
  // 'en' alone would write the month first.
  const culture = locale === 'en' ? 'en-GB' : locale;
  const made = [
    new Intl.DateTimeFormat(culture, {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone: SHOP_TIME_ZONE,
    }),
    new Intl.DateTimeFormat(culture, {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: SHOP_TIME_ZONE,
    }),
  ] as const;
  formatsByLocale.set(locale, made);
  return made;
}

/** Formats a point in time in the shop's time zone: '25-11-2026 20:12' in Dutch, '25/11/2026 20:12' in English. */
export function formatShopMoment(at: Date, locale: string): string {
  const [date, time] = getFormats(locale);
  return `${date.format(at)} ${time.format(at)}`;
}

/** Formats a day in a language. @param day YYYY-MM-DD */
export const formatShopDay = (day: string, locale: string): string =>
  getFormats(locale)[0].format(new Date(`${day}T12:00:00Z`));

/**
 * Reads a point in time: in the shop's time zone ('2026-11-25T20:12', '25-11-2026 20:12'), or with a zone. An
 * hour that is skipped in spring is read as the one after it; an ambiguous hour in autumn as the first one.
 *
 * @returns null if it is invalid
 */
export function parseShopTime(text: string): Date | null {
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) {
    const instant = new Date(text);
    return Number.isNaN(instant.getTime()) ? null : instant;
  }
  const [, typedDay = '', hour = '', minute = ''] =
    /^(.{1,20}\d)(?:T|,? )([01]?\d|2[0-3])[:.]([0-5]\d)$/.exec(text.trim()) ?? [];
  const day = readDate(typedDay);
  if (day === null || !day.startsWith('20')) return null;
  return fromLocalMoment(`${day}T${hour.padStart(2, '0')}:${minute}`, SHOP_TIME_ZONE);
}
