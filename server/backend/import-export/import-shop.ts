import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { desc, sql } from 'drizzle-orm';
import { logChanges } from '../core/admin/change-log.ts';
import { type Actor, recordAuditEntry } from '../core/audit/audit.ts';
import { enqueuePurge } from '../core/cache-purges.ts';
import type { Database } from '../core/database/database.ts';
import { takeLock } from '../core/database/locks.ts';
import { ALL_PAGES_KEY } from '../core/web-caches.ts';
import * as schema from '../schema/schema.ts';
import { readVisiblePhotos } from '../shop-store/photos.ts';
import { createFolderSource, hashShopFiles, type ShopFiles } from '../shop-store/read-shop-files.ts';
import { CATALOGUE, PRICES, STOCK } from '../shop-store/record-shapes.ts';
import { listContent } from '../shop-store/shop-content.ts';
import {
  comparePhotos,
  compareRecords,
  type ListDifference,
  listEditedRecords,
  type RecordName,
  writeRecords,
} from '../shop-store/shop-records.ts';
import { createRowWriter } from '../shop-store/write-rows.ts';
import { checkStoredIds } from './check-stored-ids.ts';
import { compareInitialData } from './compare-initial-data.ts';
import { loadPackshots } from './pack-drawing.ts';
import { checkPhotos, writePhotos } from './photos.ts';
import { addPromotions, checkNewPromotions } from './promotions.ts';
import { readSourceWithEdits } from './read-checked-shop.ts';
import { findRetiredSites, retireSites } from './retired-sites.ts';
import { writeSampleReports } from './sample-reports.ts';
import { type PartContext, partWriters } from './shop-parts.ts';
import { createShopRows } from './shop-rows.ts';
import { writeTextChangeDates } from './text-change-dates.ts';
import {
  addTextPictures,
  type FilePicture,
  listUnimportedTextPictures,
  readTextPictures,
} from './text-pictures.ts';
import { addVacancies, listUnimportedVacancies } from './vacancies.ts';
import { setListingRefresh } from './write-lists.ts';
import { checkHistoryAgainstStored, writePrices } from './write-prices.ts';
import { withdrawProducts } from './write-products.ts';
import { writeStock } from './write-stock.ts';

export interface ImportOptions {
  /** Moment of the import: start date of changed prices, and date of change of changed texts. */
  readonly now: Date;
  /** Folder with `catalogue.mjs` and `catalogue-map.json`, which draw the packs of products. */
  readonly packshotsFolder: string;
  /**
   * Compares every row even if the same files were imported last. Use it if the database was changed manually
   * since.
   */
  readonly again?: boolean;
  /** Overwrites edits of staff with the files. By default edited records stay unchanged. */
  readonly overwrite?: boolean;
  /** Keys of sites that the files omit because they are permanently closed. */
  readonly retire?: readonly string[];
  /** Actor of the import; by default the shop itself, as at its first start. */
  readonly actor?: Actor;
  /** Reports progress: `done` of `total` steps; `step` is an English label for logs. */
  readonly onProgress?: (progress: {
    readonly step: string;
    readonly done: number;
    readonly total: number;
  }) => void;
}

export interface ImportSummary {
  readonly sites: number;
  readonly languages: number;
  readonly categories: number;
  readonly products: number;
  readonly variants: number;
  readonly contentPages: number;
  readonly addresses: number;
  /** Number of rows added to the price history. */
  readonly priceChanges: number;
  /** Keys of the sites closed by this import. */
  readonly retiredSites: readonly string[];
  /**
   * Keys of the products that the files no longer have. They remain in the database, but are no longer
   * visible.
   */
  readonly withdrawnProducts: readonly string[];
  /** Records edited by staff that differ from the files. They are unchanged. */
  readonly kept: readonly UnimportedRecord[];
  /** Added, changed and withdrawn records by list. */
  readonly differences: readonly ListDifference[];
  /** Surrogate keys of the changed pages; 'all' if any page may have changed. */
  readonly changedPages: readonly string[] | 'all';
}

/** Record edited by staff that an import left unchanged. */
export interface UnimportedRecord extends RecordName {
  /** Whether the value in the files has changed since the edit. */
  readonly isNewInFiles: boolean;
}

/** Returns true if a shop was imported into this database. */
export async function isShopImported(database: Database): Promise<boolean> {
  const rows = await database.select({ id: schema.shopImport.shopImportId }).from(schema.shopImport).limit(1);
  return rows.length > 0;
}

/**
 * Imports a folder of shop files: checks everything first, then writes in one transaction. Records missing in
 * the files are hidden, but not deleted. Prices and moved addresses are retained as history. Importing the
 * same files again changes nothing.
 *
 * @returns null if the same files were imported last by the same build, so there was nothing to do
 * @throws ImportError with every error; nothing is written in this case
 */
export function importShop(
  database: Database,
  folder: string,
  options: ImportOptions,
): Promise<ImportSummary | null> {
  return importInTransaction(
    database,
    (write) => database.transaction('import-shop', write),
    folder,
    options,
  );
}

/** Imports a folder within the caller's transaction. See `importShop`. */
export function importShopWithin(
  transaction: Database,
  folder: string,
  options: ImportOptions,
): Promise<ImportSummary | null> {
  return importInTransaction(transaction, (write) => write(transaction), folder, options);
}

/** Changes that an import would make. */
export type ShopComparison = Pick<ImportSummary, 'kept' | 'differences'>;

/**
 * Reads and checks a folder as an import does, and returns the changes it would make. Writes nothing and
 * does not wait for running imports.
 *
 * @throws ImportError with every error that the import would find
 */
export async function compareShop(
  database: Database,
  folder: string,
  options: Pick<ImportOptions, 'now' | 'overwrite' | 'retire'>,
): Promise<ShopComparison> {
  const edited = options.overwrite === true ? [] : await listEditedRecords(database);
  const { shop, changed } = await readSourceWithEdits(database, createFolderSource(folder), edited);
  await checkPhotos(database, shop.files);
  const textPictures = await readTextPictures(database, folder, shop.files);
  return database.transaction('import-shop', async (transaction) => {
    await checkStoredIds(transaction, shop.files);
    await findRetiredSites(transaction, shop.files, options);
    await checkHistoryAgainstStored(transaction, shop.files, options.now);
    await checkNewPromotions(transaction, shop.files, options.now);
    return {
      kept: [
        ...changed,
        ...(options.overwrite === true
          ? []
          : await listKeptVacanciesAndPictures(transaction, shop.files, textPictures)),
      ],
      differences: [
        ...(await compareRecords(transaction, shop)),
        ...(await compareInitialData(transaction, shop.files, { textPictures, now: options.now })),
        ...comparePhotos(await readVisiblePhotos(transaction), shop.files),
      ],
    };
  });
}

/**
 * Returns the vacancies and pictures of texts that differ from the files, but that an import leaves as staff
 * changed them.
 */
const listKeptVacanciesAndPictures = async (
  transaction: Database,
  files: ShopFiles,
  pictures: readonly FilePicture[],
): Promise<UnimportedRecord[]> => [
  ...(await listUnimportedVacancies(transaction, files)),
  ...(await listUnimportedTextPictures(transaction, pictures)),
];

async function importInTransaction(
  database: Database,
  runTransaction: <T>(write: (transaction: Database) => Promise<T>) => Promise<T>,
  folder: string,
  options: ImportOptions,
): Promise<ImportSummary | null> {
  const total = 8;
  let done = 0;
  const tell = (step: string) => options.onProgress?.({ step, done: done++, total });

  tell('Reading and checking the files');
  const imported = {
    contentHash: await hashShopFiles(folder),
    programHash: await hashImportCode(options.packshotsFolder),
  };
  const isForced = [options.again, options.overwrite, (options.retire ?? []).length > 0].includes(true);
  if (!isForced && isSameImport(await findLastImport(database), imported)) return null;
  for (;;) {
    const content = await readFolder(database, folder, options);
    const changes = await runTransaction(async (transaction) => {
      // Serializes the imports of all processes.
      await takeLock(transaction, 'importShop');
      // Another import of the same files may have finished while this one waited for the lock.
      const last = await findLastImport(transaction);
      if (!isForced && isSameImport(last, imported)) return null;
      if (!isDeepStrictEqual(content.edited, await listEditedRecords(transaction)))
        return 'edited concurrently';
      const isFirst = last === undefined;
      const written = await writeFolder(transaction, content, { options, isFirst, tell });
      await recordImport(transaction, imported, {
        importedAt: options.now,
        hasWritten: written.hasWritten,
      });
      // The embedded database does not gather statistics automatically, and a server does so only with a
      // delay.
      await transaction.execute(sql`analyze`);
      await reportChanges(transaction, content.shop.files, written.changes, { options, isFirst });
      return written.changes;
    });
    if (changes === null) return null;
    if (changes !== 'edited concurrently') return { ...countContent(content), ...changes };
    // A staff member has edited records while the files were read and checked, so the import starts again.
    done = 1;
  }
}

/** Changes made by an import. */
type ImportChanges = Omit<ImportSummary, keyof ReturnType<typeof countContent>>;

type FolderContent = Awaited<ReturnType<typeof readFolder>>;

interface ImportRun {
  readonly options: ImportOptions;
  readonly isFirst: boolean;
}

const getActor = ({ actor }: ImportOptions): Actor => actor ?? { kind: 'shop', id: 'import' };

/** Reads and checks a folder before the transaction of its import. @throws ImportError with every error */
async function readFolder(database: Database, folder: string, options: ImportOptions) {
  const edited = await listEditedRecords(database);
  const read = await readSourceWithEdits(
    database,
    createFolderSource(folder),
    options.overwrite === true ? [] : edited,
  );
  const { files } = read.shop;
  await checkPhotos(database, files);
  const textPictures = await readTextPictures(database, folder, files);
  const packshots = await loadPackshots(options.packshotsFolder);
  return { ...read, edited, textPictures, rows: createShopRows(files, { now: options.now, packshots }) };
}

const countContent = ({ shop: { files }, addresses }: FolderContent) => ({
  sites: files.sites.length,
  languages: files.texts.size,
  categories: files.categories.length,
  products: files.products.length,
  variants: files.products.reduce((sum, { variants }) => sum + variants.length, 0),
  contentPages: listContent(files).length,
  addresses,
});

const listKeysInList = (records: readonly RecordName[], list: string): Set<string> =>
  new Set(records.flatMap((record) => (record.list === list ? [record.key] : [])));

/** Writes the tables and records of a folder. */
async function writeFolder(
  transaction: Database,
  content: FolderContent,
  run: ImportRun & { readonly tell: (step: string) => void },
): Promise<{ readonly changes: ImportChanges; readonly hasWritten: boolean }> {
  const { shop, kept, changed, edited, textPictures } = content;
  const { files } = shop;
  const { options, isFirst } = run;
  const { now } = options;
  const isOverwriting = options.overwrite === true;
  await prepareImportTransaction(transaction);
  run.tell('Sites and countries');
  await checkStoredIds(transaction, files);
  const initialData = await compareInitialData(transaction, files, { textPictures, now });
  const parts = await writeAllParts(transaction, content, run);
  const { prices, photos, retiredSites, withdrawnProducts } = parts;
  const actor = getActor(options);
  await addPromotions(transaction, files, { actor, now });
  const keptOutsideRecords = isOverwriting
    ? []
    : await listKeptVacanciesAndPictures(transaction, files, textPictures);
  await addVacancies(transaction, files, { now: isFirst ? null : now, isOverwriting });
  const pictures = await addTextPictures(transaction, textPictures, { now, isOverwriting });
  const differences = [...(await writeRecords(transaction, shop, { kept, now })), ...initialData, ...photos];
  // Stock is written last of the data that others change too: orders of these products wait from here
  // until the transaction ends.
  const restocked = await writeStock(transaction, files, {
    by: { kind: 'import', actorId: actor.id, now },
    kept: listKeysInList(kept, STOCK),
    forced: isOverwriting ? listKeysInList(edited, STOCK) : new Set(),
  });
  const changedPages: ImportSummary['changedPages'] =
    parts.written + pictures + retiredSites.length > 0
      ? 'all'
      : [...new Set([...prices.productIds, ...restocked])].map((id) => `product-${id}`);
  const closedSites = prices.left.map((key) => ({ file: CATALOGUE, list: PRICES, key, isNewInFiles: false }));
  return {
    hasWritten: parts.written + parts.reports + pictures > 0,
    changes: {
      priceChanges: prices.count,
      retiredSites,
      withdrawnProducts,
      changedPages,
      differences,
      kept: [...changed, ...closedSites, ...keptOutsideRecords],
    },
  };
}

/** Writes the parts of the shop in their order, each with what only an import changes. */
async function writeAllParts(
  transaction: Database,
  { shop: { files }, rows, kept }: FolderContent,
  { options, isFirst, tell }: ImportRun & { readonly tell: (step: string) => void },
) {
  const { now } = options;
  const writer = createRowWriter(transaction);
  const context: PartContext = { transaction, writer, files, rows, now, priceChanges: 0 };
  const retiredSites = await retireSites(transaction, files, options);
  await partWriters.sites(context);
  tell('Categories and products');
  const withdrawnProducts = await withdrawProducts(transaction, files);
  await partWriters.categories(context);
  const photos = comparePhotos(await readVisiblePhotos(transaction), files);
  await writePhotos(transaction, files);
  await partWriters.products(context);
  await partWriters.reviews(context);
  tell('Prices');
  const prices = await writePrices(transaction, files, now, {
    kept: listKeysInList(kept, PRICES),
    isOverwriting: options.overwrite === true,
  });
  tell('Lists and search');
  await partWriters.lists({ ...context, priceChanges: prices.count });
  tell('Pages and articles');
  await partWriters.content(context);
  if (isFirst) await writeTextChangeDates(transaction, files);
  await partWriters.feedAdvice(context);
  const reports = await writeSampleReports(transaction, files, now);
  await partWriters.legal(context);
  tell('Menus');
  await partWriters.menus(context);
  tell('Addresses');
  await partWriters.routes(context);
  return { written: writer.written, reports, prices, photos, retiredSites, withdrawnProducts };
}

/** Notifies the web processes of changed pages, and records the import in the audit log and that of staff. */
async function reportChanges(
  transaction: Database,
  files: ShopFiles,
  { changedPages, priceChanges, retiredSites, differences }: ImportChanges,
  { options, isFirst }: ImportRun,
): Promise<void> {
  const { now } = options;
  const actor = getActor(options);
  // Before the first import at a start, no web has cached anything. An import by a person may follow a
  // start without a shop.
  if (!isFirst || options.actor)
    await enqueuePurge(transaction, changedPages === 'all' ? [ALL_PAGES_KEY] : changedPages, now);
  if (changedPages.length === 0) return;
  const products = files.products.length;
  await recordAuditEntry(transaction, {
    actor,
    act: 'import',
    resource: 'shop',
    details: { products, priceChanges, retiredSites },
    now,
  });
  // The first import is not a change by staff, so it is not in their log.
  if (isFirst || !options.actor) return;
  const count = differences.reduce((sum, part) => sum + part.count, 0);
  const after = { products, priceChanges, differences: count, retiredSites: retiredSites.join(', ') };
  const changes = [{ resource: 'shop', resourceId: 'files', before: null, after, count }];
  await logChanges(transaction, { operation: 'shop.import', changes, actor, now });
}

/** Sets the parameters of a transaction that changes shop data. */
async function prepareImportTransaction(transaction: Database): Promise<void> {
  await setListingRefresh(transaction);
  await transaction.execute(sql`select set_config('work_mem', '64MB', true)`);
}

interface ImportRecord {
  readonly contentHash: string;
  readonly programHash: string;
}

/** Returns the latest import; undefined if there was none. */
async function findLastImport(database: Database) {
  const { shopImport } = schema;
  const [last] = await database.select().from(shopImport).orderBy(desc(shopImport.shopImportId)).limit(1);
  return last;
}

/** Records an import. Caches of texts reload after each recorded import. */
async function recordImport(
  transaction: Database,
  imported: ImportRecord,
  { importedAt, hasWritten }: { readonly importedAt: Date; readonly hasWritten: boolean },
): Promise<void> {
  if (!hasWritten && isSameImport(await findLastImport(transaction), imported)) return;
  await transaction.insert(schema.shopImport).values({ ...imported, importedAt });
}

const isSameImport = (
  last: typeof schema.shopImport.$inferSelect | undefined,
  { contentHash, programHash }: ImportRecord,
): boolean => last?.contentHash === contentHash && last.programHash === programHash;

/**
 * Returns a hash of the code that creates rows from files: the bundle and the files next to it that draw
 * products.
 */
async function hashImportCode(packshotsFolder: string): Promise<string> {
  const names = (await readdir(packshotsFolder)).sort();
  const hash = createHash('sha256');
  for (const file of [import.meta.filename, ...names.map((name) => path.join(packshotsFolder, name))]) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex');
}
