import { access, constants, stat } from 'node:fs/promises';
import { getErrorCode } from '../../platform/error-code.ts';

/**
 * Maximum size of a shop file, in bytes. The files of 20,000 products are far smaller, and the memory of a
 * backend is larger.
 */
export const MAX_FILE_BYTES = 250_000_000;

/**
 * Returns why a file must not be read, or null if it may. Checked before any byte is read: a pipe or a device
 * would never end, and a very large file would exhaust the memory of the process that serves visitors.
 */
export async function findUnreadableReason(
  place: string,
  mostBytes: number = MAX_FILE_BYTES,
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
