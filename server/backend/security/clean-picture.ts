import { bulkhead } from 'cockatiel';
import sharp, { type Metadata, type Sharp } from 'sharp';

/** Why a picture is not taken. */
export type PictureRefusal =
  /** It is no JPEG, PNG or WebP. */
  | 'type'
  /** It weighs too much. */
  | 'size'
  /** It has too many pixels. */
  | 'pixels'
  /** It cannot be read, or not to its end. */
  | 'broken'
  | 'animated';

/** A picture that is not taken. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError';
  readonly code: PictureRefusal;

  constructor(code: PictureRefusal) {
    super(`The picture is refused: ${code}`);
    this.code = code;
  }
}

/** A picture made anew from its pixels alone. */
export interface CleanPicture {
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** More than any telephone takes by default; decoded it is 120 MB. */
const MAX_PIXELS = 40_000_000;
/** Far longer than the largest picture takes. */
const DECODE_SECONDS = 10;
/** Pictures that may wait for their turn. */
const MAX_WAITING = 64;

type PictureType = 'jpeg' | 'png' | 'webp';

const startsWith = (bytes: Buffer, at: number, start: string): boolean =>
  bytes.subarray(at, at + start.length).equals(Buffer.from(start, 'latin1'));

/** The type that the first bytes say: neither the name of a file nor what its sender calls it. */
function findType(bytes: Buffer): PictureType | null {
  if (startsWith(bytes, 0, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png';
  return startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WEBP') ? 'webp' : null;
}

/** Whether a PNG says that it moves, which its decoder does not tell: a chunk `acTL` before the first pixels. */
function isAnimatedPng(bytes: Buffer): boolean {
  let at = 8;
  while (at + 8 <= bytes.length) {
    if (startsWith(bytes, at + 4, 'acTL')) return true;
    if (startsWith(bytes, at + 4, 'IDAT')) return false;
    // Length, name and checksum beside what it holds.
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}

const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' } as const;

/** One at a time: two of the largest would hold the memory of half a process, and the rest of it must answer meanwhile. */
const turns = bulkhead(1, MAX_WAITING);

/**
 * Makes a picture anew from its pixels, upright and in sRGB. Nothing else of the file is left: no place, no camera, no comment, and nothing
 * that another program than a decoder of pictures could take it for.
 *
 * @param encode makes it as large as it is kept, in the format that it is kept in
 * @throws PictureRefusedError for what is no JPEG, PNG or WebP, or a hostile one; BulkheadRejectedError where too many wait
 */
export async function cleanPicture(bytes: Buffer, encode: (upright: Sharp) => Sharp): Promise<CleanPicture> {
  const type = findType(bytes);
  if (type === null) throw new PictureRefusedError(bytes.length === 0 ? 'broken' : 'type');
  if (type === 'png' && isAnimatedPng(bytes)) throw new PictureRefusedError('animated');
  return turns.execute(async () => {
    // Of its head alone: what would not fit is never decoded.
    const { format, width, height, pages = 1 } = await readHead(bytes);
    if (format !== type) throw new PictureRefusedError('broken');
    if (pages > 1) throw new PictureRefusedError('animated');
    if (width * height > MAX_PIXELS) throw new PictureRefusedError('pixels');
    try {
      const { data, info } = await encode(sharp(bytes, options).autoOrient().toColourspace('srgb'))
        .timeout({ seconds: DECODE_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch {
      // Whatever its decoder says of it: it is about bytes that somebody sent, and nothing that anybody here could mend.
      throw new PictureRefusedError('broken');
    }
  });
}

async function readHead(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, options).metadata();
  } catch (error) {
    const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new PictureRefusedError(isTooLarge ? 'pixels' : 'broken');
  }
}
