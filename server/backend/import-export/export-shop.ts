import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { isObject } from '../../../shared/rules/json-object.ts';
import { findOriginal, findPhoto, listAllTextPictures } from '../content/pictures/queries.ts';
import type { Database } from '../core/database/database.ts';
import { legalNotice } from '../schema/schema.ts';
import { keepKnownFields } from '../shop-store/known-fields.ts';
import { PHOTOS_FOLDER, readVisiblePhotos } from '../shop-store/photos.ts';
import {
  CATALOGUE,
  FILES_EXPORTED_FROM_TABLES,
  joinFileFromRecords,
  PRICES,
  STOCK,
} from '../shop-store/record-shapes.ts';
import { findShopFileFormat } from '../shop-store/shop-file-formats.ts';
import { hasShop, NoShopError, readRecords, type ShopRecord } from '../shop-store/shop-records.ts';
import { shopRecord } from '../shop-store/tables.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { readExportedPrices, readExportedStock } from './export-prices.ts';
import { listExportedPromotions } from './export-promotions.ts';
import { readExportedVacancies } from './export-vacancies.ts';
import { convertFolderErrors, fillEmptyFolder } from './fill-empty-folder.ts';
import { listTextChangeDates } from './text-change-dates.ts';
import { TEXT_PICTURES_FOLDER } from './text-pictures.ts';

export interface ExportSummary {
  readonly files: number;
  readonly records: number;
}

/**
 * Writes the shop as files that an import can read: texts and other data with the edits of staff, present
 * prices, stock and promotions, the price history, and redirects. Contains no customers, carts or orders. The
 * export is a consistent snapshot, and the folder is written completely or not at all.
 *
 * @throws TargetFolderError where the folder is not empty, or cannot be written
 * @throws NoShopError if no shop has been imported
 */
export async function exportShop(
  database: Database,
  folder: string,
  { now }: { readonly now: Date },
): Promise<ExportSummary> {
  return fillEmptyFolder(folder, (unfinished) =>
    database.transaction('export-shop', (transaction) => writeFiles(transaction, unfinished, now)),
  );
}

async function writeFiles(transaction: Database, folder: string, now: Date): Promise<ExportSummary> {
  if (!(await hasShop(transaction))) throw new NoShopError();
  await convertFolderErrors(folder, mkdir(path.join(folder, 'texts')));
  const summary = { files: 0, records: 0 };
  const write = async (file: string, stored: unknown) => {
    // Earlier releases accepted fields that imports of this release refuse.
    const json = keepKnownFields(findShopFileFormat(file)?.schema, stored);
    await convertFolderErrors(
      folder,
      writeFile(path.join(folder, file), `${JSON.stringify(json, null, 1)}\n`),
    );
    summary.files += 1;
  };
  const { jobs, texts } = await readExportedVacancies(transaction);
  const hidden = await readHiddenReviewKeys(transaction);
  const files = await transaction
    .selectDistinct({ file: shopRecord.file })
    .from(shopRecord)
    .orderBy(shopRecord.file);
  for (const { file } of files) {
    // Reads one file at a time, because a large shop does not fit in memory.
    const records = await readRecords(transaction, { file });
    summary.records += records.length;
    if (FILES_EXPORTED_FROM_TABLES.has(file)) continue;
    if (file === CATALOGUE)
      await write(
        file,
        joinFileFromRecords(file, await withCurrentPricesAndStock(transaction, records, now)),
      );
    else {
      const json = joinFileFromRecords(
        file,
        records.filter(({ list, key }) => list !== 'reviews' || !hidden.has(key)),
      );
      const words = file.startsWith('texts/') && texts.get(file.slice(6, -5));
      await write(file, words ? { ...json, vacancies: words } : json);
    }
  }
  const { history, planned } = await readExportedPrices(transaction, now);
  if (history.length + planned.length > 0) {
    await write('price-history.json', {
      priceHistory: history,
      ...(planned.length > 0 && { plannedPrices: planned }),
    });
  }
  if (jobs.length > 0) await write('jobs.json', { jobs });
  const promotions = await listExportedPromotions(transaction);
  if (promotions.length > 0) await write('promotions.json', { promotions });
  const changedTexts = await listTextChangeDates(transaction);
  if (changedTexts.length > 0) await write('changed-texts.json', { changedTexts });
  summary.files += await writeTextPictures(transaction, folder, write);
  const redirects = await readRedirects(transaction);
  if (redirects.length > 0) await write('redirects.json', { redirects });
  summary.files += await writePhotoFiles(transaction, folder);
  const notices = await transaction.select().from(legalNotice).orderBy(legalNotice.fileName);
  if (notices.length > 0) await convertFolderErrors(folder, mkdir(path.join(folder, 'legal')));
  for (const { fileName, content } of notices) {
    await convertFolderErrors(
      folder,
      writeFile(path.join(folder, 'legal', fileName), Buffer.from(content, 'base64')),
    );
    summary.files += 1;
  }
  return summary;
}

/** Writes the photos of packs unchanged, reading one at a time. */
async function writePhotoFiles(transaction: Database, folder: string): Promise<number> {
  const photos = [...(await readVisiblePhotos(transaction))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (photos.length > 0) await convertFolderErrors(folder, mkdir(path.join(folder, PHOTOS_FOLDER)));
  for (const [number, { hash }] of photos) {
    const photo = await findPhoto(transaction, hash);
    if (!photo) continue;
    const file = path.join(folder, PHOTOS_FOLDER, `${number}.${getPictureExtension(photo)}`);
    await convertFolderErrors(folder, writeFile(file, photo));
  }
  return photos.length;
}

/** Writes the pictures of texts, reading one at a time. */
async function writeTextPictures(
  transaction: Database,
  folder: string,
  write: (file: string, json: unknown) => Promise<void>,
): Promise<number> {
  const pictures = await listAllTextPictures(transaction);
  if (pictures.length === 0) return 0;
  await write('text-pictures.json', { textPictures: pictures.map(({ key, alts }) => ({ key, alts })) });
  await convertFolderErrors(folder, mkdir(path.join(folder, TEXT_PICTURES_FOLDER)));
  for (const { key, hash } of pictures) {
    const original = await findOriginal(transaction, hash);
    if (original)
      await convertFolderErrors(
        folder,
        writeFile(path.join(folder, TEXT_PICTURES_FOLDER, `${key}.webp`), original),
      );
  }
  return pictures.length;
}

/** Returns the file extension of a JPEG, PNG or WebP, by its first byte. */
function getPictureExtension(photo: Buffer): string {
  if (photo[0] === 0xff) return 'jpg';
  return photo[0] === 0x89 ? 'png' : 'webp';
}

/** Returns the catalogue with present prices and stock. */
async function withCurrentPricesAndStock(
  transaction: Database,
  records: readonly ShopRecord[],
  now: Date,
): Promise<ShopRecord[]> {
  const { current } = await readExportedPrices(transaction, now);
  const stock = await readExportedStock(transaction);
  return records.map((record) => {
    const { list, key, value } = record;
    if (list === PRICES) {
      const stated = isObject(value) ? value : {};
      return { ...record, value: current(key, Number(stated.priceExclVat)) ?? value };
    }
    if (list === STOCK && stock.has(key)) return { ...record, value: { stock: stock.get(key) } };
    return record;
  });
}

/**
 * Returns the keys of reviews of the files that were hidden by staff, so that an import does not publish them
 * again.
 */
async function readHiddenReviewKeys(transaction: Database): Promise<Set<string>> {
  const rows = await fetchRows<{ key: string }>(
    transaction,
    sql`select import_key as key from review where import_key is not null and status <> 'published'`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Reads former addresses that redirect to a present one. */
const readRedirects = (
  transaction: Database,
): Promise<{ site: string; language: string; path: string; to: string }[]> =>
  fetchRows(
    transaction,
    sql`select site.key as site, language.code as language, old.path, old.redirect_to as to
      from route old
      join site using (site_id)
      join language using (language_id)
      join route now on now.site_id = old.site_id and now.language_id = old.language_id and now.path = old.redirect_to
        and now.is_canonical
      where old.kind = 'redirect' and not old.is_canonical and site.retired_at is null
      order by site.site_id, language.language_id, old.path`,
  );
