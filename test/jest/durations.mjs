import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const file = path.join(import.meta.dirname, 'durations.json');

/** Expected seconds of a file without a recorded duration: most files are that short. */
const DEFAULT_FILE_SECONDS = 0.3;

/**
 * Recorded seconds by file. Only the order of the files and their share of the total matter, not the unit.
 */
const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};

/** Returns the seconds that a test file took on two quiet cores when the durations were recorded. */
export function getExpectedSeconds(testFile) {
  return recorded[path.relative(root, testFile)] ?? DEFAULT_FILE_SECONDS;
}

/**
 * Records durations for `npm test -- --record`. Files that did not run keep theirs if they still exist.
 *
 * @param {readonly { path: string, seconds: number }[]} files absolute paths
 */
export function recordDurations(files) {
  for (const name of Object.keys(recorded)) if (!existsSync(path.join(root, name))) delete recorded[name];
  for (const { path: testFile, seconds } of files) {
    const name = path.relative(root, testFile);
    if (seconds >= 1) recorded[name] = Math.round(seconds);
    else delete recorded[name];
  }
  const sorted = Object.fromEntries(
    Object.entries(recorded).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}
