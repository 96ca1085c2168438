// Installs missing packages. It uses only Node's built-ins, since it runs before node_modules exists.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const installedStampFile = path.join(root, 'node_modules', '.installed-lock');

/** Path of the pinned Node, which runs everything except this first step. */
export const pinnedNode = path.join(
  root,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/**
 * Runs `npm ci` if node_modules is missing or was created from another lock file.
 *
 * @throws {Error} if npm fails
 */
export function ensureInstalled() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (
    existsSync(pinnedNode) &&
    existsSync(installedStampFile) &&
    readFileSync(installedStampFile, 'utf8') === lock
  )
    return;
  // npm would empty the folder that the link points to.
  if (lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Error('node_modules is a symbolic link: run npm ci in its target, or remove the link');
  }
  console.log('Installing packages (once) …');
  const npm = process.env.npm_execpath
    ? [process.execPath, [process.env.npm_execpath]]
    : [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
  const { status } = spawnSync(npm[0], [...npm[1], 'ci', '--include=dev'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci failed; see above');
  writeFileSync(installedStampFile, lock);
}

/**
 * Runs the script under the pinned Node if this is another version.
 *
 * @returns {boolean} false if another process has done the work and this one only passes on its exit code
 */
export function ensurePinnedNode(script, args) {
  const wanted = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies.node;
  if (process.version === `v${wanted}`) return true;
  const { status, signal } = spawnSync(pinnedNode, [script, ...args], { stdio: 'inherit' });
  process.exitCode = signal ? 1 : (status ?? 1);
  return false;
}
