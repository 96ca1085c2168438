import { existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The longest that a test or a hook may take, the same for all: what hangs ends some time, and a machine that is busy with
 * other work makes nothing fail. What waits inside a test has a shorter limit where its failure can say more.
 */
const TEST_LIMIT_MS = 300_000;

const base = {
  rootDir: import.meta.dirname,
  // Files of a worker share one module graph, which Node loads; see test/jest/run-file.mjs.
  runner: '<rootDir>/test/jest/node-runner.mjs',
  transform: {},
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  // Without a native watcher a node_modules that is a link (a git worktree, a container layer) crawls the same way.
  haste: { forceNodeFilesystemAPI: true },
};

// jest refuses a root that does not exist, and an empty folder is not in a clone.
const roots = (...names) =>
  names.filter((name) => existsSync(path.join(base.rootDir, name))).map((name) => `<rootDir>/${name}`);

export default {
  watchman: false,
  reporters: ['<rootDir>/test/jest/progress-reporter.mjs'],
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  testTimeout: TEST_LIMIT_MS,
  projects: [
    {
      ...base,
      displayName: 'unit-node',
      roots: roots('shared', 'server', 'scripts', 'build'),
      testMatch: ['**/*.test.{ts,tsx,mjs}'],
    },
    {
      ...base,
      displayName: 'unit-dom',
      roots: roots('client'),
      testMatch: ['**/*.test.{ts,tsx}'],
      runner: '<rootDir>/test/jest/dom-runner.mjs',
      setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/jest/dom-setup.ts'],
    },
    {
      ...base,
      displayName: 'integration',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/{integration,html,bench}/**/*.test.ts'],
    },
    {
      ...base,
      displayName: 'extended',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/extended/**/*.test.ts'],
    },
    {
      // The same tests as on the embedded database; needs TEST_DATABASE_URL.
      ...base,
      displayName: 'postgresql',
      roots: roots('test', 'server/backend'),
      testMatch: [
        '<rootDir>/test/{integration,extended}/**/*.test.ts',
        '**/catalogue-import/import-{shop,retired,writer}.test.ts',
      ],
      // They are about a data directory, which a server has none of.
      testPathIgnorePatterns: ['/(damaged-data-directory|reviews-command)\\.test\\.ts$'],
      setupFiles: ['<rootDir>/test/postgresql-setup.ts'],
    },
    {
      ...base,
      displayName: 'faults',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
    },
    // Long forms, minutes each: `npm run test:long`.
    {
      ...base,
      displayName: 'long',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/long/**/*.test.ts'],
    },
    {
      ...base,
      displayName: 'browser',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.mjs',
      globalTeardown: '<rootDir>/test/browser/global-teardown.mjs',
    },
    {
      ...base,
      displayName: 'dev',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/dev/**/*.test.ts'],
    },
  ],
};
