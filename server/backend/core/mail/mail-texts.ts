import path from 'node:path';
import Polyglot from 'node-polyglot';
import type en from '../../../../locales/mail.en.json';
import { LOCALES, resolveLocale } from '../../../../shared/i18n/locales.ts';
import type { MessageValues } from '../../../../shared/i18n/translate.ts';
import { readTexts } from '../../../platform/read-texts.ts';

/** Keys of `locales/mail.en.json`. A check ensures that the other languages have the same ones. */
export type MailTextKey = keyof typeof en;
export type MailTranslate = (key: MailTextKey, values?: MessageValues) => string;

/**
 * Texts of all mails, loaded once. They contain the placeholder `%{brand}`, so that no language needs a file
 * per brand.
 */
export interface MailTexts {
  /**
   * @param languageCode code of the language in the database ('nl', 'esp' …)
   * @throws Error for a language without texts
   */
  getTranslate(languageCode: string, brand: string): MailTranslate;
}

/**
 * Reads `mail.<locale>.json` of every language.
 *
 * @param folder `locales/`, or the build's copy of it
 * @throws TextsFileError if a file is not valid JSON
 */
export function readMailTexts(folder: string): MailTexts {
  const polyglots = new Map(
    LOCALES.map((locale) => {
      const phrases = readTexts(path.join(folder, `mail.${locale}.json`));
      const onMissingKey = (key: string): never => {
        throw new Error(`No mail text for '${key}' in '${locale}'`);
      };
      return [locale, new Polyglot({ locale, phrases, onMissingKey })];
    }),
  );
  return {
    getTranslate(languageCode, brand) {
      const locale = resolveLocale(languageCode);
      const polyglot = locale === null ? undefined : polyglots.get(locale);
      if (!polyglot) throw new Error(`There are no mail texts in the language '${languageCode}'`);
      return (key, values) => polyglot.t(key, { brand, ...values });
    },
  };
}
