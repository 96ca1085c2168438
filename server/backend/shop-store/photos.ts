import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { getErrorCode } from '../../platform/error-code.ts';
import type { Database } from '../core/database/database.ts';
import type { IssueList } from './import-error.ts';
import { findUnreadableReason } from './unreadable-file.ts';
import { fetchRows } from './write-rows.ts';

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

/** Returns the hash of a photo from the bytes of its file. */
export async function hashPhoto(photoPath: string): Promise<string> {
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
  // Some articles are looked up by their keys; all are found from the photos on, because most pictures are
  // drawings.
  const source = numbers
    ? sql`unnest(${sql.param([...numbers])}::text[]) as wanted (number)
      cross join lateral (select * from product_variant v where v.article_number = wanted.number offset 0) v
      cross join lateral (
        select * from variant_picture shown where shown.product_variant_id = v.product_variant_id offset 0
      ) shown
      cross join lateral (select * from picture p where p.hash = shown.hash offset 0) p`
    : sql`picture p
      join variant_picture shown using (hash)
      join product_variant v on v.product_variant_id = shown.product_variant_id`;
  const rows = await fetchRows<{ number: string; hash: string }>(
    database,
    sql`select distinct v.article_number as number, p.hash from ${source}
      where p.photo is not null and v.is_listed`,
  );
  return new Map(rows.map(({ number, hash }) => [number, { hash, path: null }]));
}
