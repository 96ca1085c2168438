import { RETURN_PHOTO_SIDE } from '../../../../shared/rules/returns.ts';
import { type CleanPicture, cleanPicture } from '../../security/clean-picture.ts';

/** Of JPEG. */
const QUALITY = 82;

/**
 * Makes a photo anew from its pixels: a JPEG, upright, with the longest side of `RETURN_PHOTO_SIDE` at most.
 *
 * @throws PictureRefusedError for what is no such photo; BulkheadRejectedError where too many wait
 */
export const cleanPhoto = (bytes: Buffer): Promise<CleanPicture> =>
  cleanPicture(bytes, (upright) =>
    upright
      .resize({
        width: RETURN_PHOTO_SIDE,
        height: RETURN_PHOTO_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .flatten({ background: '#fff' })
      .jpeg({ quality: QUALITY }),
  );
