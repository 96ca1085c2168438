// Writes the next migration from the tables of the modules: `npm run migrations -- --name orders_note [--custom]`. Removes all snapshots
// except the last one, the only one that drizzle-kit compares the tables with.
import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

const projectRoot = path.resolve(import.meta.dirname, '..');
const drizzleKitPath = path.join(projectRoot, 'node_modules/drizzle-kit/bin.cjs');
const drizzleOptions = [
  'generate',
  '--config',
  'server/backend/core/database/drizzle.config.ts',
  ...process.argv.slice(2),
];
execFileSync(process.execPath, [drizzleKitPath, ...drizzleOptions], { cwd: projectRoot, stdio: 'inherit' });

const metaFolder = path.join(projectRoot, 'server/backend/core/database/migrations/meta');
const snapshots = readdirSync(metaFolder)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort();
for (const name of snapshots.slice(0, -1)) rmSync(path.join(metaFolder, name));
