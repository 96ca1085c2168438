import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { lockStock, type StockCorrectionAuthor } from '../catalogue/stock/queries.ts';
import { logChanges } from '../core/admin/change-log.ts';
import { type Actor, recordAuditEntry } from '../core/audit/audit.ts';
import type { Database } from '../core/database/database.ts';
import { takeLock } from '../core/database/locks.ts';
import { enqueuePurge } from '../core/outbox/cache-purges.ts';
import { ALL_PAGES_KEY } from '../core/web-caches.ts';
import * as schema from '../schema/schema.ts';
import { IssueList } from '../shop-store/import-error.ts';
import { readVisiblePhotos } from '../shop-store/photos.ts';
import {
  createFolderSource,
  hashShopFiles,
  readShop,
  type ShopFiles,
  type ShopFilesWithRecords,
  type ShopSource,
} from '../shop-store/read-shop-files.ts';
import { CATALOGUE, PRICES, STOCK } from '../shop-store/record-shapes.ts';
import { listContent } from '../shop-store/shop-content.ts';
import {
  applyEditsToSource,
  comparePhotos,
  compareRecords,
  type EditedRecord,
  getRecordKey,
  hashValue,
  type ListDifference,
  listEditedRecords,
  type RecordName,
  writeRecords,
} from '../shop-store/shop-records.ts';
import { listReadHosts, listRoutes, listRoutesOfHost } from '../shop-store/shop-routes.ts';
import {
  createRowWriter,
  fetchRows,
  insertRows,
  type RowWriter,
  toUnnestColumns,
} from '../shop-store/write-rows.ts';
import { readStoredRoutes, type StoredRoute } from '../sites/routing/queries.ts';
import { checkLinks } from './check-links.ts';
import { checkShopFiles } from './check-shop-files.ts';
import { compareInitialData } from './compare-initial-data.ts';
import { DRAWING_SIZE, loadPackshots } from './pack-drawing.ts';
import { checkPhotos, writePhotos } from './photos.ts';
import { addPromotions, checkNewPromotions } from './promotions.ts';
import { checkRedirects, listRedirectedPaths, stageRedirects } from './redirects.ts';
import { writeSampleReports } from './sample-reports.ts';
import { createShopRows, type ShopRows, sortProductsByName } from './shop-rows.ts';
import { recordStockChanges, type StockAmountChange, stockChangesSelectSql } from './stock-changes.ts';
import { writeTextChangeDates } from './text-change-dates.ts';
import {
  addTextPictures,
  type FilePicture,
  listUnimportedTextPictures,
  readTextPictures,
} from './text-pictures.ts';
import { addVacancies, listUnimportedVacancies } from './vacancies.ts';
import { createDifferenceWriter } from './write-differences.ts';
import { checkHistoryAgainstStored, writePrices } from './write-prices.ts';
import { writeReviews } from './write-reviews.ts';

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

/** Number of days back for which lists can be requested. The price history goes back to the first import. */
const LIST_HISTORY_DAYS = 30;
const SYNONYMS_FILE = 'search-synonyms.json';
/** Highest bit in a mask of facet values. */
const MAX_FACET_BIT = 62;

/** Returns true if a shop was imported into this database. */
export async function isShopImported(database: Database): Promise<boolean> {
  const rows = await database.select({ id: schema.shopImport.shopImportId }).from(schema.shopImport).limit(1);
  return rows.length > 0;
}

/**
 * Reads the files of a shop and runs all checks that need no database.
 *
 * @throws ImportError with every error
 */
export async function readCheckedShop(folder: string): Promise<{ files: ShopFiles; addresses: number }> {
  const { shop, addresses } = await readCheckedSource(createFolderSource(folder));
  return { files: shop.files, addresses };
}

/**
 * Reads and checks a shop from any source. See `readCheckedShop`.
 *
 * @param storedRoutes present addresses of the shop; a text may link to one that changes, because it will
 *   redirect
 */
export async function readCheckedSource(
  source: ShopSource,
  storedRoutes: readonly StoredRoute[] = [],
): Promise<{ shop: ShopFilesWithRecords; addresses: number }> {
  const shop = await readShop(source);
  const { files } = shop;
  const issues = new IssueList();
  checkShopFiles(files, issues);
  // If only search synonyms refer to missing pages, links are checked too, so that all references to a
  // removed page are reported together.
  if (issues.issues.some(({ file }) => file !== SYNONYMS_FILE)) issues.throwIfAny();
  let addresses = 0;
  for (const host of listReadHosts(files)) {
    const routes = listRoutesOfHost(files, host, issues);
    const oldPaths = listRedirectedPaths(storedRoutes, host, routes);
    checkLinks(files, host, routes, issues, oldPaths);
    checkRedirects(files, host, routes, issues, oldPaths);
    addresses += routes.length;
    // Checking one host of a large shop takes long, so other requests are handled in between.
    await setImmediate();
  }
  issues.throwIfAny();
  return { shop, addresses };
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
  const packshots = await loadPackshots(options.packshotsFolder);

  const attempt = async () => {
    const edited = await listEditedRecords(database);
    const { shop, addresses, kept, changed } = await readSourceWithEdits(
      database,
      createFolderSource(folder),
      options.overwrite === true ? [] : edited,
    );
    const { files } = shop;
    await checkPhotos(database, files);
    const textPictures = await readTextPictures(database, folder, files);
    const rows = createShopRows(files, { now: options.now, packshots });
    const listKeptKeys = (list: string) =>
      new Set(kept.flatMap((row) => (row.list === list ? [row.key] : [])));

    const changes = await runTransaction(async (transaction) => {
      // Serializes the imports of all processes.
      await takeLock(transaction, 'importShop');
      // Another import of the same files may have finished while this one waited for the lock.
      const last = await findLastImport(transaction);
      if (!isForced && isSameImport(last, imported)) return null;
      if (!isDeepStrictEqual(edited, await listEditedRecords(transaction))) return 'edited concurrently';
      await prepareImportTransaction(transaction);
      const writer = createRowWriter(transaction);
      tell('Sites and countries');
      await checkStoredIds(transaction, files);
      const addedInitialData = await compareInitialData(transaction, files, {
        textPictures,
        now: options.now,
      });
      const retiredSites = await retireSites(transaction, files, options);
      await writeSites(transaction, writer, rows);
      tell('Categories and products');
      const withdrawnProducts = await withdrawProducts(transaction, files);
      await writeCategories(writer, rows);
      const photos = comparePhotos(await readVisiblePhotos(transaction), files);
      await writePhotos(transaction, files);
      await writeProducts(transaction, writer, rows);
      await writeReviews(transaction, writer, files);
      tell('Prices');
      const prices = await writePrices(transaction, files, options.now, {
        kept: listKeptKeys(PRICES),
        isOverwriting: options.overwrite === true,
      });
      tell('Lists and search');
      await writeLists(transaction, writer, rows, options.now, prices.count);
      tell('Pages and articles');
      await writeContent(writer, rows);
      if (!last) await writeTextChangeDates(transaction, files);
      await writeFeedAdvice(writer, rows);
      const reports = await writeSampleReports(transaction, files, options.now);
      await writeLegal(writer, rows);
      tell('Menus');
      await writeMenus(writer, rows);
      tell('Addresses');
      await writeRoutes(transaction, writer, files);
      const actor = options.actor ?? { kind: 'shop', id: 'import' };
      await addPromotions(transaction, files, { actor, now: options.now });
      const isOverwriting = options.overwrite === true;
      const keptOutsideRecords = isOverwriting
        ? []
        : await listKeptVacanciesAndPictures(transaction, files, textPictures);
      await addVacancies(transaction, files, { now: last ? options.now : null, isOverwriting });
      const pictures = await addTextPictures(transaction, textPictures, { now: options.now, isOverwriting });
      const differences = [
        ...(await writeRecords(transaction, shop, { kept, now: options.now })),
        ...addedInitialData,
        ...photos,
      ];
      // Stock is written last of the data that others change too: orders of these products wait from here
      // until the transaction ends.
      const restocked = await writeStock(transaction, files, {
        by: { kind: 'import', actorId: actor.id, now: options.now },
        kept: listKeptKeys(STOCK),
        forced: new Set(
          options.overwrite === true ? edited.flatMap((row) => (row.list === STOCK ? [row.key] : [])) : [],
        ),
      });
      await recordImport(transaction, imported, {
        importedAt: options.now,
        hasWritten: writer.written + reports + pictures > 0,
      });
      // The embedded database does not gather statistics automatically, and a server does so only with a
      // delay.
      await transaction.execute(sql`analyze`);
      const changedPages: ImportSummary['changedPages'] =
        writer.written + pictures + retiredSites.length > 0
          ? 'all'
          : [...new Set([...prices.productIds, ...restocked])].map((id) => `product-${id}`);
      // Before the first import at a start, no web has cached anything. An import by a person may follow a
      // start without a shop.
      if (last || options.actor)
        await enqueuePurge(transaction, changedPages === 'all' ? [ALL_PAGES_KEY] : changedPages, options.now);
      if (changedPages.length > 0) {
        await recordAuditEntry(transaction, {
          actor,
          act: 'import',
          resource: 'shop',
          details: { products: files.products.length, priceChanges: prices.count, retiredSites },
          now: options.now,
        });
        const after = {
          products: files.products.length,
          priceChanges: prices.count,
          differences: differences.reduce((sum, part) => sum + part.count, 0),
          retiredSites: retiredSites.join(', '),
        };
        // The first import is not a change by staff, so it is not in their log.
        if (last && options.actor) {
          const changes = [
            { resource: 'shop', resourceId: 'files', before: null, after, count: after.differences },
          ];
          await logChanges(transaction, { operation: 'shop.import', changes, actor, now: options.now });
        }
      }
      const closedSites = prices.left.map((key) => ({
        file: CATALOGUE,
        list: PRICES,
        key,
        isNewInFiles: false,
      }));
      return {
        priceChanges: prices.count,
        retiredSites,
        withdrawnProducts,
        changedPages,
        differences,
        kept: [...changed, ...closedSites, ...keptOutsideRecords],
      };
    });
    if (typeof changes !== 'object' || changes === null) return changes;
    return {
      sites: files.sites.length,
      languages: files.texts.size,
      categories: files.categories.length,
      products: files.products.length,
      variants: files.products.reduce((sum, { variants }) => sum + variants.length, 0),
      contentPages: listContent(files).length,
      addresses,
      ...changes,
    };
  };

  for (;;) {
    const summary = await attempt();
    // A staff member has edited records while the files were read and checked, so the import starts again.
    if (summary !== 'edited concurrently') return summary;
    done = 1;
  }
}

/** Parts of the shop that an edit may change, in the order in which they are written. */
export type ShopPart =
  | 'sites'
  | 'categories'
  | 'products'
  | 'reviews'
  | 'lists'
  | 'content'
  | 'feedAdvice'
  | 'reports'
  | 'legal'
  | 'menus'
  | 'routes';

/** Parts that cannot be written if only a part of the products was read. */
const PARTS_NEEDING_ALL_PRODUCTS: ReadonlySet<ShopPart> = new Set([
  'reviews',
  'feedAdvice',
  'reports',
  'legal',
]);

/**
 * Writes parts of a shop within the transaction of an edit.
 *
 * @returns number of new or changed rows of each part
 */
export async function writeParts(
  transaction: Database,
  parts: ReadonlySet<ShopPart>,
  shop: {
    readonly files: ShopFiles;
    readonly rows: ShopRows;
    /** Present rows of the tables; undefined if unknown, in which case the database compares every row. */
    readonly former: ShopRows | undefined;
    readonly now: Date;
  },
): Promise<ReadonlyMap<ShopPart, number>> {
  const { files, rows, former, now } = shop;
  const writer = createDifferenceWriter(transaction, { rows, former: former ?? {} });
  const writes: Readonly<Record<ShopPart, () => Promise<unknown>>> = {
    sites: () => writeSites(transaction, writer, rows),
    categories: () => writeCategories(writer, rows),
    products: () =>
      files.isPart
        ? writeProductTexts(transaction, writer, files, rows)
        : writeProducts(transaction, writer, rows),
    reviews: () => writeReviews(transaction, writer, files),
    lists: () =>
      files.isPart
        ? incrementListVersions(transaction, writer)
        : writeLists(transaction, writer, rows, now, 0),
    content: () => writeContent(writer, rows),
    feedAdvice: () => writeFeedAdvice(writer, rows),
    reports: () => writeSampleReports(transaction, files, now),
    legal: () => writeLegal(writer, rows),
    menus: () => writeMenus(writer, rows),
    routes: () => writeRoutes(transaction, writer, files),
  };
  const written = new Map<ShopPart, number>();
  for (const [part, write] of Object.entries(writes) as [ShopPart, () => Promise<unknown>][]) {
    if (!parts.has(part)) continue;
    if (files.isPart && PARTS_NEEDING_ALL_PRODUCTS.has(part))
      throw new Error(`A part of the shop does not contain all data of '${part}'`);
    const before = writer.written;
    await write();
    await writer.finish();
    written.set(part, writer.written - before);
    // Lets other work of the process run.
    await setImmediate();
  }
  return written;
}

/**
 * Suspends the update of the product lists until the transaction ends or resumes it, so that they are updated
 * once and not per row.
 */
export async function setListingRefresh(
  transaction: Database,
  state: 'paused' | 'active' = 'paused',
): Promise<void> {
  await transaction.execute(
    sql`select set_config('shop.listing_refresh', ${state === 'paused' ? 'off' : 'on'}, true)`,
  );
}

/** Sets the parameters of a transaction that changes shop data. */
async function prepareImportTransaction(transaction: Database): Promise<void> {
  await setListingRefresh(transaction);
  await transaction.execute(sql`select set_config('work_mem', '64MB', true)`);
}

/**
 * Reads and checks the files, with the edits of staff applied.
 *
 * @returns `kept`: records that keep their edited value; `changed`: those of them that differ from the
 *   files
 * @throws ImportError with every error
 */
async function readSourceWithEdits(database: Database, source: ShopSource, edited: readonly EditedRecord[]) {
  if (edited.length === 0) return { ...(await readCheckedSource(source)), kept: [], changed: [] };
  const stated = new Map<string, string>();
  const wanted = new Set(edited.map(getRecordKey));
  for (const record of (await readShop(source)).listRecords()) {
    if (wanted.has(getRecordKey(record))) stated.set(getRecordKey(record), hashValue(record.value));
  }
  // If the files now contain the edited value, the files manage the record again.
  const kept = edited.filter((record) => {
    const statedHash = stated.get(getRecordKey(record));
    return statedHash !== (record.value === null ? undefined : hashValue(record.value));
  });
  const changed = kept.map((record) => ({
    file: record.file,
    list: record.list,
    key: record.key,
    isNewInFiles: (stated.get(getRecordKey(record)) ?? null) !== record.importedHash,
  }));
  const storedRoutes = await readStoredRoutes(database);
  return { ...(await readCheckedSource(applyEditsToSource(source, kept), storedRoutes)), kept, changed };
}

/**
 * Closes the named sites: customer data and prices remain; hosts, pages and products are removed.
 *
 * @returns the keys of the sites that were open before
 * @throws ImportError if the files omit an open site that is not named, or contain a named one
 */
async function retireSites(
  transaction: Database,
  files: ShopFiles,
  options: ImportOptions,
): Promise<string[]> {
  const { site } = schema;
  const closedSites = await findRetiredSites(transaction, files, options);
  await transaction
    .update(site)
    .set({ retiredAt: options.now })
    .where(
      inArray(
        site.siteId,
        closedSites.map(({ siteId }) => siteId),
      ),
    );
  return closedSites.map(({ key }) => key);
}

/** Returns the open sites that the files omit. The import must name them. */
async function findRetiredSites(
  transaction: Database,
  files: ShopFiles,
  { retire = [] }: Pick<ImportOptions, 'retire'>,
): Promise<readonly { readonly siteId: number; readonly key: string }[]> {
  const { site } = schema;
  const stored = await transaction
    .select({ siteId: site.siteId, key: site.key, retiredAt: site.retiredAt })
    .from(site);
  const issues = new IssueList();
  const add = (key: string, field: string, problem: string) =>
    issues.add('sites.json', `sites.${key}`, field, problem);
  const stated = new Map(files.sites.map(({ siteId, key }) => [siteId, key]));
  const closedSites = stored.filter(({ siteId, retiredAt }) => retiredAt === null && !stated.has(siteId));
  for (const { siteId, key } of closedSites) {
    const renumbered = files.sites.find((other) => other.key === key);
    if (renumbered) {
      add(
        key,
        'siteId',
        `is ${renumbered.siteId}, but ${siteId} in the shop: the id of a site must not change`,
      );
    } else if (!retire.includes(key)) {
      add(
        key,
        '',
        `is missing, but open: restore it, or close it permanently with --retire ${key}. A closed site keeps its prices, quotations, reminders and mails`,
      );
    }
  }
  for (const key of retire) {
    if (files.sites.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but is in the file: remove it there, or omit --retire');
    } else if (!stored.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but the shop has no site with this key');
    }
  }
  issues.throwIfAny();
  return closedSites;
}

/**
 * Returns the keys of sold products that the files no longer have. Their rows remain, because reviews refer
 * to them.
 */
async function withdrawProducts(transaction: Database, files: ShopFiles): Promise<string[]> {
  const rows = await fetchRows<{ key: string }>(
    transaction,
    sql`select p.key from product p
      where exists (select 1 from site_product sold where sold.product_id = p.product_id)
        and p.product_id <> all (${sql.param(files.products.map(({ id }) => id))}::int[])
      order by p.product_id`,
  );
  return rows.map(({ key }) => key);
}

/** Checks that ids used by other systems and earlier orders still identify the same records. */
async function checkStoredIds(transaction: Database, files: ShopFiles): Promise<void> {
  const issues = new IssueList();
  const check = (
    idSource: { readonly file: string; readonly list: string; readonly field: string; readonly what: string },
    stored: readonly { id: number; key: string }[],
    stated: readonly { id: number; key: string }[],
  ) => {
    const known = new Map(stored.map(({ id, key }) => [key, id]));
    for (const { id, key } of stated) {
      const before = known.get(key);
      if (before === undefined || before === id) continue;
      issues.add(
        idSource.file,
        `${idSource.list}.${key}`,
        idSource.field,
        `is ${id}, but ${before} in the shop: the id of a ${idSource.what} must not change`,
      );
    }
  };
  const { language, country, paymentMethod } = schema;
  check(
    { file: 'sites.json', list: 'languages', field: 'languageId', what: 'language' },
    await transaction.select({ id: language.languageId, key: language.code }).from(language),
    files.languages.map(({ languageId, code }) => ({ id: languageId, key: code })),
  );
  check(
    { file: 'countries.json', list: 'countries', field: 'countryId', what: 'country' },
    await transaction.select({ id: country.countryId, key: country.regionCode }).from(country),
    files.countries.map(({ countryId, regionCode }) => ({ id: countryId, key: regionCode })),
  );
  check(
    { file: 'sites.json', list: 'paymentMethods', field: 'paymentMethodId', what: 'payment method' },
    await transaction
      .select({ id: paymentMethod.paymentMethodId, key: paymentMethod.key })
      .from(paymentMethod),
    files.paymentMethods.map(({ paymentMethodId, key }) => ({ id: paymentMethodId, key })),
  );
  issues.throwIfAny();
}

async function writeSites(transaction: Database, writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.language, rows.language, { key: ['languageId'], unique: ['code'] });
  await writer.upsert(schema.country, rows.country, { key: ['countryId'], unique: ['regionCode'] });
  await writer.replace(schema.countryTranslation, rows.countryTranslation, ['countryId', 'languageId']);
  await writer.upsert(schema.paymentMethod, rows.paymentMethod, {
    key: ['paymentMethodId'],
    unique: ['key'],
  });
  await writer.upsert(schema.site, rows.site, { key: ['siteId'], unique: ['key'] });
  // Updated in place if the host stays the same: deleting the row would delete all addresses and redirects of
  // the language.
  const { siteId, languageId, domain } = schema.siteLanguage;
  const hosts = await transaction.select({ siteId, languageId, domain }).from(schema.siteLanguage);
  const nameHost = (row: { siteId: number; languageId: number; domain: string }) =>
    `${row.siteId} ${row.languageId} ${row.domain}`;
  const known = new Set(hosts.map(nameHost));
  const staying = rows.siteLanguage.filter((row) => known.has(nameHost(row)));
  await writer.upsert(schema.siteLanguage, staying, { key: ['siteId', 'languageId'] });
  await writer.replace(schema.siteLanguage, rows.siteLanguage, ['siteId', 'languageId']);
  await writer.upsert(schema.siteSetting, rows.siteSetting, { key: ['siteId'] });
  await writer.replace(schema.siteDeliveryCountry, rows.siteDeliveryCountry, ['siteId', 'countryId']);
  await writer.replace(schema.siteShippingMethod, rows.siteShippingMethod, ['siteId', 'shippingMethod']);
  await writer.replace(schema.sitePaymentMethod, rows.sitePaymentMethod, ['siteId', 'paymentMethodId']);
  // Carts and orders may refer to a parcel shop that the files no longer have.
  await writer.upsert(schema.parcelShop, rows.parcelShop, { key: ['parcelShopId'], listed: 'isListed' });
  await writer.upsert(schema.dealer, rows.dealer, { key: ['dealerId'], listed: 'isListed' });
}

async function writeFeedAdvice(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.replace(schema.feedModel, rows.feedModel, ['feedModelId']);
  await writer.replace(schema.labReference, rows.labReference, ['labReferenceId']);
  await writer.replace(schema.labShelf, rows.labShelf, ['testKind', 'parameter', 'verdict']);
}

async function writeLegal(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.replace(schema.legalNotice, rows.legalNotice, ['fileName']);
  await writer.replace(schema.legalProfile, rows.legalProfile, ['siteId']);
  await writer.replace(schema.legalProfileTranslation, rows.legalProfileTranslation, [
    'siteId',
    'languageId',
  ]);
  await writer.replace(schema.legalVatCountry, rows.legalVatCountry, ['siteId', 'countryId']);
}

async function writeVariants(
  transaction: Database,
  writer: RowWriter,
  { productVariant }: ShopRows,
): Promise<void> {
  await writer.upsert(schema.productVariant, productVariant, {
    key: ['productVariantId'],
    unique: ['articleNumber', 'ean'],
    listed: 'isListed',
    onStaged: async (stage) => {
      // A product has exactly one default variant, also while rows are written, so the former default is
      // reset first.
      await transaction.execute(
        sql`update product_variant v set is_default = false where v.is_default and not exists (
          select 1 from ${stage} wanted where wanted.is_default
            and wanted.product_variant_id = v.product_variant_id and wanted.product_id = v.product_id)`,
      );
      await storeDerivedRoutes(
        transaction,
        sql`route r
          join product_variant v using (product_variant_id)
          join ${stage} wanted using (product_variant_id)
          where lower(wanted.article_number) <> lower(v.article_number)`,
      );
    },
  });
}

async function writeCategories(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.category, rows.category, { key: ['categoryId'], unique: ['key'] });
  await writer.upsert(schema.categoryTranslation, rows.categoryTranslation, {
    key: ['categoryId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['name', 'intro', 'metaDescription', 'slug'] },
  });
  await writer.replace(schema.siteCategory, rows.siteCategory, ['siteId', 'categoryId']);
}

const TEXT_DEPENDENT_COLUMNS = {
  column: 'modifiedAt',
  watched: ['name', 'claim', 'body', 'benefits', 'directions', 'slug'],
} as const;

async function writeProducts(transaction: Database, writer: RowWriter, rows: ShopRows): Promise<void> {
  // Unused pictures remain, because cached pages may still request them.
  await writer.upsert(schema.picture, rows.feedPicture, { key: ['hash'] });
  await writer.upsert(schema.product, rows.product, { key: ['productId'], unique: ['key'] });
  await writer.replace(schema.categoryProduct, rows.categoryProduct, ['categoryId', 'productId']);
  await writer.upsert(schema.productTranslation, rows.productTranslation, {
    key: ['productId', 'languageId'],
    touched: TEXT_DEPENDENT_COLUMNS,
  });
  await writer.replace(schema.siteProduct, rows.siteProduct, ['siteId', 'productId']);
  await writeVariants(transaction, writer, rows);
  await writer.replace(schema.productFacet, rows.productFacet, ['productId', 'facet', 'value']);
  await writer.replace(schema.productRelation, rows.productRelation, ['productId', 'relatedProductId']);
  await writer.replace(schema.termTranslation, rows.termTranslation, ['languageId', 'vocabulary', 'key']);
  // Unused pictures remain, because cached pages may still request them.
  const { width, height } = DRAWING_SIZE;
  await writer.replace(
    schema.variantPicture,
    rows.variantPicture,
    ['productVariantId', 'languageId', 'brand'],
    {
      extra: ['options'],
      onStaged: async (stage) => {
        await transaction.execute(
          sql`insert into picture (hash, options, width, height)
          select distinct on (drawn.hash) drawn.hash, drawn.options::jsonb, ${width}, ${height} from ${stage} drawn
          where not exists (select 1 from picture known where known.hash = drawn.hash)`,
        );
      },
    },
  );
}

/** Writes the texts of some products, and the pictures that show their names. */
async function writeProductTexts(
  transaction: Database,
  writer: RowWriter,
  files: ShopFiles,
  rows: ShopRows,
): Promise<void> {
  const texts = [...rows.productTranslation];
  const { productId, languageId, name } = schema.productTranslation;
  const stored = await transaction
    .select({ productId, languageId, name })
    .from(schema.productTranslation)
    .where(
      inArray(
        productId,
        files.products.map(({ id }) => id),
      ),
    );
  const nameText = (row: { productId: number; languageId: number; name: string }) =>
    `${row.productId} ${row.languageId} ${row.name}`;
  const known = new Set(stored.map(nameText));
  const renamed = new Set(texts.flatMap((row) => (known.has(nameText(row)) ? [] : [row.languageId])));
  await writer.upsert(schema.productTranslation, texts, {
    key: ['productId', 'languageId'],
    keep: ['nameRank'],
    touched: TEXT_DEPENDENT_COLUMNS,
  });
  const drawn = [...rows.variantPicture];
  await writer.upsert(
    schema.picture,
    drawn.map(({ hash, options }) => ({ hash, options, ...DRAWING_SIZE })),
    { key: ['hash'] },
  );
  await writer.upsert(
    schema.variantPicture,
    drawn.map(({ options: _, ...row }) => row),
    { key: ['productVariantId', 'languageId', 'brand'] },
  );
  for (const language of files.languages.filter((row) => renamed.has(row.languageId)))
    await writeNameRanks(transaction, language);
}

/** Writes the rank of all products by name, after a name has changed. */
async function writeNameRanks(
  transaction: Database,
  { languageId, culture }: ShopFiles['languages'][number],
): Promise<void> {
  // Read in the previous order, which is almost the new one and therefore sorted fast.
  // One row with all names, because reading a row per name takes a driver several times as long.
  const [{ names } = { names: null }] = await fetchRows<{ names: [number, string, number][] | null }>(
    transaction,
    sql`select json_agg(json_build_array(t.product_id, t.name, t.name_rank) order by t.name_rank) as names
      from product_translation t
      join product p using (product_id)
      join shop_record r on r.file = ${CATALOGUE} and r.list = 'products' and r.key = p.key and r.value is not null
      where t.language_id = ${languageId}`,
  );
  const rows = (names ?? []).map(([productId, name, nameRank]) => ({ productId, name, nameRank }));
  const moved = sortProductsByName(rows, culture).flatMap(({ productId, nameRank }, index) =>
    nameRank === index + 1 ? [] : [{ productId, rank: index + 1 }],
  );
  await transaction.execute(
    sql`update product_translation t set name_rank = moved.rank
      from unnest(${toUnnestColumns(
        ['int', moved.map(({ productId }) => productId)],
        ['int', moved.map(({ rank }) => rank)],
      )}) as moved (product_id, rank)
      where t.product_id = moved.product_id and t.language_id = ${languageId}`,
  );
}

/** Invalidates names cached in memory, as an import does that also writes lists. */
async function incrementListVersions(transaction: Database, writer: RowWriter): Promise<void> {
  if (writer.written === 0) return;
  await transaction.execute(
    sql`insert into product_listing_version as known (site_id, version) select s.site_id, 1 from site s order by s.site_id
      on conflict (site_id) do update set version = known.version + 1`,
  );
}

/**
 * Writes the stock. A stated amount applies only if it differs from the amount that the files stated last;
 * otherwise the present stock remains. Rows are written in the same order in which orders lock them.
 *
 * @param by actor of the import
 * @param kept article numbers whose stock is managed by staff
 * @param forced article numbers whose stock was managed by staff and is taken from the files again
 * @returns ids of the products whose stock changed
 */
async function writeStock(
  transaction: Database,
  files: ShopFiles,
  {
    by,
    kept,
    forced,
  }: {
    readonly by: StockCorrectionAuthor;
    readonly kept: ReadonlySet<string>;
    readonly forced: ReadonlySet<string>;
  },
): Promise<number[]> {
  const variants = files.products
    .flatMap((product) => product.variants)
    .filter(({ articleNumber }) => !kept.has(articleNumber));
  const stated = sql`stated as (
        select * from unnest(${toUnnestColumns(
          ['int', variants.map(({ id }) => id)],
          ['int', variants.map(({ stock }) => stock)],
          ['boolean', variants.map(({ articleNumber }) => forced.has(articleNumber))],
        )}) as stated (id, amount, is_forced)
      )`;
  const isChanged = sql`(known.imported_amount is distinct from stated.amount or stated.is_forced)`;
  const changed = await fetchRows<{ id: number }>(
    transaction,
    sql`with ${stated} select stated.id from stated
      join stock known on known.product_variant_id = stated.id where ${isChanged}`,
  );
  await lockStock(
    transaction,
    changed.map(({ id }) => id),
  );
  const written = await fetchRows<StockAmountChange>(
    transaction,
    sql`with ${stated}, written as (
        insert into stock as kept (product_variant_id, amount, imported_amount)
        select stated.id, stated.amount, stated.amount from stated
        left join stock known on known.product_variant_id = stated.id
        where known.product_variant_id is null or ${isChanged}
        order by stated.id
        on conflict (product_variant_id) do update set amount = excluded.amount, imported_amount = excluded.imported_amount
        returning kept.product_variant_id, kept.amount
      ) ${stockChangesSelectSql}`,
  );
  return recordStockChanges(transaction, written, by);
}

/**
 * Assigns a bit in the masks to each new facet value, and releases the bits of unused values. All masks must
 * be recalculated afterwards.
 */
async function writeFacetValues(transaction: Database, rows: ShopRows): Promise<void> {
  const { facetValue } = schema;
  const existing = await transaction.select().from(facetValue);
  const nameOf = ({ facet, value }: { facet: string; value: string }) => `${facet} ${value}`;
  const wanted = new Set(rows.facetValue.map(nameOf));
  const unused = existing.filter((row) => !wanted.has(nameOf(row)));
  for (const { facet, value } of unused) {
    await transaction.delete(facetValue).where(and(eq(facetValue.facet, facet), eq(facetValue.value, value)));
  }
  const kept = existing.filter((row) => wanted.has(nameOf(row)));
  const known = new Set(kept.map(nameOf));
  const bits = Map.groupBy(kept, ({ facet }) => facet);
  const added = rows.facetValue
    .filter((row) => !known.has(nameOf(row)))
    .map(({ facet, value }) => {
      const taken = new Set(bits.get(facet)?.map((row) => row.bit));
      const next = Math.max(-1, ...taken) + 1;
      // Appends a bit. A released bit is reused only if the mask is full.
      const bit = next <= MAX_FACET_BIT ? next : [...Array(next).keys()].findIndex((at) => !taken.has(at));
      const row = { facet, value, bit };
      bits.set(facet, [...(bits.get(facet) ?? []), row]);
      return row;
    });
  await insertRows(transaction, facetValue, added);
}

/** Writes the read model of searches: bits of new facet values, then a row per site and product. */
async function writeLists(
  transaction: Database,
  writer: RowWriter,
  rows: ShopRows,
  now: Date,
  priceChanges: number,
): Promise<void> {
  await writeFacetValues(transaction, rows);
  await writer.replace(schema.searchMeaning, rows.searchMeaning, ['groupKey', 'role', 'facet', 'value']);
  await writer.replace(schema.searchSynonym, rows.searchSynonym, ['languageId', 'groupKey', 'term']);
  if (writer.written + priceChanges === 0) return;
  await transaction.execute(
    sql`select refresh_product_listing(null, ${new Date(now.getTime() - LIST_HISTORY_DAYS * DAY_MS).toISOString()}::timestamptz)`,
  );
}

async function writeContent(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.contentPage, rows.contentPage, {
    key: ['contentPageId'],
    unique: ['key'],
  });
  await writer.upsert(schema.contentPageTranslation, rows.contentPageTranslation, {
    key: ['contentPageId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['title', 'metaDescription', 'summary', 'blocks', 'slug'] },
  });
  await writer.replace(schema.siteContentPage, rows.siteContentPage, ['siteId', 'contentPageId']);
  await writer.replace(schema.contentPageCategory, rows.contentPageCategory, ['contentPageId']);
  await writer.replace(schema.contentPageClip, rows.contentPageClip, ['contentPageId']);
  await writer.replace(schema.contentPageCaption, rows.contentPageCaption, ['contentPageId', 'languageId']);
  await writer.replace(schema.contentPageScope, rows.contentPageScope, ['contentPageId', 'facet', 'value']);
  await writer.replace(schema.contentPageProduct, rows.contentPageProduct, ['contentPageId', 'productId']);
  await writer.replace(schema.contentPageRelation, rows.contentPageRelation, [
    'contentPageId',
    'relatedContentPageId',
  ]);
}

async function writeMenus(writer: RowWriter, rows: ShopRows): Promise<void> {
  await writer.upsert(schema.navigation, rows.navigation, { key: ['navigationId'] });
  await writer.replace(schema.navigationItem, rows.navigationItem, ['navigationId', 'key']);
  await writer.replace(schema.navigationItemTranslation, rows.navigationItemTranslation, [
    'navigationId',
    'key',
    'languageId',
  ]);
  await writer.upsert(schema.footer, rows.footer, { key: ['footerId'] });
  await writer.replace(schema.footerColumn, rows.footerColumn, ['footerId', 'key']);
  await writer.replace(schema.footerColumnTranslation, rows.footerColumnTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await writer.replace(schema.footerLink, rows.footerLink, ['footerId', 'key']);
  await writer.replace(schema.footerLinkTranslation, rows.footerLinkTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await writer.upsert(schema.uspCollection, rows.uspCollection, { key: ['collectionId'] });
  await writer.replace(schema.uspText, rows.uspText, ['collectionId', 'languageId', 'position']);
  await writer.upsert(schema.notification, rows.notification, { key: ['notificationId'] });
  await writer.replace(schema.notificationTranslation, rows.notificationTranslation, [
    'notificationId',
    'languageId',
  ]);
}

/**
 * Stores redirects that are derived until now (`/slug/<article number>/` of a default variant), before their
 * source changes.
 *
 * @param selected from clause with condition: the routes `r` of the products and their variants `v`
 */
async function storeDerivedRoutes(transaction: Database, selected: SQL): Promise<void> {
  await transaction.execute(
    sql`insert into route (site_id, language_id, path, kind, product_variant_id, omit_article_code, is_canonical, redirect_to, is_permanent)
        select r.site_id, r.language_id, r.path || lower(v.article_number) || '/', 'redirect', v.product_variant_id,
          r.omit_article_code, false, coalesce(r.redirect_to, r.path), true
        from ${selected} and r.path ~ '^/[^/]+/$'
        on conflict do nothing`,
  );
}

/**
 * Returns the stored routes to content, categories and products of a part of the shop, in the languages that
 * were read. Each condition has an index.
 */
function selectRoutesOfPart(files: ShopFiles): SQL {
  const languageIds = listReadHosts(files).map(({ languageId }) => languageId);
  const variantIds = files.products.flatMap(({ variants }) => variants.map(({ id }) => id));
  const isRead = sql`language_id = any (${sql.param([...new Set(languageIds)])}::int[])`;
  const isOfProduct = sql`product_variant_id = any (${sql.param(variantIds)}::int[])`;
  return sql`(
    select * from route where (content_page_id is not null or category_id is not null) and ${isRead}
    union all
    select * from route where ${isOfProduct} and is_canonical and ${isRead}
    union all
    select * from route where ${isOfProduct} and not is_canonical and ${isRead}
  )`;
}

/**
 * Writes the addresses. A removed address becomes a redirect to the present address of its target. A redirect
 * is deleted if its address is in use, its target no longer exists, or it can be derived.
 */
async function writeRoutes(transaction: Database, writer: RowWriter, files: ShopFiles): Promise<void> {
  // Exactly one of the three columns is not null, so the array is equal if the target is the same.
  const target = (row: SQL) =>
    sql`(${row}.site_id, ${row}.language_id, coalesce(${row}.content_page_id, 0), coalesce(${row}.category_id, 0), coalesce(${row}.product_variant_id, 0))`;
  const storedRoutes = files.isPart ? selectRoutesOfPart(files) : sql`route`;
  const onStaged = async (stage: SQL) => {
    // The staged rows are few compared to the table. Statistics let the database know it.
    if (files.isPart) await transaction.execute(sql`analyze ${stage}`);
    await storeDerivedRoutes(
      transaction,
      sql`${stage} taken
        join route r using (site_id, language_id, path)
        join product_variant v on v.product_variant_id = r.product_variant_id
        where taken.product_variant_id is distinct from r.product_variant_id`,
    );
    await transaction.execute(
      sql`insert into ${stage} (site_id, language_id, path, kind, content_page_id, category_id, product_variant_id, omit_article_code, is_canonical, redirect_to, is_permanent)
          select old.site_id, old.language_id, old.path, 'redirect', old.content_page_id, old.category_id, old.product_variant_id,
            now.omit_article_code, false, now.path, true
          from ${storedRoutes} old
          join ${stage} now on now.is_canonical and ${target(sql`now`)} = ${target(sql`old`)}
          where not exists (
            select 1 from ${stage} taken
            where taken.site_id = old.site_id and taken.language_id = old.language_id and taken.path = old.path
          ) and not exists (
            select 1 from ${stage} product
            join product_variant v using (product_variant_id)
            where product.is_canonical and product.omit_article_code and product.site_id = old.site_id
              and product.language_id = old.language_id and product.path || lower(v.article_number) || '/' = old.path
          )`,
    );
  };
  const prepareStage = async (stage: SQL) => {
    await onStaged(stage);
    await stageRedirects(transaction, files, stage);
  };
  // If only a part of the shop was read: its addresses and those that conflict with them.
  const within = (stage: SQL) => sql`(t.site_id, t.language_id, t.path) in (
    select p.site_id, p.language_id, p.path from ${storedRoutes} p
    union all
    select s.site_id, s.language_id, s.path from ${stage} s
    union all
    select s.site_id, s.language_id, s.path || lower(v.article_number) || '/' from ${stage} s
    join product_variant v using (product_variant_id) where s.is_canonical and s.omit_article_code
  )`;
  await writer.replace(schema.route, listRoutes(files), ['siteId', 'languageId', 'path'], {
    onStaged: prepareStage,
    ...(files.isPart && { within }),
  });
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
