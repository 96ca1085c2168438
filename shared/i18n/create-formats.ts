import { type CurrencyCode, convertEuroCents } from '../rules/currency.ts';
import type { Formats } from './formats.ts';

const NO_BREAK_SPACE = '\u00a0';
/** Dutch locale data writes '€ −4,00'; a minus is easier to notice in front of the symbol: '− € 4,00'. */
const SYMBOL_BEFORE_MINUS_PATTERN = /^(\D+\s)\u2212/;

/**
 * Formatters, shared by all requests of a process: they are expensive to create and hold no data of a
 * request.
 */
const numberFormatCache = new Map<string, Intl.NumberFormat>();
const dateFormatCache = new Map<string, Intl.DateTimeFormat>();
const regionNamesByCulture = new Map<string, Intl.DisplayNames>();

const longDateOptions = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const weekdayOptions = { weekday: 'long' } as const;
const timeOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/**
 * Creates the formats of one site and language.
 *
 * Server and browser have different versions of the same locale data, and a different character would be a
 * hydration error. So every space in a formatted number is U+00A0, every minus U+2212, thousands are always
 * grouped, and units are added here.
 *
 * @param settings.culture BCP 47, for example nl-NL
 * @param settings.currencyCode currency that is shown next to the euro; none by default
 * @param settings.indicativeRatePerEur amount of that currency for one euro
 */
export function createFormats(settings: {
  readonly culture: string;
  readonly currencyCode?: CurrencyCode;
  readonly indicativeRatePerEur?: number;
}): Formats {
  const { culture, currencyCode = 'EUR', indicativeRatePerEur = 1 } = settings;

  function formatNumber(value: number, options: Intl.NumberFormatOptions): string {
    return normalizeSpacesAndMinus(getNumberFormat(culture, options).format(value));
  }
  function formatMoney(cents: number, currency: CurrencyCode, fractionDigits = 2): string {
    return formatNumber(cents / 100, {
      style: 'currency',
      currency,
      minimumFractionDigits: fractionDigits,
      maximumFractionDigits: fractionDigits,
    }).replace(SYMBOL_BEFORE_MINUS_PATTERN, '\u2212\u00a0$1');
  }
  function formatDate(date: Date, parts: Intl.DateTimeFormatOptions): string {
    return getDateFormat(culture, parts).format(date).replace(/\s/g, ' ');
  }
  function formatQuantity(value: number, unit: string): string {
    return `${formatNumber(value, { maximumFractionDigits: 3 })}${NO_BREAK_SPACE}${unit}`;
  }

  return {
    euro: (cents, fractionDigits) => formatMoney(cents, 'EUR', fractionDigits),
    indicative: (cents) =>
      currencyCode === 'EUR'
        ? null
        : formatMoney(convertEuroCents(cents, indicativeRatePerEur), currencyCode, 0),
    number: (value, maximumFractionDigits = 2, minimumFractionDigits = 0) =>
      formatNumber(value, { maximumFractionDigits, minimumFractionDigits }),
    rating: (average) => formatNumber(average, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    weight: (grams) =>
      Math.abs(grams) < 1000 ? formatQuantity(grams, 'g') : formatQuantity(grams / 1000, 'kg'),
    content: ({ value, unit }) => (unit === 'piece' ? null : formatQuantity(value, unit)),
    date: (isoDate) => formatDate(parseIsoDate(isoDate), longDateOptions),
    percentage: (value) => formatNumber(value / 100, { style: 'percent', maximumFractionDigits: 2 }),
    weekday: (isoDay) => {
      if (!Number.isInteger(isoDay) || isoDay < 1 || isoDay > 7) throw new RangeError(`isoDay: ${isoDay}`);
      // 1 January 2024 was a Monday.
      return formatDate(new Date(Date.UTC(2024, 0, isoDay)), weekdayOptions);
    },
    time: (hoursAndMinutes) => {
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(hoursAndMinutes)) {
        throw new RangeError(`Not a time of day: '${hoursAndMinutes}'`);
      }
      return formatDate(new Date(`2024-01-01T${hoursAndMinutes}:00Z`), timeOptions);
    },
    country: (regionCode) => getRegionNames(culture).of(regionCode) ?? regionCode,
  };
}

function getNumberFormat(culture: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${culture} ${options.style} ${options.currency} ${options.minimumFractionDigits} ${options.maximumFractionDigits}`;
  let format = numberFormatCache.get(key);
  if (!format) {
    // 'always': otherwise Spanish, Portuguese and Estonian do not group four digits, and neither do some
    // versions of Italian.
    format = new Intl.NumberFormat(culture, { ...options, useGrouping: 'always' });
    numberFormatCache.set(key, format);
  }
  return format;
}

function getDateFormat(culture: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${culture} ${Object.keys(parts).join(' ')}`;
  let format = dateFormatCache.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(culture, { ...parts, timeZone: 'UTC' });
    dateFormatCache.set(key, format);
  }
  return format;
}

function getRegionNames(culture: string): Intl.DisplayNames {
  let names = regionNamesByCulture.get(culture);
  if (!names) {
    names = new Intl.DisplayNames(culture, { type: 'region' });
    regionNamesByCulture.set(culture, names);
  }
  return names;
}

function normalizeSpacesAndMinus(text: string): string {
  return text.replace(/[\s\u2009\u202f]/g, NO_BREAK_SPACE).replace(/-/g, '\u2212');
}

/**
 * Parses a calendar date in UTC. It has no time zone, so UTC is also used for formatting, and no visitor sees
 * the day before.
 */
function parseIsoDate(isoDate: string): Date {
  const date = new Date(`${isoDate}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== isoDate) {
    throw new RangeError(`Not a calendar date: '${isoDate}'`);
  }
  return date;
}
