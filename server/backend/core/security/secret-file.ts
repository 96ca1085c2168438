import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode, linkIfFree } from '../database/data-directory-lock.ts';
import { createToken } from './token.ts';

/** Readable by the owner only. */
const FILE_MODE = 0o600;
/** Matches a secret of sufficient length, in printable ASCII characters. */
const SECRET_PATTERN = /^[\x21-\x7e]{32,}$/;

/**
 * File names of the secrets that a backend creates once in its folder if the environment does not set them.
 */
export type SecretName = 'admin-token' | 'gift-card-key' | 'password-pepper' | 'link-key';

/** @returns undefined if the text is too short for a secret */
export const parseSecret = (text: string): string | undefined => SECRET_PATTERN.exec(text.trim())?.[0];

type SecretList = readonly [string, ...string[]];

/**
 * Parses the lines of a file.
 *
 * @returns undefined if any of them is invalid, or there is none
 */
function parseSecrets(text: string): SecretList | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first, ...rest] = lines.flatMap((line) => parseSecret(line) ?? []);
  return first === undefined || rest.length + 1 < lines.length ? undefined : [first, ...rest];
}

/** @returns undefined if the file does not exist */
async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Returns the secret in the folder of a backend; undefined if it does not exist or is not readable. */
export async function readSecret(dataDir: string, name: SecretName): Promise<string | undefined> {
  return parseSecrets((await readText(path.join(dataDir, name)).catch(() => undefined)) ?? '')?.[0];
}

/**
 * Returns the secrets in a folder, one per line of the file. Creates the file if it does not exist.
 *
 * @param options.readFirst returns the content of a new file; by default a new token
 * @param options.isLasting true if stored data depends on the secret, so an invalid file is not replaced
 * @returns the current secret, and former ones during a rotation
 */
export async function ensureSecrets(
  dataDir: string,
  name: SecretName,
  options: {
    readonly readFirst?: (() => Promise<string | undefined>) | undefined;
    readonly isPermanent: boolean;
  },
): Promise<SecretList> {
  const file = path.join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  const temporaryFile = `${file}.${randomUUID()}`;
  const existing = await readText(file);
  try {
    if (parseSecrets(existing ?? '') === undefined) {
      if (existing !== undefined && options.isPermanent)
        throw new Error(`The content of ${file} is not a valid secret`);
      // Replaces an invalid file.
      if (existing !== undefined) await rm(file, { force: true });
      const secret = (await options.readFirst?.()) ?? createToken();
      await writeFile(temporaryFile, `${secret}\n`, { mode: FILE_MODE, flag: 'wx' });
      // If several backends start on one folder, the first file counts.
      await linkIfFree(temporaryFile, file);
    }
    await chmod(file, FILE_MODE);
  } finally {
    await rm(temporaryFile, { force: true });
  }
  const secrets = parseSecrets((await readText(file)) ?? '');
  if (secrets === undefined) throw new Error(`The secret in ${file} could not be stored`);
  return secrets;
}

/** Returns the first secret of a file that is not rotated. */
export async function ensureSecret(
  dataDir: string,
  name: SecretName,
  options: { readonly isPermanent: boolean },
): Promise<string> {
  const [secret] = await ensureSecrets(dataDir, name, options);
  return secret;
}
