import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request, { type Response } from 'supertest';
import { insertCredit } from '../../../server/backend/commerce/orders/credit-queries.ts';
import {
  accountSession,
  orderLine,
  outboxMail,
  productReturn,
  rateLimit,
  returnAnswer,
  returnPhoto,
} from '../../../server/backend/schema/schema.ts';
import { sessionLifetimes } from '../../../shared/rules/account/session-lifetimes.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, dutchShopHeaders } from '../../fixtures/call-backend.ts';
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

let backend: BackendFixture;
let owner: SignedInCustomer;
let other: SignedInCustomer;
let orderId: string;
let photo: Buffer;

beforeAll(async () => {
  backend = await openBackendFixture();
  photo = await drawPhoto().toBuffer();
  owner = await createSignedInAccount(backend, { firstName: 'Marit', lastName: 'de Vries' });
  other = await createSignedInAccount(backend);
  orderId = await insertDispatchedOrder(backend, owner.accountId);
});

afterAll(() => backend?.close());

beforeEach(async () => {
  const { database } = backend;
  await database.delete(returnPhoto);
  await database.delete(productReturn);
  await database.delete(rateLimit);
  await database.delete(outboxMail);
  backend.mails.length = 0;
  backend.errors.length = 0;
  backend.setNow(FIXTURE_NOW);
});

type RequestHeaders = Readonly<Record<string, string>>;

const createReturnParts = (
  fields: Readonly<Record<string, string>> = {},
  photos: readonly Buffer[] = [photo],
): Part[] => [
  ...createFieldParts({
    productVariantId: String(VARIANT),
    orderId,
    quantity: '1',
    reason: 'damaged',
    description: '',
    ...fields,
  }),
  ...photos.map((bytes) => createPhotoPart(bytes)),
];

const send = (
  parts: readonly Part[] = createReturnParts(),
  headers: RequestHeaders = {},
): Promise<Response> =>
  request(backend.app)
    .post('/api/returns')
    .set({ ...dutchShopHeaders, cookie: owner.cookie, 'content-type': MULTIPART_CONTENT_TYPE, ...headers })
    .send(createForm(parts))
    .then();

const get = (path: string, headers: RequestHeaders = {}): Promise<Response> =>
  request(backend.app)
    .get(path)
    .set({ ...dutchShopHeaders, cookie: owner.cookie, ...headers })
    .then();

const countReturns = () => backend.database.$count(productReturn);

describe('bought products', () => {
  it('can be returned if they were sent as a parcel, with the latest order first', async () => {
    const account = await createSignedInAccount(backend);
    const line = { productId: 101, productVariantId: VARIANT, quantity: 2, unitAmount: 1995 };
    const give = (order: Parameters<typeof insertDispatchedOrder>[2]) =>
      insertDispatchedOrder(backend, account.accountId, order);
    const day = (days: number) => new Date(FIXTURE_NOW.getTime() - days * 86_400_000);
    const early = await give({ status: 'closed', createdAt: day(9) });
    await give({ status: 'paid', createdAt: day(8) });
    await give({ status: 'cancelled', createdAt: day(7) });
    await give({ createdAt: day(6), siteId: 2 });
    const digital = await give({ createdAt: day(5) });
    await backend.database
      .update(orderLine)
      .set({ isSentAsParcel: false })
      .where(eq(orderLine.orderId, digital));
    // One product was a gift.
    const late = await give({ createdAt: day(1), lines: [line, { ...line, quantity: 1, unitAmount: 0 }] });
    const { status, body } = await get('/api/returns/products', { cookie: account.cookie });
    expect(status).toBe(200);
    expect(body.map((row: { orderId: string; quantity: number }) => [row.orderId, row.quantity])).toEqual([
      [late, 3],
      [early, 2],
    ]);
    expect(body[0].product).toMatchObject({ productVariantId: VARIANT });
    expect((await get('/api/returns/products', { cookie: other.cookie })).body).toEqual([]);
  });
});

describe('a return', () => {
  it('is stored with its photos, mailed to its customer and to customer service, and shown to its owner', async () => {
    const created = await send(
      createReturnParts(
        { reason: 'past-date', labelDate: '01-10-2026', description: ' Two kilos\r\nare lost. ' },
        [photo, await drawPhoto('png').toBuffer(), await drawPhoto('webp').toBuffer()],
      ),
    );
    expect([created.status, created.body]).toEqual([200, { returnId: expect.any(String) }]);
    const { returnId } = created.body;
    const { body } = await get('/api/returns');
    expect(body).toEqual([
      {
        returnId,
        created: FIXTURE_NOW.toISOString(),
        orderId,
        orderNumber: expect.stringMatching(/^2026-/),
        productVariantId: VARIANT,
        description: 'Something',
        productLabel: '',
        product: expect.objectContaining({ productVariantId: VARIANT }),
        quantity: 1,
        reason: 'past-date',
        text: 'Two kilos\nare lost.',
        labelDate: '2026-10-01',
        status: 'open',
        answers: [],
        photos: [1, 2, 3].map((n) => ({ path: `/api/returns/${returnId}/photos/${n}` })),
      },
    ]);
    for (const { path } of body[0].photos) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="return-\d\.jpg"$/);
      expect(answer.headers['content-security-policy']).toContain('sandbox');
      expect(answer.body.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    await backend.runJob('queue');
    const [toCustomer, toService] = backend.mails;
    expect(backend.mails).toHaveLength(2);
    expect(toCustomer?.recipient).toBe(owner.emailAddress);
    expect(toCustomer?.text).toMatch(/Past its date/);
    expect(toCustomer?.text).toMatch(/\/account\/returns\//);
    expect(toService?.recipient).not.toBe(owner.emailAddress);
    for (const fact of [
      'Marit de Vries',
      owner.emailAddress,
      '01-10-2026',
      'Two kilos',
      returnId,
      body[0].orderNumber,
    ]) {
      expect(toService?.text).toContain(fact);
    }
  });

  it.each([
    ['nothing', {}, ['productVariantId', 'orderId', 'quantity', 'reason'], 'required'],
    ['a quantity of 0', { quantity: '0' }, ['quantity'], 'format'],
    ['a fractional quantity', { quantity: '1.5' }, ['quantity'], 'format'],
    ['more pieces than were bought', { quantity: '3' }, ['quantity'], 'maximum'],
    ['an invalid order id', { orderId: 'x' }, ['orderId'], 'format'],
    ['an unknown reason', { reason: 'mood' }, ['reason'], 'enum'],
    ['no date for the reason past-date', { reason: 'past-date' }, ['labelDate'], 'required'],
    ['a day that does not exist', { reason: 'past-date', labelDate: '31-11-2025' }, ['labelDate'], 'format'],
    ['a date of today', { reason: 'past-date', labelDate: '05-11-2026' }, ['labelDate'], 'future'],
    ['a text that is too long', { description: 'x'.repeat(2001) }, ['description'], 'maxLength'],
    ['a text with NUL', { description: 'a\0b' }, ['description'], 'invalid_character'],
  ])('is refused with %s, with the names of all invalid fields', async (_name, fields, refused, code) => {
    const parts =
      Object.keys(fields).length === 0
        ? [createPhotoPart(photo)]
        : createReturnParts(fields as Record<string, string>);
    const { status, body } = await send(parts);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.errors).toEqual(refused.map((field) => ({ field, code })));
    expect(await countReturns()).toBe(0);
  });

  it('is refused without a photo and with four', async () => {
    for (const [count, code] of [
      [0, 'required'],
      [4, 'tooMany'],
      [9, 'tooMany'],
    ] as const) {
      const { status, body } = await send(createReturnParts({}, Array<Buffer>(count).fill(photo)));
      expect([status, body.errors]).toEqual([400, [{ field: 'photo', code }]]);
    }
    // Browsers send this for an empty file field.
    const { body } = await send([
      ...createReturnParts({}, []),
      createPhotoPart(Buffer.alloc(0), '', 'application/octet-stream'),
    ]);
    expect(body.errors).toEqual([{ field: 'photo', code: 'required' }]);
    expect(await countReturns()).toBe(0);
  });

  it('names each refused photo by its position', async () => {
    const { status, body } = await send(
      createReturnParts({}, [Buffer.from('GIF89a'), photo, Buffer.alloc(8_000_001, 0xff)]),
    );
    expect([status, body.code]).toEqual([400, 'file_refused']);
    expect(body.errors).toEqual([
      { field: 'photo', code: 'type', detail: '1' },
      { field: 'photo', code: 'size', detail: '3' },
    ]);
    expect(await countReturns()).toBe(0);
  });

  it('returns 404 for an order of another customer or site, without the product, or not sent yet', async () => {
    const orders = [
      await insertDispatchedOrder(backend, other.accountId),
      await insertDispatchedOrder(backend, owner.accountId, { siteId: 2 }),
      await insertDispatchedOrder(backend, owner.accountId, { lines: [] }),
      await insertDispatchedOrder(backend, owner.accountId, { status: 'paid' }),
      randomUUID(),
    ];
    for (const foreign of orders) {
      expect((await send(createReturnParts({ orderId: foreign }))).status).toBe(404);
    }
    expect(await countReturns()).toBe(0);
  });

  it('is requested once with an idempotency key, and refused if the key is used with another request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const both = await Promise.all([send(createReturnParts(), headers), send(createReturnParts(), headers)]);
    const third = await send(createReturnParts(), headers);
    expect([...both, third].map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([200, both[0]?.body]),
    );
    expect(await countReturns()).toBe(1);
    const changed = await send(createReturnParts({ description: 'other' }), headers);
    expect([changed.status, changed.body.code]).toEqual([422, 'idempotency_key_reused']);
    const wrong = await send(createReturnParts(), { 'idempotency-key': 'short' });
    expect([wrong.status, wrong.body.errors]).toEqual([400, [{ field: 'idempotency-key', code: 'format' }]]);
    await backend.runJob('queue');
    expect(backend.mails).toHaveLength(2);
  });

  it('is limited to the bought pieces without those of other returns and refunds', async () => {
    const ownOrder = await insertDispatchedOrder(backend, owner.accountId, {
      lines: [{ productId: 101, productVariantId: VARIANT, quantity: 5, unitAmount: 1995 }],
    });
    const listLeft = async () =>
      (await get('/api/returns/products')).body
        .filter((row: { orderId: string }) => row.orderId === ownOrder)
        .map((row: { quantity: number }) => row.quantity);
    const ask = async (quantity: number) =>
      (await send(createReturnParts({ orderId: ownOrder, quantity: String(quantity) }))).status;
    expect(await ask(2)).toBe(200);
    expect(await listLeft()).toEqual([3]);
    // Of two concurrent requests for all remaining pieces, one is refused.
    expect((await Promise.all([ask(2), ask(2)])).sort()).toEqual([200, 400]);
    expect(await listLeft()).toEqual([1]);
    const [first] = await backend.database.select().from(productReturn);
    await backend.database
      .insert(returnAnswer)
      .values({ returnId: first!.returnId, status: 'rejected', text: 'No', at: FIXTURE_NOW });
    expect(await listLeft()).toEqual([3]);
    const orderCreditId = randomUUID();
    await insertCredit(backend.database, {
      orderCreditId,
      orderId: ownOrder,
      reason: 'refund',
      giftCardAmount: 0,
      createdAt: FIXTURE_NOW,
      parts: [{ kind: 'line', position: 1, quantity: 3, amount: 5985, vatRatePercentage: 0 }],
    });
    expect(await listLeft()).toEqual([]);
    expect(await ask(1)).toBe(400);
    await backend.database.delete(returnAnswer);
  });

  it('can be requested ten times a day by an account, and 40 times by a visitor', async () => {
    const line = { productId: 101, productVariantId: VARIANT, quantity: 20, unitAmount: 1995 };
    const ofMany = await insertDispatchedOrder(backend, owner.accountId, { lines: [line] });
    for (let n = 0; n < 10; n += 1) {
      expect((await send(createReturnParts({ orderId: ofMany }))).status).toBe(200);
    }
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_attempts']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + DAY_MS));
    const { cookie } = await createSignedInAccount(backend, {
      now: new Date(FIXTURE_NOW.getTime() + DAY_MS),
    });
    // The other account has its own limit: it is refused because of the order.
    expect((await send(createReturnParts(), { cookie })).status).toBe(404);
  });
});

describe('access to returns', () => {
  const both = async (headers: RequestHeaders) => {
    const path = `/api/returns/${randomUUID()}/photos/1`;
    return [(await send(createReturnParts(), headers)).status, (await get(path, headers)).status];
  };

  it('requires a session of the site', async () => {
    expect(await both({ cookie: '' })).toEqual([401, 401]);
    expect(await both({ cookie: `sid=${'x'.repeat(43)}` })).toEqual([401, 401]);
    expect(await both(belgianShopHeaders)).toEqual([401, 401]);
    expect(await countReturns()).toBe(0);
  });

  it('requires a session that has not expired', async () => {
    const account = await createSignedInAccount(backend);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + sessionLifetimes.browser.idleMs));
    expect(await both({ cookie: account.cookie })).toEqual([401, 401]);
    backend.setNow(FIXTURE_NOW);
    await backend.database.delete(accountSession).where(eq(accountSession.accountId, account.accountId));
    expect(await both({ cookie: account.cookie })).toEqual([401, 401]);
  });

  it('is refused to requests from other sites, and to form tokens of another session', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'x-form-token': 'another' }]) {
      const { status, body } = await send(createReturnParts(), headers as unknown as RequestHeaders);
      expect([status, body.code]).toEqual([403, 'foreign_request']);
    }
    expect(await countReturns()).toBe(0);
  });

  it('to photos is limited to their owner', async () => {
    const { body } = await send();
    const path = `/api/returns/${body.returnId}/photos/1`;
    expect((await get(path)).status).toBe(200);
    expect((await get(path, { cookie: other.cookie })).status).toBe(404);
    expect((await get(path, belgianShopHeaders)).status).toBe(401);
    expect((await get('/api/returns', { cookie: other.cookie })).body).toEqual([]);
    for (const wrong of ['2', '0', '01', '1.5', '-1', 'x']) {
      expect((await get(`/api/returns/${body.returnId}/photos/${wrong}`)).status).toBe(404);
    }
    for (const wrong of ['x', body.returnId.toUpperCase(), randomUUID(), '..%2f..']) {
      expect((await get(`/api/returns/${wrong}/photos/1`)).status).toBe(404);
    }
  });

  it('by other methods is refused', async () => {
    const asked = await Promise.all([
      request(backend.app).put('/api/returns').set(dutchShopHeaders),
      request(backend.app).delete('/api/returns').set(dutchShopHeaders),
      request(backend.app).post(`/api/returns/${randomUUID()}/photos/1`).set(dutchShopHeaders),
    ]);
    expect(asked.map(({ status }) => status)).toEqual([405, 405, 405]);
    expect(asked[0]?.headers.allow).toBe('GET, HEAD, POST, OPTIONS');
  });
});
