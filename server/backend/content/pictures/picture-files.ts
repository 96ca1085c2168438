import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Stored bytes by content hash. They never change. */
export interface PictureFiles {
  /** Returns the bytes; undefined if they were not made yet. */
  find(hash: string, name: string): Promise<Buffer | undefined>;
  /** Stores the bytes. An interrupted write leaves no file of that name. */
  store(hash: string, name: string, bytes: Buffer): Promise<void>;
}

function isFileMissingError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/**
 * Stores pictures as files in a folder, with a subfolder for each pair of first letters of the hash.
 *
 * @param folder absolute path; created with the first picture
 */
export function createPictureFiles(folder: string): PictureFiles {
  const locate = (hash: string, name: string): string => path.join(folder, hash.slice(0, 2), hash, name);
  return {
    async find(hash, name) {
      try {
        return await readFile(locate(hash, name));
      } catch (error) {
        if (isFileMissingError(error)) return undefined;
        throw error;
      }
    },
    async store(hash, name, bytes) {
      const file = locate(hash, name);
      const unfinished = `${file}.${randomUUID()}.part`;
      await mkdir(path.dirname(file), { recursive: true });
      try {
        await writeFile(unfinished, bytes);
        await rename(unfinished, file);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
  };
}
