import Polyglot from 'node-polyglot';
import type en from '../../locales/en.json';

/** Key of a text in `locales/en.json`; a check ensures that the other languages have the same keys. */
export type MessageKey = keyof typeof en;
export type Messages = Readonly<Record<string, string>>;

/** Values for the `%{name}` placeholders of a text; `smart_count` chooses the plural form. */
export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/**
 * Creates the translation function of one request or browser tab.
 *
 * @param locale a code of `locales/`: nl, de, da, en, it, pt, es, sv or et
 * @param messages the complete texts with the overlay of the brand; texts added to it later are found, too
 * @throws Error for a key without a text, so that a test fails instead of a page showing a blank
 */
export function createTranslate(locale: string, messages: Messages): Translate {
  return (key, values) => {
    const phrase = messages[key];
    if (phrase === undefined) throw new Error(`No text for '${key}' in '${locale}'`);
    return values ? Polyglot.transformPhrase(phrase, values, locale) : phrase;
  };
}
