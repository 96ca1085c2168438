import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { updateSearchIndex } from '../../../server/backend/catalogue/search/documents/update-search-index.ts';
import { createSearchEngine, searchEngineNames } from '../../../server/backend/catalogue/search/engines.ts';
import type { FacetCondition } from '../../../server/backend/catalogue/search/facets.ts';
import { createSearchTextCache } from '../../../server/backend/catalogue/search/memory/search-text-cache.ts';
import type {
  ProductPage,
  ProductSearch,
  ProductSearchQuery,
} from '../../../server/backend/catalogue/search/product-search.ts';
import { editShop } from '../../../server/backend/import-export/apply-edits.ts';
import * as schema from '../../../server/backend/schema/schema.ts';
import { readRecords } from '../../../server/backend/shop-store/shop-records.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { runBeforeStatements } from '../../fixtures/run-before-statements.ts';
import { openSampleDatabase } from '../../fixtures/sample-database.ts';
import { describeProductSearch, markTextsAsImported, retryUntil } from './describe-product-search.ts';

describe.each(searchEngineNames)('the engine %s', (name) => {
  describeProductSearch(async () => {
    const { database, close } = await openSampleDatabase();
    let isOpen = true;
    const errors = {
      reportError: (error: unknown) => {
        // Texts of the last import may still be read when the database closes.
        if (isOpen) throw error;
      },
    };
    const { search, index } = createSearchEngine(name, { database, errors });
    const updateIndex = async () => {
      if (index) await updateSearchIndex(database, index);
    };
    await updateIndex();
    return {
      search,
      database,
      updateIndex,
      close: () => {
        isOpen = false;
        return close();
      },
    };
  });
});

describe('lists of both engines', () => {
  let opened: Awaited<ReturnType<typeof openSampleDatabase>>;
  let engines: readonly ProductSearch[];

  beforeAll(async () => {
    opened = await openSampleDatabase();
    const { database } = opened;
    const errors = { reportError: () => {} };
    engines = searchEngineNames.map((name) => createSearchEngine(name, { database, errors }).search);
    // Products with equal and with different sales, and one without a rating.
    await database.execute(sql`
      insert into product_popularity (site_id, product_id, pieces)
      select site_id, product_id, 1 + product_id % 7 from site_product where product_id % 3 > 0`);
  });
  afterAll(() => opened?.close());

  const dutch = { siteId: 1, languageId: 1, brands: ['Havero'], now: FIXTURE_NOW };
  const all: ProductSearchQuery = { ...dutch, categoryIds: null, scope: [], term: null, conditions: [] };

  /** Returns the answer of every engine, with its counts in one order. */
  async function findInAll(query: Partial<ProductSearchQuery>, page: Partial<ProductPage> = {}) {
    const byText = <T extends object>(rows: readonly T[]) =>
      rows
        .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
        .toSorted();
    return Promise.all(
      engines.map(async (engine) => {
        const wanted = { sort: 'popularity', descending: false, limit: 500, offset: 0, ...page } as const;
        const { counts, bounds, ...answer } = await engine.find({ ...all, ...query }, wanted);
        return { ...answer, counts: byText(counts), bounds: byText(bounds) };
      }),
    );
  }

  async function expectSame(query: Partial<ProductSearchQuery>, page: Partial<ProductPage> = {}) {
    const [first, ...others] = await findInAll(query, page);
    for (const other of others) expect(other).toEqual(first);
    return first;
  }

  it.each(['popularity', 'price', 'price-per-kg', 'rating', 'newest', 'name', 'relevance'] as const)(
    'have the same order by %s in both directions',
    async (sort) => {
      for (const descending of [false, true]) {
        const list = await expectSame({}, { sort, descending });
        expect(list?.productVariantIds.length).toBeGreaterThan(40);
        const part = await expectSame({}, { sort, descending, limit: 7, offset: 14 });
        expect(part?.productVariantIds).toEqual(list?.productVariantIds.slice(14, 21));
      }
    },
  );

  it('have the same counts and bounds with each filter and with pairs of filters', async () => {
    const categories = await opened.database.select().from(schema.category);
    const conditions: FacetCondition[] = [
      { facetKey: 'product-group', categoryIds: categories.slice(0, 8).map(({ categoryId }) => categoryId) },
      { facetKey: 'horse-type', mask: 0b101n },
      { facetKey: 'application', mask: 0b10n },
      { facetKey: 'package', mask: 0b11n },
      { facetKey: 'weight-class', mask: 1n },
      { facetKey: 'starch-sugar-max', most: 15 },
      { facetKey: 'price', least: 1000, most: 3000 },
      { facetKey: 'price', least: null, most: 2500 },
      { facetKey: 'sale' },
      { facetKey: 'new' },
    ];
    let found = 0;
    for (const first of conditions) {
      for (const second of conditions) {
        const answer = await expectSame({ conditions: first === second ? [first] : [first, second] });
        found += answer?.total ?? 0;
      }
      await expectSame({ scope: [first], conditions: conditions.slice(1, 4) });
    }
    expect(found).toBeGreaterThan(0);
  });

  it('have the same products on every site, in a category, and at any time', async () => {
    const sites = await opened.database.select().from(schema.site);
    for (const { siteId } of sites) {
      for (const day of [-40, 0, 20, 60]) {
        const now = new Date(FIXTURE_NOW.getTime() + day * DAY_MS);
        await expectSame({ siteId, now });
        const [first, ...others] = await Promise.all(
          engines.map((each) => each.countByCategory(siteId, now)),
        );
        for (const other of others) expect([...other].sort()).toEqual([...(first ?? [])].sort());
      }
      await expectSame({ siteId, categoryIds: [11, 12] });
      await expectSame({ siteId, categoryIds: [] });
    }
  });
});

it('the previous texts are searched while those of an import are read, also if that fails', async () => {
  const { database, close } = await openSampleDatabase();
  try {
    const reported: unknown[] = [];
    const store = createSearchTextCache(database, { reportError: (error) => reported.push(error) });
    const before = await store.fetchTexts(1);

    await database.execute(sql`alter table search_meaning rename to search_meaning_away`);
    await markTextsAsImported(database);
    // Each search that finds no texts of this import starts to read them again.
    await retryUntil(
      async () => {
        expect(await store.fetchTexts(1)).toBe(before);
        return reported.length;
      },
      (count) => count > 0,
    );

    await database.execute(sql`alter table search_meaning_away rename to search_meaning`);
    expect(await store.fetchTexts(1)).toBe(before);
    const after = await retryUntil(
      () => store.fetchTexts(1),
      (texts) => texts !== before,
    );
    expect(await store.fetchTexts(1)).toBe(after);
  } finally {
    await close();
  }
});

it('texts that could not be read are read by the next search, also if a price was edited meanwhile', async () => {
  const { database, close } = await openSampleDatabase();
  try {
    const runBefore = runBeforeStatements(database);
    const store = createSearchTextCache(database, { reportError: () => {} });
    const read = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const compared = Promise.withResolvers<void>();
    runBefore(async (statement) => {
      if (statement.startsWith('select "changed_parts"')) compared.resolve();
      if (!statement.includes('"product_translation"')) return;
      started.resolve();
      await read.promise;
    });
    const failing = store.fetchTexts(1);
    await started.promise;
    // An edit of a price changes no texts, so those that are being read stay the present ones.
    await database
      .insert(schema.shopImport)
      .values({ contentHash: 'edit', importedAt: FIXTURE_NOW, changedParts: [], changedLanguages: [] });
    const same = store.fetchTexts(1);
    const failures = Promise.allSettled([failing, same]);
    await compared.promise;
    await database.$count(schema.shopImport);
    read.reject(new Error('connection lost'));
    expect((await failures).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    runBefore(() => Promise.resolve());
    expect((await store.fetchTexts(1)).productIds.length).toBeGreaterThan(0);
  } finally {
    await close();
  }
});

it('the most recently searched languages stay cached if there is no room for all', async () => {
  const { database, close } = await openSampleDatabase();
  try {
    const fail = (error: unknown) => {
      throw error;
    };
    const store = createSearchTextCache(database, { reportError: fail }, 2);
    const dutch = await store.fetchTexts(1);
    const german = await store.fetchTexts(2);
    expect(await store.fetchTexts(1)).toBe(dutch);
    await store.fetchTexts(4);
    expect(await store.fetchTexts(1)).toBe(dutch);
    const again = await store.fetchTexts(2);
    expect(again).not.toBe(german);
    expect(again.products.words.statistics).toEqual(german.products.words.statistics);
  } finally {
    await close();
  }
});

describe('after an edit', () => {
  const openStore = async () => {
    const { database, close } = await openSampleDatabase();
    const store = createSearchTextCache(database, {
      reportError: (error) => {
        throw error;
      },
    });
    const [dutch, german] = [await store.fetchTexts(1), await store.fetchTexts(2)];
    const edit = async (file: string, list: string, key: string, change: (value: never) => unknown) => {
      const [record] = await readRecords(database, { file, list, key });
      const context = { actor: { kind: 'keeper', id: 'search-test' }, now: FIXTURE_NOW } as const;
      await editShop(database, [{ file, list, key, value: change(record?.value as never) }], context);
    };
    const fetchNew = (languageId: number, former: unknown) =>
      retryUntil(
        () => store.fetchTexts(languageId),
        (texts) => texts !== former,
      );
    return { store, dutch, german, edit, fetchNew, close };
  };
  const word = (plain: string) => ({ plain, typed: plain });

  it('of a price no texts are read again', async () => {
    const { store, dutch, german, edit, close } = await openStore();
    await edit('catalogue.json', 'prices', '1010111', (price: { priceExclVat: number }) => ({
      ...price,
      priceExclVat: price.priceExclVat + 1,
    }));
    expect(await store.fetchTexts(1)).toBe(dutch);
    expect(await store.fetchTexts(2)).toBe(german);
    await close();
  });

  it('of a page only the pages of its language are read again', async () => {
    const { store, dutch, german, edit, fetchNew, close } = await openStore();
    await edit('texts/nl.json', 'pages', 'contact', (page: object) => ({ ...page, title: 'Zwalpvork' }));
    const after = await fetchNew(1, dutch);
    expect(after.pages.words.has(word('zwalpvork'))).toBe(true);
    expect(after.products.words).toBe(dutch.products.words);
    expect((await store.fetchTexts(2)).pages.words).toBe(german.pages.words);
    await close();
  });

  it('of the text of a product only the products of its language are read again', async () => {
    const { store, dutch, german, edit, fetchNew, close } = await openStore();
    await edit('texts/nl.json', 'products', 'prado-balance', (text: object) => ({
      ...text,
      claim: 'Zwalpvork',
    }));
    const after = await fetchNew(1, dutch);
    expect(after.products.words.has(word('zwalpvork'))).toBe(true);
    expect(after.pages.words).toBe(dutch.pages.words);
    expect((await store.fetchTexts(2)).products.words).toBe(german.products.words);
    await close();
  });

  it('of a category everything is read again, because its name is a fact about products', async () => {
    const { dutch, german, edit, fetchNew, close } = await openStore();
    await edit('texts/nl.json', 'categories', 'muesli', (text: object) => ({ ...text, name: 'Zwalpvork' }));
    const after = await fetchNew(1, dutch);
    expect(after.lexicon).not.toBe(dutch.lexicon);
    expect(after.pages.words.has(word('zwalpvork'))).toBe(true);
    expect((await fetchNew(2, german)).products.words).not.toBe(german.products.words);
    await close();
  });
});
