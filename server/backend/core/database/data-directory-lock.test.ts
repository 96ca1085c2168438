import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '../../../../shared/rules/durations.ts';
import { DataDirectoryInUseError } from './data-directory-error.ts';
import { lockDataDirectory } from './data-directory-lock.ts';

let folder: string;
const getLockFilePath = () => path.join(folder, 'database.lock');

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function writeHolder(holder: Record<string, unknown>): Promise<void> {
  await writeFile(
    getLockFilePath(),
    JSON.stringify({ id: 'another', startedAt: null, host: hostname(), ...holder }),
  );
}

/** Returns the id of a process that has just ended. */
async function getDeadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid!;
}

describe('lockDataDirectory', () => {
  it('rejects a second holder while the first one is alive, with a one-line message', async () => {
    const lock = await lockDataDirectory(folder);
    const second = lockDataDirectory(folder);
    await expect(second).rejects.toThrow(DataDirectoryInUseError);
    await expect(second).rejects.toThrow(
      /^The data directory \S+ is in use by another process \(pid \d+\)[^\n]*$/,
    );
    await lock.release();
  });

  it('can be taken again after its release, and leaves no file behind', async () => {
    await (await lockDataDirectory(folder)).release();
    expect(await readdir(folder)).toEqual([]);
    await (await lockDataDirectory(folder)).release();
  });

  it('takes over the lock of a dead process', async () => {
    await writeHolder({ pid: await getDeadPid() });
    const lock = await lockDataDirectory(folder);
    expect(JSON.parse(await readFile(getLockFilePath(), 'utf8')).pid).toBe(process.pid);
    await lock.release();
  });

  it('takes over the lock if a later process has the same process id', async () => {
    await writeHolder({ pid: process.pid, startedAt: 'an earlier boot:1' });
    await (await lockDataDirectory(folder)).release();
  });

  it('rejects if the holder has the id and start time of a live process', async () => {
    const lock = await lockDataDirectory(folder);
    const { startedAt, pid } = JSON.parse(await readFile(getLockFilePath(), 'utf8'));
    await lock.release();
    await writeHolder({ pid, startedAt });
    await expect(lockDataDirectory(folder)).rejects.toThrow(DataDirectoryInUseError);
  });

  it('rejects a fresh lock of another host, and takes it over when its heartbeat stops', async () => {
    await writeHolder({ pid: 1, host: 'another-container' });
    await expect(lockDataDirectory(folder)).rejects.toThrow(DataDirectoryInUseError);
    const longAgo = new Date(Date.now() - MINUTE_MS);
    await utimes(getLockFilePath(), longAgo, longAgo);
    await (await lockDataDirectory(folder)).release();
  });

  it('takes over a truncated lock file once its writer must have finished', async () => {
    await writeFile(getLockFilePath(), '{"id": "x", "pi');
    await expect(lockDataDirectory(folder)).rejects.toThrow(DataDirectoryInUseError);
    const longAgo = new Date(Date.now() - MINUTE_MS);
    await utimes(getLockFilePath(), longAgo, longAgo);
    await (await lockDataDirectory(folder)).release();
  });

  it('takes over the lock if another process died while taking it over', async () => {
    const dead = await getDeadPid();
    await writeHolder({ pid: dead });
    await writeFile(
      `${getLockFilePath()}.another.claim`,
      JSON.stringify({ id: 'claimer', pid: dead, startedAt: null, host: hostname() }),
    );
    await (await lockDataDirectory(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each(Array.from({ length: 10 }, (_, round) => round + 1))(
    'lets exactly one of many processes take over a dead lock (%i)',
    async () => {
      await writeHolder({ pid: await getDeadPid() });
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(folder)));
      const winners = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(winners).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DataDirectoryInUseError);
      }
      await winners[0]!.release();
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('does not remove a lock that another process has taken over', async () => {
    const lock = await lockDataDirectory(folder);
    await writeHolder({ pid: 1, host: 'another-container' });
    await lock.release();
    expect(await readdir(folder)).toEqual(['database.lock']);
  });
});
