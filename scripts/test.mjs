// `npm test`: everything that must hold before work is handed over. Runs on any Node from 20 on; what needs the
// pinned one is started under it.
//
//   npm test                       all suites
//   npm test -- types walls        some suites, by name
//   npm test -- unit               both unit suites
//   npm test -- unit cart          their tests whose file name contains 'cart'
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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
  // The tests of the database once more, on a server.
  { name: 'postgresql', isJest: true, needs: 'TEST_DATABASE_URL' },
  // One after the other: they look at how long things take.
  { name: 'faults', isJest: true, needsBuild: true, workers: 1 },
  // Each worker has a browser beside the shop that all of them visit.
  { name: 'browser', isJest: true, needsBuild: true, workers: 2 },
  { name: 'dev', isJest: true, needsBuild: true, workers: 1 },
];

const jestEnvironment = {
  NODE_ENV: 'test',
  NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
  // Far from UTC, so that a date that depends on the machine's zone fails everywhere.
  TZ: 'America/New_York',
};

const startedAt = Date.now();
const { chosen, patterns } = chooseSuites(process.argv.slice(2));
ensureInstalled();
const reports = mkdtempSync(path.join(tmpdir(), 'shop-tests-'));
const results = [];
try {
  if (chosen.some((suite) => suite.needsBuild)) results.push(runBuild());
  const isBuilt = results.every((result) => result.failed === 0);
  results.push(...(await Promise.all(chosen.filter(({ isJest }) => !isJest).map(runPlain))));
  for (const suite of chosen.filter(({ isJest }) => isJest)) {
    if (suite.needs && !process.env[suite.needs]) {
      console.log(`${suite.name}: not run, since ${suite.needs} is not set`);
      continue;
    }
    if (suite.needsBuild && !isBuilt) {
      console.error(`${suite.name}: not run, since the build failed`);
      results.push({ name: suite.name, passed: 0, failed: 1, seconds: 0 });
    } else results.push(await runJest(suite));
  }
} finally {
  rmSync(reports, { recursive: true, force: true });
}
report();

function chooseSuites(words) {
  const named = suites.filter((suite) => words.some((word) => matches(suite, word)));
  return {
    chosen: named.length > 0 ? named : suites.filter((suite) => words.length === 0 || suite.isJest),
    patterns: words.filter((word) => !suites.some((suite) => matches(suite, word))),
  };
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
  const since = Date.now();
  let failed = 0;
  try {
    ensureBuilt();
  } catch (error) {
    console.error(error.message);
    failed = 1;
  }
  return { name: 'build', passed: 1 - failed, failed, seconds: secondsSince(since) };
}

async function runPlain({ name, command }) {
  const since = Date.now();
  const code = await run(command, {}, true);
  return { name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: secondsSince(since) };
}

async function runJest({ name, workers }) {
  const since = Date.now();
  const file = path.join(reports, `${name}.json`);
  const args = [bin('jest/bin/jest.js'), '--selectProjects', name, '--json', `--outputFile=${file}`];
  args.push('--passWithNoTests');
  // jest would leave one core idle, which is half of a small machine.
  args.push(workers === 1 ? '--runInBand' : `--maxWorkers=${workers ?? '100%'}`);
  if (patterns.length > 0) args.push('--testPathPatterns', ...patterns);
  const code = await run(args, jestEnvironment);
  const seconds = secondsSince(since);
  if (!existsSync(file)) return { name, passed: 0, failed: 1, seconds };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  // jest can also fail as a whole: a set-up that breaks, a worker that dies.
  return { name, passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1), seconds };
}

function secondsSince(time) {
  return (Date.now() - time) / 1000;
}

function report() {
  console.log(
    `\n${'suite'.padEnd(12)}${'passed'.padStart(8)}${'failed'.padStart(8)}${'seconds'.padStart(9)}`,
  );
  for (const { name, passed, failed, seconds } of results) {
    console.log(
      `${name.padEnd(12)}${String(passed).padStart(8)}${String(failed).padStart(8)}${seconds.toFixed(1).padStart(9)}`,
    );
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${'all'.padEnd(28)}${secondsSince(startedAt).toFixed(1).padStart(9)}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}
