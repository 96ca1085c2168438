import { beforeAll, describe, expect, it } from '@jest/globals';
import { like } from 'drizzle-orm';
import request from 'supertest';
import { listAllVacancies } from '../../server/backend/content/vacancies/queries.ts';
import { adminLog } from '../../server/backend/core/admin/tables.ts';
import { commandActor } from '../../server/backend/core/audit/audit.ts';
import { compareShop, importShop } from '../../server/backend/import-export/import-shop.ts';
import { prepareAdminShop } from '../fixtures/admin-shop.ts';
import type { AdminResponse, SignedInStaffClient } from '../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../fixtures/backend-fixture.ts';
import { dutchShopHeaders } from '../fixtures/call-backend.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';

const shop = prepareAdminShop();

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

const listVacancyTitles = async () =>
  (await request(shop.backend.app).get('/api/vacancies').set(dutchShopHeaders).expect(200)).body.map(
    ({ title }: { title: string }) => title,
  );

describe('open positions', () => {
  it('are created, described, published and removed, each step in the log and with a purge of the page', async () => {
    const started = await shop.anna.submit('/admin/jobs', 'vacancy.save', miller);
    expect([started.status, started.document.querySelector('h1')?.textContent]).toEqual([200, 'miller']);
    const id = started.document.querySelector<HTMLInputElement>('input[name=vacancyId]')?.value ?? '';
    const isEnglish = (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === '4';
    const words = { title: 'Miller & "mate"', markdown: 'You **mill**.' };
    await shop.anna.submit(`/admin/jobs/${id}`, 'vacancy.write', words, { pick: isEnglish });
    expect(await listVacancyTitles()).toContain('Miller & "mate"');
    await shop.backend.runJob('queue');
    await shop.backend.runJob('queue');
    expect(shop.backend.forgotten).toContain('content-109');
    const gone = await shop.anna.submit(`/admin/jobs/${id}`, 'vacancy.remove', { _consent: 'true' });
    expect(gone.status).toBe(200);
    expect(await listVacancyTitles()).not.toContain('Miller & "mate"');
    expect((await shop.anna.get(`/admin/jobs/${id}`)).status).toBe(404);
    const rows = await shop.backend.database
      .select()
      .from(adminLog)
      .where(like(adminLog.operation, 'vacancy.%'));
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
    [{ publishedOn: '2026-02-30' }, 422],
    [{ vacancyKey: 'feed-adviser' }, 409],
    [{ countryId: '99999' }, 409],
    [{ siteIds: ['99'] }, 409],
  ] as const)('with %j are refused, and the form retains the input', async (changes, status) => {
    const answer = await shop.anna.submit('/admin/jobs', 'vacancy.save', {
      ...miller,
      vacancyKey: 'other',
      ...changes,
    });
    expect(answer.status).toBe(status);
    expect(answer.document.querySelector<HTMLInputElement>('input[name=town]')?.value).toBe('Zutphen');
    expect((await shop.anna.get('/admin/jobs')).html).not.toContain('other');
  });
});

describe('descriptions of a position', () => {
  const isEnglish = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === '4';
  const write = (browser: SignedInStaffClient, id: number, entered: Record<string, string>) =>
    browser.submit(`/admin/jobs/${id}`, 'vacancy.write', entered, { pick: isEnglish });
  const readStamp = async (browser: SignedInStaffClient, id: number) =>
    [
      ...(await browser.get(`/admin/jobs/${id}`)).document.querySelectorAll<HTMLFormElement>(
        'form[action$="vacancy.write"]',
      ),
    ]
      .find(isEnglish)
      ?.querySelector<HTMLInputElement>('[name=expected]')?.value ?? '';
  const readFault = (answer: AdminResponse) =>
    answer.document.querySelector('main .fault')?.textContent ?? '';
  let id: number;

  beforeAll(async () => {
    const started = await shop.anna.submit('/admin/jobs', 'vacancy.save', {
      ...miller,
      vacancyKey: 'baker',
      siteIds: ['1', '1'],
    });
    id = Number(started.document.querySelector<HTMLInputElement>('input[name=vacancyId]')?.value);
  });

  it.each([
    [{ markdown: 'You <b>bake</b>.' }, 'HTML'],
    [{ title: 'Baker <img src=x>' }, 'HTML'],
    [{ markdown: '[x](javascript:alert(1))' }, 'javascript:'],
    [{ markdown: '[x](/nowhere/)' }, '/nowhere/'],
    [{ markdown: '[x](/about us/)' }, '/about us/'],
    [{ markdown: 'Call {fax}.' }, 'placeholder'],
    [{ markdown: '![](picture:oven)' }, 'Pictures are not'],
    [{ title: 'x'.repeat(121) }, '120'],
  ])('with %j are refused, and the form retains the input', async (entered, words) => {
    const answer = await write(shop.anna, id, { title: 'Baker', markdown: 'You bake.', ...entered });
    expect([answer.status === 200, answer.document.querySelector('main')?.textContent]).toEqual([
      false,
      expect.stringContaining(words),
    ]);
    expect(await listVacancyTitles()).not.toContain('Baker');
  });

  it('are edited by one staff member at a time: the later one sees both versions, and decides', async () => {
    const bert = await shop.pages.signIn('bert');
    const expected = await readStamp(bert, id);
    await write(shop.anna, id, { title: 'Baker', markdown: 'You bake bread.' });
    const late = await write(bert, id, { expected, title: 'Baker', markdown: 'You bake cake.' });
    expect([late.status, readFault(late)]).toEqual([409, expect.stringContaining('in the meantime')]);
    const shown = late.document.querySelector('main')?.textContent ?? '';
    expect(shown).toContain('You bake bread.');
    expect(shown).toContain('You bake cake.');
    expect(await listVacancyTitles()).toContain('Baker');
    const again = await write(bert, id, { title: 'Baker', markdown: 'You bake cake.' });
    expect(readFault(again)).toBe('');
  });

  it('in two languages are both saved if they are sent at the same moment', async () => {
    const dora = await shop.pages.signIn('dora');
    const isIn = (languageId: string) => (form: HTMLFormElement) =>
      form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === languageId;
    const answers = await Promise.all(
      [shop.anna, dora].map((browser, index) =>
        browser.submit(
          `/admin/jobs/${id}`,
          'vacancy.write',
          { title: `Zq ${index}`, markdown: 'You bake.' },
          { pick: isIn(index === 0 ? '1' : '4') },
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const row = (await listAllVacancies(shop.backend.database)).find(({ vacancyId }) => vacancyId === id);
    expect([row?.texts.get(1)?.title, row?.texts.get(4)?.title]).toEqual(['Zq 0', 'Zq 1']);
  });

  it('keep concurrent changes of the position itself', async () => {
    const bert = await shop.pages.signIn('carl');
    const page = await bert.get(`/admin/jobs/${id}`);
    const expected =
      page.document.querySelector<HTMLInputElement>('form[action$="vacancy.save"] [name=expected]')?.value ??
      '';
    await shop.anna.submit(`/admin/jobs/${id}`, 'vacancy.save', { town: 'Deventer' });
    const late = await bert.submit(`/admin/jobs/${id}`, 'vacancy.save', { expected, town: 'Zwolle' });
    expect([late.status, readFault(late)]).toEqual([409, expect.stringContaining('in the meantime')]);
    expect((await shop.anna.get('/admin/jobs')).html).toContain('Deventer');
  });

  it('are reported as missing in the languages of its sites, and can be previewed on their page', async () => {
    await shop.anna.submit('/admin/jobs', 'vacancy.save', {
      ...miller,
      vacancyKey: 'groom',
      siteIds: ['10'],
    });
    const { document } = await shop.anna.get('/admin/jobs');
    const row = [...document.querySelectorAll('main tbody tr')].find((tr) =>
      tr.textContent?.includes('groom'),
    );
    expect([...(row?.querySelectorAll('.languages li') ?? [])].map(({ textContent }) => textContent)).toEqual(
      ['nl missing', 'de missing', 'da missing'],
    );
    const answer = await shop.anna.submit(`/admin/jobs/${id}`, 'preview.open');
    const link = answer.document.querySelector('.notice a')?.getAttribute('href') ?? '';
    expect(new URL(link).pathname).toBe('/preview/');
  });
});

it('positions are changed by a command with their key', async () => {
  await shop.anna.submit('/admin/jobs', 'vacancy.save', { ...miller, vacancyKey: 'driver' });
  const { admin, database } = shop.backend;
  const save = admin.operations.find('vacancy.save');
  const { siteIds, ...values } = { ...miller, vacancyKey: 'driver', town: 'Lochem' };
  const written = new Map<string, readonly string[]>([
    ...Object.entries(values).map(([name, value]) => [name, [value]] as const),
    ['siteIds', siteIds],
  ]);
  const done = await admin.operations.run(save!, {
    written,
    files: new Map(),
    actor: commandActor,
    now: FIXTURE_NOW,
  });
  expect(done).toMatchObject({ kind: 'done', isChanged: true });
  const row = (await listAllVacancies(database)).find(({ key }) => key === 'driver');
  expect(row?.place).toBe('Lochem');
});

it('positions can be restored to earlier versions, also after their removal, and back again', async () => {
  const started = await shop.anna.submit('/admin/jobs', 'vacancy.save', { ...miller, vacancyKey: 'farrier' });
  const id = started.document.querySelector<HTMLInputElement>('input[name=vacancyId]')?.value ?? '';
  const own = `/admin/jobs/${id}`;
  const isEnglish = (form: HTMLFormElement) =>
    form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === '4';
  await shop.anna.submit(
    own,
    'vacancy.write',
    { title: 'Farrier', markdown: 'You\n\nshoe horses.' },
    { pick: isEnglish },
  );
  await shop.anna.submit(
    own,
    'vacancy.write',
    { title: 'Smith', markdown: 'You\n\nshoe horses.' },
    { pick: isEnglish },
  );
  const page = await shop.anna.get(own);
  expect(page.document.querySelector('.difference del')?.textContent).toBe('Farrier');
  expect(page.document.querySelector('.difference ins')?.textContent).toBe('Smith');
  // The newest change is the first on the page.
  await shop.anna.submit(own, 'vacancy.restore');
  expect(await listVacancyTitles()).toContain('Farrier');
  await shop.anna.submit(own, 'vacancy.restore');
  expect(await listVacancyTitles()).toContain('Smith');
  // The confirmation must not call final what the next step restores.
  expect((await shop.anna.get(own)).html).toContain('it can be restored later');
  await shop.anna.submit(own, 'vacancy.remove', { _consent: 'true' });
  expect(await listVacancyTitles()).not.toContain('Smith');
  const isPositionForm = (form: HTMLFormElement) =>
    form.closest('tr')?.textContent?.includes('shoe horses') ?? false;
  const back = await shop.anna.submit('/admin/jobs', 'vacancy.restore', {}, { pick: isPositionForm });
  expect(back.document.querySelector('h1')?.textContent).toBe('farrier');
  expect(await listVacancyTitles()).toContain('Smith');
  const [shown] = (await request(shop.backend.app).get('/api/vacancies').set(dutchShopHeaders)).body.filter(
    ({ title }: { title: string }) => title === 'Smith',
  );
  expect(shown).toMatchObject({ key: 'farrier', place: 'Zutphen', hoursFrom: 24, openUntil: '2026-11-30' });
});

it('positions are no longer shown after their last day in the time zone of the site', async () => {
  await shop.anna.submit('/admin/jobs', 'vacancy.save', {
    ...miller,
    vacancyKey: 'late',
    openUntil: '2026-11-04',
  });
  const id = (await shop.anna.get('/admin/jobs')).document
    .querySelector('main a[href^="/admin/jobs/"]')
    ?.getAttribute('href');
  expect(id).toBeTruthy();
  const late = [...(await shop.anna.get('/admin/jobs')).document.querySelectorAll('main tbody a')].find(
    ({ textContent }) => textContent === 'late',
  );
  await shop.anna.submit(
    late?.getAttribute('href') ?? '',
    'vacancy.write',
    { title: 'Late', markdown: 'x' },
    { pick: (form) => form.querySelector<HTMLInputElement>('input[name=languageId]')?.value === '4' },
  );
  // Midnight in Amsterdam is an hour before that of UTC.
  shop.backend.setNow(new Date('2026-11-04T22:59:59Z'));
  expect(await listVacancyTitles()).toContain('Late');
  shop.backend.setNow(new Date('2026-11-04T23:00:00Z'));
  expect(await listVacancyTitles()).not.toContain('Late');
  shop.backend.setNow(FIXTURE_NOW);
});

it('edited positions are retained and reported by an import, and replaced by an import with overwrite', async () => {
  const database = shop.backend.database;
  const options = { now: FIXTURE_NOW, packshotsFolder: PACKSHOTS_FOLDER };
  const keys = async () => (await listAllVacancies(database)).map(({ key }) => key);
  const own = (await listAllVacancies(database)).find(({ key }) => key === 'feed-adviser');
  const other = (await listAllVacancies(database)).find(({ key }) => key === 'warehouse-picker');
  await shop.anna.submit(`/admin/jobs/${own?.vacancyId}`, 'vacancy.save', { town: 'Epe' });
  await shop.anna.submit(`/admin/jobs/${other?.vacancyId}`, 'vacancy.remove', { _consent: 'true' });
  const left = [
    expect.objectContaining({ file: 'jobs.json', key: 'feed-adviser' }),
    expect.objectContaining({ file: 'jobs.json', key: 'warehouse-picker' }),
  ];
  const compared = await compareShop(database, SAMPLE_DATA_FOLDER, options);
  expect(compared.kept).toEqual(left);
  const summary = await importShop(database, SAMPLE_DATA_FOLDER, { ...options, again: true });
  expect(summary?.kept).toEqual(left);
  expect(await keys()).not.toContain('warehouse-picker');
  await importShop(database, SAMPLE_DATA_FOLDER, { ...options, overwrite: true });
  expect(await keys()).toContain('warehouse-picker');
  const back = (await listAllVacancies(database)).find(({ key }) => key === 'feed-adviser');
  expect(back?.place).toBe('Apeldoorn');
});
