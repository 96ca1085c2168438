// Reads the settings of a file `.env` in the folder of the project, for commands that a person runs there.
// The environment takes precedence. Uses built-ins only; `parseEnv` is in Node 20.12 and newer.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import util from 'node:util';

/** A value without quotes that a `#` truncates: 'PGPASSWORD=a#b'. */
const truncatedValuePattern = /^\s*(?:export\s+)?(\w+)\s*=(?!\s*['"`])[^#\n]*(?<!\s)#/gm;

/**
 * Adds the settings of the file to the environment.
 *
 * @param {string} root folder of the project
 * @param {(text: string) => void} warn called with a line about an unreadable file or a truncated value
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
    // Some editors start a file with a byte order mark, which would be part of the first name.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    warn(`.env cannot be read: ${error.message}`);
    return;
  }
  if (/[\0\uFFFD]/.test(text)) {
    warn('.env cannot be read: save the file in UTF-8.');
    return;
  }
  for (const [, name] of text.matchAll(truncatedValuePattern)) {
    warn(`.env: the value of ${name} ends before its "#". Put the value in quotes.`);
  }
  for (const [name, value] of Object.entries(util.parseEnv(text))) {
    // An empty value of the environment takes precedence too, and so unsets the setting for one start.
    process.env[name] ??= value;
  }
}

/**
 * Returns the settings of the environment without empty ones, which count as unset in every process.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Record<string, string>}
 */
export const readNonEmptySettings = (environment = process.env) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
