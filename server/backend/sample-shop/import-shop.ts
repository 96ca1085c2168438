import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import * as schema from '../database/schema.ts';
import { checkLinks } from './check-links.ts';
import { checkShopFiles } from './check-shop-files.ts';
import { loadPackshots } from './drawing.ts';
import { IssueList } from './import-error.ts';
import { readShopFiles, type ShopFiles } from './read-shop-files.ts';
import { listRoutes, type RouteRow } from './shop-routes.ts';
import { createShopRows, type ShopRows } from './shop-rows.ts';
import { writePrices } from './write-prices.ts';
import { writeReviews } from './write-reviews.ts';
import { insertRows, replaceRows, upsertRows } from './write-rows.ts';

export interface ImportOptions {
  /** Moment of the import: the start of changed prices and texts. */
  readonly now: Date;
  /** Folder with `catalogue.mjs` and `catalogue-map.json`: how the packs of products are drawn. */
  readonly packshotsFolder: string;
  /** Told as the import goes on; `done` of `total` steps, `step` in English for a log. */
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
  /** Rows appended to the price history by this import. */
  readonly priceChanges: number;
}

/** Key of the advisory lock of imports: two processes on one PostgreSQL import one after the other. */
const IMPORT_LOCK = 4_273_001;
const DAY_MS = 86_400_000;
/** Lists can be asked for an instant so many days back; the price history goes back to the first import. */
const LISTED_DAYS = 30;

/** True once a shop was imported into this database. */
export async function isShopImported(database: Database): Promise<boolean> {
  const rows = await database.select({ id: schema.shopImport.shopImportId }).from(schema.shopImport).limit(1);
  return rows.length > 0;
}

/**
 * Reads the files of a shop and checks all that can be told without a database.
 * @throws ImportError with every fault.
 */
export async function readCheckedShop(folder: string): Promise<{ files: ShopFiles; routes: RouteRow[] }> {
  const files = await readShopFiles(folder);
  const issues = new IssueList();
  checkShopFiles(files, issues);
  issues.throwIfAny();
  const routes = listRoutes(files, issues);
  checkLinks(files, routes, issues);
  issues.throwIfAny();
  return { files, routes };
}

/**
 * Imports a folder of shop files: everything is checked first, then written in one transaction. What the files no longer
 * have is shown nowhere any more; prices and moved addresses are kept as history. The same files again change nothing.
 * @throws ImportError with every fault; nothing was written then.
 */
export async function importShop(
  database: Database,
  folder: string,
  options: ImportOptions,
): Promise<ImportSummary> {
  const total = 8;
  let done = 0;
  const tell = (step: string) => options.onProgress?.({ step, done: done++, total });

  tell('Reading and checking the files');
  const { files, routes } = await readCheckedShop(folder);

  const searchConfigs = await fetchSearchConfigs(database);
  const packshots = await loadPackshots(options.packshotsFolder);
  const rows = createShopRows(files, { now: options.now, searchConfigs, packshots });

  const priceChanges = await database.transaction('import-shop', async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
    // The read model of lists is brought up to date once, when all is written.
    await transaction.execute(sql`select set_config('shop.listing_refresh', 'off', true)`);
    const oldRoutes = await transaction.select().from(schema.route);
    tell('Sites and countries');
    await writeSites(transaction, rows);
    tell('Categories and products');
    await writeProducts(transaction, rows);
    await writeReviews(transaction, files);
    tell('Prices and stock');
    const changes = await writePrices(transaction, files, options.now);
    await writeStock(transaction, files);
    tell('Lists and search');
    await writeLists(transaction, rows, options.now);
    tell('Pages and articles');
    await writeContent(transaction, rows);
    tell('Menus');
    await writeMenus(transaction, rows);
    tell('Addresses');
    const allRoutes = [...routes, ...listMovedRoutes(oldRoutes, routes)];
    await replaceRows(transaction, schema.route, allRoutes, ['siteId', 'languageId', 'path']);
    await recordImport(transaction, files, options.now);
    // The embedded database gathers no statistics by itself, and a server does only after a while.
    await transaction.execute(sql`analyze`);
    return changes;
  });

  return {
    sites: files.sites.length,
    languages: files.texts.size,
    categories: files.categories.length,
    products: files.products.length,
    variants: rows.productVariant.length,
    contentPages: rows.contentPage.length,
    addresses: routes.length,
    priceChanges,
  };
}

async function fetchSearchConfigs(database: Database): Promise<Set<string>> {
  const rows = await database.select({ name: sql<string>`cfgname::text` }).from(sql`pg_ts_config`);
  return new Set(rows.map(({ name }) => name));
}

async function writeSites(transaction: Database, rows: ShopRows): Promise<void> {
  const siteIds = rows.site.map(({ siteId }) => siteId);
  // First: a site that is gone gives its hosts free.
  await transaction.delete(schema.site).where(notInArray(schema.site.siteId, siteIds));
  await upsertRows(transaction, schema.language, rows.language, { key: ['languageId'] });
  await upsertRows(transaction, schema.country, rows.country, { key: ['countryId'] });
  await replaceRows(transaction, schema.countryTranslation, rows.countryTranslation, [
    'countryId',
    'languageId',
  ]);
  await upsertRows(transaction, schema.paymentMethod, rows.paymentMethod, { key: ['paymentMethodId'] });
  await upsertRows(transaction, schema.site, rows.site, { key: ['siteId'] });
  await replaceRows(transaction, schema.siteLanguage, rows.siteLanguage, ['siteId', 'languageId']);
  await upsertRows(transaction, schema.siteSetting, rows.siteSetting, { key: ['siteId'] });
  await replaceRows(transaction, schema.sitePaymentMethod, rows.sitePaymentMethod, [
    'siteId',
    'paymentMethodId',
  ]);
}

async function writeProducts(transaction: Database, rows: ShopRows): Promise<void> {
  await upsertRows(transaction, schema.category, rows.category, { key: ['categoryId'] });
  await upsertRows(transaction, schema.categoryTranslation, rows.categoryTranslation, {
    key: ['categoryId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['name', 'intro', 'metaDescription', 'slug'] },
  });
  await replaceRows(transaction, schema.siteCategory, rows.siteCategory, ['siteId', 'categoryId']);
  await upsertRows(transaction, schema.product, rows.product, { key: ['productId'] });
  await replaceRows(transaction, schema.categoryProduct, rows.categoryProduct, ['categoryId', 'productId']);
  await upsertRows(transaction, schema.productTranslation, rows.productTranslation, {
    key: ['productId', 'languageId'],
    touched: {
      column: 'modifiedAt',
      watched: ['name', 'claim', 'body', 'benefits', 'directions', 'slug'],
    },
  });
  await replaceRows(transaction, schema.siteProduct, rows.siteProduct, ['siteId', 'productId']);
  const variantIds = rows.productVariant.map(({ productVariantId }) => productVariantId);
  await transaction
    .update(schema.productVariant)
    .set({ isListed: false, isDefault: false })
    .where(
      and(
        notInArray(schema.productVariant.productVariantId, variantIds),
        eq(schema.productVariant.isListed, true),
      ),
    );
  await upsertRows(transaction, schema.productVariant, rows.productVariant, { key: ['productVariantId'] });
  await replaceRows(transaction, schema.productFacet, rows.productFacet, ['productId', 'facet', 'value']);
  await replaceRows(transaction, schema.productRelation, rows.productRelation, [
    'productId',
    'relatedProductId',
  ]);
  await replaceRows(transaction, schema.termTranslation, rows.termTranslation, [
    'languageId',
    'vocabulary',
    'key',
  ]);
  // Pictures that no variant has any more stay: a cached page may still ask for them.
  await upsertRows(transaction, schema.picture, rows.picture, { key: ['hash'] });
  await replaceRows(transaction, schema.variantPicture, rows.variantPicture, [
    'productVariantId',
    'languageId',
    'brand',
  ]);
}

/** A stated amount counts where the files state another one than last time; else what was sold since stays sold. */
async function writeStock(transaction: Database, files: ShopFiles): Promise<void> {
  const stated = files.products.flatMap((product) =>
    product.variants.map(({ id, stock }) => ({ productVariantId: id, amount: stock, importedAmount: stock })),
  );
  const existing = await transaction
    .select()
    .from(schema.stock)
    .where(
      inArray(
        schema.stock.productVariantId,
        stated.map(({ productVariantId }) => productVariantId),
      ),
    );
  const last = new Map(existing.map((row) => [row.productVariantId, row.importedAmount]));
  const changed = stated.filter((row) => last.get(row.productVariantId) !== row.importedAmount);
  await upsertRows(transaction, schema.stock, changed, { key: ['productVariantId'] });
}

/** What searches read: the places of facet values that are new, then a row per site and product. */
async function writeLists(transaction: Database, rows: ShopRows, now: Date): Promise<void> {
  const existing = await transaction.select().from(schema.facetValue);
  const known = new Set(existing.map(({ facet, value }) => `${facet} ${value}`));
  const taken = Map.groupBy(existing, ({ facet }) => facet);
  const bits = new Map(
    [...taken].map(([facet, values]) => [facet, Math.max(...values.map(({ bit }) => bit))]),
  );
  const added = rows.facetValue.filter(({ facet, value }) => !known.has(`${facet} ${value}`));
  await insertRows(
    transaction,
    schema.facetValue,
    added.map(({ facet, value }) => {
      const bit = (bits.get(facet) ?? -1) + 1;
      bits.set(facet, bit);
      return { facet, value, bit };
    }),
  );
  await replaceRows(transaction, schema.searchWord, rows.searchWord, ['languageId', 'word']);
  await replaceRows(transaction, schema.searchMeaning, rows.searchMeaning, [
    'groupKey',
    'role',
    'facet',
    'value',
  ]);
  await replaceRows(transaction, schema.searchSynonym, rows.searchSynonym, [
    'languageId',
    'groupKey',
    'term',
  ]);
  await transaction.execute(
    sql`select refresh_product_listing(null, ${new Date(now.getTime() - LISTED_DAYS * DAY_MS).toISOString()}::timestamptz)`,
  );
}

async function writeContent(transaction: Database, rows: ShopRows): Promise<void> {
  await upsertRows(transaction, schema.contentPage, rows.contentPage, { key: ['contentPageId'] });
  await upsertRows(transaction, schema.contentPageTranslation, rows.contentPageTranslation, {
    key: ['contentPageId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['title', 'metaDescription', 'summary', 'blocks', 'slug'] },
  });
  await replaceRows(transaction, schema.siteContentPage, rows.siteContentPage, ['siteId', 'contentPageId']);
  await replaceRows(transaction, schema.contentPageScope, rows.contentPageScope, [
    'contentPageId',
    'facet',
    'value',
  ]);
  await replaceRows(transaction, schema.contentPageProduct, rows.contentPageProduct, [
    'contentPageId',
    'productId',
  ]);
  await replaceRows(transaction, schema.contentPageRelation, rows.contentPageRelation, [
    'contentPageId',
    'relatedContentPageId',
  ]);
}

async function writeMenus(transaction: Database, rows: ShopRows): Promise<void> {
  await upsertRows(transaction, schema.navigation, rows.navigation, { key: ['navigationId'] });
  await replaceRows(transaction, schema.navigationItem, rows.navigationItem, ['navigationId', 'key']);
  await replaceRows(transaction, schema.navigationItemTranslation, rows.navigationItemTranslation, [
    'navigationId',
    'key',
    'languageId',
  ]);
  await upsertRows(transaction, schema.footer, rows.footer, { key: ['footerId'] });
  await replaceRows(transaction, schema.footerColumn, rows.footerColumn, ['footerId', 'key']);
  await replaceRows(transaction, schema.footerColumnTranslation, rows.footerColumnTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await replaceRows(transaction, schema.footerLink, rows.footerLink, ['footerId', 'key']);
  await replaceRows(transaction, schema.footerLinkTranslation, rows.footerLinkTranslation, [
    'footerId',
    'key',
    'languageId',
  ]);
  await upsertRows(transaction, schema.uspCollection, rows.uspCollection, { key: ['collectionId'] });
  await replaceRows(transaction, schema.uspText, rows.uspText, ['collectionId', 'languageId', 'position']);
  await upsertRows(transaction, schema.notification, rows.notification, { key: ['notificationId'] });
  await replaceRows(transaction, schema.notificationTranslation, rows.notificationTranslation, [
    'notificationId',
    'languageId',
  ]);
}

/**
 * Redirects for addresses that the shop had and has no more: each leads straight to where its target is now. An address
 * that something else has taken, or whose target is gone, is forgotten.
 */
function listMovedRoutes(oldRoutes: readonly RouteRow[], routes: readonly RouteRow[]): RouteRow[] {
  const getHost = (row: RouteRow) => `${row.siteId}/${row.languageId}`;
  const getTarget = (row: RouteRow) =>
    `${getHost(row)}/${row.contentPageId}/${row.categoryId}/${row.productVariantId}`;
  const taken = new Set(routes.map((row) => `${getHost(row)}${row.path}`));
  const canonical = new Map(routes.filter((row) => row.isCanonical).map((row) => [getTarget(row), row]));
  return oldRoutes.flatMap((row) => {
    const now = canonical.get(getTarget(row));
    if (!now || taken.has(`${getHost(row)}${row.path}`)) return [];
    const { omitArticleCode } = now;
    return [
      {
        ...row,
        kind: 'redirect',
        isCanonical: false,
        redirectTo: now.path,
        isPermanent: true,
        omitArticleCode,
      },
    ];
  });
}

async function recordImport(transaction: Database, files: ShopFiles, now: Date): Promise<void> {
  const { shopImport } = schema;
  const [last] = await transaction.select().from(shopImport).orderBy(desc(shopImport.shopImportId)).limit(1);
  if (last?.contentHash === files.contentHash) return;
  await transaction.insert(shopImport).values({ contentHash: files.contentHash, importedAt: now });
}
