import { bulkhead } from 'cockatiel';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** Reason to refuse a picture. */
export type PictureRefusal =
  /** Not a JPEG, PNG or WebP. */
  | 'type'
  /** Too many bytes. */
  | 'size'
  /** Too many pixels. */
  | 'pixels'
  /** Unreadable or truncated. */
  | 'broken'
  | 'animated';

/** Thrown for a refused picture. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(`The picture is refused: ${code}`);
    this.code = code;
  }
}

/** Picture re-encoded from its pixels only. */
export interface CleanPicture {
  readonly bytes: Buffer;
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
}

/** More than any phone takes by default. Decoded it needs 120 MB. */
const MAX_PIXELS = 40_000_000;
/** Far longer than decoding the largest picture takes. */
const DECODE_TIMEOUT_SECONDS = 10;
/** Maximum queue length. */
const MAX_WAITING = 64;

type PictureType = 'jpeg' | 'png' | 'webp';

const hasBytesAtStart = (bytes: Buffer, at: number, start: string): boolean =>
  bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'));

/** Returns the type by the first bytes, independent of the file name and the declared type. */
function findPictureType(bytes: Buffer): PictureType | null {
  if (hasBytesAtStart(bytes, 0, '\xff\xd8\xff')) return 'jpeg';
  if (hasBytesAtStart(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  return hasBytesAtStart(bytes, 0, 'RIFF') && hasBytesAtStart(bytes, 8, 'WEBP') ? 'webp' : null;
}

/**
 * Returns true if a PNG is animated (an `acTL` chunk before the first pixels), which its decoder does not
 * report.
 */
function isAnimatedPng(bytes: Buffer): boolean {
  let at = 8;
  while (at + 8 <= bytes.length) {
    if (hasBytesAtStart(bytes, at + 4, 'acTL')) return true;
    if (hasBytesAtStart(bytes, at + 4, 'IDAT')) return false;
    // Length, name and checksum in addition to the content.
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}

const decodeOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/**
 * One at a time: two of the largest would need half of the memory of a process, which must also serve
 * requests.
 */
const decodeQueue = bulkhead(1, MAX_WAITING);

/**
 * Re-encodes a picture from its pixels, upright and in sRGB. All other data is removed: location, camera,
 * comments, and content that a program other than an image decoder could interpret.
 *
 * @param encode resizes and encodes the picture for storage
 * @throws PictureRefusedError if it is not a JPEG, PNG or WebP, or a malicious one; BulkheadRejectedError
 *   if the queue is full
 */
export async function cleanPicture(bytes: Buffer, encode: (upright: Sharp) => Sharp): Promise<CleanPicture> {
  const type = findPictureType(bytes);
  if (type === null) throw new PictureRefusedError(bytes.length === 0 ? 'broken' : 'type');
  if (type === 'png' && isAnimatedPng(bytes)) throw new PictureRefusedError('animated');
  return decodeQueue.execute(async () => {
    // Checked by the header alone, so that too large pictures are never decoded.
    const { format, width, height, pages = 1 } = await readPictureMetadata(bytes);
    if (format !== type) throw new PictureRefusedError('broken');
    if (pages > 1) throw new PictureRefusedError('animated');
    if (width * height > MAX_PIXELS) throw new PictureRefusedError('pixels');
    try {
      const { data, info } = await encode(sharp(bytes, decodeOptions).autoOrient().toColourspace('srgb'))
        .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      // The details do not matter: the error concerns uploaded bytes, and nothing that operators could fix.
      throw new PictureRefusedError('broken');
    }
  });
}

async function readPictureMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, decodeOptions).metadata();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new PictureRefusedError(isTooLarge ? 'pixels' : 'broken');
  }
}
