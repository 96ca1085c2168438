import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isErrorCode, linkIfFree } from '../database/data-directory-lock.ts';
import { createToken } from './token.ts';

/** For its owner alone. */
const MODE = 0o600;
/** What is long enough to be a secret, in letters, figures and signs. */
const SECRET = /^[\x21-\x7e]{32,}$/;

/** Secrets that a backend makes in its folder, once, where the environment has none: the names of their files. */
export type SecretName = 'keeper-token' | 'gift-card-key' | 'password-pepper' | 'link-key';

/** @returns undefined for what is too short to be a secret */
export const parseSecret = (text: string): string | undefined => SECRET.exec(text.trim())?.[0];

type Secrets = readonly [string, ...string[]];

/** Reads the lines of a file. @returns undefined where one of them is no secret, or there is none */
function parseSecrets(text: string): Secrets | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first, ...rest] = lines.flatMap((line) => parseSecret(line) ?? []);
  return first === undefined || rest.length + 1 < lines.length ? undefined : [first, ...rest];
}

/** @returns undefined where there is no such file */
async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The secret that a backend has made in its folder; undefined where none has, or this user may not read it. */
export async function readSecret(dataDir: string, name: SecretName): Promise<string | undefined> {
  return parseSecrets((await readText(path.join(dataDir, name)).catch(() => undefined)) ?? '')?.[0];
}

/**
 * The secrets of a folder, one on each line of the file, made where there is none yet.
 *
 * @param options.readFirst what a new file holds; by default a new token
 * @param options.isLasting what it has locked cannot be opened by another one, so a file with something else in it is not replaced
 * @returns the current one, then former ones while they are rotated
 */
export async function ensureSecrets(
  dataDir: string,
  name: SecretName,
  options: {
    readonly readFirst?: (() => Promise<string | undefined>) | undefined;
    readonly isLasting: boolean;
  },
): Promise<Secrets> {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const own = `${file}.${randomUUID()}`;
  const kept = await readText(file);
  try {
    if (parseSecrets(kept ?? '') === undefined) {
      if (kept !== undefined && options.isLasting) throw new Error(`What is in ${file} is no secret`);
      // Something else of this name says nothing to anybody.
      if (kept !== undefined) await rm(file, { force: true });
      const secret = (await options.readFirst?.()) ?? createToken();
      await writeFile(own, `${secret}\n`, { mode: MODE, flag: 'wx' });
      // Of several backends that start on one folder the first counts.
      await linkIfFree(own, file);
    }
    await chmod(file, MODE);
  } finally {
    await rm(own, { force: true });
  }
  const secrets = parseSecrets((await readText(file)) ?? '');
  if (secrets === undefined) throw new Error(`The secret in ${file} cannot be kept`);
  return secrets;
}

/** The first of them, of a file that is not rotated. */
export async function ensureSecret(
  dataDir: string,
  name: SecretName,
  options: { readonly isLasting: boolean },
): Promise<string> {
  const [secret] = await ensureSecrets(dataDir, name, options);
  return secret;
}
