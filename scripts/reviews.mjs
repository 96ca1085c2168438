// `npm run reviews -- list | hide <id> --reason <reason> | show <id>`: published reviews, in the database that the settings name.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  pinnedNode,
  ['--enable-source-maps', path.join(root, 'dist/server/reviews.mjs'), ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
