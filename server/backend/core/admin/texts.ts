import path from 'node:path';
import Polyglot from 'node-polyglot';
import type en from '../../../../locales/admin.en.json';
import { LOCALES } from '../../../../shared/i18n/locales.ts';
import type { MessageValues } from '../../../../shared/i18n/translate.ts';
import { readDate } from '../../../../shared/rules/people/typed-date.ts';
import { readTexts } from '../../../platform/read-texts.ts';
import { formatShopDay, formatShopMoment } from './shop-time.ts';

/** Keys of `locales/admin.en.json`. A check ensures that the other languages have the same ones. */
export type AdminTextKey = keyof typeof en;

/** Values of a text. Decimals, points in time (`Date` or ISO) and days (YYYY-MM-DD) are formatted in its language. */
export type AdminTextValues = Readonly<Record<string, string | number | Date>>;

/** Translates a key; a computed key (`admin.field.${name}`) is passed as a string. */
export interface AdminTranslate {
  (key: AdminTextKey | (string & {}), values?: AdminTextValues): string;
  readonly locale: string;
}

const MOMENT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** Formats a number without thousands separators. @param decimals minimum number of decimals */
export const formatDecimal = (value: number, locale: string, decimals = 0): string =>
  new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: decimals,
    maximumFractionDigits: 6,
  }).format(value);

function formatMessageValue(value: string | number | Date, locale: string): string | number {
  if (value instanceof Date) return formatShopMoment(value, locale);
  // A whole number may choose between singular and plural.
  if (typeof value === 'number') return Number.isInteger(value) ? value : formatDecimal(value, locale);
  if (MOMENT_PATTERN.test(value)) return formatShopMoment(new Date(value), locale);
  return DAY_PATTERN.test(value) && readDate(value) === value ? formatShopDay(value, locale) : value;
}

const formatMessageValues = (values: AdminTextValues, locale: string): MessageValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, formatMessageValue(value, locale)]),
  );

/** Texts of the admin and of the commands that run its operations, loaded once. */
export interface AdminTexts {
  readonly locales: readonly string[];
  /** @throws Error for an unknown key, so that tests fail instead of showing an empty text */
  getTranslate(locale: string): AdminTranslate;
}

/**
 * Reads `admin.<locale>.json` of every language.
 *
 * @param folder `locales/`, or the build's copy of it
 * @throws TextsFileError if a file is not valid JSON
 */
export function readAdminTexts(folder: string): AdminTexts {
  const all = new Map(
    LOCALES.map((locale) => [locale as string, readTexts(path.join(folder, `admin.${locale}.json`))]),
  );
  return {
    locales: LOCALES,
    getTranslate(locale) {
      const phrases = all.get(locale) ?? all.get('en') ?? {};
      const translate = (key: string, values: AdminTextValues = {}): string => {
        const phrase = Object.hasOwn(phrases, key) ? phrases[key] : undefined;
        if (phrase === undefined) throw new Error(`No admin text for '${key}' in '${locale}'`);
        return Polyglot.transformPhrase(phrase, formatMessageValues(values, locale), locale);
      };
      return Object.assign(translate, { locale });
    },
  };
}
