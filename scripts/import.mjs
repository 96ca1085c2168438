// `npm run import -- <folder>`: a person's own shop data into the database that the settings name.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';

// MB. An import makes much that lives for one parcel: with a small space for what is young it takes a hundred megabytes less, and no longer.
const YOUNG_SPACE = '--max-semi-space-size=8';

ensureInstalled();
ensureBuilt();
const { status } = spawnSync(
  pinnedNode,
  ['--enable-source-maps', YOUNG_SPACE, path.join(root, 'dist/server/import.mjs'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
