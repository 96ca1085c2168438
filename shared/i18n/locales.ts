import { type Locale, locales } from '../rules/localised-segments.ts';

/** Codes of the languages that have texts: the names of the files in `locales/`. */
export { type Locale, locales as LOCALES } from '../rules/localised-segments.ts';

/** Language codes in old URLs and imported data. */
const oldLanguageCodes: Readonly<Record<string, Locale>> = { esp: 'es', se: 'sv' };

/** Every language code that data may contain: those of the locales, and the old ones. */
export const KNOWN_LANGUAGE_CODES: readonly string[] = [...locales, ...Object.keys(oldLanguageCodes)];

/**
 * Converts a language code: an old code becomes its locale, and a code without texts is returned unchanged.
 *
 * @param code code in data or from another program
 */
export function toLocale(code: string): string {
  return resolveLocale(code) ?? code;
}

/**
 * Returns the locale of a language code in data or a URL.
 *
 * @param code 'nl', 'ESP', 'se' …, in any letter case
 * @returns the name of the locale file, or null if there is none
 */
export function resolveLocale(code: string): Locale | null {
  const wanted = code.toLowerCase();
  if (Object.hasOwn(oldLanguageCodes, wanted)) return oldLanguageCodes[wanted] ?? null;
  return locales.find((locale) => locale === wanted) ?? null;
}
