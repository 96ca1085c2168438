// Builds the project if a source is newer than the build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pinnedNode, root } from './ensure-installed.mjs';

const builtStampFile = path.join(root, 'dist', '.built-from');
const sources = [
  'client',
  'server',
  'shared',
  'locales',
  'build',
  'esbuild.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * @returns {boolean} whether a build was necessary
 * @throws {Error} if the build fails
 */
export function ensureBuilt() {
  const state = hashSources();
  if (existsSync(builtStampFile) && readFileSync(builtStampFile, 'utf8') === state) return false;
  const { status } = spawnSync(pinnedNode, [path.join(root, 'esbuild.config.mjs')], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('The build failed; see above');
  writeFileSync(builtStampFile, state);
  return true;
}

/** Hashes names, sizes and times of all sources: fast, and sufficient to notice an edit. */
function hashSources() {
  const hash = createHash('sha256');
  const visit = (file) => {
    const stats = statSync(file);
    if (stats.isDirectory()) for (const name of readdirSync(file).sort()) visit(path.join(file, name));
    else hash.update(`${path.relative(root, file)} ${stats.size} ${stats.mtimeMs}\n`);
  };
  for (const source of sources) visit(path.join(root, source));
  return hash.digest('hex');
}
