// Reads the settings of a file `.env` in the folder of the project, where there is one: for commands that a person runs there. What the
// environment says comes first. Built-ins only; `parseEnv` is in Node 20.12 and newer.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import util from 'node:util';

/** A value without quotes that a `#` cuts off, with nothing before the `#` that would make it a comment: 'PGPASSWORD=a#b'. */
const cutValue = /^\s*(?:export\s+)?(\w+)\s*=(?!\s*['"`])[^#\n]*(?<!\s)#/gm;

/**
 * @param {string} root folder of the project
 * @param {(text: string) => void} warn takes a line about a file that cannot be read, or a value that is not read as it is written
 */
export function loadEnv(root, warn = console.error) {
  const file = path.join(root, '.env');
  if (!existsSync(file)) return;
  if (util.parseEnv === undefined) {
    warn(
      `.env is not read: this Node (${process.version}) is older than 20.12. Set the settings in the environment.`,
    );
    return;
  }
  let text;
  try {
    // Editors of Windows begin a file with a byte order mark, which would be part of the first name.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    warn(`.env cannot be read: ${error.message}`);
    return;
  }
  if (/[\0\uFFFD]/.test(text)) {
    warn('.env cannot be read: save the file in UTF-8.');
    return;
  }
  for (const [, name] of text.matchAll(cutValue)) {
    warn(`.env: the value of ${name} ends before its "#". Put the value in quotes.`);
  }
  for (const [name, value] of Object.entries(util.parseEnv(text))) {
    // An empty value of the environment also comes first: it takes a setting back for one start.
    process.env[name] ??= value;
  }
}

/**
 * Returns the settings of the environment without the empty ones, which count as unset in every process of the shop.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string>}
 */
export const readSettings = (environment = process.env) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
