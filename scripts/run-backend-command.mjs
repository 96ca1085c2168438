// `npm run export | giftcard | import | new-shop | order | outbox | preview | promotion | purge | reviews --
// <arguments>`: runs the command in the running backend, or in the database of the settings.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './ensure-built.mjs';
import { ensureInstalled, pinnedNode, root } from './ensure-installed.mjs';
import { loadEnv } from './load-env.mjs';

// MB, as in server/backend/core/cli/run-in-separate-process.ts.
const SEMI_SPACE_OPTION = '--max-semi-space-size=8';

ensureInstalled();
loadEnv(root);
ensureBuilt();
const { status } = spawnSync(
  pinnedNode,
  [
    '--enable-source-maps',
    SEMI_SPACE_OPTION,
    path.join(root, 'dist/server/command.mjs'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exitCode = status ?? 1;
