import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Bytes kept under a content hash; what is there never changes. */
export interface PictureFiles {
  /** The bytes, or undefined where they have not been made yet. */
  find(hash: string, name: string): Promise<Buffer | undefined>;
  /** Keeps the bytes. An interrupted write leaves no file of that name. */
  keep(hash: string, name: string, bytes: Buffer): Promise<void>;
}

function isMissing(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
}

/**
 * Keeps pictures as files below a folder, in one folder per two first letters of the hash.
 *
 * @param folder absolute; made when the first picture is kept
 */
export function createPictureFiles(folder: string): PictureFiles {
  const locate = (hash: string, name: string): string => path.join(folder, hash.slice(0, 2), hash, name);
  return {
    async find(hash, name) {
      try {
        return await readFile(locate(hash, name));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async keep(hash, name, bytes) {
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
