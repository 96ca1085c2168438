// Reads the settings of a file `.env` in the folder of the project, where there is one: for commands that a person runs there. What the
// environment says comes first. Built-ins only; `process.loadEnvFile` is in Node 20.12 and newer.
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root folder of the project
 * @param {(text: string) => void} warn takes a line about a file that cannot be read
 */
export function loadEnv(root, warn = console.error) {
  const file = path.join(root, '.env');
  if (!existsSync(file)) return;
  if (process.loadEnvFile === undefined) {
    warn(
      `.env is not read: this Node (${process.version}) is older than 20.12. Set the settings in the environment.`,
    );
    return;
  }
  try {
    process.loadEnvFile(file);
  } catch (error) {
    warn(`.env cannot be read: ${error.message}`);
  }
}
