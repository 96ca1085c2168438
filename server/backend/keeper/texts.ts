import path from 'node:path';
import Polyglot from 'node-polyglot';
import type en from '../../../locales/keeper.en.json';
import { LOCALES } from '../../../shared/i18n/locales.ts';
import type { MessageValues } from '../../../shared/i18n/translate.ts';
import { readTexts } from '../../platform/read-texts.ts';

/** Keys of `locales/keeper.en.json`. A check ensures that the other languages have the same ones. */
export type KeeperTextKey = keyof typeof en;

/** Translates a key; a computed key (`keeper.field.${name}`) is passed as a string. */
export type KeeperTranslate = (key: KeeperTextKey | (string & {}), values?: MessageValues) => string;

/** Texts of the admin and of the commands that run its operations, loaded once. */
export interface KeeperTexts {
  readonly locales: readonly string[];
  /** @throws Error for an unknown key, so that tests fail instead of showing an empty text */
  getTranslate(locale: string): KeeperTranslate;
}

/**
 * Reads `keeper.<locale>.json` of every language.
 *
 * @param folder `locales/`, or the build's copy of it
 * @throws TextsFileError if a file is not valid JSON
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
