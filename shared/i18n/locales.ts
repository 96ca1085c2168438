import { type Locale, locales } from '../rules/localised-segments.ts';

/** Codes of the languages that have texts: the names of the files in `locales/`. */
export { type Locale, locales as LOCALES } from '../rules/localised-segments.ts';

/** Codes that older addresses and imported data use. */
const aliases: Readonly<Record<string, Locale>> = { esp: 'es', se: 'sv' };

/** Every code that data may name a language by: those of the locales, and the older ones. */
export const LANGUAGE_CODES: readonly string[] = [...locales, ...Object.keys(aliases)];

/**
 * A language code as the program goes on with it: an older code becomes its locale, one without texts stays what it is.
 *
 * @param code as data or another program writes it
 */
export function toLocale(code: string): string {
  return resolveLocale(code) ?? code;
}

/**
 * Locale of a language code as data and addresses write it.
 *
 * @param code 'nl', 'ESP', 'se' …, in any letter case
 * @returns the name of the locale file, or null where there is none
 */
export function resolveLocale(code: string): Locale | null {
  const wanted = code.toLowerCase();
  if (Object.hasOwn(aliases, wanted)) return aliases[wanted] ?? null;
  return locales.find((locale) => locale === wanted) ?? null;
}
