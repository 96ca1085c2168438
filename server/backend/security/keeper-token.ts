import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { linkIfFree } from '../database/data-directory-lock.ts';
import { createToken } from './token.ts';

/** For its owner alone. */
const MODE = 0o600;

const getFile = (dataDir: string): string => path.join(dataDir, 'keeper-token');

/** The token that a backend has made in its folder; undefined where none has. */
export async function readKeeperToken(dataDir: string): Promise<string | undefined> {
  const text = await readFile(getFile(dataDir), 'utf8').catch(() => '');
  return /^[\w-]{43}$/.exec(text.trim())?.[0];
}

/** The token of a folder, made where there is none yet. */
export async function ensureKeeperToken(dataDir: string): Promise<string> {
  const file = getFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  try {
    if ((await readKeeperToken(dataDir)) === undefined) {
      // Something else of this name says nothing to anybody.
      await rm(file, { force: true });
      await writeFile(own, `${createToken()}\n`, { mode: MODE, flag: 'wx' });
      // Of several backends that start on one folder the first counts.
      await linkIfFree(own, file);
    }
    await chmod(file, MODE);
  } finally {
    await rm(own, { force: true });
  }
  const token = await readKeeperToken(dataDir);
  if (token === undefined) throw new Error(`The token in ${file} cannot be kept`);
  return token;
}
