import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandRoutesOptions } from './command-routes.ts';

/**
 * Option that makes the process open the database itself, even if a backend is running. With
 * `--here=<folder>` it also sets the base of relative paths.
 */
export const RUN_HERE_OPTION = '--here';

/**
 * Semi-space of the young generation, in MB. An import creates many short-lived objects: a small semi-space
 * saves a hundred megabytes without extra time.
 */
const SEMI_SPACE_OPTION = '--max-semi-space-size=8';

type RunInSeparateProcess = (
  ...args: [...Parameters<NonNullable<CommandRoutesOptions['runInSeparateProcess']>>, signal?: AbortSignal]
) => Promise<number>;

/**
 * Creates a function that runs a command in a separate process; undefined if its program is not built. If the
 * signal that is passed to this function is aborted, it ends the process and throws.
 */
export function createSeparateProcessRunner(): RunInSeparateProcess | undefined {
  const program = path.join(import.meta.dirname, 'command.mjs');
  if (!existsSync(program)) return undefined;
  return (name, { words, workingDirectory }, output, signal) =>
    new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        [
          '--enable-source-maps',
          SEMI_SPACE_OPTION,
          program,
          name,
          ...words,
          `${RUN_HERE_OPTION}=${workingDirectory}`,
        ],
        { stdio: ['ignore', 'pipe', 'pipe'], signal },
      );
      createInterface({ input: child.stdout }).on('line', output.print);
      createInterface({ input: child.stderr }).on('line', output.warn);
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    });
}
