import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { getExpectedSeconds } from '../../test/jest/durations.mjs';
import { readTypeScriptSources, stripComments } from '../source-files.mjs';

/** Expected seconds of all chosen files together: half of that on two processors, so that the answer comes within a minute. */
const TEST_TIME_BUDGET_SECONDS = 30;

/**
 * Chooses tests for the edits since a revision: those that import an edited module, the nearest first, as many as run within the
 * budget.
 *
 * @param {string} root absolute path of the project
 * @param {string} revision of git; files that are not committed count as edited
 * @returns {{ edited: string[], tests: string[], leftOut: number }} paths relative to the root; `leftOut` counts the tests that
 *   import an edited module but do not fit into the budget
 */
export function chooseChangedTests(root, revision) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const names = [
    ...git('diff', '--name-only', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  const edited = [...new Set(names)].filter((file) => existsSync(path.join(root, file)));
  const distances = measureDistancesToEdits(mapImporters(root), edited);
  const candidates = [...distances]
    .filter(
      ([file]) =>
        /\.test\.(?:tsx?|mjs)$/.test(file) && !/^test\/(?:browser|extended|faults|dev|long)\//.test(file),
    )
    .map(([file, distance]) => ({ file, distance, seconds: getExpectedSeconds(path.join(root, file)) }))
    .sort((one, other) => one.distance - other.distance || one.seconds - other.seconds);
  let seconds = 0;
  const chosen = candidates.filter((candidate) => {
    if (candidate.distance > 0 && seconds + candidate.seconds > TEST_TIME_BUDGET_SECONDS) return false;
    seconds += candidate.seconds;
    return true;
  });
  return { edited, tests: chosen.map(({ file }) => file), leftOut: candidates.length - chosen.length };
}

/** @returns {Map<string, string[]>} the modules that import each module; paths relative to the root */
function mapImporters(root) {
  const importers = new Map();
  for (const { file, source } of readTypeScriptSources(root, [
    'client',
    'server',
    'shared',
    'test',
    'scripts',
    'build',
  ])) {
    for (const [, specifier] of stripComments(source).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = path.posix.join(path.posix.dirname(file), specifier);
      if (!importers.has(target)) importers.set(target, []);
      importers.get(target).push(file);
    }
  }
  return importers;
}

/** @returns {Map<string, number>} imports between each module and the nearest edited one */
function measureDistancesToEdits(importers, edited) {
  const distances = new Map(edited.map((file) => [file, 0]));
  for (const [file, distance] of distances) {
    for (const importer of importers.get(file) ?? []) {
      if (!distances.has(importer)) distances.set(importer, distance + 1);
    }
  }
  return distances;
}
