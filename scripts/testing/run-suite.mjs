import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { oneDatabasePathPattern } from '../../test/test-files-by-database.mjs';
import { ensureBuilt } from '../ensure-built.mjs';
import { pinnedNode, root } from '../ensure-installed.mjs';
import { startStopwatch } from './stopwatch.mjs';

const jest = path.join(root, 'node_modules/jest/bin/jest.js');

const jestEnvironment = {
  NODE_ENV: 'test',
  // Far from UTC: a date that depends on the machine's time zone is wrong everywhere.
  TZ: 'America/New_York',
};

/**
 * @typedef {object} SuiteResult
 * @property {string} name
 * @property {number} passed tests
 * @property {number} failed tests, and files that did not run
 * @property {number} seconds
 * @property {number | null} processor seconds of all processors; null if it cannot be separated from that of another suite
 * @property {{ path: string, seconds: number }[]} files
 * @property {{ path: string, test: string, message: string }[]} failures
 */

/** Builds the shop if a source has changed. @returns {SuiteResult} */
export function runBuild() {
  const stop = startStopwatch();
  let failed = 0;
  try {
    ensureBuilt();
  } catch (error) {
    console.error(error.message);
    failed = 1;
  }
  return { name: 'build', passed: 1 - failed, failed, ...stop(), files: [], failures: [] };
}

/**
 * Runs a check. Its output is printed when it has ended, so that those that run side by side do not mix.
 *
 * @returns {Promise<SuiteResult>}
 */
export async function runCheck({ name, command }) {
  const stop = startStopwatch();
  const { code, output } = await run(command, { isBuffered: true });
  process.stdout.write(output);
  const { seconds } = stop();
  const failures = code === 0 ? [] : [{ path: '', test: '', message: output }];
  return {
    name,
    passed: 1 - failures.length,
    failed: failures.length,
    seconds,
    processor: null,
    files: [],
    failures,
  };
}

/**
 * Runs a project of jest.
 *
 * @param {object} suite
 * @param {object} selection
 * @param {readonly string[]} selection.patterns parts of the paths of test files; all files if there are none
 * @param {boolean} selection.isAll whether the files outside of the suite's `defaultPaths` run too
 * @param {boolean} selection.hasServer whether the suite `postgresql` runs too
 * @returns {Promise<SuiteResult>}
 */
export async function runJest(suite, selection) {
  const stop = startStopwatch();
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-tests-'));
  const report = path.join(folder, 'report.json');
  try {
    const { code } = await run([jest, ...listJestArguments(suite, selection, report)], {
      environment: jestEnvironment,
    });
    const read = existsSync(report)
      ? readJestReport(report)
      : { passed: 0, failed: 0, files: [], failures: [] };
    // jest can also fail as a whole: a global set-up throws, or a worker dies.
    const failed = code === 0 ? read.failed : Math.max(read.failed, 1);
    return { name: suite.name, ...read, failed, ...stop() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function listJestArguments(suite, { patterns, isAll, hasServer }, report) {
  const { name, workers, defaultPaths } = suite;
  const args = ['--selectProjects', name, '--passWithNoTests', '--json', `--outputFile=${report}`];
  // jest would leave one processor idle, which is half of a small machine.
  args.push(workers === 1 ? '--runInBand' : `--maxWorkers=${workers ?? '100%'}`);
  const paths = patterns.length > 0 ? patterns : isAll || !defaultPaths ? [] : [defaultPaths];
  if (paths.length > 0) args.push('--testPathPatterns', ...paths);
  if (['integration', 'extended'].includes(name) && hasServer) {
    args.push(`--testPathIgnorePatterns=${oneDatabasePathPattern}`);
  }
  return args;
}

function readJestReport(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [{ path: name, test: '', message }] : [];
    return failed.map(({ fullName, failureMessages }) => ({
      path: name,
      test: fullName,
      message: failureMessages.join('\n'),
    }));
  });
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      path: name,
      seconds: (endTime - startTime) / 1000,
    })),
    failures,
  };
}

/** Runs a command under the pinned Node, with the project's programs on the path. */
function run(args, { environment = {}, isBuffered = false } = {}) {
  return new Promise((resolve) => {
    const output = isBuffered ? 'pipe' : 'inherit';
    const folders = [path.join(root, 'node_modules/.bin'), path.dirname(pinnedNode), process.env.PATH ?? ''];
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: { ...process.env, ...environment, PATH: folders.join(path.delimiter) },
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}
