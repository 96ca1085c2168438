// Reads settings from the file `.env` in the folder of the project, if it exists, for commands that are run
// there. Environment variables take precedence. Built-ins only; `process.loadEnvFile` requires Node 20.12 or
// newer.
import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} root folder of the project
 * @param {(text: string) => void} warn called with a line about a file that cannot be read
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
