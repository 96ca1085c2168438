import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  type BackOfficeFixture,
  openBackOfficeFixture,
  type SignedInStaffClient,
} from '../fixtures/back-office-fixture.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { fetchRaw } from '../fixtures/fetch-raw.ts';
import { startShopWeb } from '../fixtures/shop-web.ts';
import type { TestWeb } from '../fixtures/test-web.ts';

const HOST = 'havero-nl.localhost';

let backend: BackendFixture;
let web: TestWeb;
let pages: BackOfficeFixture;
let anna: SignedInStaffClient;
/** Paths that the web requested from the backend. */
const backendRequests: string[] = [];

beforeAll(async () => {
  backend = await openBackendFixture();
  pages = await openBackOfficeFixture(backend);
  anna = await pages.signIn('anna');
  web = await startShopWeb((request, response) => {
    backendRequests.push(request.url ?? '');
    backend.app(request, response);
  }, {});
});

afterAll(async () => {
  await pages?.close();
  await web?.close();
  await backend?.close();
});

const get = (at: string, host = HOST) => fetchRaw({ port: web.port, path: at, headers: { host } });

/** Delivers the purges of the backend to the web. */
async function runEventsJob(): Promise<void> {
  backend.forgotten.length = 0;
  await backend.runJob('queue');
  web.purge(new Set(backend.forgotten));
}

it('an edited text is on its page in the caches of all languages at once, and other pages stay cached', async () => {
  const others = ['/', '/paardenvoer/muesli/', '/prado-balans-muesli/', '/media/'];
  for (const at of ['/retour/', ...others]) expect((await get(at)).status).toBe(200);
  const save = (title: string) => anna.submit('/admin/texts/page/returns/nl', 'text.save', { title });
  expect((await get('/retour/')).text).toContain('Retour en beschadigde artikelen');

  await save('Zq terugsturen');
  await runEventsJob();
  expect((await get('/retour/')).text).toContain('Zq terugsturen');
  backendRequests.length = 0;
  for (const at of others) expect((await get(at)).status).toBe(200);
  expect(backendRequests).toEqual([]);

  const { document } = await anna.get('/admin/texts/page/returns/nl');
  const version = document.querySelector('a[href*="/texts/versions/"]')?.getAttribute('href') ?? '';
  const isRestoreForm = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>('[name=to]')?.value === 'before';
  await anna.submit(version, 'text.restore', {}, { pick: isRestoreForm });
  await runEventsJob();
  expect((await get('/retour/')).text).toContain('<h1>Retour en beschadigde artikelen</h1>');
});

it.each([
  ['menu/main', 'labels', /^feed: .*$/m, 'feed: Zq voer'],
  ['footer/footer', 'columns', /^service: .*$/m, 'service: Zq hulp'],
  ['promises/usps', 'promises', /^.*$/m, 'Zq belofte'],
  ['notice/notification', 'words', /^.*$/m, 'Zq bericht'],
])(
  'an edited %s is on every page in its language at once, and pages in other languages stay cached',
  async (name, field, old, words) => {
    const own = ['/', '/paardenvoer/muesli/'].map((at) => [at, HOST] as const);
    const others = [
      'en.havero-nl.localhost',
      'havero-en.localhost',
      'hafero-at.localhost',
      'havero-corporate.localhost',
    ];
    // The corporate site shares the Dutch footer, and has its own menu, promises and notice.
    if (!name.startsWith('footer')) others.push('nl.havero-corporate.localhost');
    for (const host of others) expect((await get('/', host)).status).toBe(200);
    for (const [at, host] of own) expect((await get(at, host)).text).not.toContain('Zq ');
    const path = `/admin/texts/${name}/nl`;
    const { document } = await anna.get(path);
    const before = document.querySelector<HTMLTextAreaElement>(
      `form[action$="text.save"] [name=${field}]`,
    )?.value;
    const save = (value: string | undefined) =>
      anna.submit(path, 'text.save', { [field]: value ?? '', mayLose: 'true' });
    await save(before?.replace(old, words));
    await runEventsJob();
    for (const [at, host] of own) expect((await get(at, host)).text).toContain('Zq ');
    backendRequests.length = 0;
    for (const host of others) expect((await get('/', host)).status).toBe(200);
    expect(backendRequests).toEqual([]);
    await save(before);
    await runEventsJob();
  },
);
