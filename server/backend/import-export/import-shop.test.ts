import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq, sql } from 'drizzle-orm';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { dumpTables } from '../../../test/fixtures/dump-tables.ts';
import {
  openSampleDatabase,
  PACKSHOTS_FOLDER,
  SAMPLE_DATA_FOLDER,
  SAMPLE_IMPORTED_AT,
} from '../../../test/fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  openSmallShopDatabase,
  removeDanglingSearchTerms,
  type ShopFilesFolder,
} from '../../../test/fixtures/shop-folder.ts';
import { findRouteByPath } from '../catalogue/pages/queries.ts';
import type { Database } from '../core/database/database.ts';
import type { OpenDatabase } from '../core/database/open-database.ts';
import * as schema from '../schema/schema.ts';
import { fetchRows } from '../shop-store/write-rows.ts';
import { importShop, importShopWithin, isShopImported } from './import-shop.ts';
import { loadPackshots } from './pack-drawing.ts';
import { readCheckedShop } from './read-checked-shop.ts';
import { createShopRows } from './shop-rows.ts';

const IMPORT_TIME = new Date('2026-12-01T10:00:00Z');

const importFolder = (database: Database, now = IMPORT_TIME) =>
  importShopWithin(database, folder.path, { now, packshotsFolder: PACKSHOTS_FOLDER, again: true });

/** Files of a small shop, which each test changes as needed. */
let folder: ShopFilesFolder;

/** Gives each test of a block its own copy of the files. */
function makeSmallShopBeforeEach(): void {
  beforeEach(async () => {
    folder = await createSmallShopFolder();
  });
  afterEach(() => folder.remove());
}

describe('import of the sample shop', () => {
  let open: OpenDatabase;
  let db: Database;

  beforeAll(async () => {
    open = await openSampleDatabase();
    db = open.database;
  });
  afterAll(() => open.close());

  it.each([
    ['site', 12],
    ['site_language', 24],
    ['language', 9],
    ['country_translation', 15 * 9],
    ['category_translation', 23 * 9],
    ['product_translation', 72 * 9],
    ['product_variant', 88],
    ['stock', 88],
    ['parcel_shop', 60],
    ['dealer', 40],
    // 14 articles, 24 pages, 6 landing pages, and the group's home page, which exists in three languages
    ['content_page_translation', (14 + 8 + 24 + 6) * 9 + 3],
  ])('fills %s with %i rows', async (table, count) => {
    const [row] = await fetchRows<{ n: number }>(
      db,
      sql`select count(*)::int as n from ${sql.identifier(table)}`,
    );
    expect(row!.n).toBe(count);
  });

  it('marks the shop as imported', async () => {
    expect(await isShopImported(db)).toBe(true);
  });

  it('gives a site without tests no products of type 4 or 5, no tests category and no page about tests', async () => {
    const has = (siteId: number) =>
      fetchRows<{ key: string }>(
        db,
        sql`select p.key from site_product s join product p using (product_id) where s.site_id = ${siteId} and p.product_type in (4, 5)
            union all select c.key from site_category s join category c using (category_id) where s.site_id = ${siteId} and c.key in ('tests', 'rqs', 'qs')
            union all select p.key from site_content_page s join content_page p using (content_page_id)
              where s.site_id = ${siteId} and p.key in ('roughage-tests', 'how-rqs-works') order by 1`,
      );
    expect(await has(4)).toEqual([]);
    expect((await has(1)).map(({ key }) => key)).toEqual([
      'how-rqs-works',
      'qs',
      'qs-hygiene',
      'roughage-tests',
      'rqs',
      'rqs-basic',
      'rqs-mineral',
      'tests',
    ]);
    const links = await fetchRows(
      db,
      sql`select key from navigation_item where navigation_id = 41 and key in ('tests', 'rqs', 'qs', 'roughage-tests', 'how-rqs-works')
          union all select key from footer_link where footer_id = 42 and key in ('roughage-tests', 'how-rqs-works')`,
    );
    expect(links).toEqual([]);
  });

  it('gives the corporate site its own home page and only its pages, and no products', async () => {
    const keys = await fetchRows<{ key: string }>(
      db,
      sql`select p.key from site_content_page s join content_page p using (content_page_id) where s.site_id = 12 order by p.key collate "C"`,
    );
    expect(keys.map(({ key }) => key)).toEqual([
      'about',
      'accessibility',
      'become-a-dealer',
      'contact',
      'cookies',
      'group-home',
      'harvest-2026',
      'how-rqs-works',
      'imprint',
      'internal-error',
      'jobs',
      'not-found',
      'privacy',
      'recyclable-bags',
      'roughage-tests',
      'silo-supply',
      'terms',
    ]);
    const [shop] = await fetchRows<{ n: number }>(
      db,
      sql`select (select count(*) from site_product where site_id = 12)::int + (select count(*) from site_category where site_id = 12)::int
        + (select count(*) from price where site_id = 12)::int as n`,
    );
    expect(shop!.n).toBe(0);
    const [site] = await db.select().from(schema.site).where(eq(schema.site.siteId, 12));
    const [home] = await db
      .select()
      .from(schema.route)
      .where(and(eq(schema.route.siteId, 12), eq(schema.route.languageId, 2), eq(schema.route.path, '/')));
    expect(home!.contentPageId).toBe(site!.rootContentPageId);
  });

  it.each([
    [1, 4, '/', 'contentPage', true, null],
    [1, 4, '/home/', 'redirect', false, '/'],
    [1, 4, '/horse-feed/', 'productSearch', true, null],
    [1, 4, '/horse-feed/muesli/', 'productSearch', true, null],
    [1, 4, '/prado-balance-muesli/', 'productDetail', true, null],
    [1, 4, '/prado-balance-muesli/1010111/', 'redirect', false, '/prado-balance-muesli/'],
    [1, 4, '/prado-balance-muesli/1010111/1010111/', undefined, undefined, undefined],
    [1, 4, '/prado-balance-muesli/1020111/', undefined, undefined, undefined],
    [1, 4, '/horse-feed/1010111/', undefined, undefined, undefined],
    [1, 4, '/1010111/', undefined, undefined, undefined],
    [1, 4, '/how-to-build-a-ration/', 'adviceArticle', true, null],
    [1, 1, '/winkelwagen/', undefined, undefined, undefined],
    [1, 4, '/page-not-found/', undefined, undefined, undefined],
    [1, 4, '/order-received/', undefined, undefined, undefined],
  ])(
    'redirects on site %i in language %i from %s to %s',
    async (siteId, languageId, at, kind, isCanonical, to) => {
      const row = await findRouteByPath(db, siteId, languageId, at);
      expect([row?.kind, row?.isCanonical, row?.redirectTo]).toEqual([kind, isCanonical, to]);
    },
  );

  it('gives another variant its own address with its article number', async () => {
    const rows = await fetchRows<{ path: string; omit: boolean }>(
      db,
      sql`select r.path, r.omit_article_code as omit from route r join product_variant v using (product_variant_id)
        join product p using (product_id)
        where p.key = 'prado-senior' and r.site_id = 1 and r.language_id = 4 and r.is_canonical order by v.position`,
    );
    expect(rows[0]).toEqual({ path: '/prado-senior-muesli/', omit: true });
    expect(rows[1]!.path).toMatch(/^\/prado-senior-muesli\/\d{7}\/$/);
    expect(rows[1]!.omit).toBe(false);
  });

  it('gives news an address below /media/ that contains its id', async () => {
    const rows = await fetchRows<{ path: string }>(db, sql`select path from route where kind = 'newsItem'`);
    expect(rows.length).toBe(2 * 24);
    for (const { path: at } of rows) expect(at).toMatch(/^\/media\/(9|10)\/[a-z0-9-]+\/$/);
  });

  it('gives every category, listed variant and page of a site exactly one canonical address per language', async () => {
    const missing = await fetchRows(
      db,
      sql`select 'category' as what, s.site_id, l.language_id, s.category_id as id from site_category s join site_language l using (site_id)
          left join route r on r.site_id = s.site_id and r.language_id = l.language_id and r.category_id = s.category_id and r.is_canonical where r.path is null
        union all select 'variant', s.site_id, l.language_id, v.product_variant_id from site_product s join site_language l using (site_id)
          join product_variant v using (product_id)
          left join route r on r.site_id = s.site_id and r.language_id = l.language_id and r.product_variant_id = v.product_variant_id and r.is_canonical
          where r.path is null
        union all select 'page', s.site_id, l.language_id, c.content_page_id from site_content_page s join site_language l using (site_id)
          join content_page c using (content_page_id)
          left join route r on r.site_id = s.site_id and r.language_id = l.language_id and r.content_page_id = c.content_page_id and r.is_canonical
          where r.path is null and c.key not in ('not-found', 'internal-error', 'checkout-success', 'checkout-success-rqs', 'checkout-failed')`,
    );
    expect(missing).toEqual([]);
  });

  it('links every entry of menus and footers to existing content, with a label in each language', async () => {
    const dead = await fetchRows(
      db,
      sql`select i.navigation_id, i.key, l.language_id from navigation_item i join navigation n using (navigation_id) join site_language l using (site_id)
          left join navigation_item_translation t on t.navigation_id = i.navigation_id and t.key = i.key and t.language_id = l.language_id
          left join route r on r.site_id = n.site_id and r.language_id = l.language_id and r.is_canonical
            and (r.category_id = i.category_id or r.content_page_id = i.content_page_id)
          where t.title is null or (r.path is null and i.path is distinct from '/media/' and i.path is distinct from '/feed-advice/' and i.path is distinct from '/dealers/')
        union all select f.footer_id, f.key, l.language_id from footer_link f join footer using (footer_id) join site_language l using (site_id)
          left join footer_link_translation t on t.footer_id = f.footer_id and t.key = f.key and t.language_id = l.language_id
          left join route r on r.site_id = footer.site_id and r.language_id = l.language_id and r.is_canonical and r.content_page_id = f.content_page_id
          where t.title is null or r.path is null`,
    );
    expect(dead).toEqual([]);
  });

  it('writes earlier prices from the price history of the files', async () => {
    const history = (variantId: number) =>
      db
        .select({ amount: schema.price.amountExclVat, from: schema.price.validFrom })
        .from(schema.price)
        .where(and(eq(schema.price.siteId, 1), eq(schema.price.productVariantId, variantId)))
        .orderBy(asc(schema.price.validFrom));
    const reducedOn = new Date('2026-10-26T00:00:00Z');
    const [former, current] = await history(1013);
    // EUR 22.95 with 21 % Dutch VAT
    expect(Math.round(former!.amount * 1.21)).toBe(2295);
    expect(former!.from.getTime()).toBeLessThan(reducedOn.getTime() - 30 * DAY_MS);
    expect(current).toEqual({ amount: 1731, from: reducedOn });
    const summer = await history(1067);
    expect(summer.map(({ amount }) => amount)).toEqual([Math.round(1814 / 0.91), 1814]);
    expect(await history(1001)).toEqual([{ amount: 1814, from: new Date('2026-11-02T00:00:00Z') }]);
  });

  it('draws a picture per variant, brand and language, and knows its colour scheme', async () => {
    const pictures = await fetchRows<{
      brand: string;
      code: string;
      hash: string;
      options: Record<string, string>;
    }>(
      db,
      sql`select v.brand, l.code, v.hash, p.options from variant_picture v join picture p using (hash) join language l using (language_id)
        where v.product_variant_id = 1001`,
    );
    // Havero is in every language but German, Hafero in three.
    expect(new Set(pictures.map(({ hash }) => hash)).size).toBe(8 + 3);
    for (const { hash } of pictures) expect(hash).toMatch(/^[0-9a-f]{32}$/);
    const german = pictures.filter(({ code }) => code === 'de').map(({ brand, options }) => [brand, options]);
    expect(german).toEqual([
      ['Hafero', expect.objectContaining({ brand: 'HAFERO', name: 'Prado Balance Müsli' })],
    ]);
    const [product] = await db.select().from(schema.product).where(eq(schema.product.key, 'prado-balance'));
    expect(product!.colourWay).toBe('hay');
  });

  it('draws feed once for all brands, languages and packs, and only feed', async () => {
    const rows = await fetchRows<{ key: string; options: Record<string, unknown> | null }>(
      db,
      sql`select key, options from product left join picture on hash = feed_picture_hash
        where key in ('prado-senior', 'stalla-scoop') order by key`,
    );
    expect(rows).toEqual([
      {
        key: 'prado-senior',
        options: expect.objectContaining({ type: 'feed', form: 'loose', way: 'meadow', measure: 1000 }),
      },
      { key: 'stalla-scoop', options: null },
    ]);
  });

  it('keeps placeholders in the texts', async () => {
    const [row] = await fetchRows<{ blocks: unknown }>(
      db,
      sql`select blocks from content_page_translation join content_page using (content_page_id) where key = 'contact' and language_id = 4`,
    );
    expect(JSON.stringify(row!.blocks)).toContain('Phone: {phone}. Email: {email}.');
  });
});

describe('repeated import', () => {
  makeSmallShopBeforeEach();
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await openSmallShopDatabase();
  });
  afterAll(() => open.close());

  /** Defines a test with the sample shop that is rolled back at the end. */
  function itImports(name: string, body: (db: Database) => Promise<void>): void {
    it(name, async () => {
      const undo = new Error('undo');
      const attempt = open.database.transaction('import-shop', async (transaction) => {
        await body(transaction);
        throw undo;
      });
      await attempt.catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    });
  }

  itImports('changes nothing if the files are the same', async (db) => {
    const before = await dumpTables(db);
    expect((await importFolder(db))!.priceChanges).toBe(0);
    expect(await dumpTables(db)).toEqual(before);
  });

  itImports(
    'leaves a permanent redirect at an old slug, in one hop also after the second move',
    async (db) => {
      const rename = (slug: string) =>
        folder.edit('texts/en.json', (json) => {
          json.products['prado-balance'].urlSlug = slug;
          json.categories.feed.urlSlug = `all-${slug}`;
        });
      await rename('balance-one');
      await importFolder(db);
      await rename('balance-two');
      await importFolder(db, new Date('2026-12-02T10:00:00Z'));
      for (const [old, now] of [
        ['/prado-balance-muesli/', '/balance-two/'],
        ['/prado-balance-muesli/1010111/', '/balance-two/'],
        ['/balance-one/', '/balance-two/'],
        ['/horse-feed/muesli/', '/all-balance-two/muesli/'],
      ] as const) {
        expect(await findRouteByPath(db, 1, 4, old)).toMatchObject({
          kind: 'redirect',
          redirectTo: now,
          isPermanent: true,
        });
        expect(await findRouteByPath(db, 1, 4, now)).toMatchObject({ isCanonical: true, redirectTo: null });
      }
    },
  );

  /** Returns the target of an English path of the shop; undefined if it does not exist. */
  const follow = async (db: Database, at: string) => {
    const row = await findRouteByPath(db, 1, 4, at);
    return row && (row.redirectTo ?? row.path);
  };
  /** Lists stored redirects that a lookup would resolve without them. */
  const listDerivable = (db: Database) =>
    fetchRows(
      db,
      sql`select r.path from route r join product_variant v using (product_variant_id)
          join route p using (site_id, language_id, product_variant_id)
          where r.kind = 'redirect' and p.is_canonical and p.omit_article_code
            and r.path = p.path || lower(v.article_number) || '/'`,
    );

  itImports(
    'stores no redirect that follows from the path and article number of a default variant',
    async (db) => {
      expect(await listDerivable(db)).toEqual([]);
      await db.execute(
        sql`insert into route (site_id, language_id, path, kind, product_variant_id, omit_article_code, is_canonical, redirect_to)
          values (1, 4, '/prado-balance-muesli/1010111/', 'redirect', 1001, true, false, '/prado-balance-muesli/')`,
      );
      expect(await listDerivable(db)).toHaveLength(1);
      await importFolder(db);
      expect(await listDerivable(db)).toEqual([]);
      expect(await follow(db, '/prado-balance-muesli/1010111/')).toBe('/prado-balance-muesli/');
    },
  );

  itImports('redirects from a former article number of a default variant', async (db) => {
    await folder.edit('catalogue.json', (json) => {
      json.products.find(({ key }: Json) => key === 'prado-balance').variants[0].articleNumber = 'New-1';
    });
    await importFolder(db);
    await importFolder(db);
    for (const number of ['1010111', 'new-1'])
      expect(await follow(db, `/prado-balance-muesli/${number}/`)).toBe('/prado-balance-muesli/');
  });

  itImports('redirects to the article number if another product uses the slug', async (db) => {
    await folder.edit('texts/en.json', ({ products }) => {
      products['prado-nature'].urlSlug = products['prado-balance'].urlSlug;
      products['prado-balance'].urlSlug = 'balance';
    });
    await importFolder(db);
    await importFolder(db);
    expect(await follow(db, '/prado-balance-muesli/')).toBe('/prado-balance-muesli/');
    expect(await follow(db, '/prado-balance-muesli/1020111/')).toBe('/prado-balance-muesli/');
    expect(await follow(db, '/prado-nature-muesli/1020111/')).toBe('/prado-balance-muesli/');
    for (const at of ['/prado-balance-muesli/1010111/', '/balance/1010111/'])
      expect(await follow(db, at)).toBe('/balance/');
  });

  for (const slug of ['prado-senior-muesli', 'senior'])
    itImports(
      `redirects from both article numbers if another variant becomes the default one at /${slug}/`,
      async (db) => {
        let numbers: string[] = [];
        await folder.edit('catalogue.json', (json) => {
          const { variants } = json.products.find(({ key }: Json) => key === 'prado-senior');
          const [first, second] = variants;
          first.isDefault = false;
          second.isDefault = true;
          numbers = [first.articleNumber, second.articleNumber];
        });
        await folder.edit('texts/en.json', ({ products }) => {
          products['prado-senior'].urlSlug = slug;
        });
        await importFolder(db);
        const [first, second] = numbers;
        for (const before of new Set(['prado-senior-muesli', slug])) {
          expect(await follow(db, `/${before}/${first}/`)).toBe(`/${slug}/${first}/`);
          expect(await follow(db, `/${before}/${second}/`)).toBe(`/${slug}/`);
        }
        expect(await listDerivable(db)).toEqual([]);
      },
    );

  itImports('applies exactly the changes of the files', async (db) => {
    await db.update(schema.stock).set({ amount: 3 });
    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].priceExclVat = 19.99;
      json.products[0].variants[0].stock = 40;
      const { variants } = json.products.find(({ key }: { key: string }) => key === 'prado-senior');
      variants[0].isDefault = false;
      variants[1].isDefault = true;
    });
    await folder.edit('texts/nl.json', (json) => {
      json.pages.contact.title = 'Neem contact op';
    });
    const { priceChanges } = (await importFolder(db))!;

    // The new price is added on every site from the moment of the import, and the old one is retained.
    expect(priceChanges).toBe(2);
    const prices = await db
      .select({ amount: schema.price.amountExclVat, from: schema.price.validFrom })
      .from(schema.price)
      .where(and(eq(schema.price.siteId, 4), eq(schema.price.productVariantId, 1001)))
      .orderBy(asc(schema.price.validFrom));
    expect(prices).toEqual([
      { amount: 1814, from: new Date('2026-11-02T00:00:00Z') },
      { amount: 1999, from: IMPORT_TIME },
    ]);

    // An import with an unchanged stated stock does not restore sold pieces.
    const stock = await db.select().from(schema.stock).orderBy(asc(schema.stock.productVariantId));
    expect(stock.slice(0, 2).map(({ amount }) => amount)).toEqual([40, 3]);

    const defaults = await db
      .select()
      .from(schema.productVariant)
      .where(eq(schema.productVariant.isDefault, true));
    expect(defaults.map(({ productVariantId }) => productVariantId)).toContain(1008);
    expect(defaults.map(({ productVariantId }) => productVariantId)).not.toContain(1007);

    // The date of change moves only if a text has changed.
    const { contentPageTranslation } = schema;
    const changed = await db
      .select()
      .from(contentPageTranslation)
      .where(eq(contentPageTranslation.modifiedAt, IMPORT_TIME));
    expect(changed.map(({ contentPageId, languageId }) => [contentPageId, languageId])).toEqual([[103, 1]]);
    const [same] = await db
      .select()
      .from(contentPageTranslation)
      .where(and(eq(contentPageTranslation.contentPageId, 103), eq(contentPageTranslation.languageId, 4)));
    expect(same!.modifiedAt).toEqual(SAMPLE_IMPORTED_AT);
  });

  itImports(
    'hides records that the files no longer have, and lets two products change addresses',
    async (db) => {
      await folder.edit('catalogue.json', (json) => {
        json.products = json.products.filter(({ key }: { key: string }) => key !== 'stalla-scoop');
      });
      await folder.edit('articles.json', (json) => {
        for (const article of json.articles) {
          article.relatedProducts = article.relatedProducts.filter((key: string) => key !== 'stalla-scoop');
        }
      });
      await folder.edit('search-synonyms.json', (json) =>
        removeDanglingSearchTerms(json, 'product', (key) => key === 'stalla-scoop'),
      );
      // The promotion remains, but its gift is no longer sold.
      await folder.edit('promotions.json', (json) => {
        json.promotions = json.promotions.filter(({ key }: { key: string }) => key !== 'scoop-with-mash');
      });
      await folder.edit('texts/en.json', (json) => {
        const { products } = json;
        const { urlSlug } = products['prado-balance'];
        products['prado-balance'].urlSlug = products['prado-nature'].urlSlug;
        products['prado-nature'].urlSlug = urlSlug;
      });
      await importFolder(db);
      const left = await fetchRows(
        db,
        sql`select 1 from site_product join product using (product_id) where key = 'stalla-scoop'
        union all select 1 from product_variant join product using (product_id) where key = 'stalla-scoop' and is_listed
        union all select 1 from route join product_variant using (product_variant_id) join product using (product_id) where key = 'stalla-scoop'`,
      );
      expect(left).toEqual([]);
      const [row] = await db
        .select()
        .from(schema.route)
        .where(
          and(
            eq(schema.route.siteId, 1),
            eq(schema.route.languageId, 4),
            eq(schema.route.path, '/prado-balance-muesli/'),
          ),
        );
      expect(row).toMatchObject({ kind: 'productDetail', productVariantId: 1002, isCanonical: true });
    },
  );

  itImports('writes nothing if the files have an error', async (db) => {
    const before = await dumpTables(db);
    await folder.edit('sites.json', (json) => {
      json.sites[0].name = 'Another name';
    });
    await folder.edit('texts/en.json', (json) => {
      json.pages.jobs.bodyMarkdown = '# Wrong';
    });
    await getImportIssues(importFolder(db));
    expect(await dumpTables(db)).toEqual(before);
  });

  itImports('adds earlier prices, but never contradicts charged ones', async (db) => {
    const history = async (rows: readonly Json[]) =>
      folder.write('price-history.json', JSON.stringify({ priceHistory: rows }));
    const articleNumber = '1010111';
    await history([{ articleNumber, priceExclVat: 20.5, validFrom: '2026-09-01', sites: ['havero-nl'] }]);
    expect((await importFolder(db))!.priceChanges).toBe(1);
    expect((await importFolder(db))!.priceChanges).toBe(0);
    const { price } = schema;
    const prices = await db
      .select({ site: price.siteId, amount: price.amountExclVat, from: price.validFrom })
      .from(price)
      .where(eq(price.productVariantId, 1001))
      .orderBy(asc(price.siteId), asc(price.validFrom));
    expect(prices.slice(0, 3)).toEqual([
      { site: 1, amount: 2050, from: new Date('2026-09-01T00:00:00Z') },
      { site: 1, amount: 1814, from: new Date('2026-11-02T00:00:00Z') },
      { site: 4, amount: 1814, from: new Date('2026-11-02T00:00:00Z') },
    ]);

    await history([
      { articleNumber, priceExclVat: 21, validFrom: '2026-09-01' },
      { articleNumber, priceExclVat: 21, validFrom: '2026-11-10' },
      { articleNumber, priceExclVat: 21, validFrom: '2027-01-01' },
    ]);
    expect(await getImportIssues(importFolder(db))).toEqual([
      expect.objectContaining({
        row: 'priceHistory.0 (1010111)',
        problem: expect.stringMatching(/on the site havero-nl for 20\.5 from that day on/),
      }),
      expect.objectContaining({
        row: 'priceHistory.1 (1010111)',
        problem: expect.stringMatching(/has sold it on the site havero-nl since before that day/),
      }),
      expect.objectContaining({
        row: 'priceHistory.2 (1010111)',
        problem: expect.stringMatching(/since before that day/),
      }),
    ]);
  });

  itImports('gives a new product a price history only if the files contain one', async (db) => {
    await folder.edit('catalogue.json', (json) => {
      const [first] = json.products;
      const [variant] = first.variants;
      first.variants.push({
        ...variant,
        id: 9001,
        articleNumber: '9990001',
        ean: '4006381333931',
        isDefault: false,
      });
    });
    await importFolder(db);
    const rows = await db.select().from(schema.price).where(eq(schema.price.productVariantId, 9001));
    expect(new Set(rows.map(({ validFrom }) => validFrom.toISOString()))).toEqual(
      new Set(['2026-12-01T00:00:00.000Z']),
    );
  });

  it('rolls back everything if the database refuses the last row', async () => {
    const { database } = open;
    await folder.edit('sites.json', (json) => {
      json.sites[0].name = 'Another name';
    });
    await folder.edit('texts/nl.json', (json) => {
      json.pages.jobs.urlSlug = 'te-laat';
    });
    await database.execute(
      sql`alter table route add constraint too_late check (path <> '/te-laat/') not valid`,
    );
    await expect(
      importShop(database, folder.path, { now: IMPORT_TIME, packshotsFolder: PACKSHOTS_FOLDER }),
    ).rejects.toThrow();
    await database.execute(sql`alter table route drop constraint too_late`);
    const [site] = await database.select().from(schema.site).where(eq(schema.site.siteId, 1));
    expect(site!.name).toBe('Havero Nederland');
  });

  it('refuses a site whose page, menu or footer is missing after the import', async () => {
    const { database } = open;
    for (const change of [
      sql`update site set root_content_page_id = 77 where site_id = 1`,
      sql`update site set primary_navigation_id = 77 where site_id = 1`,
      sql`update site set footer_id = 77 where site_id = 1`,
    ]) {
      let isWritten = false;
      const write = database.transaction('import-shop', async (transaction) => {
        await transaction.execute(change);
        isWritten = true;
      });
      await expect(write).rejects.toMatchObject({ code: '23503' });
      expect(isWritten).toBe(true);
    }
  });

  it('skips files that were imported last, and compares every row on request', async () => {
    const { database } = open;
    const options = { now: IMPORT_TIME, packshotsFolder: PACKSHOTS_FOLDER };
    expect(await importShop(database, folder.path, options)).toBeNull();
    const again = await importShop(database, folder.path, { ...options, again: true });
    expect(again).toMatchObject({ priceChanges: 0, changedPages: [] });
    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].stock = 7;
      json.products[1].variants[0].priceExclVat = 21;
    });
    const changed = await importShop(database, folder.path, options);
    expect(changed!.changedPages).toEqual(['product-102', 'product-101']);
    const renamed = await folder
      .edit('texts/nl.json', (json) => {
        json.pages.contact.title = 'Neem contact op';
      })
      .then(() => importShop(database, folder.path, options));
    expect(renamed!.changedPages).toBe('all');
  });
});

describe('files that were imported last', () => {
  makeSmallShopBeforeEach();
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openSmallShopDatabase();
  });
  afterAll(() => open.close());

  it('are imported again if the drawing code has changed', async () => {
    const { database } = open;
    const packshotsFolder = await mkdtemp(path.join(tmpdir(), 'packshots-'));
    try {
      await cp(PACKSHOTS_FOLDER, packshotsFolder, { recursive: true });
      const options = { now: IMPORT_TIME, packshotsFolder };
      await importShop(database, folder.path, options);
      expect(await importShop(database, folder.path, options)).toBeNull();
      const mapFile = path.join(packshotsFolder, 'catalogue-map.json');
      const map: Json = JSON.parse(await readFile(mapFile, 'utf8'));
      map.products['prado-balance'].strap = 'horseTypes.pony';
      await writeFile(mapFile, JSON.stringify(map));
      expect(await importShop(database, folder.path, options)).not.toBeNull();
    } finally {
      await rm(packshotsFolder, { recursive: true });
    }
  });

  it('invalidate cached texts if comparing every row corrects one', async () => {
    const { database } = open;
    const countImports = async () => (await database.select().from(schema.shopImport)).length;
    await importFolder(database);
    const before = await countImports();
    await importFolder(database);
    expect(await countImports()).toBe(before);
    await database.update(schema.productTranslation).set({ name: 'By hand' });
    await importFolder(database);
    expect(await countImports()).toBe(before + 1);
  });
});

describe('rows of a shop', () => {
  it('sort names by the alphabet of the language: Ä after Z in Swedish, with A in German', async () => {
    const { files } = await readCheckedShop(SAMPLE_DATA_FOLDER);
    const names: Record<string, string> = { 'prado-balance': 'Ängsmix', 'prado-nature': 'Zebramix' };
    const texts = new Map(
      [...files.texts].map(([code, text]) => {
        const renamed = Object.entries(names).map(([key, name]) => [key, { ...text.products[key]!, name }]);
        return [code, { ...text, products: { ...text.products, ...Object.fromEntries(renamed) } }];
      }),
    );
    const packshots = await loadPackshots(PACKSHOTS_FOLDER);
    const rows = [...createShopRows({ ...files, texts }, { now: IMPORT_TIME, packshots }).productTranslation];
    const getRank = (languageId: number, productId: number) =>
      rows.find((row) => row.languageId === languageId && row.productId === productId)!.nameRank;
    expect(getRank(8, 101)).toBeGreaterThan(getRank(8, 102));
    expect(getRank(2, 101)).toBeLessThan(getRank(2, 102));
  });
});

describe('files with errors', () => {
  makeSmallShopBeforeEach();
  const fail = () => getImportIssues(readCheckedShop(folder.path));

  it('need neither texts of an unused language nor group.json without a corporate site', async () => {
    await folder.edit('sites.json', (json) => {
      json.sites = json.sites.filter(({ siteId }: { siteId: number }) => siteId === 1);
    });
    await folder.edit('legal.json', (json) => {
      json.legal = json.legal.filter(({ site }: { site: string }) => site === 'havero-nl');
    });
    await folder.delete('group.json');
    const { files } = await readCheckedShop(folder.path);
    expect([...files.texts.keys()]).toEqual(['nl', 'en']);
  });

  it('report every error at once, with file, row and field', async () => {
    await folder.edit('sites.json', (json) => {
      delete json.sites[0].silo;
      json.sites[1].legalEntity.vatNumber = '';
      json.sites[2].fallbackLanguageId = 9;
    });
    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].priceExclVat = '18.14 each';
      delete json.products[1].variants[0].ean;
    });
    const faults = (await fail()).map(({ file, row, field }) => `${file} ${row} ${field}`);
    expect(faults).toEqual([
      'sites.json sites.havero-nl silo',
      'sites.json sites.havero-en legalEntity.vatNumber',
      'catalogue.json products.prado-balance variants.0.priceExclVat',
      'catalogue.json products.prado-nature variants.0.ean',
    ]);
  });

  it('are refused for an EAN with a wrong check digit', async () => {
    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].ean = '9520001070076';
    });
    await expect(fail()).resolves.toMatchObject([
      { file: 'catalogue.json', row: 'products.prado-balance', field: 'variants.0.ean' },
    ]);
  });

  it('are refused for a delivery time that starts with the longer bound, and for a placeholder without a time', async () => {
    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].deliveryTimeDays = '5-3';
    });
    await folder.edit('countries.json', ({ countries }) => {
      countries[0].deliveryTimeDays = '3-2';
    });
    await expect(fail()).resolves.toMatchObject([
      { file: 'countries.json', row: 'countries.NL', field: 'deliveryTimeDays' },
      { file: 'catalogue.json', row: 'products.prado-balance', field: 'variants.0.deliveryTimeDays' },
    ]);

    await folder.edit('catalogue.json', (json) => {
      json.products[0].variants[0].deliveryTimeDays = '1-2';
    });
    await folder.edit('countries.json', ({ countries }) => {
      delete countries[0].deliveryTimeDays;
    });
    const issues = await fail();
    expect(issues.map(({ row }) => row)).toContain('pages.delivery');
    for (const { problem } of issues) {
      expect(problem).toBe(
        '{deliveryDays} is used, but the country of the site havero-nl has no deliveryTimeDays',
      );
    }
  });

  it('give a message of readable length', async () => {
    await folder.edit('texts/en.json', (json) => {
      json.pages.about.urlSlug = 'cart';
    });
    await expect(readCheckedShop(folder.path)).rejects.toThrow(
      "The shop was not imported: 1 error\n  texts/en.json · pages.about · urlSlug: 'cart' is reserved for a screen of the shop",
    );
  });
});
