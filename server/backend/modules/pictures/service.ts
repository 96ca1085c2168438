import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { cleanPicture } from '../../security/clean-picture.ts';
import type { PictureFiles } from './picture-files.ts';
import type { TextPicture } from './queries.ts';

/** Widths in pixels that exist: one per layout breakpoint and the thumbnails. Also in the web's picture element. */
export const pictureWidths = [96, 260, 480, 768, 1088, 1472] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export const pictureFormats = ['avif', 'webp', 'png'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** What a picture is drawn from. */
export type PictureOptions = Readonly<Record<string, unknown>>;

export interface PictureSource {
  /** Drawing options by content hash, or undefined for an unknown hash. */
  findOptions(hash: string): Promise<PictureOptions | undefined>;
  /** The file of a photo of a product, which an import has decoded once; undefined for a drawing. */
  findPhoto(hash: string): Promise<Buffer | undefined>;
  /** Bytes of a picture that was put up, by their hash; undefined for an unknown hash. */
  findOriginal(hash: string): Promise<Buffer | undefined>;
}

export interface PictureService {
  /** Whether there is such a picture, drawn or not. */
  hasPicture(hash: string): Promise<boolean>;
  /** The picture's bytes, drawn now where nobody asked for it before; undefined for an unknown hash. */
  fetchPicture(hash: string, width: PictureWidth, format: PictureFormat): Promise<Buffer | undefined>;
}

const MASTER = 'master.png';
/** Height of a drawing to its width, as the importer notes it of every picture. */
const SHEET_RATIO = 616 / 520;
/** Dots per inch at which one unit of an SVG is one pixel. */
const SVG_DENSITY = 72;
/** Of the sizes, in pixels. */
const largestWidth = pictureWidths[pictureWidths.length - 1] ?? 1472;

/** Of the WebP that is kept of a picture of texts, which every size is made from. */
const QUALITY = 90;
/** Taller than any screen shows at once. */
const MOST_HEIGHT = 3000;
/** Letters of a hash in addresses. */
const HASH_LENGTH = 32;

/** What is kept of a picture for texts. */
export interface TextPictureFile extends Pick<TextPicture, 'hash' | 'width' | 'height'> {
  readonly original: Buffer;
}

/** Address of a picture of texts: of its bytes. */
export const hashTextPicture = (original: Buffer): string =>
  createHash('sha256').update(original).digest('hex').slice(0, HASH_LENGTH);

/** Makes a picture for texts anew from the pixels of what was sent. @throws as `cleanPicture` */
export async function makeTextPicture(sent: Buffer): Promise<TextPictureFile> {
  const { bytes, width, height } = await cleanPicture(sent, (upright) =>
    upright
      .resize({ width: largestWidth, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY }),
  );
  return { original: bytes, hash: hashTextPicture(bytes), width, height };
}

/**
 * The same for a picture of a shop's files: one that is already as a shop keeps it stays, byte for byte, so that a shop that moves keeps its
 * addresses. It is decoded all the same, and nothing but its pixels is ever sent.
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

async function encode(master: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  const resized = sharp(master).resize({ width, fit: 'inside', withoutEnlargement: true });
  // AVIF effort 4 costs six times as much as 2 and saves five percent.
  if (format === 'avif') return await resized.avif({ quality: 50, effort: 2 }).toBuffer();
  if (format === 'webp') return await resized.webp({ quality: 75 }).toBuffer();
  return await resized.png({ compressionLevel: 9 }).toBuffer();
}

async function drawMaster(options: PictureOptions): Promise<Buffer> {
  // Loaded with the first picture: the glyphs are large, and a start that draws nothing should not wait for them.
  const { packshot } = await import('../../sample-shop/packshots/packshot.mjs');
  const svg = packshot(options);
  const svgWidth = Number(/viewBox="\S+ \S+ (\S+) /.exec(svg)?.[1] ?? largestWidth);
  // Drawn at the size that is needed: enlarging pixels afterwards would blur the print.
  const density = Math.ceil((SVG_DENSITY * largestWidth) / svgWidth);
  return await sharp(Buffer.from(svg), { density })
    .resize({ width: largestWidth, fit: 'inside' })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/** A photo on the sheet of a drawing, so that both stand alike in every list; upright, and nothing of its file but the pixels. */
async function developMaster(photo: Buffer): Promise<Buffer> {
  return await sharp(photo, { failOn: 'error' })
    .autoOrient()
    .resize({
      width: largestWidth,
      height: Math.round(largestWidth * SHEET_RATIO),
      fit: 'contain',
      background: '#fff',
    })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .png({ compressionLevel: 6 })
    .toBuffer();
}

/**
 * Makes product pictures when they are first asked for and keeps them for good.
 * Equal requests share one flight, and one picture is drawn at a time: drawing is pure CPU, and a burst of first
 * visits must not take it all.
 */
export function createPictureService(deps: { source: PictureSource; files: PictureFiles }): PictureService {
  const { source, files } = deps;
  const flights = new Map<string, Promise<Buffer | undefined>>();
  let tail: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
    const kept = await files.find(hash, name);
    if (kept) return kept;
    const options = await source.findOptions(hash);
    const original = options ? undefined : await source.findOriginal(hash);
    if (!options && !original) return undefined;
    return await inTurn(async () => {
      let master = original ?? (await files.find(hash, MASTER));
      if (!master) {
        const photo = await source.findPhoto(hash);
        master = photo ? await developMaster(photo) : await drawMaster(options ?? {});
        await files.keep(hash, MASTER, master);
      }
      const bytes = await encode(master, width, format);
      await files.keep(hash, name, bytes);
      return bytes;
    });
  }

  return {
    hasPicture: async (hash) =>
      ((await source.findOptions(hash)) ?? (await source.findOriginal(hash))) !== undefined,
    fetchPicture(hash, width, format) {
      const name = `${width}.${format}`;
      const key = `${hash}/${name}`;
      const running = flights.get(key);
      if (running) return running;
      const flight = makePicture(hash, width, format, name).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
