// Checks that the tests detect faults. It injects one fault at a time into a copy of the project, and runs
// the tests that depend on the changed file until one fails. Run by hand; it takes hours.
//
//   node scripts/inject-faults.mjs                       all faults, with the tests of `npm test`
//   node scripts/inject-faults.mjs <id> …                some faults
//   node scripts/inject-faults.mjs --circle=all          also runs the tests that only --all includes
//   node scripts/inject-faults.mjs --list                prints the faults
//   node scripts/inject-faults.mjs --check               checks that each fault can be injected
//   node scripts/inject-faults.mjs --results=file.json   file to which results are written
//   node scripts/inject-faults.mjs --continue            continues an interrupted run of that file
import { spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, ensurePinnedNode, pinnedNode, root } from './ensure-installed.mjs';
import { faultsInBackend } from './faults/backend.mjs';
import { faultsInBuild } from './faults/build.mjs';
import { faultsInClient } from './faults/client.mjs';
import { faultsInShared } from './faults/shared.mjs';
import { faultsInWeb } from './faults/web.mjs';

/**
 * A realistic mistake.
 *
 * @typedef {object} Fault
 * @property {string} id in kebab case; tests whose names share a word with it run first
 * @property {string} file path below the project
 * @property {string} find text that occurs exactly once in the file
 * @property {string} replace text that replaces it
 * @property {string} fault effect of the mistake, in a sentence
 * @property {string[]} [browserTests] names of files of test/browser, if other tests do not detect it
 * @property {string[]} [faultTests] names of files of test/faults, for --circle=all
 * @property {string[]} [devTests] names of files of test/dev, for --circle=all
 */

/**
 * Result of a fault.
 *
 * @typedef {object} Outcome
 * @property {boolean} isDetected
 * @property {boolean} isInDefault whether a test of `npm test` detected it
 * @property {string} [suite]
 * @property {string} [file]
 * @property {string} [test]
 * @property {string} [message] failure message of the test
 * @property {string[]} [ended] test runs that did not complete, with the reason
 * @property {number} seconds
 */

/** @type {Fault[]} */
const faults = [...faultsInWeb, ...faultsInBackend, ...faultsInClient, ...faultsInShared, ...faultsInBuild];

/** Minimum number of detected faults, of 60. */
const MIN_DETECTED_FAULTS = 55;
const EXPECTED_FAULT_COUNT = 60;

/** Timeout of a test run, which counts as not detected. */
const RUN_TIMEOUT_MS = 10 * 60_000;

/** Time to wait for the output of a process that has exited. */
const FINAL_OUTPUT_TIMEOUT_MS = 2000;

const testEnvironment = {
  NODE_ENV: 'test',
  // As in `npm test`: far from UTC.
  TZ: 'America/New_York',
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensureInstalled();
  if (ensurePinnedNode(process.argv[1], process.argv.slice(2))) await runInjection(process.argv.slice(2));
}

async function runInjection(args) {
  const options = parseCommandOptions(args);
  const problems = await listProblems(faults);
  if (problems.length > 0) {
    console.error(problems.join('\n'));
    process.exitCode = 1;
    return;
  }
  if (options.isList) {
    for (const { id, file, fault } of options.chosen) console.log(`${id.padEnd(36)}${file}\n    ${fault}`);
    return;
  }
  if (options.isCheck) {
    console.log(`${faults.length} faults: each occurs once and compiles.`);
    return;
  }
  const results = readEarlierResults(options);
  const workshop = createProjectCopy();
  try {
    for (const fault of options.chosen) {
      if (results.outcomes[fault.id]) continue;
      console.log(`\n${fault.id}: ${fault.fault}`);
      const outcome = await workshop.judge(fault, options.circle);
      results.outcomes[fault.id] = outcome;
      writeResults(options.resultsFile, results);
      for (const ended of outcome.ended ?? []) console.log(`  ${ended}`);
      console.log(`  ${describeFaultOutcome(outcome)} (${outcome.seconds.toFixed(0)} s)`);
    }
  } finally {
    workshop.remove();
  }
  printDetectionReport(options, results);
}

function parseCommandOptions(args) {
  const known = /^--(?:circle=(?:default|all)|list|check|continue|results=.+)$/;
  const unknown = args.filter((arg) => arg.startsWith('-') && !known.test(arg));
  if (unknown.length > 0) throw new Error(`Unknown option: ${unknown.join(' ')}`);
  const getValue = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const ids = args.filter((arg) => !arg.startsWith('-'));
  const unknownIds = ids.filter((id) => !faults.some((fault) => fault.id === id));
  if (unknownIds.length > 0) throw new Error(`Unknown fault: ${unknownIds.join(', ')}`);
  return {
    circle: getValue('circle') ?? 'default',
    resultsFile: path.resolve(getValue('results') ?? path.join(tmpdir(), 'fault-results.json')),
    isContinued: args.includes('--continue'),
    isList: args.includes('--list'),
    isCheck: args.includes('--check'),
    chosen: ids.length === 0 ? faults : faults.filter(({ id }) => ids.includes(id)),
  };
}

/** Reads the results of an earlier run of the same circle if it is continued; otherwise none. */
function readEarlierResults({ circle, resultsFile, isContinued }) {
  if (!isContinued || !existsSync(resultsFile)) return { circle, outcomes: {} };
  const results = JSON.parse(readFileSync(resultsFile, 'utf8'));
  if (results.circle !== circle)
    throw new Error(`${resultsFile} contains results of --circle=${results.circle}`);
  return results;
}

/** Writes the results atomically, because a run may be interrupted at any time. */
function writeResults(file, results) {
  writeFileSync(`${file}.unfinished`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${file}.unfinished`, file);
}

/**
 * Lists errors in the list of faults itself: a duplicate id, a text that does not occur exactly once in its
 * file, a changed file that does not compile.
 *
 * @param {readonly Fault[]} list
 * @returns {Promise<string[]>}
 */
export async function listProblems(list) {
  const { stop, transformSync } = await import('esbuild');
  const problems =
    list.length === EXPECTED_FAULT_COUNT
      ? []
      : [`There are ${list.length} faults, not ${EXPECTED_FAULT_COUNT}`];
  const seen = new Set();
  for (const fault of list) {
    const { id, file } = fault;
    if (seen.has(id)) problems.push(`${id}: duplicate id`);
    seen.add(id);
    const source = existsSync(path.join(root, file)) ? readFileSync(path.join(root, file), 'utf8') : null;
    if (source === null) {
      problems.push(`${id}: file not found: ${file}`);
      continue;
    }
    const times = source.split(fault.find).length - 1;
    if (times !== 1 || fault.find === fault.replace) {
      problems.push(`${id}: found ${times} times in ${file}`);
      continue;
    }
    try {
      transformSync(injectFault(fault, source), {
        loader: file.endsWith('x') ? 'tsx' : 'ts',
        jsx: 'automatic',
      });
    } catch (error) {
      problems.push(`${id}: ${file} does not compile: ${error.message}`);
    }
  }
  // Its process would outlive an interrupted run.
  await stop();
  return problems;
}

/** Returns the source with the fault. The replacement is a function, since a string may contain `$`. */
function injectFault({ find, replace }, source) {
  return source.replace(find, () => replace);
}

/**
 * Creates a copy of the project for fault injection, with one clean build. It is removed together with the
 * temporary files of tests.
 */
function createProjectCopy() {
  const folder = mkdtempSync(path.join(tmpdir(), 'shop-faults-'));
  const project = path.join(folder, 'project');
  const temporary = path.join(folder, 'tmp');
  const cleanBuild = path.join(folder, 'clean-build');
  const build = path.join(project, 'dist');
  mkdirSync(temporary);
  /** Running process groups. */
  const running = new Set();

  const remove = () => {
    for (const pid of running) endProcessGroup(pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      remove();
      process.exit(1);
    });
  }

  copyTrackedFiles(project);

  /** Runs a program of the copy under the pinned Node, in a separate process group. */
  function run(args, settings = {}) {
    return new Promise((resolve) => {
      const child = spawn(pinnedNode, args, {
        cwd: project,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, PWD: project, TMPDIR: temporary, ...settings },
      });
      running.add(child.pid);
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        endProcessGroup(child.pid);
      }, RUN_TIMEOUT_MS);
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (bytes) => {
          output = (output + bytes).slice(-4000);
        });
      }
      child.on('exit', (code) => {
        clearTimeout(timer);
        // With --bail jest does not end its workers and the servers that tests have started.
        endProcessGroup(child.pid);
        running.delete(child.pid);
        // The last output may still arrive, but a process that has left its group may keep the pipe open
        // forever.
        const finish = () => resolve({ code: code ?? 1, isLate, output });
        child.once('close', finish);
        setTimeout(finish, FINAL_OUTPUT_TIMEOUT_MS);
      });
    });
  }

  const buildProject = () => run(['esbuild.config.mjs']);

  let isBuilt = false;
  /** Restores the build of the sources without a fault, which some tests read. */
  async function prepareBuild() {
    if (!isBuilt) {
      const { code, output } = await buildProject();
      if (code !== 0) throw new Error(`The project does not build:\n${output}`);
      cpSync(build, cleanBuild, { recursive: true });
      isBuilt = true;
    }
    rmSync(build, { recursive: true, force: true });
    cpSync(cleanBuild, build, { recursive: true });
  }

  /** @returns {Promise<Partial<Outcome> | null>} null if no test failed */
  async function runTests(fault, { projects, patterns, part = 'all' }) {
    const reportFile = path.join(folder, 'first-failure.json');
    rmSync(reportFile, { force: true });
    const args = ['node_modules/jest/bin/jest.js', '--config', 'scripts/faults/jest.config.mjs'];
    args.push('--bail', '--passWithNoTests', '--maxWorkers=2', '--silent');
    args.push(`--testSequencer=${path.join(project, 'scripts/faults/nearest-first-sequencer.mjs')}`);
    args.push(`--reporters=${path.join(project, 'scripts/faults/first-failure-reporter.mjs')}`);
    args.push('--selectProjects', ...projects);
    if (patterns) args.push('--testPathPatterns', ...patterns.map((name) => `/${name}\\.test\\.ts$`));
    else args.push('--findRelatedTests', path.join(project, fault.file));
    const { code, isLate, output } = await run(args, {
      ...testEnvironment,
      FAULT_REPORT: reportFile,
      FAULT_WORDS: `${fault.file} ${fault.id}`,
      FAULT_PART: part,
    });
    if (existsSync(reportFile)) {
      const found = JSON.parse(readFileSync(reportFile, 'utf8'));
      return { ...found, file: path.relative(project, found.file), isDetected: true };
    }
    if (isLate) return { ended: [`${projects.join(', ')}: ended after ${RUN_TIMEOUT_MS / 60_000} minutes`] };
    // A run that ends with an error but without a failed test proves nothing: perhaps a browser did not
    // start.
    return code === 0
      ? null
      : { ended: [`${projects.join(', ')}: did not run: ${output.trim().slice(-600)}`] };
  }

  /**
   * Lists the test runs in execution order. Unit and integration tests with names similar to the changed file
   * come first. All other related tests follow, of which there are hundreds.
   */
  function listRuns({ browserTests, faultTests, devTests }, circle) {
    const ofAll = circle === 'all';
    return [
      { projects: ['unit-node', 'unit-dom'], part: 'near', isInDefault: true },
      { projects: ['integration'], part: 'near', needsBuild: true, isInDefault: true },
      { projects: ['unit-node', 'unit-dom'], part: 'far', isInDefault: true },
      { projects: ['integration'], part: 'far', needsBuild: true, isInDefault: true },
      browserTests && {
        projects: ['browser'],
        patterns: browserTests.map((name) => `journeys/${name}`),
        needsBuild: true,
        isInDefault: true,
      },
      ofAll && browserTests && { projects: ['browser'], patterns: browserTests, needsBuild: true },
      ofAll && { projects: ['extended'], needsBuild: true },
      ofAll && process.env.TEST_DATABASE_URL && { projects: ['postgresql'], needsBuild: true },
      ofAll && faultTests && { projects: ['faults'], patterns: faultTests, needsBuild: true },
      ofAll && devTests && { projects: ['dev'], patterns: devTests, needsBuild: true },
    ].filter(Boolean);
  }

  /**
   * Injects a fault, runs tests until one fails, and reverts it.
   *
   * @param {Fault} fault
   * @returns {Promise<Outcome>}
   */
  async function judge(fault, circle) {
    await prepareBuild();
    const startedAt = Date.now();
    const file = path.join(project, fault.file);
    const source = readFileSync(file, 'utf8');
    const ended = [];
    const finish = (found) => ({
      isDetected: false,
      isInDefault: false,
      ...found,
      ...(ended.length > 0 && { ended }),
      seconds: (Date.now() - startedAt) / 1000,
    });
    writeFileSync(file, injectFault(fault, source));
    try {
      let hasBuild = false;
      for (const { isInDefault = false, needsBuild = false, ...tests } of listRuns(fault, circle)) {
        if (needsBuild && !hasBuild) {
          const { code, output } = await buildProject();
          const message = output.slice(-600);
          if (code !== 0) {
            return finish({
              isDetected: true,
              isInDefault: true,
              suite: 'build',
              file: '',
              test: '',
              message,
            });
          }
          hasBuild = true;
        }
        const found = await runTests(fault, tests);
        // Of the browser tests only the journeys are part of `npm test`.
        const isJourney = tests.projects[0] !== 'browser' || found?.file.includes('/journeys/') === true;
        if (found?.isDetected) return finish({ ...found, isInDefault: isInDefault && isJourney });
        ended.push(...(found?.ended ?? []));
      }
      return finish({});
    } finally {
      writeFileSync(file, source);
    }
  }

  return { judge, remove };
}

/** Copies the tracked files of the working tree in their current state, and links the installed packages. */
function copyTrackedFiles(target) {
  const { stdout, status } = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  if (status !== 0) throw new Error('git ls-files failed');
  for (const file of stdout.split('\0')) {
    const source = path.join(root, file);
    if (file === '' || !existsSync(source)) continue;
    cpSync(source, path.join(target, file));
  }
  // So that new faults can be tried before they are committed.
  cpSync(path.join(root, 'scripts/faults'), path.join(target, 'scripts/faults'), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(target, 'node_modules'), 'junction');
}

/** Ends the process group of a process that was started as its leader. */
function endProcessGroup(pid) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** @param {Outcome} outcome */
function describeFaultOutcome({ isDetected, suite, file, test }) {
  if (!isDetected) return 'NOT NOTICED';
  return `noticed by ${suite}${file ? ` ${file}: ${test}` : ''}`;
}

function printDetectionReport({ circle, chosen, resultsFile }, { outcomes }) {
  const known = chosen.flatMap(({ id }) => (outcomes[id] ? [{ id, ...outcomes[id] }] : []));
  const total = known.length;
  const inDefault = known.filter(({ isInDefault }) => isInDefault).length;
  const inAll = known.filter(({ isDetected }) => isDetected).length;
  console.log('');
  for (const { id, isDetected } of known) if (!isDetected) console.log(`not detected: ${id}`);
  const ofAll = circle === 'all' ? `, ${inAll} of ${total} by --all` : '';
  console.log(`${inDefault} of ${total} detected by npm test (default circle)${ofAll}`);
  console.log(`Results: ${resultsFile}`);
  if (inAll < Math.ceil((total * MIN_DETECTED_FAULTS) / EXPECTED_FAULT_COUNT)) process.exitCode = 1;
}
