import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { cleanPhoto } from '../commerce/returns/clean-photos.ts';
import { picture } from '../content/pictures/tables.ts';
import type { Database } from '../core/database/database.ts';
import { type PictureRefusal, PictureRefusedError } from '../core/security/clean-picture.ts';
import { IssueList } from '../shop-store/import-error.ts';
import { hashPhoto, PHOTOS_FOLDER } from '../shop-store/photos.ts';
import type { ShopFiles } from '../shop-store/read-shop-files.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { DRAWING_SIZE } from './pack-drawing.ts';

/** Error messages for refused pictures. */
export const PICTURE_REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  type: 'is not a JPEG, PNG or WebP file, despite its extension',
  size: 'is too large',
  pixels: 'has too many pixels: take a smaller one',
  broken: 'cannot be read to its end: save it again',
  animated: 'is animated: use a still picture',
};

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
