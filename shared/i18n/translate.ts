import Polyglot from 'node-polyglot';
import type en from '../../locales/en.json';

/** Every key that `locales/en.json` has; the other languages have the same ones, which a check proves. */
export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<string, string>>;

/** Values for the `%{name}` places of a text; `smart_count` chooses the plural form. */
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/**
 * Makes the translation function of one request or browser tab.
 *
 * @param locale a code of `locales/`: nl, de, da, en, it, pt, es, sv or et
 * @param messages the complete texts, brand wording already laid over; what is added to them later is found, too
 * @throws Error for a key that is in no file: a failing test, never a blank on a page
 */
export function createTranslate(locale: string, messages: Messages): Translate {
  return (key, values) => {
    const phrase = messages[key];
    if (phrase === undefined) throw new Error(`No text for '${key}' in '${locale}'`);
    return values ? Polyglot.transformPhrase(phrase, values, locale) : phrase;
  };
}
