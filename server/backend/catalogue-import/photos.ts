import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { getErrorCode } from '../../platform/error-code.ts';
import type { Database } from '../database/database.ts';
import { picture } from '../modules/pictures/tables.ts';
import { cleanPhoto } from '../modules/returns/photos.ts';
import { type PictureRefusal, PictureRefusedError } from '../security/clean-picture.ts';
import { DRAWING_SIZE } from './drawing.ts';
import { findFileProblem } from './file-problem.ts';
import { IssueList } from './import-error.ts';
import type { ShopFiles } from './read-shop-files.ts';
import { fetchRows } from './write-rows.ts';

/** A photo of a pack, in place of its drawing. */
export interface Photo {
  /** Address of the picture: of its bytes, 32 hexadecimal digits. */
  readonly hash: string;
  /** Where its bytes are; null where the database has them. */
  readonly path: string | null;
}

/** Folder of photos, by which differences of them are named. */
export const PHOTOS_FOLDER = 'pictures';
const NAME = /^(?<number>[A-Za-z0-9-]+)\.(?:jpe?g|png|webp)$/i;
const MOST_BYTES = 12_000_000;

/** What is told of a picture that is not taken. */
export const PICTURE_REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  type: 'is no JPEG, PNG or WebP, whatever its name says',
  size: 'is too large',
  pixels: 'has too many pixels: take a smaller one',
  broken: 'cannot be read to its end: save it anew',
  animated: 'moves: take a picture that stands still',
};

/** The photos of a folder by article number; what is no photo by its name is told as an issue. */
export async function readFolderPhotos(
  folder: string,
  issues: IssueList,
): Promise<ReadonlyMap<string, Photo>> {
  const photos = new Map<string, Photo>();
  for (const name of await listPictures(folder, PHOTOS_FOLDER, issues)) {
    const file = `${PHOTOS_FOLDER}/${name}`;
    const number = NAME.exec(name)?.groups?.number;
    const place = path.join(folder, file);
    if (number === undefined) {
      issues.add(file, '', '', 'is no picture: name it by its article number, with .jpg, .png or .webp');
    } else if (photos.has(number)) {
      issues.add(file, '', '', `is of the same article as another picture: keep one of them`);
    } else {
      const problem = await findFileProblem(place, MOST_BYTES);
      if (problem === null) photos.set(number, { hash: await hashPhoto(place), path: place });
      else issues.add(file, '', '', problem);
    }
  }
  return photos;
}

/**
 * Names in a folder of pictures, in their order; none where there is no such folder. One that is there and cannot be looked into is told as an
 * issue: its pictures would be taken for gone.
 */
export async function listPictures(folder: string, name: string, issues: IssueList): Promise<string[]> {
  try {
    const names = await readdir(path.join(folder, name));
    // What systems leave behind in every folder.
    return names.filter((file) => !file.startsWith('.')).sort();
  } catch (error) {
    const code = getErrorCode(error);
    if (code !== 'ENOENT') issues.add(name, '', '', `cannot be looked into (${code ?? 'unknown'})`);
    return [];
  }
}

async function hashPhoto(place: string): Promise<string> {
  const hash = createHash('sha256').update('photo\n');
  for await (const bytes of createReadStream(place)) hash.update(bytes as Buffer);
  return hash.digest('hex').slice(0, 32);
}

/**
 * The photos that the shop shows.
 *
 * @param numbers of which articles; left out: of all
 */
export async function readShownPhotos(
  database: Database,
  numbers?: readonly string[],
): Promise<ReadonlyMap<string, Photo>> {
  const isAsked = numbers ? sql`and v.article_number = any (${sql.param([...numbers])}::text[])` : sql``;
  const rows = await fetchRows<{ number: string; hash: string }>(
    database,
    sql`select distinct v.article_number as number, p.hash from picture p
      join variant_picture shown using (hash)
      join product_variant v on v.product_variant_id = shown.product_variant_id
      where p.photo is not null and v.is_listed ${isAsked}`,
  );
  return new Map(rows.map(({ number, hash }) => [number, { hash, path: null }]));
}

/** Photos are of articles that the shop has. */
export function checkPhotoNames(files: ShopFiles, issues: IssueList): void {
  const numbers = new Set(
    files.products.flatMap(({ variants }) => variants.map(({ articleNumber }) => articleNumber)),
  );
  for (const [number, { path: place }] of files.photos) {
    if (place === null || numbers.has(number)) continue;
    issues.add(
      `${PHOTOS_FOLDER}/${path.basename(place)}`,
      '',
      '',
      `'${number}' is no article number of catalogue.json: correct the name, or remove the picture`,
    );
  }
}

/** Photos that the database has not. */
async function listNewPhotos(database: Database, { photos }: ShopFiles) {
  const fromFiles = [...photos.values()].flatMap(({ hash, path: place }) =>
    place === null ? [] : [{ hash, place }],
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
 * Decodes every photo that is new, one at a time: what a browser is shown is made of its pixels alone.
 *
 * @throws ImportError with every one that cannot be
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

/** Puts the files of new photos into the database, where every backend finds them. */
export async function writePhotos(transaction: Database, files: ShopFiles): Promise<void> {
  for (const { hash, place } of await listNewPhotos(transaction, files)) {
    const photo = await readFile(place);
    if ((await hashPhoto(place)) !== hash) {
      const issues = new IssueList();
      issues.add(
        `${PHOTOS_FOLDER}/${path.basename(place)}`,
        '',
        '',
        'was changed while it was imported: begin anew',
      );
      issues.throwIfAny();
    }
    await transaction
      .insert(picture)
      .values({ hash, options: {}, ...DRAWING_SIZE, photo })
      .onConflictDoNothing();
  }
}
