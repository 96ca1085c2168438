import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import request, { type Response } from 'supertest';
import { productReturn, rateLimit, returnPhoto } from '../../../server/backend/schema/schema.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import {
  createFieldParts,
  createForm,
  createPhotoPart,
  drawPhoto,
  insertDispatchedOrder,
  MULTIPART_CONTENT_TYPE,
  type Part,
} from '../../fixtures/return-forms.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';

const host = 'en.havero-nl.localhost';
const page = '/account/returns/';

let backend: BackendFixture;
let web: TestWeb;
let owner: SignedInCustomer;
let orderId: string;
let photo: Buffer;

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
  photo = await drawPhoto().toBuffer();
  owner = await createSignedInAccount(backend);
  orderId = await insertDispatchedOrder(backend, owner.accountId);
});

afterAll(async () => {
  await web?.close();
  await backend?.close();
});

beforeEach(async () => {
  await backend.database.delete(returnPhoto);
  await backend.database.delete(productReturn);
  await backend.database.delete(rateLimit);
});

const get = (to: string, cookie = owner.cookie): Promise<Response> =>
  request(web.server).get(to).set({ host, cookie }).then();

const send = (parts: readonly Part[], headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  request(web.server)
    .post(page)
    .set({
      host,
      cookie: owner.cookie,
      'content-type': MULTIPART_CONTENT_TYPE,
      'sec-fetch-site': 'same-origin',
      ...headers,
    })
    .send(createForm(parts))
    .then();

const readFormToken = (html: string): string => /name="formToken" value="([^"]+)"/.exec(html)?.[1] ?? '';

const createReturnParts = (
  formToken: string,
  fields: Readonly<Record<string, string>>,
  photos: readonly Buffer[],
) => [
  ...createFieldParts({
    form: 'return',
    formToken,
    goods: `${orderId} ${VARIANT}`,
    quantity: '1',
    ...fields,
  }),
  ...photos.map((bytes) => createPhotoPart(bytes, 'my bag.jpg')),
];

it('the page confirms a return that was sent without script once, and shows it with its photos', async () => {
  const form = await get(page);
  expect(form.status).toBe(200);
  expect(form.headers['cache-control']).toBe('private, no-store');
  const sent = await send(
    createReturnParts(
      readFormToken(form.text),
      { reason: 'past-date', labelDate: '01-10-2026', description: 'Torn' },
      [photo, photo],
    ),
  );
  expect([sent.status, sent.headers.location]).toEqual([303, page]);
  const notice = String(sent.headers['set-cookie']).split(';')[0];
  const told = await get(page, `${owner.cookie}; ${notice}`);
  expect(told.text).toContain('Your return has been submitted.');
  const photoPaths = [...told.text.matchAll(/src="(\/api\/returns\/[^"]+)"/g)].map(([, to]) => to ?? '');
  expect(photoPaths).toHaveLength(2);
  for (const to of photoPaths) {
    const { status, headers } = await get(to);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'image/jpeg', 'cache-control': 'private, no-store' });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect((await get(to, '')).status).toBe(401);
  }
  expect((await get(page)).text).not.toContain('Your return has been submitted.');
});

it('the page shows an invalid form again with its input, and names each photo by its position', async () => {
  const { text } = await get(`${page}${VARIANT}/`);
  const sent = await send(
    createReturnParts(readFormToken(text), { reason: 'damaged', description: 'Two <b>kilos</b>' }, [
      photo,
      Buffer.from('a HEIC, perhaps'),
    ]),
  );
  expect(sent.status).toBe(422);
  expect(sent.headers['cache-control']).toBe('private, no-store');
  expect(sent.text).toContain('Photo 2 is not a JPEG, PNG or WebP file.');
  expect(sent.text).toContain('Two &lt;b&gt;kilos&lt;/b&gt;');
  expect(sent.text).toMatch(
    new RegExp(
      `<input[^>]*checked=""[^>]*value="${orderId} ${VARIANT}"|value="${orderId} ${VARIANT}"[^>]*checked`,
    ),
  );
  expect(await backend.database.$count(productReturn)).toBe(0);
});

it('the page refuses a form of another session, and redirects to the sign-in without one', async () => {
  const other = await createSignedInAccount(backend);
  const { text } = await get(page, other.cookie);
  const foreign = await send(createReturnParts(readFormToken(text), { reason: 'damaged' }, [photo]));
  expect(foreign.status).toBe(422);
  expect(foreign.text).toContain('This page was out of date.');
  const anonymousVisitor = await send(createReturnParts('x', { reason: 'damaged' }, [photo]), { cookie: '' });
  expect([anonymousVisitor.status, anonymousVisitor.headers.location]).toEqual([303, page]);
  const led = await get(page, '');
  expect([led.status, led.headers.location]).toEqual([
    303,
    '/account/login/?i=1&returnPath=%2Faccount%2Freturns%2F',
  ]);
  expect(await backend.database.$count(productReturn)).toBe(0);
});
