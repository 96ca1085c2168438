// `npm run test:long`: the long forms of what `npm test` proves in seconds. Minutes each; one after the other, since they measure.
//
//   npm run test:long                  all of them
//   npm run test:long -- memory        those whose file name contains 'memory'
//   npm run test:long -- browser       the browser tests with each behaviour at every width
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const patterns = process.argv.slice(2);
const isBrowserOnly = patterns.length === 1 && patterns[0] === 'browser';
const runs = [];
if (!isBrowserOnly) {
  runs.push(['long', '--runInBand', ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : [])]);
}
if (isBrowserOnly || patterns.length === 0) runs.push(['browser', '--maxWorkers=100%']);
for (const run of runs) {
  const code = await runProject(run);
  if (code !== 0) process.exitCode = code;
}

/** @returns {Promise<number>} exit code of jest */
function runProject([project, ...args]) {
  const jest = path.join(root, 'node_modules/jest/bin/jest.js');
  const child = spawn(pinnedNode, [jest, '--selectProjects', project, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      TZ: 'America/New_York',
      // The files of `long` set it themselves.
      ...(project === 'browser' && { EVERY_PLACE: 'yes' }),
    },
  });
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
