import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { legalNotice } from '../database/schema.ts';
import { findOriginal, findPhoto, listAllTextPictures } from '../modules/pictures/queries.ts';
import { listChangedTexts } from './changed-texts.ts';
import { readExportedPrices, readExportedStock } from './export-prices.ts';
import { listExportedPromotions } from './export-promotions.ts';
import { readExportedVacancies } from './export-vacancies.ts';
import { keepKnownFields } from './known-fields.ts';
import { fillNewFolder, onDisk } from './new-folder.ts';
import { PHOTOS_FOLDER, readShownPhotos } from './photos.ts';
import { CATALOGUE, isObject, joinFile, PRICES, STOCK, WRITTEN_FROM_TABLES } from './record-shapes.ts';
import { findShopFileFormat } from './shop-file-formats.ts';
import { hasShop, NoShopError, readRecords, type ShopRecord } from './shop-records.ts';
import { shopRecord } from './tables.ts';
import { TEXT_PICTURES_FOLDER } from './text-pictures.ts';
import { fetchRows } from './write-rows.ts';

export interface ExportSummary {
  readonly files: number;
  readonly records: number;
}

/**
 * Writes a shop as the files that an import reads: texts and everything else as it is now, with what the keeper has changed; prices, stock
 * and promotions of this moment, what was charged before, and the addresses that lead on. Nothing of customers, carts and orders. All of it
 * is of one moment, and the folder is there whole or not at all.
 *
 * @throws NewFolderError where the folder has something in it, or cannot be written
 * @throws NoShopError if no shop has been imported
 */
export async function exportShop(
  database: Database,
  folder: string,
  { now }: { readonly now: Date },
): Promise<ExportSummary> {
  return fillNewFolder(folder, (unfinished) =>
    database.transaction('export-shop', (transaction) => writeFiles(transaction, unfinished, now)),
  );
}

async function writeFiles(transaction: Database, folder: string, now: Date): Promise<ExportSummary> {
  if (!(await hasShop(transaction))) throw new NoShopError();
  await onDisk(folder, mkdir(path.join(folder, 'texts')));
  const summary = { files: 0, records: 0 };
  const write = async (file: string, stored: unknown) => {
    // Earlier releases took fields that an import of today refuses.
    const json = keepKnownFields(findShopFileFormat(file)?.schema, stored);
    await onDisk(folder, writeFile(path.join(folder, file), `${JSON.stringify(json, null, 1)}\n`));
    summary.files += 1;
  };
  const { jobs, texts } = await readExportedVacancies(transaction);
  const hidden = await readHiddenReviews(transaction);
  const files = await transaction
    .selectDistinct({ file: shopRecord.file })
    .from(shopRecord)
    .orderBy(shopRecord.file);
  for (const { file } of files) {
    // One file at a time: all of a large shop is more than a process should hold.
    const records = await readRecords(transaction, { file });
    summary.records += records.length;
    if (WRITTEN_FROM_TABLES.has(file)) continue;
    if (file === CATALOGUE) await write(file, joinFile(file, await takeGoods(transaction, records, now)));
    else {
      const json = joinFile(
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
  const changedTexts = await listChangedTexts(transaction);
  if (changedTexts.length > 0) await write('changed-texts.json', { changedTexts });
  summary.files += await writeTextPictures(transaction, folder, write);
  const redirects = await readRedirects(transaction);
  if (redirects.length > 0) await write('redirects.json', { redirects });
  summary.files += await writePhotoFiles(transaction, folder);
  const notices = await transaction.select().from(legalNotice).orderBy(legalNotice.fileName);
  if (notices.length > 0) await onDisk(folder, mkdir(path.join(folder, 'legal')));
  for (const { fileName, content } of notices) {
    await onDisk(folder, writeFile(path.join(folder, 'legal', fileName), Buffer.from(content, 'base64')));
    summary.files += 1;
  }
  return summary;
}

/** The photos of packs as they came, each read by itself. */
async function writePhotoFiles(transaction: Database, folder: string): Promise<number> {
  const photos = [...(await readShownPhotos(transaction))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (photos.length > 0) await onDisk(folder, mkdir(path.join(folder, PHOTOS_FOLDER)));
  for (const [number, { hash }] of photos) {
    const photo = await findPhoto(transaction, hash);
    if (!photo) continue;
    const file = path.join(folder, PHOTOS_FOLDER, `${number}.${getEnding(photo)}`);
    await onDisk(folder, writeFile(file, photo));
  }
  return photos.length;
}

/** The pictures of texts, each read by itself. */
async function writeTextPictures(
  transaction: Database,
  folder: string,
  write: (file: string, json: unknown) => Promise<void>,
): Promise<number> {
  const pictures = await listAllTextPictures(transaction);
  if (pictures.length === 0) return 0;
  await write('text-pictures.json', { textPictures: pictures.map(({ key, alts }) => ({ key, alts })) });
  await onDisk(folder, mkdir(path.join(folder, TEXT_PICTURES_FOLDER)));
  for (const { key, hash } of pictures) {
    const original = await findOriginal(transaction, hash);
    if (original)
      await onDisk(folder, writeFile(path.join(folder, TEXT_PICTURES_FOLDER, `${key}.webp`), original));
  }
  return pictures.length;
}

/** Of a JPEG, a PNG or a WebP, by its first byte. */
function getEnding(photo: Buffer): string {
  if (photo[0] === 0xff) return 'jpg';
  return photo[0] === 0x89 ? 'png' : 'webp';
}

/** The catalogue with the prices and the stock of now. */
async function takeGoods(
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

/** Keys of the files' reviews that were taken down: an import must not put them back. */
async function readHiddenReviews(transaction: Database): Promise<Set<string>> {
  const rows = await fetchRows<{ key: string }>(
    transaction,
    sql`select import_key as key from review where import_key is not null and status <> 'published'`,
  );
  return new Set(rows.map(({ key }) => key));
}

/** What is no address any more and leads on to one. */
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
