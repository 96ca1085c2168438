import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DataDirectoryInUseError } from './data-directory-error.ts';

export interface DataDirectoryLock {
  release(): Promise<void>;
}

/** Content of a lock file. `startedAt` distinguishes a process from a later one with the same id. */
interface LockHolder {
  readonly id: string;
  readonly pid: number;
  readonly startedAt: string | null;
  readonly host: string;
}

const HEARTBEAT_MS = 5_000;
/**
 * Timeout for the heartbeat of a holder on another host (another container), whose process cannot be checked.
 */
const FOREIGN_HOLDER_DEAD_AFTER_MS = 20_000;
/** Timeout for an unreadable lock file, which is either being written or was truncated by a crash. */
const UNREADABLE_DEAD_AFTER_MS = 2_000;
const MAX_ATTEMPTS = 20;
const RETRY_MS = 25;

/**
 * Locks the folder for this process. PGlite has no lock: a second process would open the same
 * files without an error, and rows would be lost silently. The lock of a dead process is taken over.
 *
 * @throws DataDirectoryInUseError
 */
export async function lockDataDirectory(dataDir: string): Promise<DataDirectoryLock> {
  const file = path.join(dataDir, 'database.lock');
  const me: LockHolder = {
    id: randomUUID(),
    pid: process.pid,
    startedAt: await getStartOfProcess(process.pid),
    host: hostname(),
  };
  await takeDirectoryLock(dataDir, file, me);
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(file, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      const holder = await readLockHolder(file);
      if (holder?.id === me.id) await rm(file, { force: true });
    },
  };
}

async function takeDirectoryLock(dataDir: string, file: string, me: LockHolder): Promise<void> {
  const own = `${file}.${me.id}`;
  await writeFile(own, JSON.stringify(me));
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (await linkIfFree(own, file)) return;
      const holder = await readLockHolder(file);
      if (await isHolderAlive(holder, file)) throw new DataDirectoryInUseError(dataDir, holder?.pid ?? null);
      if (await replaceDeadLock(own, file, holder)) return;
      await sleep(RETRY_MS);
    }
    throw new DataDirectoryInUseError(dataDir, (await readLockHolder(file))?.pid ?? null);
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Replaces a dead lock by that of this process. The claim is named after the dead lock, so only one process
 * at a time can replace it. The lock file is replaced atomically, so no third process can take the lock
 * meanwhile.
 */
async function replaceDeadLock(own: string, file: string, dead: LockHolder | null): Promise<boolean> {
  const claim = `${file}.${dead?.id ?? 'unreadable'}.claim`;
  if (!(await linkIfFree(own, claim))) {
    // The process with the claim may have died before it finished.
    const claimer = await readLockHolder(claim);
    if (!(await isHolderAlive(claimer, claim))) await rm(claim, { force: true });
    return false;
  }
  try {
    const current = await readLockHolder(file);
    if (current?.id !== dead?.id) return false;
    const copy = `${own}.copy`;
    await writeFile(copy, await readFile(own));
    await rename(copy, file);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Creates a hard link, which is atomic, so a partially written lock file is never visible. */
export async function linkIfFree(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    if (!hasErrorCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
  }
  // Some network and desktop file systems have no hard links. An exclusive create is the best alternative.
  try {
    await writeFile(file, await readFile(own), { flag: 'wx' });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  }
}

async function readLockHolder(file: string): Promise<LockHolder | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return null;
    const { id, pid, startedAt, host } = value as Record<string, unknown>;
    if (typeof id !== 'string' || typeof pid !== 'number' || typeof host !== 'string') return null;
    return { id, pid, startedAt: typeof startedAt === 'string' ? startedAt : null, host };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || error instanceof SyntaxError) return null;
    throw error;
  }
}

async function isHolderAlive(holder: LockHolder | null, file: string): Promise<boolean> {
  const isFresh = async (ageMs: number) => {
    const beat = await stat(file).catch(() => null);
    return beat !== null && Date.now() - beat.mtimeMs < ageMs;
  };
  if (holder === null) return isFresh(UNREADABLE_DEAD_AFTER_MS);
  if (holder.host !== hostname()) return isFresh(FOREIGN_HOLDER_DEAD_AFTER_MS);
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if (!hasErrorCode(error, 'EPERM')) return false;
  }
  const startedAt = await getStartOfProcess(holder.pid);
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt;
}

/** Returns a value that no later process with the same id has; null if the system does not provide it. */
async function getStartOfProcess(pid: number): Promise<string | null> {
  try {
    const [bootId, line] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name in brackets may contain spaces. The start in clock ticks is the 20th field after it.
    const ticks = line.slice(line.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? null : `${bootId.trim()}:${ticks}`;
  } catch {
    // Without /proc: macOS and the BSDs have ps; Windows has neither.
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || null;
  } catch {
    return null;
  }
}

/** Returns true if an error is a system error with one of these codes. */
export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
