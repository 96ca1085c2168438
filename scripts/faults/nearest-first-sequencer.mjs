import { statSync } from 'node:fs';
import path from 'node:path';

/** Parts of paths that do not describe the subject of a file. */
const COMMON_PATH_WORDS = new Set([
  'backend',
  'client',
  'features',
  'index',
  'integration',
  'modules',
  'page',
  'pages',
  'rules',
  'server',
  'service',
  'shared',
  'test',
  'ts',
  'tsx',
  'mjs',
  'web',
]);

/**
 * Splits a path or an id into words in the singular.
 *
 * @param {string} text
 * @returns {Set<string>}
 */
export function listWords(text) {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  return new Set(
    words
      .filter((word) => word.length > 1 && !COMMON_PATH_WORDS.has(word))
      .map((word) => word.replace(/s$/, '')),
  );
}

/**
 * Sequencer of test files for an injected fault. Files whose path shares most words with the changed file and
 * the id of the fault (`FAULT_WORDS`) run first, smallest first. The first failure ends the run. `FAULT_PART`
 * selects files that share a word ('near') or the others ('far').
 */
export default class NearestFirstSequencer {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const wanted = listWords(process.env.FAULT_WORDS ?? '');
    const part = process.env.FAULT_PART ?? 'all';
    const root = process.cwd();
    const ranked = tests.map((test) => {
      const words = listWords(path.relative(root, test.path));
      const shared = [...words].filter((word) => wanted.has(word)).length;
      return { test, shared, size: statSync(test.path).size };
    });
    return ranked
      .filter(({ shared }) => part === 'all' || (part === 'near') === shared > 0)
      .sort((one, other) => other.shared - one.shared || one.size - other.size)
      .map(({ test }) => test);
  }

  /** Called by jest after a run; the order does not depend on earlier runs. */
  cacheResults() {}
}
