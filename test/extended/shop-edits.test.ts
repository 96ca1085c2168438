import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { editShop } from '../../server/backend/import-export/apply-edits.ts';
import {
  compareShop,
  type ImportOptions,
  importShop,
} from '../../server/backend/import-export/import-shop.ts';
import * as schema from '../../server/backend/schema/schema.ts';
import { ImportError } from '../../server/backend/shop-store/import-error.ts';
import type { ShopEdit } from '../../server/backend/shop-store/shop-editor.ts';
import {
  countEditedRecords,
  listEditedRecords,
  readRecords,
} from '../../server/backend/shop-store/shop-records.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { dumpTables, hashTables } from '../fixtures/dump-tables.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  type Json,
  openSmallShopDatabase,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

const NOW = new Date('2026-11-25T10:00:00Z');
const LATER = new Date('2026-11-26T10:00:00Z');
const actor = { kind: 'keeper', id: 'staff-3' } as const;
const CONTACT_PAGE_RECORD = { file: 'texts/en.json', list: 'pages', key: 'contact' };
const CONTACT_PAGE_ID = 103;

let openedDatabase: OpenDatabase;
let folder: ShopFilesFolder;
let database: Database;

beforeAll(async () => {
  folder = await createSmallShopFolder();
});
afterAll(() => folder.remove());

async function openSmallShop() {
  openedDatabase = await openSmallShopDatabase();
  ({ database } = openedDatabase);
}

/** Opens a shop before each test, for tests that change it. */
function openShopBeforeEachTest(): void {
  beforeEach(openSmallShop);
  afterEach(() => openedDatabase.close());
}

/** Opens a shop once, for tests of refusals. Checks after each test that the shop is unchanged. */
function openShopBeforeAllTests(): void {
  let before: string;
  beforeAll(async () => {
    await openSmallShop();
    before = await hashTables(database);
  });
  afterEach(async () => {
    expect(await hashTables(database)).toBe(before);
  });
  afterAll(() => openedDatabase.close());
}

const edit = (edits: readonly ShopEdit[], now = NOW) => editShop(database, edits, { actor, now });

const importAgain = (place = folder.path, options: Partial<ImportOptions> = {}) =>
  importShop(database, place, { now: LATER, packshotsFolder: PACKSHOTS_FOLDER, ...options });

async function readRecordValue(name: { file: string; list: string; key: string }): Promise<Json> {
  const [record] = await readRecords(database, name);
  return record?.value;
}

const createRecordEdit = async (
  name: typeof CONTACT_PAGE_RECORD,
  change: (value: Json) => void,
): Promise<ShopEdit> => {
  const value = structuredClone(await readRecordValue(name));
  change(value);
  return { ...name, value };
};

const sellsProducts = ({ type }: { type: number }): boolean => type !== 2;

/** Returns the surrogate keys of the pages of sites in a language. */
async function getSiteKeysById(
  code: string,
  isMeant: (site: { type: number }) => boolean,
): Promise<string[]> {
  const rows = await fetchRows<{ id: number; type: number }>(
    database,
    sql`select site_id as id, site.type from site_language join site using (site_id) join language using (language_id)
      where language.code = ${code} order by site_id`,
  );
  return rows.filter(isMeant).map(({ id }) => `site-${id}-${code}`);
}

async function findPageTitle(contentPageId: number, languageId: number): Promise<string | undefined> {
  const { contentPageTranslation } = schema;
  const [row] = await database
    .select({ title: contentPageTranslation.title })
    .from(contentPageTranslation)
    .where(
      and(
        eq(contentPageTranslation.contentPageId, contentPageId),
        eq(contentPageTranslation.languageId, languageId),
      ),
    );
  return row?.title;
}

/** Returns the names of the tables that differ. */
async function listChangedTables(before: Record<string, string[]>): Promise<string[]> {
  const after = await dumpTables(database);
  return Object.keys(after).filter((name) => before[name]?.join('\n') !== after[name]?.join('\n'));
}

const findLanguageId = async (code: string): Promise<number> => {
  const rows = await database.select().from(schema.language).where(eq(schema.language.code, code));
  return rows[0]!.languageId;
};

describe('an edit of dealers', () => {
  openShopBeforeEachTest();

  const listDealers = async () =>
    (await readRecords(database, { file: 'dealers.json', list: 'dealers' })).map(
      ({ key, value }) => ({ key, value }) as { key: string; value: Json },
    );

  it('changes the dealer page only', async () => {
    const [first] = await listDealers();
    const name = { file: 'dealers.json', list: 'dealers', key: first?.key ?? '' };
    const { changedKeys } = await edit([
      await createRecordEdit(name, (dealer) => (dealer.name = 'Stal & Zonen')),
    ]);
    expect(changedKeys).toEqual(['dealers']);
  });

  it('removes the dealer page from the menu of a site without dealers, and adds it with the first one', async () => {
    const { navigation, navigationItem } = schema;
    const listSites = async () => {
      const rows = await database
        .select({ siteId: navigation.siteId })
        .from(navigationItem)
        .innerJoin(navigation, eq(navigation.navigationId, navigationItem.navigationId))
        .where(eq(navigationItem.key, 'dealers'));
      return rows.map(({ siteId }) => siteId).toSorted((one, other) => one - other);
    };
    const before = await listSites();
    expect(before).toContain(1);
    const dutch = (await listDealers()).filter(({ value }) => value.countryId === 1);
    const names = dutch.map(({ key }) => ({ file: 'dealers.json', list: 'dealers', key }));
    const gone = await edit(names.map((name) => ({ ...name, value: null })));
    expect(await listSites()).not.toContain(1);
    // The menu is on every page.
    expect(gone.changedKeys).toContain('site-1');
    await edit(names.map((name, index) => ({ ...name, value: dutch[index]?.value })));
    expect(await listSites()).toEqual(before);
  });
});

describe('an edit of parcel shops', () => {
  openShopBeforeEachTest();

  it('changes no cached page', async () => {
    const [point] = await readRecords(database, { file: 'pickup-points.json', list: 'points' });
    const name = { file: 'pickup-points.json', list: 'points', key: point?.key ?? '' };
    expect(await edit([await createRecordEdit(name, (value) => (value.name = 'Kiosk'))])).toEqual({
      changedKeys: [],
    });
  });
});

describe('an edit of a text', () => {
  openShopBeforeEachTest();

  it('changes only that text, and purges only its page', async () => {
    const before = await dumpTables(database);
    const { changedKeys } = await edit([
      await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.title = 'Talk to us')),
    ]);
    expect(changedKeys).toEqual([`content-${CONTACT_PAGE_ID}`]);
    expect(await findPageTitle(CONTACT_PAGE_ID, await findLanguageId('en'))).toBe('Talk to us');
    expect(await listChangedTables(before)).toEqual([
      'audit_entry',
      'content_page_translation',
      'queue_item',
      'shop_import',
      'shop_record',
    ]);
    const after = await dumpTables(database);
    const changed = after.content_page_translation?.filter(
      (row) => !before.content_page_translation?.includes(row),
    );
    expect(changed).toHaveLength(1);
    const edited = await listEditedRecords(database);
    expect(edited).toMatchObject([{ ...CONTACT_PAGE_RECORD, editedAt: NOW, editedBy: 'staff-3' }]);
  });

  it('is replaced by the imported text when it is reverted', async () => {
    const value = await readRecordValue(CONTACT_PAGE_RECORD);
    await edit([await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.title = 'Talk to us'))]);
    await edit([await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.title = 'Write to us'))]);
    expect(await countEditedRecords(database)).toBe(1);
    await edit([{ ...CONTACT_PAGE_RECORD, value }]);
    expect(await countEditedRecords(database)).toBe(0);
    expect(await findPageTitle(CONTACT_PAGE_ID, await findLanguageId('en'))).toBe(value.title);
  });

  it('without a difference writes nothing', async () => {
    const before = await hashTables(database);
    expect(
      await edit([{ ...CONTACT_PAGE_RECORD, value: await readRecordValue(CONTACT_PAGE_RECORD) }]),
    ).toEqual({
      changedKeys: [],
    });
    expect(await hashTables(database)).toBe(before);
  });

  it('leaves a redirect when an address changes', async () => {
    const { urlSlug } = await readRecordValue(CONTACT_PAGE_RECORD);
    await edit([await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.urlSlug = 'talk-to-us'))]);
    const rows = await fetchRows<{ path: string; to: string | null }>(
      database,
      sql`select distinct path, redirect_to as to from route
        where content_page_id = ${CONTACT_PAGE_ID} and language_id = ${await findLanguageId('en')} order by path`,
    );
    expect(rows).toEqual([
      { path: `/${urlSlug}/`, to: '/talk-to-us/' },
      { path: '/talk-to-us/', to: null },
    ]);
  });

  it.each([
    [
      'menus',
      'navigation',
      'main',
      (value: Json): void => {
        value.feed = 'All feed';
      },
      'navigation_item_translation',
    ],
    [
      'promises',
      'navigation',
      'usps',
      (value: Json): void => {
        value[0] = 'We call you back';
      },
      'usp_text',
    ],
    [
      'footers',
      'navigation',
      'footer',
      (value: Json): void => {
        value.columns.service = 'May we help?';
      },
      'footer_column_translation',
    ],
    ['sites', 'site', 'customerServiceTitle', null, 'site_language'],
  ] as const)(
    'of the %s changes every page of the sites in its language, and no page in another',
    async (_, list, key, change, table) => {
      const before = await dumpTables(database);
      const name = { file: 'texts/nl.json', list, key };
      const { changedKeys } = await edit([
        change ? await createRecordEdit(name, change) : { ...name, value: 'May we help?' },
      ]);
      // The corporate site also has Dutch, with its own promises and menu.
      expect(changedKeys).toEqual(
        await getSiteKeysById('nl', key === 'usps' || key === 'main' ? sellsProducts : () => true),
      );
      expect(await listChangedTables(before)).toContain(table);
    },
  );

  it.each(['usps', 'notification'])(
    'of the %s of the corporate site changes its pages in their language only',
    async (key) => {
      const name = { file: 'group.json', list: 'en', key };
      const value = key === 'usps' ? ['We are here'] : 'We are here';
      const { changedKeys } = await edit([{ ...name, value }]);
      expect(changedKeys).toEqual(await getSiteKeysById('en', (site) => !sellsProducts(site)));
    },
  );

  it('of the name of a list in a menu changes every page in its language', async () => {
    const name = { file: 'landing-pages.json', list: 'landingPages', key: 'for-ponies' };
    const { changedKeys } = await edit([
      await createRecordEdit(name, (page) => (page.texts.nl.name = 'Pony’s')),
    ]);
    expect(changedKeys).toEqual(['content-301', ...(await getSiteKeysById('nl', () => true))]);
  });

  it.each([
    [
      'categories',
      'feed',
      (value: Json): void => {
        value.intro = 'All that a horse eats.';
      },
      /^category-\d+$/,
    ],
    [
      'products',
      'prado-balance',
      (value: Json): void => {
        value.claim = 'For every day';
      },
      /^product-\d+$/,
    ],
    [
      'articles',
      'roughage-sampling',
      (value: Json): void => {
        value.summary = 'How to sample.';
      },
      /^content-\d+$/,
    ],
  ] as const)('of %s changes their pages', async (list, key, change, form) => {
    const { changedKeys } = await edit([
      await createRecordEdit({ file: 'texts/en.json', list, key }, change),
    ]);
    expect(changedKeys.length).toBeGreaterThan(0);
    expect(changedKeys.filter((one) => !form.test(one))).toEqual([]);
  });

  it.each([
    ['alone', false],
    ['together with product details', true],
  ])(
    'of the recommendations of an article, %s, changes related products as an import does',
    async (_, isOfProduct) => {
      const listRelated = () =>
        fetchRows<{ id: number; related: number[] }>(
          database,
          sql`select product_id as id, array_agg(related_product_id order by position) as related
          from product_relation group by product_id order by product_id`,
        );
      const before = await listRelated();
      const idOf = async (key: string): Promise<number> =>
        (await readRecordValue({ file: 'catalogue.json', list: 'products', key })).id;
      const [one, other] = [await idOf('terno-sport'), await idOf('stalla-scoop')];
      expect(before.find(({ id }) => id === other)?.related[0]).not.toBe(one);

      const name = { file: 'articles.json', list: 'articles', key: 'weigh-a-scoop' };
      const recommended = ['stalla-scoop', 'terno-sport'];
      const scoop = { file: 'catalogue.json', list: 'products', key: 'stalla-scoop' };
      const changeScoop = (product: Json): void => {
        product.applications = sport.applications;
      };
      const sport = await readRecordValue({ ...scoop, key: 'terno-sport' });
      const { changedKeys } = await edit([
        await createRecordEdit(name, (article) => {
          article.relatedProducts = recommended;
        }),
        ...(isOfProduct ? [await createRecordEdit(scoop, changeScoop)] : []),
      ]);
      const after = await listRelated();
      expect(after.find(({ id }) => id === other)?.related[0]).toBe(one);
      const relatedOf = (rows: typeof before, of: number) => rows.find(({ id }) => id === of)?.related.join();
      const changed = after.flatMap(({ id }) =>
        relatedOf(before, id) === relatedOf(after, id) ? [] : `product-${id}`,
      );
      expect(changed).toEqual(expect.arrayContaining([`product-${one}`, `product-${other}`]));
      // Details of a product can be on any page of its sites.
      if (!isOfProduct)
        expect(changedKeys.filter((key) => key.startsWith('product-')).toSorted()).toEqual(
          changed.toSorted(),
        );

      const same = await createSmallShopFolder();
      await same.edit('articles.json', (json) => {
        for (const article of json.articles) {
          if (article.key === name.key) article.relatedProducts = recommended;
        }
      });
      if (isOfProduct)
        await same.edit('catalogue.json', (json) =>
          json.products.filter(({ key }: Json) => key === scoop.key).forEach(changeScoop),
        );
      await importAgain(same.path);
      await same.remove();
      expect(await listRelated()).toEqual(after);
    },
  );
});

describe('an invalid edit', () => {
  openShopBeforeAllTests();

  const markdown =
    (bodyMarkdown: string) =>
    (page: Json): void => {
      page.bodyMarkdown = bodyMarkdown;
    };
  it.each([
    ['a script in a link', markdown('[Call](javascript:alert(1))'), 'bodyMarkdown', /link/],
    ['a link to a missing page', markdown('[Call](/nowhere/)'), 'bodyMarkdown', /\/nowhere\//],
    ['a megabyte of Markdown', markdown('a '.repeat(500_000)), '', /longer than/],
    ['Markdown above the maximum length of a page', markdown('a '.repeat(20_000)), 'bodyMarkdown', /20000/],
    [
      'an empty title',
      (page: Json): void => {
        delete page.title;
      },
      'title',
      /missing/,
    ],
    [
      'the slug of a static route',
      (page: Json): void => {
        page.urlSlug = 'cart';
      },
      'urlSlug',
      /reserved/,
    ],
    [
      'the slug of another page',
      (page: Json): void => {
        page.urlSlug = 'delivery';
      },
      'urlSlug',
      /also the address/,
    ],
    [
      'a slug with a capital',
      (page: Json): void => {
        page.urlSlug = 'Contact';
      },
      'urlSlug',
      /form/,
    ],
    ['an unknown placeholder', markdown('Call {fax}.'), '', /\{fax\}/],
    [
      'half a surrogate pair',
      (page: Json): void => {
        page.title = 'a\ud83d';
      },
      'title',
      /character/,
    ],
  ] as const)(
    'is refused with the name of the field, and writes no data: %s',
    async (_, change, field, problem) => {
      const wanted = await createRecordEdit(CONTACT_PAGE_RECORD, change);
      const issues = await getImportIssues(edit([wanted]));
      expect(issues).toContainEqual(
        expect.objectContaining({
          file: CONTACT_PAGE_RECORD.file,
          field,
          problem: expect.stringMatching(problem),
        }),
      );
    },
  );

  it.each([
    ['an unknown file', { file: '../etc/passwd', list: 'pages', key: 'a' }],
    ['an unknown list', { file: 'texts/en.json', list: 'pagez', key: 'a' }],
    ['a page that every shop requires', CONTACT_PAGE_RECORD],
    ['a record without a key', { file: 'texts/en.json', list: 'pages', key: '' }],
  ])('cannot remove required records: %s', async (_, name) => {
    await expect(
      edit(
        [
          { ...name, value: null },
          { ...name, value: null },
        ].slice(name === CONTACT_PAGE_RECORD ? 1 : 0),
      ),
    ).rejects.toThrow(ImportError);
  });
});

describe('prices and stock', () => {
  const PRODUCT = { file: 'catalogue.json', list: 'products', key: 'prado-balance' };

  async function findVariant() {
    const { variants } = await readRecordValue(PRODUCT);
    return variants[0] as { id: number; articleNumber: string };
  }

  describe('edits', () => {
    openShopBeforeEachTest();

    it('are separate records: a planned price does not lock the description', async () => {
      const { id, articleNumber } = await findVariant();
      const { changedKeys } = await edit([
        {
          file: 'catalogue.json',
          list: 'prices',
          key: articleNumber,
          value: { priceExclVat: 12.5, sitePrices: { 'havero-nl': 11.25 } },
        },
        { file: 'catalogue.json', list: 'stock', key: articleNumber, value: { stock: 7 } },
      ]);
      expect(changedKeys).toEqual([expect.stringMatching(/^product-\d+$/)]);
      const prices = await fetchRows<{ key: string; amount: number }>(
        database,
        sql`select distinct on (site_id) site.key, amount_excl_vat as amount from price join site using (site_id)
        where product_variant_id = ${id} order by site_id, valid_from desc`,
      );
      expect(prices.find(({ key }) => key === 'havero-nl')?.amount).toBe(1125);
      expect(prices.filter(({ key }) => key !== 'havero-nl').every(({ amount }) => amount === 1250)).toBe(
        true,
      );

      const later = await createSmallShopFolder();
      await later.edit('catalogue.json', (json) => {
        const product = json.products.find(({ key }: Json) => key === PRODUCT.key);
        product.variants[0].priceExclVat = 99;
        product.variants[0].stock = 1;
      });
      await later.edit('texts/en.json', (json) => {
        json.products[PRODUCT.key].claim = 'Another claim';
      });
      const summary = await importAgain(later.path);
      expect(summary?.kept).toEqual(
        expect.arrayContaining([
          { file: 'catalogue.json', list: 'prices', key: articleNumber, isNewInFiles: true },
          { file: 'catalogue.json', list: 'stock', key: articleNumber, isNewInFiles: true },
        ]),
      );
      expect(summary?.priceChanges).toBe(0);
      expect(
        await readRecordValue({ file: 'texts/en.json', list: 'products', key: PRODUCT.key }),
      ).toMatchObject({
        claim: 'Another claim',
      });
      const [kept] = await database.select().from(schema.stock).where(eq(schema.stock.productVariantId, id));
      expect(kept?.amount).toBe(7);
      const overwritten = await importAgain(later.path, { overwrite: true });
      expect(overwritten).toMatchObject({ kept: [] });
      expect(overwritten?.priceChanges).toBeGreaterThan(0);
      const [now] = await database.select().from(schema.stock).where(eq(schema.stock.productVariantId, id));
      expect(now?.amount).toBe(1);
      await later.remove();
    });
  });

  describe('invalid edits', () => {
    openShopBeforeAllTests();

    it.each([
      ['a price of 0', 'prices', { priceExclVat: 0 }, 'priceExclVat'],
      ['a price with three decimals', 'prices', { priceExclVat: 1.125 }, 'priceExclVat'],
      [
        'a price of an unknown site',
        'prices',
        { priceExclVat: 1, sitePrices: { nowhere: 1 } },
        'sitePrices.nowhere',
      ],
      ['a price that is not a number', 'prices', { priceExclVat: '1' }, 'priceExclVat'],
      ['a negative stock', 'stock', { stock: -1 }, 'stock'],
      ['a fractional stock', 'stock', { stock: 0.5 }, 'stock'],
    ])('are refused with the name of the field: %s', async (_, list, value, field) => {
      const { articleNumber } = await findVariant();
      const issues = await getImportIssues(
        edit([{ file: 'catalogue.json', list, key: articleNumber, value }]),
      );
      expect(issues).toContainEqual(expect.objectContaining({ row: `${list}.${articleNumber}`, field }));
    });
  });
});

describe('an edit of the entries of a menu', () => {
  openShopBeforeEachTest();

  const MENU = { file: 'menus.json', list: 'menus', key: 'shop' };
  const entries = ['news', 'feed', 'feed/muesli'];
  const listKeys = async (siteId: number): Promise<string[]> => {
    const { navigation, navigationItem } = schema;
    const rows = await database
      .select({ key: navigationItem.key })
      .from(navigationItem)
      .innerJoin(navigation, eq(navigation.navigationId, navigationItem.navigationId))
      .where(eq(navigation.siteId, siteId))
      .orderBy(navigationItem.position);
    return rows.map(({ key }) => key);
  };

  it('changes only menus, on the sites that use it', async () => {
    const corporate = await listKeys(12);
    const before = await dumpTables(database);
    const { changedKeys } = await edit([{ ...MENU, value: { key: 'shop', entries } }]);
    expect(changedKeys).toEqual(['site-1-nl', 'site-1-en', 'site-4-en']);
    expect([await listKeys(1), await listKeys(12)]).toEqual([['news', 'feed', 'muesli'], corporate]);
    expect(await listChangedTables(before)).toEqual([
      'audit_entry',
      'navigation_item',
      'navigation_item_translation',
      'queue_item',
      'shop_import',
      'shop_record',
    ]);
    const label = await edit([
      await createRecordEdit(
        { file: 'texts/nl.json', list: 'navigation', key: 'main' },
        (main) => (main.about = 'Wij'),
      ),
    ]);
    // Only the corporate menu has this entry.
    expect(label.changedKeys).toEqual(['site-12-nl']);
  });

  it('is retained by imports of the same or other files, and replaced by an import with overwrite', async () => {
    const before = await listKeys(1);
    await edit([{ ...MENU, value: { key: 'shop', entries } }]);
    expect((await importAgain(folder.path, { again: true }))?.kept).toEqual([
      { ...MENU, isNewInFiles: false },
    ]);
    const changed = await createSmallShopFolder();
    await changed.write(
      'menus.json',
      JSON.stringify({ menus: [{ key: 'shop', entries: ['feed', 'news'] }] }),
    );
    expect((await importAgain(changed.path))?.kept).toEqual([{ ...MENU, isNewInFiles: true }]);
    expect(await listKeys(1)).toEqual(['news', 'feed', 'muesli']);
    expect((await importAgain(changed.path, { overwrite: true }))?.kept).toEqual([]);
    expect(await listKeys(1)).toEqual(['feed', 'news']);
    await importAgain(folder.path);
    expect(await listKeys(1)).toEqual(before);
    await changed.remove();
  });
});

describe('an import after edits', () => {
  openShopBeforeEachTest();

  it('retains and reports them, and replaces them only with overwrite', async () => {
    await edit([await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.title = 'Talk to us'))]);
    const languageId = await findLanguageId('en');
    const first = await importAgain();
    expect(first?.kept).toEqual([{ ...CONTACT_PAGE_RECORD, isNewInFiles: false }]);
    expect(await findPageTitle(CONTACT_PAGE_ID, languageId)).toBe('Talk to us');
    const changed = await createSmallShopFolder();
    await changed.edit('texts/en.json', (json) => {
      json.pages.contact.title = 'Contact the shop';
      json.pages.delivery.title = 'How it comes';
    });
    // `--check` reports the same before, and writes no data.
    const before = await hashTables(database);
    const check = await compareShop(database, changed.path, { now: LATER });
    const forced = await compareShop(database, changed.path, { now: LATER, overwrite: true });
    expect(await hashTables(database)).toBe(before);
    expect([check.kept, forced.kept]).toEqual([[{ ...CONTACT_PAGE_RECORD, isNewInFiles: true }], []]);
    expect(forced.differences).not.toEqual(check.differences);
    const second = await importAgain(changed.path);
    expect([second?.kept, second?.differences]).toEqual([check.kept, check.differences]);
    expect(await findPageTitle(CONTACT_PAGE_ID, languageId)).toBe('Talk to us');
    expect(await findPageTitle(104, languageId)).toBe('How it comes');
    expect((await importAgain(changed.path, { overwrite: true }))?.kept).toEqual([]);
    expect(await findPageTitle(CONTACT_PAGE_ID, languageId)).toBe('Contact the shop');
    expect(await countEditedRecords(database)).toBe(0);
    await changed.remove();
  });

  it('reports no difference if the files contain the same edit', async () => {
    await edit([await createRecordEdit(CONTACT_PAGE_RECORD, (page) => (page.title = 'Talk to us'))]);
    const same = await createSmallShopFolder();
    await same.edit('texts/en.json', (json) => {
      json.pages.contact.title = 'Talk to us';
    });
    expect((await importAgain(same.path))?.kept).toEqual([]);
    expect(await countEditedRecords(database)).toBe(0);
    await same.remove();
  });

  it('retains added and removed records of the back office', async () => {
    const article = { file: 'articles.json', list: 'articles', key: 'roughage-sampling' };
    const value = await readRecordValue(article);
    const added = { ...article, key: 'muddy-fields' };
    const texts = ['texts/en.json', 'texts/nl.json'].map((file) => ({
      file,
      list: 'articles',
      key: added.key,
      value: {
        title: 'Muddy fields',
        summary: 'Mud.',
        bodyMarkdown: 'Mud everywhere.',
        urlSlug: 'muddy-fields',
      },
    }));
    await edit([{ ...added, value: { ...value, id: 90, key: added.key } }, ...texts]);
    await importAgain();
    expect(await readRecordValue(added)).toMatchObject({ id: 90 });
    expect(await findPageTitle(90, await findLanguageId('en'))).toBe('Muddy fields');
    await edit([{ ...added, value: null }, ...texts.map((text) => ({ ...text, value: null }))]);
    expect(await countEditedRecords(database)).toBe(0);
    const onSites = await database.$count(
      schema.siteContentPage,
      eq(schema.siteContentPage.contentPageId, 90),
    );
    expect(onSites).toBe(0);
  });
});
