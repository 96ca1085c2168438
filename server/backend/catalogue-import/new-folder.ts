import { mkdir, mkdtemp, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { getErrorCode } from '../../platform/error-code.ts';

/** A folder cannot be filled with the files of a shop: it has something in it, or cannot be written. Nothing of it was changed. */
export class NewFolderError extends Error {
  override readonly name = 'NewFolderError';
}

/** @throws NewFolderError where the disk refuses */
export async function onDisk<T>(folder: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new NewFolderError(
      `${folder} cannot be written (${getErrorCode(error) ?? 'unknown'}): name a new folder in a place where this process may write and has room.`,
    );
  }
}

/**
 * The folder itself, where the name is one of a link.
 *
 * @throws NewFolderError where it is there and not empty, or no folder
 */
async function findPlace(folder: string): Promise<string> {
  const place = await realpath(folder).catch(() => folder);
  const found = await readdir(place).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw new NewFolderError(`${folder} is no folder that can be looked into: name a new or empty one.`);
  });
  if (found.length === 0) return place;
  throw new NewFolderError(`${folder} has something in it: name a folder that is new or empty.`);
}

/**
 * Fills a folder that is new or empty, so that it is there whole or not at all.
 *
 * @param write fills the folder that it is given; where it rejects, nothing is left behind
 * @throws NewFolderError where the folder has something in it, or cannot be written
 */
export async function fillNewFolder<T>(
  folder: string,
  write: (unfinished: string) => Promise<T>,
): Promise<T> {
  const place = await findPlace(folder);
  await onDisk(folder, mkdir(path.dirname(place), { recursive: true }));
  const unfinished = await onDisk(folder, mkdtemp(`${place}-unfinished-`));
  try {
    const written = await write(unfinished);
    // An empty folder is replaced.
    await onDisk(folder, rename(unfinished, place));
    return written;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}
