import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import request from 'supertest';
import { findTextPictures } from '../../server/backend/content/pictures/queries.ts';
import { editShop } from '../../server/backend/import-export/apply-edits.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { compareShop, importShop } from '../../server/backend/import-export/import-shop.ts';
import { fetchRows } from '../../server/backend/shop-store/write-rows.ts';
import { LOCALES } from '../../shared/i18n/locales.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { hashTables } from '../fixtures/dump-tables.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  getImportIssues,
  openSmallShopDatabase,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

const NOW = new Date('2026-11-25T10:00:00Z');
const ARTICLE_NUMBER = '1010111';

let backend: BackendFixture;
let folder: ShopFilesFolder;
let photo: Buffer;

beforeAll(async () => {
  // Landscape pixels, with an EXIF orientation that rotates them.
  photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#c02020' } })
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: 'Somebody' } } })
    .jpeg()
    .toBuffer();
  backend = await openBackendFixture({ openShop: openSmallShopDatabase });
});
afterAll(() => backend.close());

beforeEach(async () => {
  folder = await createSmallShopFolder();
  await mkdir(path.join(folder.path, 'pictures'));
});
afterEach(() => folder.remove());

const importFolder = (place = folder.path) =>
  importShop(backend.database, place, { now: NOW, packshotsFolder: PACKSHOTS_FOLDER });

const listPhotoHashes = async (): Promise<string[]> =>
  (
    await fetchRows<{ hash: string }>(
      backend.database,
      sql`select distinct hash from variant_picture join product_variant using (product_variant_id)
        where article_number = ${ARTICLE_NUMBER}`,
    )
  ).map(({ hash }) => hash);

it('the shop shows a re-encoded photo instead of a drawing, until it is removed from the folder', async () => {
  await importFolder();
  const drawn = await listPhotoHashes();
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, photo);
  expect((await importFolder())?.changedPages).toBe('all');
  const [hash, ...others] = await listPhotoHashes();
  expect(others).toEqual([]);
  expect(drawn).not.toContain(hash);

  for (const [format, width] of [
    ['avif', 96],
    ['webp', 480],
    ['png', 1472],
  ] as const) {
    const { body } = await request(backend.app).get(`/images/${hash}/${width}.${format}`).expect(200);
    const metadata = await sharp(body).metadata();
    // The same aspect ratio as a drawing, so that lists are aligned.
    expect([metadata.width, metadata.height]).toEqual([width, Math.round((width * 616) / 520)]);
    expect(metadata.exif).toBeUndefined();
    expect(metadata.orientation).toBeUndefined();
  }
  const { body: png } = await request(backend.app).get(`/images/${hash}/480.png`);
  const at = async (left: number, top: number) =>
    [...(await sharp(png).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer())].slice(
      0,
      3,
    );
  // Upright: red in the middle from top to bottom, white at the sides.
  expect(await at(240, 40)).toEqual([
    expect.closeTo(192, -1),
    expect.closeTo(32, -1),
    expect.closeTo(32, -1),
  ]);
  expect(await at(10, 280)).toEqual([255, 255, 255]);

  // An edit of the product's texts does not change it.
  const text = { file: 'texts/en.json', list: 'products', key: 'prado-balance' };
  const [row] = await fetchRows<{ value: object }>(
    backend.database,
    sql`select value from shop_record where file = ${text.file} and list = ${text.list} and key = ${text.key}`,
  );
  await editShop(backend.database, [{ ...text, value: { ...row?.value, claim: 'Every day' } }], {
    actor: { kind: 'keeper', id: 'staff-3' },
    now: NOW,
  });
  expect(await listPhotoHashes()).toEqual([hash]);

  const place = await mkdtemp(path.join(tmpdir(), 'shop-photos-'));
  await exportShop(backend.database, path.join(place, 'shop'), { now: NOW });
  expect(await readdir(path.join(place, 'shop/pictures'))).toEqual([`${ARTICLE_NUMBER}.jpg`]);
  expect(photo.equals(await readFile(path.join(place, `shop/pictures/${ARTICLE_NUMBER}.jpg`)))).toBe(true);
  await rm(place, { recursive: true });

  await folder.delete(`pictures/${ARTICLE_NUMBER}.jpg`);
  await importFolder();
  expect(await listPhotoHashes()).not.toContain(hash);
});

it('an import lists every picture that cannot be used, and writes no data', async () => {
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, '<svg onload="alert(1)"/>');
  await folder.write('pictures/nobody.jpg', photo);
  await folder.write('pictures/holiday photo.jpg', photo);
  await folder.write('pictures/notes.txt', 'none');
  await folder.write('pictures/.DS_Store', 'left behind');
  const before = await hashTables(backend.database);
  const issues = await getImportIssues(importFolder());
  expect(issues.map(({ file }) => file).sort()).toEqual(['pictures/holiday photo.jpg', 'pictures/notes.txt']);
  await folder.delete('pictures/holiday photo.jpg');
  await folder.delete('pictures/notes.txt');
  expect((await getImportIssues(importFolder())).map(({ file, problem }) => [file, problem])).toEqual([
    ['pictures/nobody.jpg', expect.stringContaining('no article number')],
  ]);
  await folder.delete('pictures/nobody.jpg');
  expect(await hashTables(backend.database)).toBe(before);
});

it('a comparison lists added, changed and removed photos before and after the import', async () => {
  const check = async () =>
    (await compareShop(backend.database, folder.path, { now: NOW })).differences.filter(
      ({ file }) => file === 'pictures',
    );
  await importFolder();
  const told = (how: string) => [{ file: 'pictures', list: '', how, count: 1, keys: [ARTICLE_NUMBER] }];
  expect(await check()).toEqual([]);
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, photo);
  const before = await hashTables(backend.database);
  expect(await check()).toEqual(told('added'));
  expect(await hashTables(backend.database)).toBe(before);
  const summary = await importFolder();
  expect(summary?.differences).toEqual(told('added'));
  const other = await sharp(photo).negate().jpeg().toBuffer();
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, other);
  expect(await check()).toEqual(told('changed'));
  await folder.delete(`pictures/${ARTICLE_NUMBER}.jpg`);
  expect(await check()).toEqual(told('withdrawn'));
  await importFolder();
});

it('an import does not treat photos in an unreadable folder as removed, and does not wait for a named pipe', async () => {
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, photo);
  await importFolder();
  const before = await hashTables(backend.database);
  await rm(path.join(folder.path, 'pictures'), { recursive: true });
  await folder.write('pictures', 'no folder');
  expect(await getImportIssues(importFolder())).toEqual([
    { file: 'pictures', row: '', field: '', problem: expect.stringContaining('cannot be read') },
  ]);
  await folder.delete('pictures');
  await mkdir(path.join(folder.path, 'pictures', `${ARTICLE_NUMBER}.png`), { recursive: true });
  await symlink(path.join(folder.path, 'nowhere'), path.join(folder.path, 'pictures/1010112.jpg'));
  execFileSync('mkfifo', [path.join(folder.path, 'pictures/1010113.jpg')]);
  expect((await getImportIssues(importFolder())).map(({ file, problem }) => [file, problem])).toEqual([
    [`pictures/${ARTICLE_NUMBER}.png`, expect.stringContaining('is no file')],
    ['pictures/1010112.jpg', expect.stringContaining('cannot be read (ENOENT)')],
    ['pictures/1010113.jpg', expect.stringContaining('is no file')],
  ]);
  expect(await hashTables(backend.database)).toBe(before);
});

it('an import does not treat an unreadable file as omitted', async () => {
  await importFolder();
  const before = await hashTables(backend.database);
  await folder.delete('dealers.json');
  await symlink(path.join(folder.path, 'nowhere'), path.join(folder.path, 'dealers.json'));
  await folder.delete('pickup-points.json');
  execFileSync('mkfifo', [path.join(folder.path, 'pickup-points.json')]);
  expect((await getImportIssues(importFolder())).map(({ file }) => file).sort()).toEqual([
    'dealers.json',
    'pickup-points.json',
  ]);
  expect(await hashTables(backend.database)).toBe(before);
});

it('an import reports an unknown picture in a text, and a picture without its file', async () => {
  await importFolder();
  await folder.edit('texts/en.json', (json) => {
    json.pages.delivery.bodyMarkdown += '\n\n![](picture:hay-barn)';
  });
  expect(await getImportIssues(importFolder())).toEqual([
    {
      file: 'texts/en.json',
      row: 'pages.delivery',
      field: 'bodyMarkdown',
      problem: expect.stringContaining("the picture 'hay-barn' is neither in text-pictures.json"),
    },
  ]);
  const alts = Object.fromEntries(LOCALES.map((locale) => [locale, 'A barn']));
  const write = (rows: object[]) =>
    folder.write('text-pictures.json', JSON.stringify({ textPictures: rows }));
  await write([{ key: 'hay-barn', alts: { ...alts, et: undefined } }]);
  expect((await getImportIssues(importFolder())).map(({ field }) => field)).toEqual(['alts.et']);
  await write([{ key: '../hay-barn', alts }]);
  expect((await getImportIssues(importFolder())).map(({ field }) => field)).toContain('key');
  await write([{ key: 'hay-barn', alts }]);
  expect((await getImportIssues(importFolder())).map(({ problem }) => problem)).toEqual([
    expect.stringContaining('has no picture: put text-pictures/hay-barn.webp'),
  ]);
  await mkdir(path.join(folder.path, 'text-pictures'));
  await folder.write('text-pictures/hay-barn.jpg', photo.subarray(0, photo.length / 2));
  expect((await getImportIssues(importFolder())).map(({ problem }) => problem)).toEqual([
    expect.stringContaining('read to its end'),
  ]);
  await folder.write('text-pictures/hay-barn.jpg', photo);
  await importFolder();
  const find = async () => (await findTextPictures(backend.database, ['hay-barn'])).get('hay-barn');
  // Upright and re-encoded: its pixels were rotated.
  expect(await find()).toMatchObject({ width: 500, height: 900, alts });
  // The back office owns an existing picture.
  await write([{ key: 'hay-barn', alts: { ...alts, en: 'Another' } }]);
  await importFolder();
  expect(await find()).toMatchObject({ alts });
});

it.each([
  ['a file that is not a picture', async () => Buffer.from('<svg onload="alert(1)"/>'), /not a JPEG/],
  ['a truncated picture', async () => photo.subarray(0, photo.length / 2), /read to its end/],
  [
    'an animated picture',
    () =>
      sharp(Buffer.concat([Buffer.alloc(300, 7), Buffer.alloc(300, 200)]), {
        raw: { width: 10, height: 20, channels: 3, pageHeight: 10 },
      })
        .webp({ loop: 0, delay: [100, 100] })
        .toBuffer(),
    /is animated/,
  ],
  [
    'a picture with too many pixels',
    () =>
      sharp({ create: { width: 9000, height: 5000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    /pixels/,
  ],
] as const)('an import refuses %s with the name of the file', async (_, make, problem) => {
  const before = await hashTables(backend.database);
  await folder.write(`pictures/${ARTICLE_NUMBER}.jpg`, await make());
  expect(await getImportIssues(importFolder())).toEqual([
    {
      file: `pictures/${ARTICLE_NUMBER}.jpg`,
      row: '',
      field: '',
      problem: expect.stringMatching(problem),
      translatable: undefined,
    },
  ]);
  expect(await hashTables(backend.database)).toBe(before);
});
