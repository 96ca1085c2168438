import { createFormats } from '../../../../shared/i18n/create-formats.ts';
import { formatShopDay, formatShopMoment } from './shop-time.ts';
import type { AdminTranslate } from './texts.ts';

/** Formats an amount in euro cents: '€ 1,234.50' in the language of the staff member. */
export const formatEuro = (cents: number, locale: string): string =>
  createFormats({ culture: locale }).euro(cents);

/** Formats a point in time in the shop's time zone and the language of the page: '25-11-2026 20:12' in Dutch. */
export const formatMoment = (at: Date | null, { locale }: Pick<AdminTranslate, 'locale'>): string =>
  at ? formatShopMoment(at, locale) : '–';

/** Formats a day (YYYY-MM-DD) in the language of the page: '25-11-2026' in Dutch. */
export const formatDay = (day: string | null, { locale }: Pick<AdminTranslate, 'locale'>): string =>
  day === null ? '–' : formatShopDay(day, locale);
