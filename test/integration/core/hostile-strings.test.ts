import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../../..');

/** Modules that run a process as soon as they are imported. */
const programs = new Set([
  'server/web/main.ts',
  'server/backend/main.ts',
  'server/backend/commands/run-command.ts',
]);

/** Names of functions that read text. Of `server`, all others may write, connect or wait. */
const readers =
  /^(?:check|clean|decode|escape|extract|find|fold|format|get|has|is|list|match|normalise|parse|read|split|strip|to|tokenise)[A-Z]/;

/** Functions that take an object or a list, and copy a string character by character as if it were one. */
const takesNoText = new Set([
  'cleanSiloWords',
  'readGiftCardOrder',
  'readLetterOrder',
  'readOrderCommand',
  'readReviewOrder',
  'toRedirect',
]);

/** Most milliseconds of processor for a string of 100 kB. */
const LIMIT_MS = 50;
const LENGTH = 100_000;

/** Strings on which a pattern that backtracks, or a loop within a loop, takes seconds. */
const hostileStrings: Readonly<Record<string, string>> = {
  letters: 'a'.repeat(LENGTH),
  digits: '1'.repeat(LENGTH),
  spaces: ' '.repeat(LENGTH),
  'spaces after a letter': `a${' '.repeat(LENGTH - 2)}!`,
  'letters and digits': 'a 1 '.repeat(LENGTH / 4),
  signs: '-./,:;@&=?'.repeat(LENGTH / 10),
  'parameters of a query': 'a=1&'.repeat(LENGTH / 4),
  brackets: '[('.repeat(LENGTH / 2),
  tags: '<a href="x">'.repeat(Math.floor(LENGTH / 12)),
  'letters beyond ASCII': 'éΩЖ'.repeat(Math.floor(LENGTH / 3)),
};

/** Processor time of a call in milliseconds, which a busy machine does not change. A refusal is an answer too. */
function measure(call: () => unknown): number {
  const before = process.cpuUsage();
  try {
    void Promise.resolve(call()).catch(() => undefined);
  } catch {
    // The function refuses this string, or takes something else.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function listModules(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !programs.has(name))
    .sort();
}

type Reader = (text: string, ...others: unknown[]) => unknown;

describe.each(['shared', 'server'])('the functions of %s that read a text', (folder) => {
  it(`take at most ${LIMIT_MS} ms of processor for any string of 100 kB`, async () => {
    const slow: string[] = [];
    let called = 0;
    for (const name of listModules(folder)) {
      const exported: Record<string, unknown> = await import(path.join(root, name));
      for (const [key, value] of Object.entries(exported)) {
        if (typeof value !== 'function' || value.length === 0) continue;
        if (!readers.test(key) || takesNoText.has(key)) continue;
        const read = value as Reader;
        called += 1;
        for (const [kind, text] of Object.entries(hostileStrings)) {
          const call = () => read(text, 'nl');
          // The first call compiles the function; the collection of garbage may fall into any of them.
          const times = [measure(call)];
          while (Math.min(...times) > LIMIT_MS && times.length < 3) times.push(measure(call));
          const least = Math.min(...times);
          if (least > LIMIT_MS) slow.push(`${name} ${key}: ${Math.round(least)} ms for ${kind}`);
          if (least > 1000) break;
        }
      }
    }
    expect(called).toBeGreaterThan(50);
    expect(slow).toEqual([]);
  });
});
