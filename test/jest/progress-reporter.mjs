import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { getExpectedSeconds } from './durations.mjs';
import { plan } from './longest-first-sequencer.mjs';

/** Time between two lines of progress if the output is not a terminal. */
const LINE_INTERVAL_MS = 10_000;

const writesToTerminal = process.stdout.isTTY === true;

/**
 * Prints the progress of a suite: files and tests, and the time left, estimated from recorded durations. A
 * file that fails is printed at once, with its output.
 */
export default class ProgressReporter {
  #rootDir;
  #files = 0;
  #filesDone = 0;
  #tests = 0;
  #failed = 0;
  #expectedSecondsDone = 0;
  #startedAt = Date.now();
  #printedAt = 0;

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onRunStart({ numTotalTestSuites }) {
    this.#files = numTotalTestSuites;
  }

  onTestResult({ path: file, context }, result) {
    const suite = context.config.displayName.name;
    this.#filesDone += 1;
    this.#expectedSecondsDone += getExpectedSeconds(file);
    this.#tests += result.numPassingTests + result.numFailingTests;
    this.#failed += result.numFailingTests + (result.testExecError ? 1 : 0);
    if (result.failureMessage) this.#printFailure(suite, file, result.failureMessage);
    this.#printProgress(suite);
  }

  onRunComplete() {
    if (writesToTerminal) process.stdout.write('\n');
  }

  /** Implements jest's interface: an error here would fail the run. */
  getLastError() {}

  #printFailure(suite, file, message) {
    const text = writesToTerminal ? message : stripVTControlCharacters(message);
    const newLine = writesToTerminal ? '\n' : '';
    process.stdout.write(`${newLine}FAILED ${suite} ${path.relative(this.#rootDir, file)}\n${text}\n`);
  }

  #printProgress(suite) {
    const now = Date.now();
    const isLast = this.#filesDone === this.#files;
    if (!writesToTerminal && !isLast && now - this.#printedAt < LINE_INTERVAL_MS) return;
    this.#printedAt = now;
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const left = isLast ? '' : `, about ${this.#estimateSecondsLeft(now)} s left`;
    const line = `${suite}: ${this.#filesDone} of ${this.#files} files, ${this.#tests} tests${failed}${left}`;
    process.stdout.write(writesToTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  }

  #estimateSecondsLeft(now) {
    const secondsSoFar = (now - this.#startedAt) / 1000;
    const share = this.#expectedSecondsDone / Math.max(plan.seconds, this.#expectedSecondsDone, 1);
    return Math.round(secondsSoFar * (1 / share - 1));
  }
}
