import { and, desc, eq, inArray, sql } from 'drizzle-orm';
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
import { fetchRows, insertRows, replaceRows, toColumns, upsertRows } from './write-rows.ts';

export interface ImportOptions {
  /** Moment of the import: the start of changed prices and texts. */
  readonly now: Date;
  /** Folder with `catalogue.mjs` and `catalogue-map.json`: how the packs of products are drawn. */
  readonly packshotsFolder: string;
  /** Keys of sites that are left out of the files because they are closed for good. */
  readonly retire?: readonly string[];
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
  /** Keys of the sites that this import closed. */
  readonly retiredSites: readonly string[];
  /** Keys of the products that the shop had and the files have no more: kept, and shown nowhere. */
  readonly withdrawnProducts: readonly string[];
}

/** Key of the advisory lock of imports: two processes on one PostgreSQL import one after the other. */
const IMPORT_LOCK = 4_273_001;
const DAY_MS = 86_400_000;
/** Lists can be asked for an instant so many days back; the price history goes back to the first import. */
const LISTED_DAYS = 30;
/** Highest place in a mask of facet values. */
const LAST_BIT = 62;

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
 * have is shown nowhere any more, but not deleted; prices and moved addresses are kept as history. The same files again change nothing.
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

  const changes = await database.transaction('import-shop', async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
    // The read model of lists is brought up to date once, when all is written.
    await transaction.execute(sql`select set_config('shop.listing_refresh', 'off', true)`);
    const oldRoutes = await transaction.select().from(schema.route);
    tell('Sites and countries');
    await checkStoredIds(transaction, files);
    const retiredSites = await retireSites(transaction, files, options);
    await writeSites(transaction, rows);
    tell('Categories and products');
    const withdrawnProducts = await withdrawProducts(transaction, files);
    await writeProducts(transaction, rows);
    await writeReviews(transaction, files);
    tell('Prices and stock');
    const priceChanges = await writePrices(transaction, files, options.now);
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
    return { priceChanges, retiredSites, withdrawnProducts };
  });

  return {
    sites: files.sites.length,
    languages: files.texts.size,
    categories: files.categories.length,
    products: files.products.length,
    variants: rows.productVariant.length,
    contentPages: rows.contentPage.length,
    addresses: routes.length,
    ...changes,
  };
}

async function fetchSearchConfigs(database: Database): Promise<Set<string>> {
  const rows = await database.select({ name: sql<string>`cfgname::text` }).from(sql`pg_ts_config`);
  return new Set(rows.map(({ name }) => name));
}

/**
 * Closes the sites that are named: they keep what people left there and what was charged, and lose their hosts, pages and products.
 * @returns the keys of those that were open until now
 * @throws ImportError where an open site is left out of the files without being named, or one that is named is not left out
 */
async function retireSites(
  transaction: Database,
  files: ShopFiles,
  { retire = [], now }: ImportOptions,
): Promise<string[]> {
  const { site } = schema;
  const stored = await transaction
    .select({ siteId: site.siteId, key: site.key, retiredAt: site.retiredAt })
    .from(site);
  const issues = new IssueList();
  const add = (key: string, field: string, problem: string) =>
    issues.add('sites.json', `sites.${key}`, field, problem);
  const stated = new Map(files.sites.map(({ siteId, key }) => [siteId, key]));
  const left = stored.filter(({ siteId, retiredAt }) => retiredAt === null && !stated.has(siteId));
  for (const { siteId, key } of left) {
    const renumbered = files.sites.find((other) => other.key === key);
    if (renumbered) {
      add(
        key,
        'siteId',
        `is ${renumbered.siteId}, but ${siteId} in the shop: the id of a site stays what it was`,
      );
    } else if (!retire.includes(key)) {
      add(
        key,
        '',
        `is left out, but open: put it back, or close it for good with --retire ${key}. A closed site keeps its prices, quotations, reminders and mails`,
      );
    }
  }
  for (const key of retire) {
    if (files.sites.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but stands in the file: remove it there, or leave --retire out');
    } else if (!stored.some((row) => row.key === key)) {
      add(key, '', 'is to be closed, but the shop has no site of this key');
    }
  }
  issues.throwIfAny();
  await transaction
    .update(site)
    .set({ retiredAt: now })
    .where(
      inArray(
        site.siteId,
        left.map(({ siteId }) => siteId),
      ),
    );
  return left.map(({ key }) => key);
}

/** Keys of the products that are sold and that the files have no more. Their rows stay, since people may have written about them. */
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

/** Ids that other systems and earlier orders know stay with what they name. */
async function checkStoredIds(transaction: Database, files: ShopFiles): Promise<void> {
  const issues = new IssueList();
  const check = (
    place: { readonly file: string; readonly list: string; readonly field: string; readonly what: string },
    stored: readonly { id: number; key: string }[],
    stated: readonly { id: number; key: string }[],
  ) => {
    const known = new Map(stored.map(({ id, key }) => [key, id]));
    for (const { id, key } of stated) {
      const before = known.get(key);
      if (before === undefined || before === id) continue;
      issues.add(
        place.file,
        `${place.list}.${key}`,
        place.field,
        `is ${id}, but ${before} in the shop: the id of a ${place.what} stays what it was`,
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

async function writeSites(transaction: Database, rows: ShopRows): Promise<void> {
  await upsertRows(transaction, schema.language, rows.language, { key: ['languageId'], unique: ['code'] });
  await upsertRows(transaction, schema.country, rows.country, { key: ['countryId'], unique: ['regionCode'] });
  await replaceRows(transaction, schema.countryTranslation, rows.countryTranslation, [
    'countryId',
    'languageId',
  ]);
  await upsertRows(transaction, schema.paymentMethod, rows.paymentMethod, {
    key: ['paymentMethodId'],
    unique: ['key'],
  });
  await upsertRows(transaction, schema.site, rows.site, { key: ['siteId'], unique: ['key'] });
  await replaceRows(transaction, schema.siteLanguage, rows.siteLanguage, ['siteId', 'languageId']);
  await upsertRows(transaction, schema.siteSetting, rows.siteSetting, { key: ['siteId'] });
  await replaceRows(transaction, schema.sitePaymentMethod, rows.sitePaymentMethod, [
    'siteId',
    'paymentMethodId',
  ]);
}

async function writeVariants(transaction: Database, { productVariant }: ShopRows): Promise<void> {
  const ids = sql.param(productVariant.map(({ productVariantId }) => productVariantId));
  await transaction.execute(
    sql`update product_variant set is_listed = false where is_listed and product_variant_id <> all (${ids}::int[])`,
  );
  // A product has one default at any moment, also while rows are written: who shall not be it any more gives way first.
  const defaults = productVariant.filter(({ isDefault }) => isDefault);
  await transaction.execute(
    sql`update product_variant v set is_default = false where v.is_default and not exists (
      select 1 from unnest(${toColumns(
        ['int', defaults.map(({ productVariantId }) => productVariantId)],
        ['int', defaults.map(({ productId }) => productId)],
      )}) as wanted (id, product_id)
      where wanted.id = v.product_variant_id and wanted.product_id = v.product_id)`,
  );
  await upsertRows(transaction, schema.productVariant, productVariant, {
    key: ['productVariantId'],
    unique: ['articleNumber', 'ean'],
  });
}

async function writeProducts(transaction: Database, rows: ShopRows): Promise<void> {
  await upsertRows(transaction, schema.category, rows.category, { key: ['categoryId'], unique: ['key'] });
  await upsertRows(transaction, schema.categoryTranslation, rows.categoryTranslation, {
    key: ['categoryId', 'languageId'],
    touched: { column: 'modifiedAt', watched: ['name', 'intro', 'metaDescription', 'slug'] },
  });
  await replaceRows(transaction, schema.siteCategory, rows.siteCategory, ['siteId', 'categoryId']);
  await upsertRows(transaction, schema.product, rows.product, { key: ['productId'], unique: ['key'] });
  await replaceRows(transaction, schema.categoryProduct, rows.categoryProduct, ['categoryId', 'productId']);
  await upsertRows(transaction, schema.productTranslation, rows.productTranslation, {
    key: ['productId', 'languageId'],
    touched: {
      column: 'modifiedAt',
      watched: ['name', 'claim', 'body', 'benefits', 'directions', 'slug'],
    },
  });
  await replaceRows(transaction, schema.siteProduct, rows.siteProduct, ['siteId', 'productId']);
  await writeVariants(transaction, rows);
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

/** Gives each new facet value a place in the masks; what no product has any more gives its place free. All masks are made anew after this. */
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
      // At the end of the options, and in a gap only where the mask is full.
      const bit = next <= LAST_BIT ? next : [...Array(next).keys()].findIndex((at) => !taken.has(at));
      const row = { facet, value, bit };
      bits.set(facet, [...(bits.get(facet) ?? []), row]);
      return row;
    });
  await insertRows(transaction, facetValue, added);
}

/** What searches read: the places of facet values that are new, then a row per site and product. */
async function writeLists(transaction: Database, rows: ShopRows, now: Date): Promise<void> {
  await writeFacetValues(transaction, rows);
  await replaceRows(transaction, schema.searchWord, rows.searchWord, ['languageId', 'word']);
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
  await upsertRows(transaction, schema.contentPage, rows.contentPage, {
    key: ['contentPageId'],
    unique: ['key'],
  });
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
