import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * Upper limit for every test and hook. It ends a test that hangs, and is generous so that nothing fails only
 * because the machine is busy. A wait inside a test has a shorter timeout if its failure message is more
 * specific.
 */
const TEST_TIMEOUT_MS = 300_000;

const commonProjectOptions = {
  rootDir: import.meta.dirname,
  // The test files of a worker share one module graph, which Node loads; see test/jest/run-file.mjs.
  runner: '<rootDir>/test/jest/node-runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  setupFilesAfterEnv: ['<rootDir>/test/fail-on-console.ts'],
  // Without a native watcher, a symlinked node_modules (git worktree, container layer) is crawled the same
  // way.
  haste: { forceNodeFilesystemAPI: true },
};

// jest rejects a root that does not exist, and a clone has no empty folders.
const roots = (...names) =>
  names
    .filter((name) => existsSync(path.join(commonProjectOptions.rootDir, name)))
    .map((name) => `<rootDir>/${name}`);

export default {
  watchman: false,
  reporters: ['<rootDir>/test/jest/progress-reporter.mjs'],
  testSequencer: '<rootDir>/test/jest/longest-first-sequencer.mjs',
  testTimeout: TEST_TIMEOUT_MS,
  projects: [
    {
      ...commonProjectOptions,
      displayName: 'unit-node',
      roots: roots('shared', 'server', 'scripts', 'build'),
      testMatch: ['**/*.test.{ts,tsx,mjs}'],
    },
    {
      ...commonProjectOptions,
      displayName: 'unit-dom',
      roots: roots('client'),
      testMatch: ['**/*.test.{ts,tsx}'],
      runner: '<rootDir>/test/jest/dom-runner.mjs',
      setupFilesAfterEnv: [...commonProjectOptions.setupFilesAfterEnv, '<rootDir>/test/jest/dom-setup.ts'],
    },
    {
      ...commonProjectOptions,
      displayName: 'integration',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/{integration,html,bench}/**/*.test.ts'],
    },
    {
      ...commonProjectOptions,
      displayName: 'extended',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/extended/**/*.test.ts'],
    },
    {
      // Runs the tests of the embedded database on a PostgreSQL server. Needs TEST_DATABASE_URL.
      ...commonProjectOptions,
      displayName: 'postgresql',
      roots: roots('test', 'server/backend'),
      testMatch: [
        '<rootDir>/test/{integration,extended}/**/*.test.ts',
        '**/import-export/import-{shop,retired,writer}.test.ts',
      ],
      // These tests need a data directory, which a PostgreSQL server does not have.
      testPathIgnorePatterns: ['/(damaged-data-directory|reviews-command)\\.test\\.ts$'],
      setupFiles: ['<rootDir>/test/postgresql-setup.ts'],
    },
    {
      ...commonProjectOptions,
      displayName: 'faults',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
    },
    // Long test forms, minutes each: `npm run test:long`.
    {
      ...commonProjectOptions,
      displayName: 'long',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/long/**/*.test.ts'],
    },
    {
      ...commonProjectOptions,
      displayName: 'browser',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.mjs',
      globalTeardown: '<rootDir>/test/browser/global-teardown.mjs',
    },
    {
      ...commonProjectOptions,
      displayName: 'dev',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/dev/**/*.test.ts'],
    },
  ],
};
