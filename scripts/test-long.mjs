// `npm run test:long`: runs the files of `test/long` and the long form of the other tests. Takes an hour.
//
//   npm run test:long                  everything
//   npm run test:long -- memory        files of `test/long` whose name contains 'memory'
//   npm run test:long -- browser       the long form of one project: unit-node, integration or browser
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

/** Projects with tests that have a short and a long form; see `test/fixtures/test-case-sampling.ts`. */
const projectsWithLongForm = ['unit-node', 'integration', 'browser'];

ensureInstalled();
ensureBuilt();
const pathPatterns = process.argv.slice(2);
const namedProjects = projectsWithLongForm.filter(
  (name) => pathPatterns.length === 1 && pathPatterns[0] === name,
);
const isEverythingSelected = pathPatterns.length === 0;
// Files of `test/long` measure: they run in sequence, and set EVERY_PLACE themselves.
if (namedProjects.length === 0) {
  await runProject(
    'long',
    ['--runInBand', ...(isEverythingSelected ? [] : ['--testPathPatterns', ...pathPatterns])],
    {},
  );
}
for (const name of isEverythingSelected ? projectsWithLongForm : namedProjects) {
  await runProject(name, ['--maxWorkers=100%'], { EVERY_PLACE: 'yes' });
}

/** Runs a project of `jest.config.mjs`; the exit code of this process is that of the last one that failed. */
async function runProject(project, args, environment) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(pinnedNode, [jest, '--selectProjects', project, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'test', TZ: 'America/New_York', ...environment },
  });
  const code = await new Promise((resolve) => {
    child.on('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  if (code !== 0) process.exitCode = code;
}
