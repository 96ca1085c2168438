import {
  MAX_RETURN_PHOTO_PX,
  RETURN_PHOTO_LIMITS,
  RETURN_PHOTO_TYPES,
} from '../../../shared/rules/returns.ts';

/** Photo chosen by the customer. */
export interface ChosenPhoto {
  readonly file: File;
  /**
   * Thumbnail as a data URL, which the content security policy allows; null if the browser cannot decode the
   * photo.
   */
  readonly preview: string | null;
  /** Error code as the API returns it, or null. */
  readonly code: 'type' | 'size' | null;
}

const MAX_PREVIEW_PX = 320;
const JPEG = 'image/jpeg';
const JPEG_QUALITY = 0.82;

function drawScaled(bitmap: ImageBitmap, maxSidePx: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSidePx / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, JPEG, JPEG_QUALITY));

const isAcceptedPhotoType = ({ type }: File): boolean => RETURN_PHOTO_TYPES.some((taken) => taken === type);

/** Returns the error code of an unscaled file. */
function findPhotoProblemCode(file: File): ChosenPhoto['code'] {
  if (!isAcceptedPhotoType(file)) return 'type';
  return file.size > RETURN_PHOTO_LIMITS.bytes ? 'size' : null;
}

/**
 * Scales a photo to the size that the shop stores before it is uploaded, because some phone photos exceed the
 * upload limit. Formats that the browser can decode but the shop does not accept (HEIC in Safari) become
 * JPEG. A file that the browser cannot decode is returned unchanged with its error code.
 */
export async function scalePhoto(file: File): Promise<ChosenPhoto> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // The browser cannot decode it. The backend validates the file, too.
    return { file, preview: null, code: findPhotoProblemCode(file) };
  }
  try {
    const preview = drawScaled(bitmap, MAX_PREVIEW_PX).toDataURL(JPEG, JPEG_QUALITY);
    const fits = Math.max(bitmap.width, bitmap.height) <= MAX_RETURN_PHOTO_PX;
    if (fits && findPhotoProblemCode(file) === null) return { file, preview, code: null };
    const blob = await toJpeg(drawScaled(bitmap, MAX_RETURN_PHOTO_PX));
    const scaled = blob === null ? file : new File([blob], 'photo.jpg', { type: JPEG });
    return { file: scaled, preview, code: findPhotoProblemCode(scaled) };
  } finally {
    bitmap.close();
  }
}
