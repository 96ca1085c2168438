import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { like } from 'drizzle-orm';
import request from 'supertest';
import { keeperLog } from '../../server/backend/keeper/tables.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';
import { dutchShop } from '../fixtures/call-backend.ts';
import { type KeeperBrowser, type KeeperPages, openKeeperPages } from '../fixtures/keeper-pages.ts';

let backend: BackendFixture;
let pages: KeeperPages;
let anna: KeeperBrowser;

beforeAll(async () => {
  backend = await openBackend();
  pages = await openKeeperPages(backend);
  anna = await pages.signIn('anna');
});

afterAll(async () => {
  await pages?.close();
  await backend?.close();
});

const miller = {
  vacancyKey: 'miller',
  countryId: '1',
  town: 'Zutphen',
  hoursFrom: '24',
  hoursTo: '36',
  publishedOn: '2026-11-01',
  openUntil: '2026-11-30',
  siteIds: ['1'],
};

const listTitles = async () =>
  (await request(backend.app).get('/api/vacancies').set(dutchShop).expect(200)).body.map(
    ({ title }: { title: string }) => title,
  );

describe('open positions', () => {
  it('are begun, written, shown to shoppers and taken away, each step in the log and the page forgotten by caches', async () => {
    const begun = await anna.submit('/keeper/jobs', 'vacancy.save', miller);
    expect([begun.status, begun.document.querySelector('h1')?.textContent]).toEqual([200, 'miller']);
    const id = begun.document.querySelector<HTMLInputElement>('input[name=vacancyId]')?.value ?? '';
    const isEnglish = (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === '4';
    const words = { title: 'Miller <b>', markdown: 'You **mill**.' };
    await anna.submit(`/keeper/jobs/${id}`, 'vacancy.write', words, { pick: isEnglish });
    expect(await listTitles()).toContain('Miller <b>');
    await backend.runJob('events');
    await backend.runJob('events');
    expect(backend.forgotten).toContain('content-109');
    const gone = await anna.submit(`/keeper/jobs/${id}`, 'vacancy.remove', { _consent: 'true' });
    expect(gone.status).toBe(200);
    expect(await listTitles()).not.toContain('Miller <b>');
    expect((await anna.get(`/keeper/jobs/${id}`)).status).toBe(404);
    const rows = await backend.database
      .select()
      .from(keeperLog)
      .where(like(keeperLog.operation, 'vacancy.%'));
    expect(rows.map(({ operation }) => operation)).toEqual([
      'vacancy.save',
      'vacancy.write',
      'vacancy.remove',
    ]);
  });

  it.each([
    [{ vacancyKey: 'Miller!' }, 422],
    [{ hoursFrom: '0' }, 422],
    [{ hoursFrom: '40', hoursTo: '30' }, 409],
    [{ publishedOn: '2026-12-24', openUntil: '2026-12-01' }, 409],
    [{ publishedOn: 'soon' }, 422],
    [{ countryId: '99999' }, 409],
    [{ siteIds: ['99'] }, 409],
  ] as const)('with %j are refused, and what was entered stays', async (changes, status) => {
    const answer = await anna.submit('/keeper/jobs', 'vacancy.save', {
      ...miller,
      vacancyKey: 'other',
      ...changes,
    });
    expect(answer.status).toBe(status);
    expect(answer.document.querySelector<HTMLInputElement>('input[name=town]')?.value).toBe('Zutphen');
    expect((await anna.get('/keeper/jobs')).html).not.toContain('other');
  });
});
