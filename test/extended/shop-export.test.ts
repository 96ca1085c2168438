import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import request from 'supertest';
import { recalculateProductRatings } from '../../server/backend/catalogue/reviews/recalculate-product-ratings.ts';
import { insertTextPicture } from '../../server/backend/content/pictures/queries.ts';
import { makeTextPicture } from '../../server/backend/content/pictures/service.ts';
import type { PictureAlts } from '../../server/backend/content/pictures/tables.ts';
import { listAllVacancies } from '../../server/backend/content/vacancies/queries.ts';
import { removeVacancy, saveVacancy } from '../../server/backend/content/vacancies/service.ts';
import { editShop } from '../../server/backend/import-export/apply-edits.ts';
import { exportCommand } from '../../server/backend/import-export/export-command.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { readCheckedShop } from '../../server/backend/import-export/read-checked-shop.ts';
import { promotion, review, textVersion } from '../../server/backend/schema/schema.ts';
import type { ShopEdit } from '../../server/backend/shop-store/shop-editor.ts';
import { readRecords } from '../../server/backend/shop-store/shop-records.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { DAY_MS, HOUR_MS } from '../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { openEmptyDatabase, PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  type Json,
  openSmallShopDatabase,
  removeDanglingSearchTerms,
} from '../fixtures/shop-folder.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import { type TestWeb, testPageInstant } from '../fixtures/test-web.ts';

const EDITED_AT = new Date('2026-11-10T10:00:00Z');
const MOVED_AT = new Date(Date.parse(testPageInstant) - HOUR_MS);
const PLANNED_AT = new Date(Date.parse(testPageInstant) + DAY_MS);
const EXPECTED_MENU_KEYS = [
  'news',
  'treats',
  'feed',
  'feed/for-ponies',
  'feed/muesli',
  'feed/delivery',
  'dealers',
];
const EXPECTED_FOOTER_KEYS = [
  'legal',
  ...['imprint', 'privacy', 'terms', 'cookies', 'accessibility'].map((key) => `legal/${key}`),
  'shop',
  ...['delivery', 'returns', 'withdrawal', 'how-reviews-work', 'feed', 'news'].map((key) => `shop/${key}`),
];
const actor = { kind: 'keeper', id: 'staff-3' } as const;

interface RunningShop {
  readonly backend: BackendFixture;
  readonly web: TestWeb;
  close(): Promise<void>;
}

let folder: string;
let [editedShop, importedShop]: [RunningShop | undefined, RunningShop | undefined] = [undefined, undefined];

async function openShop(backend: BackendFixture): Promise<RunningShop> {
  const web = await startShopWeb(backend.app, {});
  return {
    backend,
    web,
    async close() {
      await web.close();
      await backend.close();
    },
  };
}

async function createRecordEdit(
  backend: BackendFixture,
  name: { file: string; list: string; key: string },
  change: (value: Json) => void,
): Promise<ShopEdit> {
  const [record] = await readRecords(backend.database, name);
  const value: Json = structuredClone(record?.value);
  change(value);
  return { ...name, value };
}

/** Reads every file of a folder. */
async function readAllFiles(place: string): Promise<Record<string, string>> {
  const names = await readdir(place, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const read = await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(place, file), await readFile(file, 'base64')] as const;
    }),
  );
  return Object.fromEntries(read.sort(([a], [b]) => (a < b ? -1 : 1)));
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shop-export-'));
  const backend = await openBackendFixture();
  const { database } = backend;
  // Creates data as in a shop that has been open for some time.
  const sent = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c0a020' } })
    .jpeg()
    .toBuffer();
  const picture = await makeTextPicture(sent);
  const alts = Object.fromEntries(LOCALES.map((locale) => [locale, `Barn <${locale}>`])) as PictureAlts;
  await insertTextPicture(database, { key: 'hay-barn', ...picture, alts, addedAt: EDITED_AT });
  await editShop(
    database,
    [
      await createRecordEdit(
        backend,
        { file: 'texts/en.json', list: 'products', key: 'prado-balance' },
        (text) => {
          text.claim = 'For every day';
        },
      ),
      await createRecordEdit(backend, { file: 'texts/nl.json', list: 'pages', key: 'delivery' }, (text) => {
        text.urlSlug = 'zo-bezorgen-wij';
      }),
      await createRecordEdit(backend, { file: 'texts/de.json', list: 'pages', key: 'delivery' }, (text) => {
        text.bodyMarkdown = `${text.bodyMarkdown}\n\n![](picture:hay-barn)`;
      }),
      await createRecordEdit(backend, { file: 'texts/nl.json', list: 'pages', key: 'about' }, (text) => {
        text.bodyMarkdown += '\n\n![](picture:hay-barn)';
      }),
      {
        file: 'catalogue.json',
        list: 'prices',
        key: '1010111',
        value: { priceExclVat: 15.5, sitePrices: { 'havero-nl': 14.25 } },
      },
      { file: 'catalogue.json', list: 'stock', key: '1010111', value: { stock: 3 } },
      { file: 'menus.json', list: 'menus', key: 'shop', value: { key: 'shop', entries: EXPECTED_MENU_KEYS } },
      {
        file: 'menus.json',
        list: 'menus',
        key: 'footer',
        value: { key: 'footer', entries: EXPECTED_FOOTER_KEYS },
      },
    ],
    { actor, now: EDITED_AT },
  );
  await database.execute(
    sql`insert into price (site_id, product_variant_id, amount_excl_vat, valid_from)
      select site_id, product_variant_id, amount_excl_vat + 100, ${PLANNED_AT.toISOString()}::timestamptz
      from price join product_variant using (product_variant_id)
      where article_number = '1010111' and valid_from = (
        select max(valid_from) from price p where p.site_id = price.site_id and p.product_variant_id = price.product_variant_id
      )`,
  );
  await database.update(promotion).set({ usageLimit: 77 });
  const [hidden] = await database.select().from(review).limit(1);
  await database.update(review).set({ status: 'rejected' }).where(eq(review.reviewId, hidden!.reviewId));
  await database.transaction('check-reviews', (transaction) => recalculateProductRatings(transaction));
  await database.transaction('admin-operation', async (transaction) => {
    // A position without all translations, one that is not visible, and one that was removed.
    const position = {
      countryId: 1,
      place: 'Zutphen',
      hoursFrom: 24,
      hoursTo: 36,
      publishedOn: '2026-11-01',
      openUntil: null,
    };
    const texts = new Map([[1, { title: 'Molenaar', markdown: 'Je **maalt**.' }]]);
    await saveVacancy(transaction, { ...position, key: 'miller', siteIds: [1], texts }, EDITED_AT);
    await saveVacancy(transaction, { ...position, key: 'baker', siteIds: [], texts: new Map() }, EDITED_AT);
    const gone = (await listAllVacancies(transaction)).find(({ key }) => key === 'feed-adviser');
    await removeVacancy(transaction, gone!.vacancyId, EDITED_AT);
  });
  editedShop = await openShop(backend);
  await exportShop(database, path.join(folder, 'first'), { now: MOVED_AT });
  const moved = await openBackendFixture({
    openShop: async (options) => {
      const open = await openEmptyDatabase(options);
      await importShop(open.database, path.join(folder, 'first'), {
        now: MOVED_AT,
        packshotsFolder: PACKSHOTS_FOLDER,
      });
      return open;
    },
  });
  importedShop = await openShop(moved);
});

afterAll(async () => {
  await editedShop?.close();
  await importedShop?.close();
  await rm(folder, { recursive: true, force: true });
});

it('a copy of a shop is exported as the same files', async () => {
  await exportShop(importedShop!.backend.database, path.join(folder, 'second'), { now: MOVED_AT });
  const [first, second] = [
    await readAllFiles(path.join(folder, 'first')),
    await readAllFiles(path.join(folder, 'second')),
  ];
  expect(Object.keys(first).length).toBeGreaterThan(20);
  expect(Object.keys(first)).toContain('menus.json');
  expect(Object.keys(second)).toEqual(Object.keys(first));
  expect(Object.keys(first).filter((file) => first[file] !== second[file])).toEqual([]);
});

it('a copy of a shop shows the same pages, byte for byte: every type of address in every language', async () => {
  const addresses = await fetchRows<{ host: string; path: string }>(
    editedShop!.backend.database,
    sql`select distinct on (route.language_id, route.kind) site_language.domain as host, route.path
      from route join site using (site_id) join site_language using (site_id, language_id)
      where site.retired_at is null
      order by route.language_id, route.kind, route.site_id desc, length(route.path), route.path`,
  );
  expect(addresses.length).toBeGreaterThan(60);
  const get = ({ web }: RunningShop, host: string, target: string) =>
    request(web.server).get(target).set({ host });
  const others: string[] = [];
  for (const { host, path: target } of addresses) {
    const [before, after] = [await get(editedShop!, host, target), await get(importedShop!, host, target)];
    expect([target, before.status < 400]).toEqual([target, true]);
    const facts = ({ status, headers, text }: typeof before) => [status, headers.location, text];
    if (JSON.stringify(facts(before)) !== JSON.stringify(facts(after))) others.push(`${host}${target}`);
  }
  expect(others).toEqual([]);
});

it('a copy of a shop has the edited menus and footers', async () => {
  for (const { web } of [editedShop!, importedShop!]) {
    const { text } = await request(web.server).get('/').set({ host: 'havero-nl.localhost' });
    const [menu = ''] = /<nav[^>]*>.*?<\/nav>/s.exec(text.slice(text.indexOf('data-root'))) ?? [text];
    expect(menu.indexOf('/paardensnacks/')).toBeLessThan(menu.indexOf('/paardenvoer/'));
    const [footer = ''] = /<footer.*<\/footer>/s.exec(text) ?? [];
    expect([footer.includes('href="/paardenvoer/"'), footer.includes('href="/over-ons/"')]).toEqual([
      true,
      false,
    ]);
  }
});

it('a copy of a shop has the pictures of texts, with the same descriptions and at the same addresses', async () => {
  const german = sql`select path, domain from route join site_language using (site_id, language_id)
    join language using (language_id) join content_page using (content_page_id)
    where content_page.key = 'delivery' and language.code = 'de' and is_canonical order by site_id limit 1`;
  const [{ path: target, domain } = { path: '', domain: '' }] = await fetchRows<{
    path: string;
    domain: string;
  }>(editedShop!.backend.database, german);
  const pages = [editedShop!, importedShop!].map(({ web }) =>
    request(web.server).get(target).set({ host: domain }),
  );
  const [before, after] = await Promise.all(pages);
  expect(before!.text).toContain('Barn &lt;de&gt;');
  expect(after!.text === before!.text).toBe(true);
  const [address] = /\/images\/[0-9a-f]{32}\/\d+\.png/.exec(after!.text) ?? [];
  for (const { backend } of [editedShop!, importedShop!])
    await request(backend.app).get(String(address)).expect(200);
});

it('a copy of a shop redirects old addresses as before, and has the prices of each site', async () => {
  const old = await request(importedShop!.web.server).get('/bezorging/').set({ host: 'havero-nl.localhost' });
  const now = await request(editedShop!.web.server).get('/bezorging/').set({ host: 'havero-nl.localhost' });
  expect([old.status, old.headers.location]).toEqual([now.status, now.headers.location]);
  const query = sql`select site_id, product_variant_id, amount_excl_vat, valid_from::text from price order by 1, 2, 4`;
  expect(await fetchRows(importedShop!.backend.database, query)).toEqual(
    await fetchRows(editedShop!.backend.database, query),
  );
});

it('a copy of a shop has the pictures of texts and the open positions, also those in few languages or on no site', async () => {
  const body = async ({ web }: RunningShop, target: string) =>
    /<main.*<\/main>/s.exec(
      (await request(web.server).get(target).set({ host: 'havero-nl.localhost' })).text,
    )?.[0];
  for (const target of ['/over-ons/', '/vacatures/']) {
    expect(await body(importedShop!, target)).toBe(await body(editedShop!, target));
  }
  expect(await body(importedShop!, '/over-ons/')).toContain('Barn &lt;nl&gt;');
  const keys = async ({ backend }: RunningShop) =>
    (await listAllVacancies(backend.database)).map(({ key }) => key).sort();
  expect(await keys(importedShop!)).toEqual(await keys(editedShop!));
  expect(await keys(importedShop!)).toEqual(['baker', 'miller', 'warehouse-picker']);
});

it('an export omits rejected reviews, and overwrites no folder', async () => {
  const status = await importedShop!.backend.database.$count(review, eq(review.status, 'rejected'));
  expect(status).toBe(0);
  const count = (shop: RunningShop) => shop.backend.database.$count(review, eq(review.status, 'published'));
  expect(await count(importedShop!)).toBe(await count(editedShop!));
  const taken = path.join(folder, 'taken');
  await mkdir(taken);
  await writeFile(path.join(taken, 'campaign.txt'), 'mine');
  await expect(exportShop(editedShop!.backend.database, taken, { now: MOVED_AT })).rejects.toThrow(
    'is not empty',
  );
  expect(await readdir(taken)).toEqual(['campaign.txt']);
  const named = exportShop(editedShop!.backend.database, path.join(taken, 'campaign.txt'), { now: MOVED_AT });
  await expect(named).rejects.toThrow('is not a readable folder');
  await expect(exportShop(editedShop!.backend.database, '/proc/nowhere', { now: MOVED_AT })).rejects.toThrow(
    /cannot be written \(E[A-Z]+\): name a new folder/,
  );
  const [empty, link] = [path.join(folder, 'empty'), path.join(folder, 'link')];
  await mkdir(empty);
  await symlink(empty, link);
  await exportShop(editedShop!.backend.database, link, { now: MOVED_AT });
  expect(await readdir(empty)).toContain('sites.json');
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
});

it('a copy of a shop has the remaining uses of promotions, and omits used-up promotions', async () => {
  const [small, open] = [await createSmallShopFolder(), await openSmallShopDatabase()];
  const { database } = open;
  const limited = { five: [5, 3], stal10: [4, 4] } as const;
  for (const [key, [usageLimit, usageCount]] of Object.entries(limited)) {
    await database.update(promotion).set({ usageLimit, usageCount }).where(eq(promotion.promotionKey, key));
  }
  const read = async (place: string): Promise<Json[]> =>
    JSON.parse(await readFile(path.join(folder, place, 'promotions.json'), 'utf8')).promotions;
  await exportShop(database, path.join(folder, 'promotions'), { now: MOVED_AT });
  const before = await read('promotions');
  expect(before.find(({ key }) => key === 'five')?.usageLimit).toBe(2);
  expect(before.map(({ key }) => key)).not.toContain('stal10');
  const given = before.find(({ gift }) => gift !== undefined)!;

  // Its gift is no longer sold: the promotion remains for the orders that have used it.
  await small.edit('promotions.json', (json) => {
    json.promotions = json.promotions.filter(({ key }: Json) => key !== given.key);
  });
  const isGone = (key: string) => key === 'stalla-scoop';
  await small.edit('catalogue.json', (json) => {
    json.products = json.products.filter(({ key }: Json) => !isGone(key));
  });
  await small.edit('articles.json', (json) => {
    for (const article of json.articles)
      article.relatedProducts = article.relatedProducts.filter((key: string) => !isGone(key));
  });
  await small.edit('search-synonyms.json', (json) => removeDanglingSearchTerms(json, 'product', isGone));
  await small.edit('price-history.json', (json) => {
    json.priceHistory = [];
  });
  await importShop(database, small.path, { now: MOVED_AT, packshotsFolder: PACKSHOTS_FOLDER });
  await exportShop(database, path.join(folder, 'without'), { now: MOVED_AT });
  expect((await read('without')).map(({ key }) => key)).toEqual(
    before.map(({ key }) => key).filter((key) => key !== given.key),
  );
  await readCheckedShop(path.join(folder, 'without'));
  await open.close();
  await small.remove();
});

it('an export reports the number of drafts and planned texts that it omits', async () => {
  const { database } = editedShop!.backend;
  const runExport = async (place: string) => {
    const done = await runCommand(exportCommand, [place], {
      database,
      workingDirectory: folder,
      now: MOVED_AT,
    });
    expect([done?.exit, done?.err]).toEqual([0, '']);
    return done?.out;
  };
  expect(await runExport('without-drafts')).not.toContain('Not in them');
  const version = { kind: 'page', key: 'contact', language: 'en' };
  const written = { before: { value: {} }, after: { value: {} }, madeAt: EDITED_AT, madeBy: actor.id };
  await database.insert(textVersion).values([
    { ...version, ...written, state: 'draft' },
    { ...version, ...written, state: 'planned', publishAt: PLANNED_AT },
    { ...version, ...written, state: 'withdrawn' },
    { ...version, ...written, state: 'published', publishedAt: EDITED_AT },
  ]);
  expect(await runExport('with-drafts')).toContain('Not in them: 2 drafts and planned texts');
  expect(await readAllFiles(path.join(folder, 'with-drafts'))).toEqual(
    await readAllFiles(path.join(folder, 'without-drafts')),
  );
});
