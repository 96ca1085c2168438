import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import {
  type ContentEntryId,
  contentEntryTypes,
  getContentEntryRules,
  locateEntry,
} from '../../server/backend/content/content-editing/entry-types.ts';
import {
  hashRecordValue,
  readText,
  writeText,
} from '../../server/backend/content/content-editing/service.ts';
import { type TextFields, toTextFields } from '../../server/backend/content/content-editing/text-values.ts';
import { AdminRefusal } from '../../server/backend/core/admin/operation.ts';
import { type Database, openDatabase } from '../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../server/backend/core/database/open-database.ts';
import { applyEdits, checkEdits, editShop } from '../../server/backend/import-export/apply-edits.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import {
  canUseTextEditShopSource,
  createTextEditShopSource,
} from '../../server/backend/import-export/text-edit-shop-source.ts';
import { ImportError } from '../../server/backend/shop-store/import-error.ts';
import type { ShopEdit } from '../../server/backend/shop-store/shop-editor.ts';
import { type RecordName, readRecords } from '../../server/backend/shop-store/shop-records.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { dumpTables } from '../fixtures/dump-tables.ts';
import { MIGRATIONS_FOLDER, openSampleDatabase, PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import { createSeededRandom } from '../fixtures/seeded-random.ts';
import {
  createSmallShopFolder,
  type Json,
  openSmallShopDatabase,
  removeDanglingSearchTerms,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

// Edits of content entries are checked and written with the affected catalogue data only. The result must be
// the same as that of an import, which checks all data.

const NOW = new Date('2026-11-25T10:00:00Z');
const actor = { kind: 'keeper', id: 'staff-3' } as const;
const PRODUCT_RECORD = { file: 'texts/nl.json', list: 'products', key: 'prado-nature' };
const LANGUAGES = ['nl', 'en'] as const;
/** Seed of the edits; a longer run with other edits: `EDIT_SEED=2 EDIT_STEPS=200`. */
const SEED = Number(process.env.EDIT_SEED ?? '1');
const STEP_COUNT = Number(process.env.EDIT_STEPS ?? '40');
const COMPARISON_INTERVAL = 10;

const openedDatabases: OpenDatabase[] = [];
let folder: ShopFilesFolder;

beforeAll(async () => {
  folder = await createSmallShopFolder();
  // Removes all references to a product except its address.
  await folder.edit('search-synonyms.json', (json) => removeDanglingSearchTerms(json, 'product', () => true));
  await folder.edit('articles.json', (json) => {
    for (const article of json.articles) article.relatedProducts = [];
  });
  // Old addresses of a migrated shop: of a product, a page and a category.
  const redirect = (path: string, to: string) => ({ site: 'havero-nl', language: 'nl', path, to });
  await folder.write(
    'redirects.json',
    JSON.stringify({
      redirects: [
        redirect('/oude-natuur/', '/prado-natuur-muesli/'),
        redirect('/oud-contact/', '/contact/'),
        redirect('/oud-voer/', '/paardenvoer/'),
      ],
    }),
  );
});
afterAll(() => folder.remove());
afterEach(async () => {
  for (const open of openedDatabases.splice(0)) await open.close();
});

async function openShopDatabase(open: () => Promise<OpenDatabase>): Promise<Database> {
  const shop = await open();
  openedDatabases.push(shop);
  return shop.database;
}

async function openShopWithRedirects(): Promise<Database> {
  const database = await openShopDatabase(() => openSmallShopDatabase());
  await importShop(database, folder.path, { now: NOW, packshotsFolder: PACKSHOTS_FOLDER });
  // A complete write removes expired entries from the lists, which an edit of texts does not do.
  const [text] = (await readRecords(database, PRODUCT_RECORD)) as NamedRecord[];
  const edit = { ...PRODUCT_RECORD, value: { ...text?.value, claim: 'A claim' } };
  await editShop(database, [edit], { actor, now: NOW, scope: 'whole shop' });
  return database;
}

/** Returns the result of edits: the purged keys, or every fault. */
async function tryEdits(database: Database, edits: readonly ShopEdit[], reading: ReadExtent) {
  try {
    const { changedKeys } = await editShop(database, edits, { actor, now: NOW, scope: reading });
    return { changedKeys: [...changedKeys].sort() };
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { issues: error.issues };
  }
}

async function dump(database: Database) {
  // The listing rows are derived from tables; their versions show when names were changed.
  const listings = await fetchRows<{ text: string }>(
    database,
    sql`select l::text as text from product_listing l order by 1`,
  );
  const versions = await fetchRows(database, sql`select * from product_listing_version order by 1`);
  return { ...(await dumpTables(database)), listings, versions };
}

type ReadExtent = 'affected part' | 'whole shop';
type NamedRecord = RecordName & { readonly value: Json };

/** Creates edits that a staff member could make, valid or not; the same for the same seed and shop. */
async function createRandomEdits(database: Database, seed: number) {
  const random = createSeededRandom(seed);
  const read = async (where: Partial<RecordName>) => (await readRecords(database, where)) as NamedRecord[];
  const languageOf = () => random.pick(LANGUAGES);
  const former: string[] = ['oude-natuur', 'oud-contact', 'oud-voer'];

  const pickSlug = async (language: string): Promise<string> => {
    const list = random.pick(['pages', 'articles', 'categories', 'products', 'products']);
    const others = await read({ file: `texts/${language}.json`, list });
    return random.pick([
      () => `new-${random.below(1000)}`,
      () => `new-${random.below(1000)}`,
      () => random.pick(others).value.urlSlug as string,
      () => random.pick(others).value.urlSlug as string,
      () => random.pick(former),
      () => random.pick(['cart', 'account', 'media', 'Contact', 'a b', '', 'a\0b', 'a\ud83d']),
    ])();
  };
  const pickLink = async (): Promise<string> => {
    const rows = await fetchRows<{ path: string }>(
      database,
      sql`select path from route order by path, site_id, language_id`,
    );
    return random.pick([
      () => random.pick(rows).path,
      () => random.pick(rows).path,
      () => `/${random.pick(former)}/`,
      () => random.pick(['/nowhere/', '/media/', '/cart/', '//x', 'javascript:1', '/prado\0/']),
    ])();
  };
  const change = async (record: NamedRecord, language: string): Promise<ShopEdit> => {
    const { file, list, key } = record;
    const value = structuredClone(record.value);
    const text: Json = file === 'landing-pages.json' ? value.texts[language] : value;
    const wanted = random.below(10);
    if (wanted < 4 && text.urlSlug !== undefined) {
      former.push(text.urlSlug);
      text.urlSlug = await pickSlug(language);
    } else if (wanted < 7 && text.bodyMarkdown !== undefined) {
      text.bodyMarkdown = `See [here](${await pickLink()}).`;
    } else if (text.name !== undefined)
      text.name = `${random.pick(['Aar', 'Mais 2', 'Zon'])} ${random.below(99)}`;
    else if (text.title !== undefined) text.title = random.pick(['Words', '', '{brand} {fax}', '{tests}x']);
    return { file, list, key, value };
  };
  const articleEdits = async (): Promise<ShopEdit[]> => {
    const rows = await read({ file: 'articles.json', list: 'articles' });
    const products = await read({ file: 'catalogue.json', list: 'products' });
    const isAdded = random.isOften(0.6);
    const key = isAdded ? `added-${random.below(40)}` : random.pick(rows).key;
    const relatedProducts = random.isOften(0.8)
      ? [...new Set([random.pick(products).key, random.pick(products).key])]
      : ['nobody'];
    const row = {
      id: 1001 + random.below(60),
      key,
      kind: 'news',
      publishedOn: '2026-12-01',
      author: null,
      relatedProducts,
    };
    const texts: ShopEdit[] = [];
    for (const language of LANGUAGES) {
      const text = { title: 'New', summary: 'New', bodyMarkdown: 'New.', urlSlug: await pickSlug(language) };
      texts.push({ file: `texts/${language}.json`, list: 'articles', key, value: isAdded ? text : null });
    }
    const kept = random.isOften(0.9) ? texts : texts.slice(1);
    return [{ file: 'articles.json', list: 'articles', key, value: isAdded ? row : null }, ...kept];
  };
  const textEdit = async (list: string): Promise<ShopEdit> => {
    const language = languageOf();
    const file = list === 'landingPages' ? 'landing-pages.json' : `texts/${language}.json`;
    return change(random.pick(await read({ file, list })), language);
  };

  return async (): Promise<ShopEdit[]> => {
    const list = random.pick([
      'pages',
      'articles',
      'categories',
      'products',
      'products',
      'landingPages',
      'other',
      'article',
      'swap',
    ]);
    if (list === 'article') return articleEdits();
    if (list === 'swap') {
      // Two entries of the same language swap their addresses.
      const file = `texts/${languageOf()}.json`;
      const kind = random.pick(['pages', 'products', 'categories']);
      const records = await read({ file, list: kind });
      const [one, other] = [random.pick(records), random.pick(records)];
      if (one.key === other.key) return [];
      const swapped = (record: NamedRecord, urlSlug: string) => ({
        ...record,
        value: { ...record.value, urlSlug },
      });
      return [swapped(one, other.value.urlSlug), swapped(other, one.value.urlSlug)].map(
        ({ file, list, key, value }) => ({ file, list, key, value }),
      );
    }
    if (list !== 'other') return [await textEdit(list)];
    const language = languageOf();
    const file = `texts/${language}.json`;
    return random.pick<ShopEdit[]>([
      [{ file, list: 'navigation', key: 'notification', value: `Notice ${random.below(99)}` }],
      [{ file, list: 'navigation', key: 'usps', value: random.isOften(0.7) ? ['One', 'Two', 'Three'] : [] }],
      [{ file, list: 'navigation', key: 'main', value: {} }],
      [{ file, list: 'navigation', key: 'footer', value: { columns: {}, links: {} } }],
      [{ file, list: 'site', key: 'customerServiceTitle', value: `Desk ${random.below(99)}` }],
      [{ file, list: 'pages', key: 'contact', value: null }],
      [{ file, list: 'products', key: 'prado-balance', value: null }],
      [{ file: 'group.json', list: language, key: 'notification', value: `Group ${random.below(99)}` }],
    ]);
  };
}

describe('reading a part of the shop', () => {
  it('is enough for every content entry that the back office edits', () => {
    for (const kind of contentEntryTypes) {
      const { record } = locateEntry({ kind, key: 'usps', language: 'nl' });
      expect(canUseTextEditShopSource([record])).toBe(true);
    }
    expect(canUseTextEditShopSource([{ file: 'articles.json', list: 'articles', key: 'a' }])).toBe(true);
  });

  it.each([
    ['catalogue.json', 'products'],
    ['catalogue.json', 'categories'],
    ['sites.json', 'sites'],
    ['texts/nl.json', 'facets.labour'],
    ['texts/nl.json', 'materials'],
    ['texts/nl.json', 'reviews'],
    ['search-synonyms.json', 'meanings'],
    ['redirects.json', 'redirects'],
  ])('is not enough for records of the catalogue: %s %s', (file, list) => {
    expect(
      canUseTextEditShopSource([
        { file: 'texts/nl.json', list: 'pages', key: 'a' },
        { file, list, key: 'a' },
      ]),
    ).toBe(false);
  });

  it.each([
    ['one language for an edit of its texts', [PRODUCT_RECORD], ['nl.json']],
    [
      'every language for an edit of an article',
      [PRODUCT_RECORD, { file: 'articles.json', list: 'articles', key: 'a' }],
      ['en.json', 'nl.json'],
    ],
  ])('reads the texts of %s', async (_, names, languages) => {
    const database = await openShopDatabase(() => openSmallShopDatabase());
    const edits = names.map((name) => ({ ...name, value: {} }));
    const source = await createTextEditShopSource(database, edits, []);
    expect([...(await source.listTexts())].sort()).toEqual(languages);
  });

  it(`accepts, refuses and writes the same as reading the whole shop (seed ${SEED})`, async () => {
    const [part, whole] = [await openShopWithRedirects(), await openShopWithRedirects()];
    const next = await createRandomEdits(part, SEED);
    const change = async (name: RecordName, value: Json): Promise<ShopEdit> => {
      const [record] = await readRecords(part, name);
      return { ...name, value: { ...(record?.value as Json), ...value } };
    };
    const words = { file: 'texts/nl.json', list: 'pages', key: 'delivery' };
    const first = [
      await change(PRODUCT_RECORD, { urlSlug: 'natuur' }),
      await change(words, { bodyMarkdown: '[Zie](/oude-natuur/).' }),
      await change(words, { bodyMarkdown: '[Zie](/prado-natuur-muesli/).' }),
      await change(words, { urlSlug: 'prado-natuur-muesli' }),
      await change(words, { urlSlug: 'oude-natuur' }),
    ];
    const count = { accepted: 0, refused: 0 };
    for (let step = 1; step <= STEP_COUNT; step += 1) {
      const fixed = first[step - 1];
      const edits = fixed ? [fixed] : await next();
      const outcome = await tryEdits(part, edits, 'affected part');
      const about = { step, edits };
      expect({ about, ...outcome }).toEqual({ about, ...(await tryEdits(whole, edits, 'whole shop')) });
      count['issues' in outcome ? 'refused' : 'accepted'] += 1;
      if (step % COMPARISON_INTERVAL === 0)
        expect({ step, ...(await dump(part)) }).toEqual({ step, ...(await dump(whole)) });
    }
    expect(count.accepted).toBeGreaterThan(STEP_COUNT / 4);
    expect(count.refused).toBeGreaterThan(STEP_COUNT / 10);
  });

  describe('in the sample shop', () => {
    let sample: OpenDatabase;
    beforeAll(async () => {
      sample = await openSampleDatabase();
    });
    afterAll(() => sample.close());

    class RollbackError extends Error {
      override readonly name = 'RollbackError';
    }

    /** Returns the result of edits, and rolls them back. */
    async function attemptOnly(edits: readonly ShopEdit[], reading: ReadExtent) {
      let outcome: unknown;
      await sample.database
        .transaction('edit-shop', async (transaction) => {
          outcome = await applyEdits(transaction, edits, { actor, now: NOW, scope: reading }).catch(
            (error) => {
              if (error instanceof ImportError) return { issues: error.issues };
              throw error;
            },
          );
          throw new RollbackError();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RollbackError)) throw error;
        });
      return outcome;
    }

    const page = (change: Json) => async (): Promise<ShopEdit[]> => {
      const name = { file: 'texts/nl.json', list: 'pages', key: 'delivery' };
      const [record] = await readRecords(sample.database, name);
      return [{ ...name, value: { ...(record?.value as Json), ...change } }];
    };
    const withoutArticle = (key: string) => async (): Promise<ShopEdit[]> => {
      const texts = await readRecords(sample.database, { list: 'articles', key });
      return texts.map(({ file, list }) => ({ file, list, key, value: null }));
    };
    it.each([
      ['words', null, page({ bodyMarkdown: 'Bel ons.' })],
      ['a link to a product', null, page({ bodyMarkdown: '[Zie](/prado-conditie-muesli/).' })],
      [
        'a link to a missing page',
        'a link leads to',
        page({ bodyMarkdown: '[Zie](/prado-nergens-muesli/).' }),
      ],
      ['a path of its own', null, page({ urlSlug: 'bel-ons' })],
      ['the path of a product', 'is also the address', page({ urlSlug: 'prado-conditie-muesli' })],
      ['the path of a category', 'is also the address', page({ urlSlug: 'paardenvoer' })],
      ['a removed article without references', null, withoutArticle('recyclable-bags')],
      [
        'a removed article that verdicts link to',
        'is no advice article',
        withoutArticle('roughage-sampling'),
      ],
      ['a removed article that search terms refer to', 'is no page, article', withoutArticle('senior-horse')],
      [
        'a removed category of advice with products',
        'is no category of advice',
        withoutArticle('advice-weight'),
      ],
      ['a removed category of articles', 'is no row of kind', withoutArticle('blog-sport')],
    ])('has the same result for %s as reading the whole shop', async (_, problem, create) => {
      const edits = await create();
      const outcome = await attemptOnly(edits, 'affected part');
      expect(outcome).toEqual(await attemptOnly(edits, 'whole shop'));
      expect(outcome).toMatchObject(
        problem === null
          ? { changedKeys: expect.any(Array) }
          : {
              issues: expect.arrayContaining([
                expect.objectContaining({ problem: expect.stringContaining(problem) }),
              ]),
            },
      );
    });
  });
});

describe('concurrent changes of the shop', () => {
  /** Opens the database of a shop for two backends: over separate connections if there is a server. */
  async function openForTwoBackends(): Promise<readonly [Database, Database]> {
    let databaseUrl: string | undefined;
    const database = await openShopDatabase(() =>
      openSmallShopDatabase({
        reach: (url) => {
          databaseUrl = url.href;
          return url;
        },
      }),
    );
    const reached = databaseUrl;
    if (reached === undefined) return [database, database];
    const open = () => openDatabase({ databaseUrl: reached, migrationsFolder: MIGRATIONS_FOLDER });
    // Closed before the database is removed.
    const other = await openShopDatabase(open);
    openedDatabases.reverse();
    return [database, other];
  }

  const edit = (database: Database, change: ShopEdit) => tryEdits(database, [change], 'affected part');
  async function renamed(database: Database, name: RecordName, change: Json): Promise<ShopEdit> {
    const [record] = await readRecords(database, name);
    return { ...name, value: { ...(record?.value as Json), ...change } };
  }
  const DELIVERY = { file: 'texts/nl.json', list: 'pages', key: 'delivery' };

  it('are visible to another backend immediately', async () => {
    const [one, other] = await openForTwoBackends();
    const changes = [
      await renamed(one, PRODUCT_RECORD, { urlSlug: 'nieuw-adres' }),
      await renamed(one, DELIVERY, { urlSlug: 'nieuw-adres' }),
      await renamed(one, DELIVERY, { bodyMarkdown: '[Zie](/nieuw-adres/).' }),
    ] as const;
    expect(await edit(other, changes[2])).toHaveProperty('issues');
    expect(await edit(one, changes[0])).toHaveProperty('changedKeys');
    expect(await edit(other, changes[1])).toHaveProperty('issues');
    expect(await edit(other, changes[2])).toHaveProperty('changedKeys');
    // The link target is gone: an old address of a product is no valid link target.
    expect(await edit(other, await renamed(one, PRODUCT_RECORD, { urlSlug: 'weer-anders' }))).toHaveProperty(
      'issues',
    );
  });

  it('give an address that two edits take at the same moment to one of them', async () => {
    const [one, other] = await openForTwoBackends();
    const [product, page] = [
      await renamed(one, PRODUCT_RECORD, { urlSlug: 'zelfde' }),
      await renamed(other, DELIVERY, { urlSlug: 'zelfde' }),
    ];
    const outcomes = await Promise.all([edit(one, product), edit(other, page)]);
    expect(outcomes.filter((outcome) => 'changedKeys' in outcome)).toHaveLength(1);
    expect(outcomes.filter((outcome) => 'issues' in outcome)).toHaveLength(1);
  });

  it('by an import are not undone by an editor who read the entry before it', async () => {
    const [database] = await openForTwoBackends();
    const name: ContentEntryId = { kind: 'page', key: 'contact', language: 'nl' };
    const other: ContentEntryId = { kind: 'page', key: 'delivery', language: 'nl' };
    const stamps = {
      [name.key]: hashRecordValue(await readText(database, name)),
      [other.key]: hashRecordValue(await readText(database, other)),
    };
    const files = await createSmallShopFolder();
    await files.edit('texts/nl.json', (json) => {
      json.pages.contact.title = 'Schrijf ons';
      json.products['prado-balance'].urlSlug = 'balans';
    });
    await importShop(database, files.path, { now: NOW, packshotsFolder: PACKSHOTS_FOLDER });
    await files.remove();
    const save = (text: ContentEntryId, written: TextFields) =>
      database
        .transaction('admin-operation', (transaction) =>
          writeText(
            transaction,
            text,
            {
              written,
              stamp: stamps[text.key],
              publication: { kind: 'now' },
              replaces: undefined,
              mayLose: true,
            },
            { actor, now: NOW, editor: { applyEdits, checkEdits } },
          ),
        )
        .then(
          () => 'saved',
          (error: unknown) => {
            if (error instanceof AdminRefusal) return error.code;
            throw error;
          },
        );
    const fields = toTextFields(getContentEntryRules('page').fields, await readText(database, other));
    expect(await save(name, { title: 'Bel ons' })).toBe('changed_meanwhile');
    // The import wins: the address belongs to a product now.
    expect(await save(other, { ...fields, slug: 'balans' })).toBe('text_faults');
    expect(await save(other, { ...fields, title: 'Bezorgen' })).toBe('saved');
    expect(await readText(database, name)).toMatchObject({ title: 'Schrijf ons' });
    expect(await readText(database, other)).toMatchObject({ title: 'Bezorgen' });
  });
});
