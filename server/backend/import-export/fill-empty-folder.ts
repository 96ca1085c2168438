import { mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '../../platform/error-code.ts';
import { ExpectedError } from '../core/expected-error.ts';

/**
 * Thrown if a folder cannot be filled with the files of a shop, because it is not empty or not writable. It
 * was not changed.
 */
export class TargetFolderError extends ExpectedError {
  override readonly name = 'TargetFolderError';
}

/** @throws TargetFolderError if the file system refuses the operation */
export async function convertFolderErrors<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new TargetFolderError(
      `${folder} cannot be written (${getErrorCode(error) ?? 'unknown'}): name a new folder in a place where this process may write and has room.`,
    );
  }
}

/**
 * Resolves a symbolic link to its folder.
 *
 * @throws TargetFolderError if the path exists and is not an empty folder
 */
async function requireEmptyFolder(folder: string): Promise<string> {
  const resolved = await realpath(folder).catch(() => folder);
  const found = await readdir(resolved).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw new TargetFolderError(`${folder} is not a readable folder: name a new or empty one.`);
  });
  if (found.length === 0) return resolved;
  throw new TargetFolderError(`${folder} is not empty: name a folder that is new or empty.`);
}

/**
 * Fills a new or empty folder atomically: it is complete or does not exist.
 *
 * @param write fills the given folder; if it rejects, the folder is removed
 * @throws TargetFolderError if the folder is not empty or cannot be written
 */
export async function fillEmptyFolder<T>(
  folder: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  const resolved = await requireEmptyFolder(folder);
  await convertFolderErrors(folder, mkdir(path.dirname(resolved), { recursive: true }));
  const unfinished = await convertFolderErrors(folder, mkdtemp(`${resolved}-unfinished-`));
  try {
    const written = await write(unfinished);
    // Replaces the empty folder, if there is one.
    await convertFolderErrors(folder, rename(unfinished, resolved));
    return written;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
