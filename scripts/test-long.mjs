// `npm run test:long`: the long forms of what `npm test` proves in seconds. Minutes each; one after the other, since they measure.
//
//   npm run test:long                  all of them
//   npm run test:long -- memory        those whose file name contains 'memory'
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const patterns = process.argv.slice(2);
const args = [path.join(root, 'node_modules/jest/bin/jest.js'), '--selectProjects', 'long', '--runInBand'];
if (patterns.length > 0) args.push('--testPathPatterns', ...patterns);
const child = spawn(pinnedNode, args, {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'test',
    TZ: 'America/New_York',
  },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
