import config from '../../jest.config.mjs';

/** Folders with modules that a test may import. */
const FOLDERS = ['build', 'client', 'scripts', 'server', 'shared', 'test'];

/** A test that waits for ever because of the fault ends a little sooner than in `npm test`. */
const TEST_LIMIT_MS = 120_000;

/**
 * The projects of jest with all sources in sight. jest follows imports only through files below the roots
 * of a project, and those of `integration` hold tests alone: which tests a module has to do with could not
 * be found otherwise. What counts as a test stays as it is.
 */
export default {
  ...config,
  testTimeout: TEST_LIMIT_MS,
  rootDir: config.projects[0].rootDir,
  projects: config.projects.map((project) => ({
    ...project,
    roots: FOLDERS.map((folder) => `<rootDir>/${folder}`),
    testMatch: project.testMatch.flatMap((pattern) =>
      pattern.startsWith('<rootDir>') ? [pattern] : project.roots.map((root) => `${root}/${pattern}`),
    ),
  })),
};
