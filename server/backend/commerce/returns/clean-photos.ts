import { isBulkheadRejectedError } from 'cockatiel';
import { MAX_RETURN_PHOTO_PX, RETURN_PHOTO_LIMITS } from '../../../../shared/rules/returns.ts';
import { createUnavailable, ProblemError } from '../../core/http/problem-error.ts';
import { type CleanPicture, cleanPicture, PictureRefusedError } from '../../core/security/clean-picture.ts';
import type { UploadedPhoto } from './read-return.ts';

/** JPEG quality. */
const JPEG_QUALITY = 82;

/**
 * Re-encodes the pixels of a photo: a JPEG, upright, with the longest side of `MAX_RETURN_PHOTO_PX` at most.
 *
 * @throws PictureRefusedError if the file is not such a photo; BulkheadRejectedError if too many are waiting
 */
export const cleanPhoto = (bytes: Buffer): Promise<CleanPicture> =>
  cleanPicture(bytes, (upright) =>
    upright
      .resize({
        width: MAX_RETURN_PHOTO_PX,
        height: MAX_RETURN_PHOTO_PX,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .jpeg({ quality: JPEG_QUALITY }),
  );

/**
 * Re-encodes photos sequentially.
 *
 * @throws ProblemError `file_refused` with every refused photo by its position, starting at 1;
 * `backend_unavailable` if too many are waiting
 */
export async function cleanPhotos(sent: readonly UploadedPhoto[]): Promise<CleanPicture[]> {
  const photos: CleanPicture[] = [];
  const errors: { field: string; code: string; detail: string }[] = [];
  for (const [index, bytes] of sent.slice(0, RETURN_PHOTO_LIMITS.max).entries()) {
    try {
      if (bytes === undefined) throw new PictureRefusedError('size');
      photos.push(await cleanPhoto(bytes));
    } catch (error) {
      if (isBulkheadRejectedError(error)) throw createUnavailable();
      if (!(error instanceof PictureRefusedError)) throw error;
      errors.push({ field: 'photo', code: error.code, detail: String(index + 1) });
    }
  }
  if (errors.length > 0) throw new ProblemError('file_refused', { errors });
  return photos;
}
