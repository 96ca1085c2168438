import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { feedAdvice, rateLimit } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { insertNutritionReport, insertReportCorrection, recalculate } from '../../fixtures/saved-advice.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';
const pagePath = '/account/feed-advice/';
/** Pellets with 17 % starch, and some with 32 %. */
const [BASIS_VARIANT_ID, RACE_VARIANT_ID] = ['1011', '1018'];

let backend: BackendFixture;
let web: TestWeb;
let owner: SignedInCustomer;

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

beforeEach(async () => {
  await backend.database.delete(feedAdvice);
  await backend.database.delete(rateLimit);
  owner = await createSignedInAccount(backend);
});

const get = (to: string, cookie = owner.cookie): Promise<Response> =>
  request(web.server).get(to).set({ host, cookie }).then();

const readFormToken = (html: string): string => /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Sends a form as a browser without script does. */
async function send(fields: Readonly<Record<string, string>>, cookie = owner.cookie): Promise<Response> {
  const formToken = readFormToken((await get(pagePath)).text);
  return request(web.server)
    .post(pagePath)
    .set({ host, cookie, 'sec-fetch-site': 'same-origin' })
    .type('form')
    .send({ formToken, ...fields })
    .then();
}

const formInput = {
  form: 'advice-save',
  horseName: 'Bella',
  type: 'horse',
  weight: '600',
  work: 'heavy',
  roughage: 'hay',
  product: BASIS_VARIANT_ID,
};

it('the list shows a ration saved by the form without script, and confirms it once', async () => {
  expect((await get(pagePath)).text).toContain('You have not saved any feed advice yet.');
  const sent = await send(formInput);
  expect([sent.status, sent.headers.location]).toEqual([303, pagePath]);
  const notice = String(sent.headers['set-cookie']).split(';')[0];
  const told = await get(pagePath, `${owner.cookie}; ${notice}`);
  expect(told.headers['cache-control']).toBe('private, no-store');
  expect(told.text).toContain('Your feed advice has been saved.');
  expect(told.text).toContain('2,700');
  expect(told.text).toContain(
    `/feed-advice/?horse=Bella&amp;product=${BASIS_VARIANT_ID}&amp;roughage=hay&amp;type=horse&amp;weight=600&amp;work=heavy`,
  );
  expect((await get(pagePath)).text).not.toContain('Your feed advice has been saved.');
});

it('the form explains why a ration was not saved, with a link back to the answers', async () => {
  const hotblood = { ...formInput, type: 'hotblood', weight: '500' };
  await send({ ...hotblood, product: RACE_VARIANT_ID });
  const sent = await send(hotblood);
  expect(sent.status).toBe(422);
  expect(sent.text).toContain('This horse’s other feeds leave no room for it');
  expect(sent.text).toContain(
    `/feed-advice/?type=hotblood&amp;weight=500&amp;work=heavy&amp;roughage=hay&amp;product=${BASIS_VARIANT_ID}`,
  );
  expect((await send({ ...formInput, weight: '1050' })).text).toContain(
    'We have no ration for a horse of this type and weight.',
  );
  expect((await send({ ...formInput, horseName: '' })).text).toContain('Enter the horse’s name');
  expect(await backend.database.$count(feedAdvice)).toBe(1);
});

it('a ration is marked as read only when its owner confirms it, not when it is viewed', async () => {
  const report = await insertNutritionReport(backend, { accountId: owner.accountId });
  await send({ ...formInput, work: 'light', roughage: '', rqs: report.key });
  await insertReportCorrection(backend, report.sampleId, { energyDE: 10.2 });
  await recalculate(backend, report.sampleId);
  for (let n = 0; n < 2; n++) {
    const { text } = await get(pagePath);
    expect(text).toContain('New advice');
    expect(text).toContain('1 new');
    expect(text).toMatch(/it was 1,200\sg a day/);
  }
  expect((await get('/account/')).text).toContain('1 feed advice update');
  const [row] = await backend.database.select().from(feedAdvice);
  const read = await send({ form: 'advice-read', of: row!.adviceId, adviceId: row!.adviceId });
  expect([read.status, read.headers.location]).toEqual([303, pagePath]);
  expect((await get(pagePath)).text).not.toContain('New advice');
});

it('a form deletes a ration', async () => {
  await send(formInput);
  const [row] = await backend.database.select().from(feedAdvice);
  expect((await send({ form: 'advice-delete', of: row!.adviceId, adviceId: row!.adviceId })).status).toBe(
    303,
  );
  expect(await backend.database.$count(feedAdvice)).toBe(0);
});

it('the list requires a session of the owner, redirects others to the sign-in, and refuses forms of other sessions', async () => {
  await send(formInput);
  const anonymousVisitor = await get(pagePath, '');
  expect([anonymousVisitor.status, anonymousVisitor.headers.location]).toEqual([
    303,
    `/account/login/?i=1&returnPath=${encodeURIComponent(pagePath)}`,
  ]);
  const other = await createSignedInAccount(backend);
  expect((await get(pagePath, other.cookie)).text).not.toContain('Bella');
  const forged = await send({ ...formInput, horseName: 'Nora' }, other.cookie);
  expect(forged.status).toBeGreaterThanOrEqual(400);
  expect(await backend.database.$count(feedAdvice)).toBe(1);
});

it('the typed name of a horse is shown as text', async () => {
  await send({ ...formInput, horseName: '<b>Bella</b>' });
  const { text } = await get(pagePath);
  expect(text).toContain('&lt;b&gt;Bella&lt;/b&gt;');
  expect(text).not.toContain('<b>Bella');
});
