import { readFileSync } from 'node:fs';
import path from 'node:path';

interface SampleTexts {
  readonly products: Readonly<
    Record<string, { readonly name: string; readonly urlSlug: string; readonly directions: string }>
  >;
  readonly categories: Readonly<Record<string, { readonly name: string; readonly urlSlug: string }>>;
  readonly pages: Readonly<Record<string, { readonly title: string; readonly urlSlug: string }>>;
  readonly articles: Readonly<Record<string, { readonly title: string; readonly urlSlug: string }>>;
}

const root = path.resolve(import.meta.dirname, '../..');

/** Returns the names and slugs of the sample shop in a language, as its pages must show them. */
export function readSampleTexts(language: string): SampleTexts {
  const file = path.join(root, 'server/backend/sample-shop/data/texts', `${language}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as SampleTexts;
}

const readLocaleFile = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(root, 'locales', file), 'utf8')) as Record<string, string>;

/** Returns the labels and messages of the storefront in a language. */
export const readMessages = (language: string) => readLocaleFile(`${language}.json`);

/** Returns the texts of its mails and of the test bank. */
export const readMailMessages = (language: string) => readLocaleFile(`mail.${language}.json`);
