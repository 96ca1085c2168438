import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Test files of a project of their own, in the order in which they run in one process. */
const SAMPLE_TEST_FILES = {
  'a-passes.test.ts': `
    import { expect, it, jest } from '@jest/globals';
    const sum: number = 1 + 1;
    it('adds', () => expect(sum).toBe(2));
    it('leaves a fake clock, a mock and a variable', () => {
      jest.useFakeTimers({ now: 0 });
      jest.spyOn(Math, 'random').mockReturnValue(7);
      process.env.LEFT_BY_A_TEST = 'yes';
    });`,
  'b-finds-nothing-left.test.ts': `
    import { expect, it } from '@jest/globals';
    it('has the real clock', () => expect(Date.now()).toBeGreaterThan(1e12));
    it('has no mock', () => expect(Math.random()).toBeLessThan(1));
    it('has no variable', () => expect(process.env.LEFT_BY_A_TEST).toBeUndefined());`,
  'c-fails.test.ts': `
    import { describe, expect, it } from '@jest/globals';
    describe('numbers', () => {
      it('are compared', () => expect(1).toBe(2));
      it.skip('are skipped', () => {});
    });`,
  'd-rejects.test.ts': `
    import { it } from '@jest/globals';
    it('leaves a rejection unhandled', async () => {
      void Promise.reject(new Error('nothing handles this'));
      await new Promise((resolve) => setTimeout(resolve, 20));
    });`,
  'e-import-fails.test.ts': `import './missing.ts';`,
  'f-hook-fails.test.ts': `
    import { beforeAll, it } from '@jest/globals';
    beforeAll(() => { throw new Error('the set-up failed'); });
    it('does not run', () => {});`,
  'g-hangs.test.ts': `
    import { it } from '@jest/globals';
    it('takes longer than its limit', () => new Promise(() => {}), 50);`,
  'h-leaves-a-database-open.test.ts': `
    import { it } from '@jest/globals';
    it('passes', () => {
      Reflect.set(globalThis, 'unclosedDatabases', new Set([{ close() { Reflect.get(globalThis, 'unclosedDatabases').clear(); } }]));
    });`,
  'i-expects-an-assertion.test.ts': `
    import { expect, it } from '@jest/globals';
    it('asserts nothing', () => { expect.assertions(1); });`,
};

/** Runs a project's jest, and returns its exit code and its report by the names of the files. */
async function runSampleProject(folder) {
  const report = path.join(folder, 'report.json');
  const args = [
    '--config',
    path.join(folder, 'jest.config.json'),
    '--runInBand',
    '--json',
    `--outputFile=${report}`,
  ];
  const jest = path.join(projectRoot, 'node_modules/jest/bin/jest.js');
  const code = await new Promise((resolve) => {
    execFile(process.execPath, [jest, ...args], { cwd: folder }, (error) => resolve(error ? error.code : 0));
  });
  const { testResults, ...totals } = JSON.parse(readFileSync(report, 'utf8'));
  return { code, totals, files: new Map(testResults.map((result) => [path.basename(result.name), result])) };
}

let folder;
let runOutcome;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'shop-runner-'));
  for (const [name, source] of Object.entries(SAMPLE_TEST_FILES))
    writeFileSync(path.join(folder, name), source);
  writeFileSync(
    path.join(folder, 'jest.config.json'),
    JSON.stringify({
      rootDir: folder,
      runner: path.join(projectRoot, 'test/jest/node-runner.mjs'),
      testSequencer: path.join(projectRoot, 'scripts/testing/alphabetical-sequencer.mjs'),
      testMatch: ['**/*.test.ts'],
      transform: {},
    }),
  );
  runOutcome = await runSampleProject(folder);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const getFileStatus = (file) => runOutcome.files.get(file).status;
const getFailureMessage = (file) => runOutcome.files.get(file).message;

describe('the test runner', () => {
  it('passes a file whose tests pass', () => {
    expect(getFileStatus('a-passes.test.ts')).toBe('passed');
  });

  it('restores the clock, mocks and process.env after each file', () => {
    expect([
      getFileStatus('b-finds-nothing-left.test.ts'),
      getFailureMessage('b-finds-nothing-left.test.ts'),
    ]).toEqual(['passed', '']);
  });

  it('fails a file with the expected and received values of its failed test', () => {
    expect(getFileStatus('c-fails.test.ts')).toBe('failed');
    expect(getFailureMessage('c-fails.test.ts')).toMatch(
      /numbers › are compared[\s\S]*Expected: 2[\s\S]*Received: 1/,
    );
    expect(runOutcome.files.get('c-fails.test.ts').assertionResults.map(({ status }) => status)).toEqual([
      'failed',
      'pending',
    ]);
  });

  it.each([
    ['an unhandled rejection', 'd-rejects.test.ts', /nothing handles this/],
    ['an import that fails', 'e-import-fails.test.ts', /missing\.ts/],
    ['a hook that fails', 'f-hook-fails.test.ts', /the set-up failed/],
    ['a test that exceeds its timeout', 'g-hangs.test.ts', /Exceeded timeout of 50 ms/],
    ['an unclosed database', 'h-leaves-a-database-open.test.ts', /1 databases were not closed/],
    ['a test without assertions', 'i-expects-an-assertion.test.ts', /Expected one assertion/],
  ])('fails a file for %s', (_reason, file, message) => {
    expect(getFileStatus(file)).toBe('failed');
    expect(getFailureMessage(file)).toMatch(message);
  });

  it('ends with an exit code other than 0 and counts what failed', () => {
    expect(runOutcome.code).not.toBe(0);
    expect(runOutcome.totals.numFailedTestSuites).toBe(7);
    expect(runOutcome.totals.numPassedTestSuites).toBe(2);
  });
});
