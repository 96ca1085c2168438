import { pathToFileURL } from 'node:url';
import { jestExpect } from '@jest/expect';
import { SourceMapSupport } from '@jest/source-map';
import { addEventHandler, getState, resetState, run } from 'jest-circus';
import { formatExecError, formatResultsErrors } from 'jest-message-util';
import { jest } from './globals.mjs';
import { sourceMaps } from './module-hooks.mjs';

const sourceMapSupport = new SourceMapSupport();
let startedFileCount = 0;

/**
 * Runs a test file in this process, with jest-circus. Jest's own runner gives every file a separate context
 * and module graph. Here the files of a worker share both, so that each module is loaded, compiled and
 * optimised once. Separate for each file are the tests and hooks, mocks and fake timers, and `process.env`.
 *
 * @returns a test result in the form that jest's reporters read
 * @throws the error of a file that cannot be imported; jest reports it as a failure of the file
 */
export async function runTestFile({ testPath, globalConfig, config }) {
  const start = Date.now();
  startedFileCount += 1;
  sourceMapSupport.install(sourceMaps);
  Error.stackTraceLimit = 100;
  prepareTestRunner(globalConfig, testPath);
  const environment = { ...process.env };
  const stopListening = collectUncaughtErrors();
  try {
    await importTests([...config.setupFiles, ...config.setupFilesAfterEnv], testPath);
    const outcome = await run();
    return toTestResult(outcome, { start, testPath, globalConfig, config });
  } finally {
    stopListening();
    jest.useRealTimers();
    jest.restoreAllMocks();
    restoreProcessEnv(environment);
  }
}

function prepareTestRunner(globalConfig, testPath) {
  resetState();
  const state = getState();
  state.testTimeout = globalConfig.testTimeout ?? state.testTimeout;
  if (globalConfig.testNamePattern) state.testNamePattern = new RegExp(globalConfig.testNamePattern, 'i');
  jestExpect.setState({ expand: globalConfig.expand, testPath });
  addEventHandler((event) => {
    if (event.name !== 'test_done') return;
    const { suppressedErrors } = jestExpect.getState();
    jestExpect.setState({ suppressedErrors: [] });
    const unmet = jestExpect.extractExpectedAssertionsErrors().map(({ error }) => error);
    event.test.errors.push(...suppressedErrors, ...unmet);
  });
}

/**
 * Imports the set-up files and the tests. Set-up files are evaluated for every test file, because they
 * register hooks.
 */
async function importTests(setupFiles, testPath) {
  for (const file of [...setupFiles, testPath])
    await import(`${pathToFileURL(file).href}?run=${startedFileCount}`);
}

/**
 * Makes uncaught errors and unhandled rejections fail the running test, or the file while no test is running.
 */
function collectUncaughtErrors() {
  const collect = (error) => {
    const { currentlyRunningTest, unhandledErrors } = getState();
    (currentlyRunningTest?.errors ?? unhandledErrors).push(error);
  };
  const events = ['uncaughtException', 'unhandledRejection'];
  const before = new Map(events.map((event) => [event, process.rawListeners(event)]));
  for (const event of events) {
    process.removeAllListeners(event);
    process.on(event, collect);
  }
  return () => {
    for (const event of events) {
      process.removeAllListeners(event);
      for (const listener of before.get(event)) process.on(event, listener);
    }
  };
}

function restoreProcessEnv(environment) {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
}

function toTestResult(outcome, { start, testPath, globalConfig, config }) {
  const assertions = outcome.testResults.map(toAssertionResult);
  const count = (status) => assertions.filter((assertion) => assertion.status === status).length;
  const failureMessage = [
    formatResultsErrors(assertions, config, globalConfig, testPath),
    ...outcome.unhandledErrorsDetailed.map((error) => formatExecError(error, config, globalConfig)),
  ];
  const end = Date.now();
  return {
    displayName: config.displayName,
    failureMessage: failureMessage.filter(Boolean).join('\n\n') || null,
    leaks: false,
    numFailingTests: count('failed'),
    numPassingTests: count('passed'),
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    openHandles: [],
    perfStats: { start, end, runtime: end - start, slow: false },
    skipped: false,
    snapshot: {
      added: 0,
      fileDeleted: false,
      matched: 0,
      unchecked: 0,
      uncheckedKeys: [],
      unmatched: 0,
      updated: 0,
    },
    testExecError:
      outcome.unhandledErrors.length > 0
        ? { message: '', stack: outcome.unhandledErrors.join('\n') }
        : undefined,
    testFilePath: testPath,
    testResults: assertions,
  };
}

function toAssertionResult(result) {
  const [, ...names] = result.testPath;
  return {
    ancestorTitles: names.slice(0, -1),
    duration: result.duration,
    failureDetails: result.errorsDetailed,
    failureMessages: result.errors,
    fullName: names.join(' '),
    location: result.location,
    numPassingAsserts: result.numPassingAsserts,
    status: toAssertionStatus(result),
    title: names.at(-1),
  };
}

function toAssertionStatus({ status, errors }) {
  if (status === 'skip') return 'pending';
  if (status === 'todo') return 'todo';
  return errors.length > 0 ? 'failed' : 'passed';
}
