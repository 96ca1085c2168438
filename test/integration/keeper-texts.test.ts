import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { keeperLog } from '../../server/backend/keeper/tables.ts';
import { textVersion } from '../../server/backend/modules/texts/tables.ts';
import { type BackendFixture, FIXTURE_NOW, openBackend } from '../fixtures/backend-app.ts';
import { type KeeperBrowser, type KeeperPages, openKeeperPages } from '../fixtures/keeper-pages.ts';

const RETURNS = '/keeper/texts/page/returns/nl';
const NOTICE = '/keeper/texts/notice/notification/nl';

let backend: BackendFixture;
let pages: KeeperPages;
let anna: KeeperBrowser;
let bert: KeeperBrowser;

beforeAll(async () => {
  backend = await openBackend();
  pages = await openKeeperPages(backend);
  anna = await pages.signIn('anna');
  bert = await pages.signIn('bert');
});

afterAll(async () => {
  await pages?.close();
  await backend?.close();
});

const fault = (document: Document) =>
  document.querySelector('form .fault, main > .fault')?.textContent ??
  document.querySelector('.notice')?.textContent;

it('smokes', async () => {
  const list = await anna.get('/keeper/texts?kind=article');
  expect(list.status).toBe(200);
  console.log(list.document.querySelector('main')?.textContent?.slice(0, 600));
  const page = await anna.get(RETURNS);
  console.log(page.document.querySelector('main')?.textContent?.slice(0, 1500));
  const started = performance.now();
  const saved = await anna.submit(RETURNS, 'text.save', { title: 'Retour sturen', publish: 'now' });
  console.log(performance.now() - started, saved.status, fault(saved.document), backend.errors);
  await backend.runJob('events');
  console.log(backend.forgotten);
});
