import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { OperationResult } from '../../server/backend/core/admin/operation-runner.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { contentPage, route, shopRecord, textVersion } from '../../server/backend/schema/schema.ts';
import { readRecords } from '../../server/backend/shop-store/shop-records.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { drawPhoto } from '../fixtures/return-forms.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';

const shop = prepareAdminShop();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'article-attacks-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(() => shop.backend.setNow(FIXTURE_NOW));
afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

const article = {
  articleKind: 'blog',
  publishedOn: '2026-11-10',
  title: 'Vorst',
  slug: 'vorst',
  summary: 'Een paard drinkt ook bij vorst.',
  body: 'Lauw water.',
};

const add = (articleKey: string, changes: Partial<typeof article> & Record<string, string> = {}) =>
  shop.run('article.add', { ...article, articleKey, ...changes });
const remove = (articleKey: string) => shop.run('article.remove', { articleKey });
const changeArticleSlug = (key: string, slug: string) =>
  shop.run('text.save', { kind: 'article', key, language: 'nl', slug, publish: 'now', mayLose: 'no' });

/** Returns the result of an operation, with the reasons of a refusal. */
function describeOutcome(done: OperationResult): string {
  if (done.kind === 'faults') return done.faults.map(({ field, code }) => `${field} ${code}`).join();
  if (done.kind !== 'refused') return done.kind;
  return [done.refusal.code, ...done.refusal.details.map(({ code }) => code)].join(' ');
}

const findContentPage = async (key: string) =>
  (await shop.backend.database.select().from(contentPage).where(eq(contentPage.key, key)))[0];

/** Reads all state that a refused attempt could have changed. */
async function readArticleState() {
  const { database } = shop.backend;
  return [
    await readRecords(database, { file: 'articles.json' }),
    await readRecords(database, { file: 'texts/nl.json', list: 'articles' }),
    await database.$count(shopRecord),
    await database.$count(textVersion),
  ];
}

/** Returns the route of an address of the Dutch shop; undefined if there is none. */
async function findDutchRoute(address: string) {
  const { database } = shop.backend;
  const isAsked = and(eq(route.siteId, 1), eq(route.languageId, 1), eq(route.path, address));
  const [row] = await database.select().from(route).where(isAsked);
  return row && { contentPageId: row.contentPageId, redirectTo: row.redirectTo };
}

/** Imports a folder into the open shop. */
const importFolder = (name: string, options: { overwrite?: boolean } = {}) =>
  importShop(shop.backend.database, path.join(folder, name), {
    now: FIXTURE_NOW,
    packshotsFolder: PACKSHOTS_FOLDER,
    again: true,
    ...options,
  });
const exportShopTo = (name: string) =>
  exportShop(shop.backend.database, path.join(folder, name), { now: FIXTURE_NOW });

describe('concurrent edits', () => {
  it('create one article for a key, and refuse the others', async () => {
    const done = await Promise.all([add('twin'), add('twin', { slug: 'vorst-2' })]);
    expect(done.map(describeOutcome).sort()).toEqual(['article_key_taken', 'done']);
    expect(describeOutcome(await remove('twin'))).toBe('done');
  });

  it('give an address to one article, and refuse the others without reserving their keys', async () => {
    const done = await Promise.all([add('frost-a'), add('frost-b'), add('frost-c')]);
    const told = done.map(describeOutcome).sort();
    expect(told[0]).toBe('done');
    for (const refused of told.slice(1)) expect(refused).toMatch(/^text_faults( address_taken)+$/);
    const rows = await readRecords(shop.backend.database, { file: 'articles.json', list: 'articles' });
    const added = rows.map(({ key }) => key).filter((key) => key.startsWith('frost-'));
    expect(added).toHaveLength(1);
    expect(describeOutcome(await remove(added[0] ?? ''))).toBe('done');
  });

  it('serialize adding and removing the same article', async () => {
    await add('swing');
    const [removed, added] = await Promise.all([remove('swing'), add('swing')]);
    expect(describeOutcome(removed)).toBe('done');
    expect(['done', 'article_key_taken']).toContain(describeOutcome(added));
    if (describeOutcome(added) === 'done') await remove('swing');
    expect(await findDutchRoute('/vorst/')).toBeUndefined();
  });
});

describe('refused input, which changes no data', () => {
  it.each([
    ['the key of a page', 'about', {}, 'article_key_taken'],
    ['the key of a list with an address', 'for-good-doers', {}, 'article_key_taken'],
    ['the key of an article category', 'advice-ration', {}, 'article_key_taken'],
    ['a property name of every object as key, in capitals', '__proto__', {}, 'articleKey format'],
    ['a path of the application', 'odd', { slug: 'media' }, 'text_faults address_reserved'],
    ['a path of the application in another language', 'odd', { slug: 'warenkorb' }, 'address_reserved'],
    ['the path of another page', 'odd', { slug: 'bezorging' }, 'address_taken'],
    ['the path of a page in another language', 'odd', { slug: 'lieferung' }, 'address_taken'],
    ['a path with a slash', 'odd', { slug: 'a/b' }, 'value_form'],
    ['a path with two dots', 'odd', { slug: '..' }, 'value_form'],
    ['a path in another alphabet', 'odd', { slug: 'vorst\u0430' }, 'value_form'],
    ['today as publication day', 'odd', { publishedOn: '2026-11-05' }, 'article_day'],
    ['yesterday as publication day', 'odd', { publishedOn: '2026-11-04' }, 'article_day'],
    ['the 30th of February', 'odd', { publishedOn: '2027-02-30' }, 'publishedOn day'],
    ['a day of another century', 'odd', { publishedOn: '1926-11-10' }, 'publishedOn'],
    ['a body of one megabyte', 'odd', { body: 'x'.repeat(1_000_000) }, 'body length'],
    ['a title of one megabyte', 'odd', { title: 'x'.repeat(1_000_000) }, 'title length'],
    ['a NUL character', 'odd', { body: 'a\u0000b' }, 'body character'],
    ['half a surrogate pair', 'odd', { title: '\ud800' }, 'title character'],
    ['an unknown placeholder', 'odd', { body: '{unheard}' }, 'text_faults placeholder_unknown'],
    ['a script element', 'odd', { body: '<script>alert(1)</script>' }, 'text_html'],
    ['a link with a script', 'odd', { body: '[x](javascript:alert(1))' }, 'markdown_link'],
    ['markup in the summary', 'odd', { summary: '<img src=x onerror=alert(1)>' }, 'text_html'],
  ] as const)('%s', async (_what, key, changes, reason) => {
    const before = await readArticleState();
    const told = describeOutcome(await add(key, changes));
    expect(told).toContain(reason);
    // A fault that the copies of a text have as well is reported once.
    expect(told.split(' ').filter((word) => word === 'placeholder_unknown').length).toBeLessThan(2);
    expect(await readArticleState()).toEqual(before);
  });

  it('does not include hostile text, which is shown as plain text', async () => {
    const plain = '" \' & ’; drop table content_page; 100% 🐴';
    expect(
      describeOutcome(await add('hostile', { title: plain, author: plain, summary: plain, body: plain })),
    ).toBe('done');
    const page = await shop.anna.get('/admin/texts/article/hostile/nl');
    expect(page.document.querySelector<HTMLInputElement>('[name=title]')?.value).toBe(plain);
    expect(describeOutcome(await remove('hostile'))).toBe('done');
  });

  it('does not include a key that is a property name of every object', async () => {
    expect(describeOutcome(await add('constructor', { slug: 'constructor' }))).toBe('done');
    expect((await findDutchRoute('/constructor/'))?.contentPageId).toBe(
      (await findContentPage('constructor'))?.contentPageId,
    );
    expect(describeOutcome(await remove('constructor'))).toBe('done');
  });
});

describe('a removed article', () => {
  it('has no address, and its old addresses do not redirect to a new article', async () => {
    await add('first');
    await changeArticleSlug('first', 'strenge-vorst');
    expect((await findDutchRoute('/vorst/'))?.redirectTo).toBe('/strenge-vorst/');
    await remove('first');
    expect([await findDutchRoute('/vorst/'), await findDutchRoute('/strenge-vorst/')]).toEqual([
      undefined,
      undefined,
    ]);
    await add('second', { slug: 'dooi' });
    expect([await findDutchRoute('/vorst/'), await findDutchRoute('/strenge-vorst/')]).toEqual([
      undefined,
      undefined,
    ]);
    // Its address is free again.
    expect(describeOutcome(await add('third'))).toBe('done');
    expect(await findDutchRoute('/vorst/')).toEqual({
      contentPageId: (await findContentPage('third'))?.contentPageId,
      redirectTo: null,
    });
    await remove('second');
    await remove('third');
  });

  it('does not share its id with another article, and has the same id when it is added again', async () => {
    await add('first');
    const id = (await findContentPage('first'))?.contentPageId;
    await remove('first');
    await add('second');
    expect((await findContentPage('second'))?.contentPageId).not.toBe(id);
    await remove('second');
    await add('first', { articleKind: 'news' });
    expect(await findContentPage('first')).toMatchObject({ contentPageId: id, kind: 'news' });
    await remove('first');
  });

  it('no longer uses its pictures', async () => {
    const alts = Object.fromEntries(LOCALES.map((locale) => [`alt_${locale}`, 'Water']));
    await shop.anna.submit(
      '/admin/pictures',
      'picture.add',
      { pictureKey: 'trough', ...alts },
      { files: { picture: [{ name: 'trough.jpg', bytes: await drawPhoto().toBuffer() }] } },
    );
    await add('wet', { body: 'Water.\n\n![](picture:trough)\n\nMeer.' });
    expect(describeOutcome(await shop.run('picture.remove', { pictureKey: 'trough' }))).toBe('picture_used');
    await remove('wet');
    expect(describeOutcome(await shop.run('picture.remove', { pictureKey: 'trough' }))).toBe('done');
  });

  it('cannot be saved, neither by an open form nor by its versions', async () => {
    await add('gone');
    await changeArticleSlug('gone', 'weg');
    const versions = await shop.anna.get('/admin/texts/article/gone/nl/versions');
    const id = /\/admin\/texts\/versions\/(\d+)/.exec(versions.html)?.[1] ?? '';
    expect(id).not.toBe('');
    await remove('gone');
    const before = await readArticleState();
    expect(describeOutcome(await changeArticleSlug('gone', 'terug'))).toBe('not_found');
    for (const to of ['before', 'after']) {
      expect(describeOutcome(await shop.run('text.restore', { textVersionId: id, to }))).toBe('not_found');
    }
    expect(await readArticleState()).toEqual(before);
  });
});

describe('an article in an exported and imported shop', () => {
  it('is exported, imported, renamed and removed, and stays removed', async () => {
    await add('mover');
    await changeArticleSlug('mover', 'verhuisd');
    await exportShopTo('first');
    // From now on the files contain the article and its redirect.
    expect(await importFolder('first')).not.toBeNull();
    expect((await findDutchRoute('/vorst/'))?.redirectTo).toBe('/verhuisd/');
    expect(describeOutcome(await changeArticleSlug('mover', 'weer-verhuisd'))).toBe('done');
    expect((await findDutchRoute('/vorst/'))?.redirectTo).toBe('/weer-verhuisd/');
    await importFolder('first');
    expect((await findDutchRoute('/vorst/'))?.redirectTo).toBe('/weer-verhuisd/');
    expect(describeOutcome(await remove('mover'))).toBe('done');
    expect(await findDutchRoute('/vorst/')).toBeUndefined();
    await importFolder('first');
    expect(await findDutchRoute('/weer-verhuisd/')).toBeUndefined();
    expect(describeOutcome(await add('mover'))).toBe('done');
    expect(describeOutcome(await remove('mover'))).toBe('done');
  });

  it('does not prevent the import of an article that was removed before', async () => {
    await exportShopTo('whole');
    const removed = 'recyclable-bags';
    expect(describeOutcome(await remove(removed))).toBe('done');
    await add('newcomer');
    expect(await importFolder('whole', { overwrite: true })).not.toBeNull();
    expect((await findContentPage(removed))?.contentPageId).not.toBe(
      (await findContentPage('newcomer'))?.contentPageId,
    );
    await remove('newcomer');
  });
});
