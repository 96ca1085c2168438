import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { getErrorCode } from '../../platform/error-code.ts';
import { cleanPhoto } from '../commerce/returns/clean-photos.ts';
import { picture } from '../content/pictures/tables.ts';
import type { Database } from '../core/database/database.ts';
import { type PictureRefusal, PictureRefusedError } from '../core/security/clean-picture.ts';
import { IssueList } from '../shop-store/import-error.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { findUnreadableReason } from '../shop-store/unreadable-file.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { DRAWING_SIZE } from './pack-drawing.ts';

/** Photo of a pack, shown instead of its drawing. */
export interface Photo {
  /** Address of the picture: the hash of its bytes, 32 hexadecimal digits. */
  readonly hash: string;
  /** Path of the file; null if the bytes are in the database. */
  readonly path: string | null;
}

/** Folder of photos, also its name in the list of differences. */
export const PHOTOS_FOLDER = 'pictures';
const PHOTO_FILE_NAME = /^(?<number>[A-Za-z0-9-]+)\.(?:jpe?g|png|webp)$/i;
const MAX_PHOTO_BYTES = 12_000_000;

/** Error messages for refused pictures. */
export const PICTURE_REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  type: 'is not a JPEG, PNG or WebP file, despite its extension',
  size: 'is too large',
  pixels: 'has too many pixels: take a smaller one',
  broken: 'cannot be read to its end: save it again',
  animated: 'is animated: use a still picture',
};

/** Reads the photos of a folder by article number. Reports files whose names are not those of photos. */
export async function readFolderPhotos(
  folder: string,
  issues: IssueList,
): Promise<ReadonlyMap<string, Photo>> {
  const photos = new Map<string, Photo>();
  for (const name of await listPictureNames(folder, PHOTOS_FOLDER, issues)) {
    const file = `${PHOTOS_FOLDER}/${name}`;
    const number = PHOTO_FILE_NAME.exec(name)?.groups?.number;
    const photoPath = path.join(folder, file);
    if (number === undefined) {
      issues.add(file, '', '', 'is not a picture: name it by its article number, with .jpg, .png or .webp');
    } else if (photos.has(number)) {
      issues.add(file, '', '', `belongs to the same article as another picture: keep one of them`);
    } else {
      const problem = await findUnreadableReason(photoPath, MAX_PHOTO_BYTES);
      if (problem === null) photos.set(number, { hash: await hashPhoto(photoPath), path: photoPath });
      else issues.add(file, '', '', problem);
    }
  }
  return photos;
}

/**
 * Lists the names in a folder of pictures, sorted; none if the folder does not exist. Reports a folder that
 * cannot be read, because its pictures would count as deleted otherwise.
 */
export async function listPictureNames(folder: string, name: string, issues: IssueList): Promise<string[]> {
  try {
    const names = await readdir(path.join(folder, name));
    // Ignores hidden files, which operating systems create in every folder.
    return names.filter((file) => !file.startsWith('.')).sort();
  } catch (error) {
    const code = getErrorCode(error);
    if (code !== 'ENOENT') issues.add(name, '', '', `cannot be read (${code ?? 'unknown'})`);
    return [];
  }
}

async function hashPhoto(photoPath: string): Promise<string> {
  const hash = createHash('sha256').update('photo\n');
  for await (const bytes of createReadStream(photoPath)) hash.update(bytes as Buffer);
  return hash.digest('hex').slice(0, 32);
}

/**
 * Reads the visible photos of the shop.
 *
 * @param numbers article numbers; by default all
 */
export async function readVisiblePhotos(
  database: Database,
  numbers?: readonly string[],
): Promise<ReadonlyMap<string, Photo>> {
  const articleFilter = numbers
    ? sql`and v.article_number = any (${sql.param([...numbers])}::text[])`
    : sql``;
  const rows = await fetchRows<{ number: string; hash: string }>(
    database,
    sql`select distinct v.article_number as number, p.hash from picture p
      join variant_picture shown using (hash)
      join product_variant v on v.product_variant_id = shown.product_variant_id
      where p.photo is not null and v.is_listed ${articleFilter}`,
  );
  return new Map(rows.map(({ number, hash }) => [number, { hash, path: null }]));
}

/** Checks that each photo belongs to an existing article. */
export function checkPhotoNames(files: ShopFiles, issues: IssueList): void {
  const numbers = new Set(
    files.products.flatMap(({ variants }) => variants.map(({ articleNumber }) => articleNumber)),
  );
  for (const [number, { path: photoPath }] of files.photos) {
    if (photoPath === null || numbers.has(number)) continue;
    issues.add(
      `${PHOTOS_FOLDER}/${path.basename(photoPath)}`,
      '',
      '',
      `'${number}' is no article number of catalogue.json: correct the name, or remove the picture`,
    );
  }
}

/** Lists the photos that the database does not have yet. */
async function listNewPhotos(database: Database, { photos }: ShopFiles) {
  const fromFiles = [...photos.values()].flatMap(({ hash, path: photoPath }) =>
    photoPath === null ? [] : [{ hash, place: photoPath }],
  );
  if (fromFiles.length === 0) return [];
  const rows = await fetchRows<{ hash: string }>(
    database,
    sql`select hash from picture where photo is not null
      and hash = any (${sql.param(fromFiles.map(({ hash }) => hash))}::text[])`,
  );
  const known = new Set(rows.map(({ hash }) => hash));
  return fromFiles.filter(({ hash }) => !known.has(hash));
}

/**
 * Decodes every new photo, one at a time. Browsers receive re-encoded pixels only.
 *
 * @throws ImportError with every photo that cannot be decoded
 */
export async function checkPhotos(database: Database, files: ShopFiles): Promise<void> {
  const issues = new IssueList();
  for (const { place } of await listNewPhotos(database, files)) {
    try {
      await cleanPhoto(await readFile(place));
    } catch (error) {
      if (!(error instanceof PictureRefusedError)) throw error;
      issues.add(`${PHOTOS_FOLDER}/${path.basename(place)}`, '', '', PICTURE_REFUSALS[error.code]);
    }
  }
  issues.throwIfAny();
}

/** Writes the files of new photos to the database, from which every backend reads them. */
export async function writePhotos(transaction: Database, files: ShopFiles): Promise<void> {
  for (const { hash, place } of await listNewPhotos(transaction, files)) {
    const photo = await readFile(place);
    if ((await hashPhoto(place)) !== hash) {
      const issues = new IssueList();
      issues.add(
        `${PHOTOS_FOLDER}/${path.basename(place)}`,
        '',
        '',
        'was changed during the import: start again',
      );
      issues.throwIfAny();
    }
    await transaction
      .insert(picture)
      .values({ hash, options: {}, ...DRAWING_SIZE, photo })
      .onConflictDoNothing();
  }
}
