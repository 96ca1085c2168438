import { existsSync } from 'node:fs';
import path from 'node:path';

// Run through `npm test`: ES modules in jest need NODE_OPTIONS=--experimental-vm-modules, which scripts/test.mjs sets.
/**
 * The longest that a test or a hook may take, the same for all: what hangs ends some time, and a machine that is busy with
 * other work makes nothing fail. What waits inside a test has a shorter limit where its failure can say more.
 */
const TEST_LIMIT_MS = 300_000;

const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx', '.css', '.svg', '.webp', '.webm', '.mp4', '.woff2'],
  transform: {
    '\\.tsx?$': '<rootDir>/test/esbuild-transform.mjs',
    '\\.(css|svg|webp|webm|mp4|woff2)$': '<rootDir>/test/asset-transform.mjs',
  },
  transformIgnorePatterns: ['/node_modules/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/'],
  setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
  // Without a native watcher a node_modules that is a link (a git worktree, a container layer) crawls the same way.
  haste: { forceNodeFilesystemAPI: true },
};

// jest refuses a root that does not exist, and an empty folder is not in a clone.
const roots = (...names) =>
  names.filter((name) => existsSync(path.join(base.rootDir, name))).map((name) => `<rootDir>/${name}`);

const node = { ...base, testEnvironment: 'node' };
const withDatabases = { ...node, testEnvironment: '<rootDir>/test/database-environment.mjs' };

export default {
  watchman: false,
  testTimeout: TEST_LIMIT_MS,
  projects: [
    {
      ...node,
      displayName: 'unit-node',
      roots: roots('shared', 'server', 'scripts', 'build'),
      testMatch: ['**/*.test.{ts,tsx,mjs}'],
    },
    {
      ...base,
      displayName: 'unit-dom',
      roots: roots('client'),
      testMatch: ['**/*.test.{ts,tsx}'],
      testEnvironment: '<rootDir>/test/jsdom-environment.mjs',
      testEnvironmentOptions: {
        customExportConditions: ['browser', 'import', 'default'],
        url: 'http://havero-nl.localhost/',
      },
    },
    {
      ...withDatabases,
      displayName: 'integration',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/{integration,html,bench}/**/*.test.ts'],
    },
    {
      // The same tests as on the embedded database. Asked for by scripts/test.mjs where TEST_DATABASE_URL is set.
      ...withDatabases,
      displayName: 'postgresql',
      roots: roots('test', 'server/backend'),
      testMatch: ['<rootDir>/test/integration/**/*.test.ts', '**/catalogue-import/import-*.test.ts'],
      // They are about a data directory, which a server has none of.
      testPathIgnorePatterns: ['/(damaged-data-directory|reviews-command)\\.test\\.ts$'],
      setupFiles: ['<rootDir>/test/postgresql-setup.ts'],
    },
    {
      ...node,
      displayName: 'faults',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
    },
    // Long forms, minutes each: `npm run test:long`.
    {
      ...node,
      displayName: 'long',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/long/**/*.test.ts'],
    },
    {
      ...node,
      displayName: 'browser',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/browser/**/*.test.ts'],
      globalSetup: '<rootDir>/test/browser/global-setup.mjs',
      globalTeardown: '<rootDir>/test/browser/global-teardown.mjs',
    },
    {
      ...node,
      displayName: 'dev',
      roots: roots('test'),
      testMatch: ['<rootDir>/test/dev/**/*.test.ts'],
    },
  ],
};
