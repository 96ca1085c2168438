import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Maximum number of keys listed per file. */
const MAX_NAMED_TEXTS = 5;

/** Reads the keys of a file of texts; none if it is not JSON, which is reported separately. */
function readLocaleKeys(file: string): readonly string[] {
  try {
    return Object.keys(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}

/**
 * Describes which languages lack a text that English has; pages show the English text instead.
 *
 * @param folder `locales/`
 * @returns one line for each file
 */
export function listMissingTexts(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^([a-z]+\.)?[a-z]{2}\.json$/.test(name));
  return names.flatMap((name) => {
    const english = name.replace(/[a-z]{2}\.json$/, 'en.json');
    const own = new Set(readLocaleKeys(path.join(folder, name)));
    if (name === english || own.size === 0) return [];
    const missing = readLocaleKeys(path.join(folder, english)).filter((key) => !own.has(key));
    if (missing.length === 0) return [];
    const more = missing.length > MAX_NAMED_TEXTS ? ` and ${missing.length - MAX_NAMED_TEXTS} more` : '';
    const keys = missing.slice(0, MAX_NAMED_TEXTS).map((key) => `'${key}'`);
    return [`locales/${name} lacks ${keys.join(', ')}${more}: English is used instead.`];
  });
}
