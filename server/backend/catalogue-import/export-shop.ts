import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { legalNotice } from '../database/schema.ts';
import { findPhoto } from '../modules/pictures/queries.ts';
import { readExportedPrices, readExportedStock } from './export-prices.ts';
import { listExportedPromotions } from './export-promotions.ts';
import { readExportedVacancies } from './export-vacancies.ts';
import { readShownPhotos } from './photos.ts';
import { CATALOGUE, isObject, joinFile, PRICES, STOCK } from './record-shapes.ts';
import { hasRecords, NoRecordsError, readRecords, type ShopRecord } from './shop-records.ts';
import { shopRecord } from './tables.ts';
import { writeTextPictureFiles } from './text-pictures.ts';
import { fetchRows } from './write-rows.ts';

/** The folder of an export has something in it already: nothing of it is replaced. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError';

  constructor(folder: string) {
    super(`${folder} has something in it: name a folder that is new or empty.`);
  }
}

export interface ExportSummary {
  readonly files: number;
  readonly records: number;
}

/**
 * Writes a shop as the files that an import reads: texts and everything else as it is now, with what the keeper has changed; prices, stock
 * and promotions of this moment, what was charged before, and the addresses that lead on. Nothing of customers, carts and orders. All of it
 * is of one moment, and the folder is there whole or not at all.
 *
 * @throws FolderTakenError where the folder has something in it
 * @throws NoRecordsError where the shop was imported by a release that kept no records
 */
export async function exportShop(
  database: Database,
  folder: string,
  { now }: { readonly now: Date },
): Promise<ExportSummary> {
  const found = await readdir(folder).catch((): string[] => []);
  if (found.length > 0) throw new FolderTakenError(folder);
  await mkdir(path.dirname(folder), { recursive: true });
  const unfinished = await mkdtemp(`${folder}-unfinished-`);
  try {
    const summary = await database.transaction('export-shop', (transaction) =>
      writeFiles(transaction, unfinished, now),
    );
    // An empty folder gives way to it.
    await rename(unfinished, folder);
    return summary;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function writeFiles(transaction: Database, folder: string, now: Date): Promise<ExportSummary> {
  if (!(await hasRecords(transaction))) throw new NoRecordsError();
  await mkdir(path.join(folder, 'texts'));
  const summary = { files: 0, records: 0 };
  const write = async (file: string, json: unknown) => {
    await writeFile(path.join(folder, file), `${JSON.stringify(json, null, 1)}\n`);
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
  const redirects = await readRedirects(transaction);
  if (redirects.length > 0) await write('redirects.json', { redirects });
  summary.files += await writePhotoFiles(transaction, folder);
  summary.files += await writeTextPictureFiles(transaction, folder);
  const notices = await transaction.select().from(legalNotice).orderBy(legalNotice.fileName);
  if (notices.length > 0) await mkdir(path.join(folder, 'legal'));
  for (const { fileName, content } of notices) {
    await writeFile(path.join(folder, 'legal', fileName), Buffer.from(content, 'base64'));
    summary.files += 1;
  }
  return summary;
}

/** The photos of packs as they came, each read by itself. */
async function writePhotoFiles(transaction: Database, folder: string): Promise<number> {
  const photos = [...(await readShownPhotos(transaction))].sort(([a], [b]) => (a < b ? -1 : 1));
  if (photos.length > 0) await mkdir(path.join(folder, 'pictures'));
  for (const [number, { hash }] of photos) {
    const photo = await findPhoto(transaction, hash);
    if (photo) await writeFile(path.join(folder, 'pictures', `${number}.${getEnding(photo)}`), photo);
  }
  return photos.length;
}

/** Of a JPEG, a PNG or a WebP, by its first byte. */
function getEnding(photo: Buffer): string {
  if (photo[0] === 0xff) return 'jpg';
  return photo[0] === 0x89 ? 'png' : 'webp';
}

/** What the shop itself goes on with, so that the words of an import are old. */
const WRITTEN_FROM_TABLES: ReadonlySet<string> = new Set([
  'jobs.json',
  'price-history.json',
  'promotions.json',
  'redirects.json',
]);

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
