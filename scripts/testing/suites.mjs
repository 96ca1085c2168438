import { availableParallelism } from 'node:os';

const bin = (name) => `node_modules/${name}`;

/**
 * Every suite, in the order in which they run: what fails fastest comes first.
 *
 * - `command`: a check; all of them run side by side. A suite without one is a project of `jest.config.mjs`.
 * - `circle`: 'default' belongs to `npm test`, 'all' only to `npm test -- --all`. The rule is in `test/README.md`.
 * - `defaultPaths`: what of the suite `npm test` runs, as a pattern of paths; `--all` runs all of it.
 * - `needs`: environment variable without which the suite cannot run.
 */
export const suites = [
  { name: 'types', circle: 'default', command: [bin('typescript/bin/tsc'), '--noEmit'] },
  {
    name: 'lint',
    circle: 'default',
    command: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  },
  { name: 'wording', circle: 'default', command: ['scripts/check-wording.mjs'] },
  { name: 'commits', circle: 'default', command: ['scripts/check-commits.mjs'] },
  { name: 'boundaries', circle: 'default', command: ['scripts/check-boundaries.mjs'] },
  { name: 'locales', circle: 'default', command: ['scripts/check-locales.mjs'] },
  { name: 'data-docs', circle: 'default', command: ['scripts/write-data-docs.mjs', '--check'] },
  { name: 'unit-node', circle: 'default' },
  { name: 'unit-dom', circle: 'default' },
  { name: 'integration', circle: 'default', needsBuild: true },
  { name: 'browser', circle: 'default', needsBuild: true, defaultPaths: '/browser/journeys/' },
  { name: 'extended', circle: 'all', needsBuild: true },
  // Its tests spend half of the time waiting for locks and for interrupted connections.
  {
    name: 'postgresql',
    circle: 'all',
    needsBuild: true,
    needs: 'TEST_DATABASE_URL',
    workers: availableParallelism() + 1,
  },
  { name: 'faults', circle: 'all', needsBuild: true },
  { name: 'dev', circle: 'all', needsBuild: true, workers: 1 },
];

/** Suites whose tests drive built processes: imports do not show which sources they depend on. */
export const builtProcessSuites = new Set(['browser', 'faults', 'dev']);

/** Whether a word of the command line names a suite: 'unit' names unit-node and unit-dom. */
export function matchesSuiteName(suite, word) {
  return suite.name === word || suite.name.startsWith(`${word}-`);
}
