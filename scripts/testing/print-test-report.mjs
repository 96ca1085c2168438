import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../ensure-installed.mjs';

const SLOWEST_FILE_COUNT = 12;

/** Lines of a failure that are repeated at the end: what was expected and received, in most cases. */
const MAX_FAILURE_LINES = 30;

/**
 * Prints the result of all suites, the slowest files and, once more, every failure. Often only the end of a
 * long log is stored. The last line is the sum.
 *
 * @param {readonly import('./run-suite.mjs').SuiteResult[]} results
 * @param {{ seconds: number, processor: number | null }} total
 * @returns {boolean} whether tests ran and none failed
 */
export function printReport(results, total) {
  console.log(`\n${formatSuiteRow('suite', 'passed', 'failed', 'seconds', 'processor')}`);
  for (const { name, passed, failed, seconds, processor } of results) {
    console.log(
      formatSuiteRow(name, String(passed), String(failed), formatSeconds(seconds), formatSeconds(processor)),
    );
  }
  console.log(formatSuiteRow('all', '', '', formatSeconds(total.seconds), formatSeconds(total.processor)));

  const files = results.flatMap(({ name, files: ofSuite }) =>
    ofSuite.map((file) => ({ ...file, suite: name })),
  );
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_FILE_COUNT);
  if (slowest.length > 0) console.log('\nslowest files');
  for (const { suite, path: file, seconds } of slowest) {
    console.log(`${formatSeconds(seconds).padStart(7)}  ${suite.padEnd(12)}${path.relative(root, file)}`);
  }

  const failures = results.flatMap(({ name, failures: ofSuite }) =>
    ofSuite.map((failure) => ({ ...failure, suite: name })),
  );
  if (failures.length > 0) console.log('\nfailed');
  for (const { suite, path: file, test, message } of failures) {
    console.log([suite, file && path.relative(root, file), test].filter(Boolean).join(' '));
    console.log(shortenFailureMessage(message).replace(/^/gm, '    '));
  }

  const passed = sum(results.map((result) => result.passed));
  const failed = sum(results.map((result) => result.failed));
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const formatSeconds = (seconds) => (seconds === null ? '' : seconds.toFixed(1));

function formatSuiteRow(name, passed, failed, seconds, processor) {
  return (
    name.padEnd(12) + passed.padStart(8) + failed.padStart(8) + seconds.padStart(9) + processor.padStart(11)
  );
}

function shortenFailureMessage(message) {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .filter((line) => !/^\s+at .*(node_modules|node:)/.test(line))
    .slice(0, MAX_FAILURE_LINES)
    .join('\n');
}
