import { existsSync } from 'node:fs';
import path from 'node:path';

/** Returns the folder of the Drizzle migrations. */
export function findMigrationsFolder(): string {
  return findFolder('migrations', 'database/migrations');
}

/** Returns the folder of the sample shop, with `data` and `packshots`. */
export function findSampleShopFolder(): string {
  return findFolder('sample-shop', '../sample-shop');
}

/** Returns the folder of the texts of all languages. */
export function findLocalesFolder(): string {
  return findFolder('locales', '../../../locales');
}

/** Returns the folder of the fonts that documents embed. */
export function findFontsFolder(): string {
  return findFolder('fonts', 'pdf/fonts');
}

/** Returns the folder of the word lists for forbidden passwords. */
export function findWordListsFolder(): string {
  return findFolder('word-lists', 'security/word-lists');
}

/** Returns the folder of the towns of the delivery countries. */
export function findGazetteerFolder(): string {
  return findFolder('gazetteer', '../content/locations/gazetteer');
}

/**
 * Returns the first existing folder. The build copies migrations, texts, fonts, word lists, towns and the
 * sample shop next to the bundle; in the source they are in their modules.
 */
function findFolder(...candidates: string[]): string {
  const found = candidates
    .map((candidate) => path.join(import.meta.dirname, candidate))
    .find((folder) => existsSync(folder));
  if (found === undefined) throw new Error(`Missing folder: ${candidates.join(' or ')}`);
  return found;
}
