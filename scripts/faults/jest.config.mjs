import config from '../../jest.config.mjs';

/** Folders with modules that a test may import. */
const MODULE_FOLDERS = ['build', 'client', 'scripts', 'server', 'shared', 'test'];

/** Timeout of a test that hangs because of the fault; shorter than in `npm test`. */
const TEST_TIMEOUT_MS = 120_000;

/**
 * The jest projects with all sources as roots. jest follows imports only through files below the roots of a
 * project, and those of `integration` contain only tests, so related tests could not be found otherwise. The
 * set of tests is unchanged.
 */
export default {
  ...config,
  testTimeout: TEST_TIMEOUT_MS,
  rootDir: config.projects[0].rootDir,
  projects: config.projects.map((project) => ({
    ...project,
    roots: MODULE_FOLDERS.map((folder) => `<rootDir>/${folder}`),
    testMatch: project.testMatch.flatMap((pattern) =>
      pattern.startsWith('<rootDir>') ? [pattern] : project.roots.map((root) => `${root}/${pattern}`),
    ),
  })),
};
