import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { readCheckedShop } from '../../server/backend/import-export/read-checked-shop.ts';
import { ImportError } from '../../server/backend/shop-store/import-error.ts';
import type { LegalTexts } from '../../shared/contract/legal.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { PACKSHOTS_FOLDER } from '../fixtures/sample-database.ts';
import {
  createSmallShopFolder,
  type Json,
  openSmallShopDatabase,
  type ShopFilesFolder,
} from '../fixtures/shop-folder.ts';

const SVG = `<?xml version="1.0" encoding="UTF-8"?>
<!-- A notice to try it with -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"><style>rect{fill:#039}</style><rect width="210" height="297"/></svg>
`;
const PDF = '%PDF-1.7\n%%EOF\n';

let backend: BackendFixture;
let folder: ShopFilesFolder;

const setNoticeFile = (code: string, name: string | null) =>
  folder.edit('legal.json', ({ legal }: Json) => {
    legal[0].texts[code].guaranteeNotice = name;
  });
const importAgain = () =>
  importShop(backend.database, folder.path, {
    now: new Date('2026-12-01T10:00:00Z'),
    packshotsFolder: PACKSHOTS_FOLDER,
  });
/** Returns the notice of the Dutch shop, in Dutch (1) or English (4). */
const fetchNotice = async (languageId: 1 | 4) => {
  const answer = await request(backend.app)
    .get('/api/legal')
    .set({ siteid: '1', languageid: String(languageId) })
    .expect(200);
  return (answer.body as LegalTexts).guaranteeNotice;
};

beforeAll(async () => {
  folder = await createSmallShopFolder();
  await mkdir(path.join(folder.path, 'legal'));
  backend = await openBackendFixture({ openShop: openSmallShopDatabase });
});
afterAll(async () => {
  await backend?.close();
  await folder?.remove();
});

describe('the official notice on the legal guarantee', () => {
  it('is returned and served unaltered after the import of its file, in its language only', async () => {
    expect(await fetchNotice(1)).toBeNull();
    await folder.write('legal/guarantee-nl.svg', SVG);
    await setNoticeFile('nl', 'guarantee-nl.svg');
    await importAgain();
    expect(await fetchNotice(4)).toBeNull();
    const notice = await fetchNotice(1);
    expect(notice?.picture).toEqual({ width: 210, height: 297 });
    const { headers, body } = await request(backend.app).get(notice!.path).expect(200);
    expect((body as Buffer).toString()).toBe(SVG);
    expect(headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/svg\+xml/),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await request(backend.app).get(notice!.path).set('if-none-match', headers.etag!).expect(304);
    await request(backend.app).get(notice!.path.replace('.svg', '.png')).expect(404);
    await request(backend.app)
      .get(`/api/legal/notices/${'0'.repeat(64)}.svg`)
      .expect(404);
  });

  it('changes with the content of its file, even if the file name is the same', async () => {
    const before = await fetchNotice(1);
    await folder.write('legal/guarantee-nl.svg', SVG.replace('#039', '#03a'));
    await importAgain();
    expect((await fetchNotice(1))?.path).not.toBe(before?.path);
    await request(backend.app).get(before!.path).expect(404);
  });

  it('can be a PDF, which is a download', async () => {
    await folder.write('legal/guarantee-en.pdf', PDF);
    await setNoticeFile('en', 'guarantee-en.pdf');
    await importAgain();
    const notice = await fetchNotice(4);
    expect(notice?.picture).toBeNull();
    const { headers } = await request(backend.app).get(notice!.path).expect(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toMatch(/^attachment/);
  });

  it('is no longer returned if the files name none', async () => {
    await setNoticeFile('nl', null);
    await setNoticeFile('en', null);
    await importAgain();
    expect([await fetchNotice(1), await fetchNotice(4)]).toEqual([null, null]);
  });
});

describe('the import of a notice', () => {
  const png = Buffer.alloc(24);
  it.each<[what: string, name: string, content: string | Buffer, problem: RegExp]>([
    [
      'a page with the extension of a picture',
      'a.svg',
      '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>',
      /does not match its file extension/,
    ],
    [
      'an SVG with a script',
      'a.svg',
      SVG.replace('<rect', '<script>1</script><rect'),
      /does not match its file extension/,
    ],
    [
      'an SVG without dimensions',
      'a.svg',
      '<svg xmlns="http://www.w3.org/2000/svg"></svg>',
      /does not match its file extension/,
    ],
    ['bytes that are not a PNG', 'a.png', png, /does not match its file extension/],
    ['an SVG with the extension .pdf', 'a.pdf', SVG, /does not match its file extension/],
    ['a file of more than one megabyte', 'a.pdf', PDF.padEnd(1_000_001), /larger than 1000000 bytes/],
  ])('refuses %s', async (_what, name, content, problem) => {
    await folder.write(`legal/${name}`, content);
    await setNoticeFile('nl', name);
    const refused = readCheckedShop(folder.path);
    await expect(refused).rejects.toThrow(ImportError);
    await expect(refused).rejects.toThrow(problem);
  });

  it('accepts a PNG with its size', async () => {
    Buffer.from('89504e470d0a1a0a0000000d49484452000000d200000129', 'hex').copy(png);
    await folder.write('legal/a.png', png);
    await setNoticeFile('nl', 'a.png');
    await importAgain();
    expect((await fetchNotice(1))?.picture).toEqual({ width: 210, height: 297 });
  });
});
