import { createHash } from 'node:crypto';
import sharp from 'sharp';
import {
  type PictureFormat,
  type PictureWidth,
  pictureWidths,
} from '../../../../shared/rules/picture-files.ts';
import { cleanPicture } from '../../core/security/clean-picture.ts';
import type { PictureFiles } from './picture-files.ts';
import type { TextPicture } from './queries.ts';

/** Options of a drawing. */
export type PictureOptions = Readonly<Record<string, unknown>>;

export interface PictureSource {
  /** Returns the drawing options of a hash; undefined for an unknown hash. */
  findOptions(hash: string): Promise<PictureOptions | undefined>;
  /** Returns the file of a product photo, which was validated by the import; undefined for a drawing. */
  findPhoto(hash: string): Promise<Buffer | undefined>;
  /** Returns the bytes of an uploaded picture by their hash; undefined for an unknown hash. */
  findOriginal(hash: string): Promise<Buffer | undefined>;
}

export interface PictureService {
  /** Returns whether a picture exists, drawn already or not. */
  hasPicture(hash: string): Promise<boolean>;
  /** Returns the bytes of a picture and draws it on the first request; undefined for an unknown hash. */
  fetchPicture(hash: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | undefined>;
}

const MASTER_FILE_NAME = 'master.png';
/** Ratio of height to width of a drawing, which the importer stores for every picture. */
const DRAWING_RATIO = 616 / 520;
/** Dots per inch at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
/** Largest of the widths in pixels. */
const largestWidth = pictureWidths[pictureWidths.length - 1] ?? 1472;

/** Quality of the stored WebP of a picture for texts, from which all sizes are made. */
const WEBP_QUALITY = 90;
/** Maximum height in pixels, more than any screen shows at once. */
const MAX_HEIGHT_PIXELS = 3000;
/** Maximum size of the file of a picture for texts, in bytes. */
export const MAX_TEXT_PICTURE_BYTES = 20_000_000;
/** Length of a hash in addresses. */
const HASH_LENGTH = 32;

/** The stored data of a picture for texts. */
export interface TextPictureFile extends Pick<TextPicture, 'hash' | 'width' | 'height'> {
  readonly original: Buffer;
}

/** Returns the hash of a picture for texts from its bytes, for its address. */
export const hashTextPicture = (original: Buffer): string =>
  createHash('sha256').update(original).digest('hex').slice(0, HASH_LENGTH);

/** Creates a picture for texts by re-encoding the pixels of an upload. @throws as `cleanPicture` */
export async function makeTextPicture(upload: Buffer): Promise<TextPictureFile> {
  const { bytes, width, height } = await cleanPicture(upload, (upright) =>
    upright
      .resize({ width: largestWidth, height: MAX_HEIGHT_PIXELS, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: WEBP_QUALITY }),
  );
  return { original: bytes, hash: hashTextPicture(bytes), width, height };
}

/**
 * Reads a picture for texts from import files. A picture in the stored format is left unchanged, byte for
 * byte, so that a migrated site keeps its addresses. It is decoded nevertheless, and only its pixels are ever
 * sent.
 *
 * @throws as `cleanPicture`
 */
export async function readTextPicture(bytes: Buffer): Promise<TextPictureFile> {
  const made = await makeTextPicture(bytes);
  const { format, width, height, exif, icc, iptc, xmp } = await sharp(bytes).metadata();
  const isOurs =
    format === 'webp' &&
    bytes.readUInt32LE(4) + 8 === bytes.length &&
    [exif, icc, iptc, xmp].every((part) => part === undefined) &&
    width === made.width &&
    height === made.height;
  return isOurs ? { original: bytes, hash: hashTextPicture(bytes), width, height } : made;
}

async function encodePicture(master: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const resized = sharp(master).resize({ width, fit: 'inside', withoutEnlargement: true });
  // AVIF effort 4 costs six times as much as 2 and saves five percent.
  if (format === 'avif') return await resized.avif({ quality: 50, effort: 2 }).toBuffer();
  if (format === 'webp') return await resized.webp({ quality: 75 }).toBuffer();
  return await resized.png({ compressionLevel: 9 }).toBuffer();
}

async function drawMasterPicture(options: PictureOptions): Promise<Buffer> {
  // Imported with the first picture: the glyphs are large and would delay a start that draws nothing.
  const { packshot } = await import('../../sample-shop/packshots/packshot.mjs');
  const svg = packshot(options);
  const svgWidth = Number(/viewBox="\S+ \S+ (\S+) /.exec(svg)?.[1] ?? largestWidth);
  // Rendered at the required size, because enlarging pixels would blur the print.
  const density = Math.ceil((SVG_DENSITY * largestWidth) / svgWidth);
  return await sharp(Buffer.from(svg), { density })
    .resize({ width: largestWidth, fit: 'inside' })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/**
 * Places a photo on a sheet of the same size as a drawing, so that both align in lists. Rotates it upright
 * and removes all metadata.
 */
async function createMasterPictureFromPhoto(photo: Buffer): Promise<Buffer> {
  return await sharp(photo, { failOn: 'error' })
    .autoOrient()
    .resize({
      width: largestWidth,
      height: Math.round(largestWidth * DRAWING_RATIO),
      fit: 'contain',
      background: '#fff',
    })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/**
 * Creates product pictures on their first request and stores them permanently. Concurrent requests for a
 * picture share one render. Pictures are drawn one at a time, because drawing is CPU-bound and a burst of
 * first visits must not use all of it.
 */
export function createPictureService(deps: { source: PictureSource; files: PictureFiles }): PictureService {
  const { source, files } = deps;
  const pendingPictures = new Map<string, Promise<Buffer | undefined>>();
  let tail: Promise<unknown> = Promise.resolve();

  function runSequentially<T>(work: () => Promise<T>): Promise<T> {
    const result = tail.then(work);
    tail = result.catch(() => undefined);
    return result;
  }

  async function makePicture(
    hash: string,
    width: PictureWidth,
    format: PictureFormat,
    name: string,
  ): Promise<Buffer | undefined> {
    const stored = await files.find(hash, name);
    if (stored) return stored;
    const options = await source.findOptions(hash);
    const original = options ? undefined : await source.findOriginal(hash);
    if (!options && !original) return undefined;
    return await runSequentially(async () => {
      let master = original ?? (await files.find(hash, MASTER_FILE_NAME));
      if (!master) {
        const photo = await source.findPhoto(hash);
        master = photo ? await createMasterPictureFromPhoto(photo) : await drawMasterPicture(options ?? {});
        await files.store(hash, MASTER_FILE_NAME, master);
      }
      const bytes = await encodePicture(master, width, format);
      await files.store(hash, name, bytes);
      return bytes;
    });
  }

  return {
    hasPicture: async (hash) =>
      ((await source.findOptions(hash)) ?? (await source.findOriginal(hash))) !== undefined,
    fetchPicture(hash, width, format) {
      const name = `${width}.${format}`;
      const key = `${hash}/${name}`;
      const running = pendingPictures.get(key);
      if (running) return running;
      const pending = makePicture(hash, width, format, name).finally(() => pendingPictures.delete(key));
      pendingPictures.set(key, pending);
      return pending;
    },
  };
}
