import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandRoutesOptions } from './command-routes.ts';

/**
 * Word of a command line: the process opens the database itself, also where a backend runs. `--here=<folder>` says besides where
 * relative paths begin.
 */
export const HERE = '--here';

/**
 * MB. An import makes much that lives for one parcel: with a small space for what is young it takes a hundred megabytes less, and no
 * longer.
 */
const YOUNG_SPACE = '--max-semi-space-size=8';

/** Makes what does a command in a process of its own; undefined where its program is not built. */
export function createRunApart(): CommandRoutesOptions['runApart'] {
  const program = path.join(import.meta.dirname, 'command.mjs');
  if (!existsSync(program)) return undefined;
  return (name, { words, workingDirectory }, output) =>
    new Promise((resolve, reject) => {
      const child = spawn(
        process.execPath,
        ['--enable-source-maps', YOUNG_SPACE, program, name, ...words, `${HERE}=${workingDirectory}`],
        { stdio: ['ignore', 'pipe', 'pipe'] },
      );
      createInterface({ input: child.stdout }).on('line', output.say);
      createInterface({ input: child.stderr }).on('line', output.warn);
      child.on('error', reject);
      child.on('close', (code) => resolve(code ?? 1));
    });
}
