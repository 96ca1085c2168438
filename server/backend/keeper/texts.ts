import path from 'node:path';
import Polyglot from 'node-polyglot';
import type en from '../../../locales/keeper.en.json';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import type { MessageValues } from '../../../shared/i18n/translate.ts';
import { readTexts } from '../../platform/read-texts.ts';

/** Every key of `locales/keeper.en.json`; a check proves that the other languages have the same ones. */
export type KeeperTextKey = keyof typeof en;

/** Translates; a key that is made of a name (`keeper.field.${name}`) is taken as a string. */
export type KeeperTranslate = (key: KeeperTextKey | (string & {}), values?: MessageValues) => string;

/** Texts of the keeper's pages and of what commands say of operations, read once. */
export interface KeeperTexts {
  readonly locales: readonly string[];
  /** @throws Error for a key that no file has: a failing test, never a blank on a page */
  getTranslate(locale: string): KeeperTranslate;
}

/**
 * Reads `keeper.<locale>.json` of every language.
 *
 * @param folder `locales/`, or the build's copy of it
 * @throws TextsFileError for a file that is not JSON
 */
export function readKeeperTexts(folder: string): KeeperTexts {
  const all = new Map(
    LOCALES.map((locale) => [locale as string, readTexts(path.join(folder, `keeper.${locale}.json`))]),
  );
  return {
    locales: LOCALES,
    getTranslate(locale) {
      const phrases = all.get(locale) ?? all.get('en') ?? {};
      return (key, values) => {
        const phrase = Object.hasOwn(phrases, key) ? phrases[key] : undefined;
        if (phrase === undefined) throw new Error(`No text of the keeper's for '${key}' in '${locale}'`);
        return Polyglot.transformPhrase(phrase, values ?? {}, locale);
      };
    },
  };
}
