import { access, constants, stat } from 'node:fs/promises';
import { getErrorCode } from '../../platform/error-code.ts';

/** What the files of 20,000 products are far below, and the memory of a backend is above. */
export const MOST_FILE_BYTES = 250_000_000;

/**
 * Why a file of a shop is not read, found before a byte of it is: a pipe or a device would never end, and what is too large would take the
 * memory of whoever answers visitors. Null where nothing speaks against it.
 */
export async function findFileProblem(
  place: string,
  mostBytes: number = MOST_FILE_BYTES,
): Promise<string | null> {
  try {
    const found = await stat(place);
    if (!found.isFile()) return 'is no file: take it out of the folder';
    if (found.size > mostBytes) return `is larger than ${mostBytes / 1_000_000} MB: take a smaller one`;
    await access(place, constants.R_OK);
    return null;
  } catch (error) {
    return `cannot be read (${getErrorCode(error) ?? 'unknown'})`;
  }
}
