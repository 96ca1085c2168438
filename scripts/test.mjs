// `npm test`: everything that must hold before work is handed over. Runs on any Node from 20 on; what needs the
// pinned one is started under it.
//
//   npm test                       all suites
//   npm test -- types walls        some suites, by name
//   npm test -- unit               both unit suites
//   npm test -- unit cart          their tests whose file name contains 'cart'
//   npm test -- --changed          types, lint and the rest of the quick checks, and those unit and integration tests that
//                                  an edit since the last commit can reach; --changed=main: since the branch left main
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onOneDatabase } from '../test/both-databases.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

const bin = (name) => path.join(root, 'node_modules', ...name.split('/'));

/** In the order of their patience: what fails fastest comes first. Those before the first suite of jest run at once. */
const suites = [
  { name: 'types', command: [bin('typescript/bin/tsc'), '--noEmit'] },
  { name: 'lint', command: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'walls', command: ['scripts/check-walls.mjs'] },
  { name: 'locales', command: ['scripts/check-locales.mjs'] },
  { name: 'unit-node', isJest: true },
  { name: 'unit-dom', isJest: true },
  { name: 'integration', isJest: true, needsBuild: true },
  // The tests of the database once more, on a server. Half the time they wait: for locks, and for lines that were cut.
  {
    name: 'postgresql',
    isJest: true,
    needsBuild: true,
    needs: 'TEST_DATABASE_URL',
    workers: availableParallelism() + 1,
  },
  // Few at once: they look at how long things take.
  { name: 'faults', isJest: true, needsBuild: true, workers: 2, order: 'test/longest-first.mjs' },
  // Each worker has a browser beside the shop that all of them visit.
  { name: 'browser', isJest: true, needsBuild: true, workers: 2, order: 'test/longest-first.mjs' },
  { name: 'dev', isJest: true, needsBuild: true, workers: 1 },
];

const jestEnvironment = {
  NODE_ENV: 'test',
  // Far from UTC, so that a date that depends on the machine's zone fails everywhere.
  TZ: 'America/New_York',
};

/** Slowest files that the report names. */
const SLOWEST_FILES = 12;

/** Lines of a failure that the report says again: of what was expected and received, the most of the time. */
const FAILURE_LINES = 30;

const startedAt = Date.now();
const { chosen, patterns, changedSince } = chooseSuites(process.argv.slice(2));
ensureInstalled();
const reports = mkdtempSync(path.join(tmpdir(), 'shop-tests-'));
const results = [];
const files = [];
const failures = [];
try {
  if (chosen.some((suite) => suite.needsBuild)) results.push(runBuild());
  const isBuilt = results.every((result) => result.failed === 0);
  results.push(...(await Promise.all(chosen.filter(({ isJest }) => !isJest).map(runPlain))));
  for (const suite of chosen.filter(({ isJest }) => isJest)) {
    if (!willRun(suite.name)) {
      console.log(`${suite.name}: not run, since ${suite.needs} is not set`);
      continue;
    }
    if (suite.needsBuild && !isBuilt) {
      console.error(`${suite.name}: not run, since the build failed`);
      results.push({ name: suite.name, passed: 0, failed: 1, seconds: 0, processor: null });
    } else results.push(await runJest(suite));
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
report();

function chooseSuites(args) {
  const changed = args.find((arg) => arg === '--changed' || arg.startsWith('--changed='));
  const words = args.filter((arg) => arg !== changed);
  const unknown = words.filter((word) => word.startsWith('-'));
  if (unknown.length > 0) throw new Error(`Unknown option: ${unknown.join(' ')}`);
  const named = suites.filter((suite) => words.some((word) => matches(suite, word)));
  const patterns = words.filter((word) => !suites.some((suite) => matches(suite, word)));
  // What drives built processes imports nothing of them, so that no edit can be traced to it.
  const untraced = ['faults', 'browser', 'dev'];
  const usual = changed
    ? suites.filter(({ name }) => !untraced.includes(name))
    : suites.filter((suite) => words.length === 0 || suite.isJest);
  return {
    chosen: named.length > 0 ? named : usual,
    patterns,
    changedSince: changed === undefined ? null : (changed.split('=')[1] ?? 'HEAD'),
  };
}

/** Whether a suite was asked for and has what it needs. */
function willRun(name) {
  return chosen.some((suite) => suite.name === name && (!suite.needs || process.env[suite.needs]));
}

function matches(suite, word) {
  return suite.name === word || suite.name.startsWith(`${word}-`);
}

/**
 * Runs a command under the pinned Node; what it prints goes to the terminal: at once, or when it has ended, so that the
 * words of several do not mix.
 */
function run(args, environment = {}, isHeldBack = false) {
  return new Promise((resolve) => {
    const output = isHeldBack ? 'pipe' : 'inherit';
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: ['ignore', output, output],
      env: {
        ...process.env,
        ...environment,
        PATH: `${bin('.bin')}${path.delimiter}${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH ?? ''}`,
      },
    });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => printed.push(bytes));
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(printed));
      resolve(code ?? 1);
    });
  });
}

function runBuild() {
  const since = startWatch();
  let failed = 0;
  try {
    ensureBuilt();
  } catch (error) {
    console.error(error.message);
    failed = 1;
  }
  return { name: 'build', passed: 1 - failed, failed, ...since() };
}

async function runPlain({ name, command }) {
  const since = startWatch();
  const code = await run(command, {}, true);
  // They run at once, so the processor's time of one cannot be told from that of the others.
  const { seconds } = since();
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds, processor: null };
}

async function runJest({ name, workers, order }) {
  const since = startWatch();
  const file = path.join(reports, `${name}.json`);
  const args = [bin('jest/bin/jest.js'), '--selectProjects', name, '--json', `--outputFile=${file}`];
  args.push('--passWithNoTests');
  // jest would leave one core idle, which is half of a small machine.
  args.push(workers === 1 ? '--runInBand' : `--maxWorkers=${workers ?? '100%'}`);
  if (order !== undefined) args.push(`--testSequencer=${path.join(root, order)}`);
  // What one database is enough for runs on the server alone, where that suite runs as well.
  if (name === 'integration' && willRun('postgresql')) args.push(`--testPathIgnorePatterns=${onOneDatabase}`);
  if (changedSince !== null) args.push(`--changedSince=${changedSince}`);
  if (patterns.length > 0) args.push('--testPathPatterns', ...patterns);
  const code = await run(args, jestEnvironment);
  const time = since();
  if (!existsSync(file)) return { name, passed: 0, failed: 1, ...time };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  for (const { name: path, startTime, endTime, status, message, assertionResults } of testResults) {
    files.push({ suite: name, path, seconds: (endTime - startTime) / 1000 });
    const failed = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of failed) {
      failures.push({ suite: name, path, test: fullName, message: failureMessages.join('\n') });
    }
    if (status === 'failed' && failed.length === 0) failures.push({ suite: name, path, test: '', message });
  }
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  // jest can also fail as a whole: a set-up that breaks, a worker that dies.
  return { name, passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1), ...time };
}

function secondsSince(time) {
  return (Date.now() - time) / 1000;
}

/** @returns {() => {seconds: number, processor: number | null}} what has gone by since, of the clock and of all processors */
function startWatch() {
  const since = Date.now();
  const before = readProcessorSeconds();
  return () => {
    const now = readProcessorSeconds();
    const processor = before === null || now === null ? null : now - before;
    return { seconds: secondsSince(since), processor };
  };
}

/**
 * Processor time of this process and of all that it started and that have ended (their own children too): what a suite costs,
 * however busy the machine is. Null where there is no /proc.
 */
function readProcessorSeconds() {
  const stat = existsSync('/proc/self/stat') ? readFileSync('/proc/self/stat', 'utf8') : null;
  if (stat === null) return null;
  // Behind the name, which may hold blanks: utime, stime, cutime, cstime are the fields 14 to 17, in hundredths.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}

function report() {
  const line = (name, passed, failed, seconds, processor) =>
    `${name.padEnd(12)}${passed.padStart(8)}${failed.padStart(8)}${seconds.padStart(9)}${processor.padStart(11)}`;
  const tell = (number) => (number === null ? '' : number.toFixed(1));
  console.log(`\n${line('suite', 'passed', 'failed', 'seconds', 'processor')}`);
  for (const { name, passed, failed, seconds, processor } of results) {
    console.log(line(name, String(passed), String(failed), tell(seconds), tell(processor)));
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(line('all', '', '', tell(secondsSince(startedAt)), tell(readProcessorSeconds())));

  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_FILES);
  console.log('\nslowest files');
  for (const { suite, path: file, seconds } of slowest) {
    console.log(`${tell(seconds).padStart(7)}  ${suite.padEnd(12)}${path.relative(root, file)}`);
  }
  // Once more at the end: what a long log keeps of a run is often its end.
  if (failures.length > 0) console.log('\nfailed');
  for (const { suite, path: file, test, message } of failures) {
    console.log(`${suite} ${path.relative(root, file)} ${test}`);
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((text) => !/^\s+at .*(node_modules|node:)/.test(text));
    console.log(lines.slice(0, FAILURE_LINES).join('\n').replace(/^/gm, '    '));
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
