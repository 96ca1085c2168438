import { RETURN_PHOTO_SIDE, RETURN_PHOTO_TYPES, RETURN_PHOTOS } from '../../../shared/rules/returns.ts';

/** A photo that was chosen. */
export interface ChosenPhoto {
  readonly file: File;
  /** A small picture of it as a data address, which the policy of the pages allows; null where the browser cannot show it. */
  readonly preview: string | null;
  /** Code of what is wrong with it, as the API would tell it. */
  readonly code: 'type' | 'size' | null;
}

const PREVIEW_SIDE = 320;
const JPEG = 'image/jpeg';
const QUALITY = 0.82;

function draw(bitmap: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const toJpeg = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, JPEG, QUALITY));

const isTaken = ({ type }: File): boolean => RETURN_PHOTO_TYPES.some((taken) => taken === type);

/** What is wrong with a file as it is. */
function findCode(file: File): ChosenPhoto['code'] {
  if (!isTaken(file)) return 'type';
  return file.size > RETURN_PHOTOS.bytes ? 'size' : null;
}

/**
 * Makes a photo as small as the shop keeps it, before it is sent: some of a telephone weigh more than is taken. What the browser can read and
 * the shop does not take (HEIC in Safari) becomes a JPEG by it. What the browser cannot read stays as it is, with what is wrong with it.
 */
export async function scalePhoto(file: File): Promise<ChosenPhoto> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // No picture to this browser; the backend looks at it as well.
    return { file, preview: null, code: findCode(file) };
  }
  try {
    const preview = draw(bitmap, PREVIEW_SIDE).toDataURL(JPEG, QUALITY);
    const fits = Math.max(bitmap.width, bitmap.height) <= RETURN_PHOTO_SIDE;
    if (fits && findCode(file) === null) return { file, preview, code: null };
    const blob = await toJpeg(draw(bitmap, RETURN_PHOTO_SIDE));
    const scaled = blob === null ? file : new File([blob], 'photo.jpg', { type: JPEG });
    return { file: scaled, preview, code: findCode(scaled) };
  } finally {
    bitmap.close();
  }
}
