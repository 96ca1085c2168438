import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, isNull } from 'drizzle-orm';
import request from 'supertest';
import { publishReviews } from '../../../server/backend/catalogue/reviews/publish-reviews.ts';
import { cart, cartAccess } from '../../../server/backend/commerce/carts/tables.ts';
import { putDocument } from '../../../server/backend/core/mail/stored-documents.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import { customerOrder, invoice, review, storedDocument } from '../../../server/backend/schema/schema.ts';
import type { AccountOrder, OrderPage } from '../../../shared/contract/orders.ts';
import { getLocalMoment } from '../../../shared/rules/country-local-time.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, PRODUCT, VARIANT } from '../../fixtures/call-inputs.ts';
import { createFakePayments, fakeOrderPayments } from '../../fixtures/fake-payments.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

const PDF = Buffer.from('%PDF-1.7 of a test');

let backend: BackendFixture;
let owner: SignedInCustomer;
let other: SignedInCustomer;
const calls = createBackendCaller(() => backend);
const { call } = calls;
const { openOrderableCart, fetchTotal } = createOrderPlacer(calls);

beforeAll(async () => {
  backend = await openBackendFixture({
    createPayments: createFakePayments,
    orderPayments: fakeOrderPayments,
  });
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  owner = await createSignedInAccount(backend);
  other = await createSignedInAccount(backend);
});

const as = ({ cookie }: SignedInCustomer, shop = dutchShopHeaders) => ({ ...shop, cookie });
const notFound = { status: 404, body: { code: 'not_found' } };
const notSignedIn = { status: 401, body: { code: 'not_authenticated' } };

const findAccountOfOrder = async (orderId: string): Promise<string | null | undefined> =>
  (await backend.database.select().from(customerOrder).where(eq(customerOrder.orderId, orderId)))[0]
    ?.accountId;

/** Presses the order button. */
async function pressOrderButton(id: string, headers: Readonly<Record<string, string>>): Promise<string> {
  const body = { expectedTotalAmount: await fetchTotal(id), acceptsTerms: true };
  const answer = await call('completeCart', { params: { id }, body, idempotencyKey: randomUUID() }, headers);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.orderId;
}

/** Inserts an order of an account, with one line, some minutes after the fixture's time. */
const insertAccountOrder = (
  { accountId }: SignedInCustomer,
  options: Parameters<typeof insertWholeOrder>[1] = {},
) => insertWholeOrder(backend.database, { ...options, changes: { accountId, ...options.changes } });

async function insertInvoice(
  orderId: string,
  values: Partial<typeof invoice.$inferInsert> = {},
): Promise<number> {
  const storedDocumentId = await putDocument(backend.database, {
    mediaType: 'application/pdf',
    fileName: '2026-V-000001.pdf',
    bytes: PDF,
    keepUntil: new Date(FIXTURE_NOW.getTime() + 400 * DAY_MS),
    now: FIXTURE_NOW,
  });
  const [row] = await backend.database
    .insert(invoice)
    .values({
      siteId: 1,
      number: `2026-V-${orderId}`,
      kind: 'invoice',
      orderId,
      totalAmount: 3195,
      createdAt: FIXTURE_NOW,
      storedDocumentId,
      ...values,
    })
    .returning();
  return row?.invoiceId ?? 0;
}

const fetchInvoice = (invoiceId: number | string, headers: Readonly<Record<string, string>>) =>
  request(backend.app)
    .get(`/api/invoices/${invoiceId}`)
    .set({ ...dutchShopHeaders, ...headers });

describe('the account of an order', () => {
  it('is that of the session that places it', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    expect(await findAccountOfOrder(await pressOrderButton(id, as(owner)))).toBe(owner.accountId);
  });

  it('is empty for a guest, and for a session of another site', async () => {
    expect(
      await findAccountOfOrder(
        await pressOrderButton(await openOrderableCart([[VARIANT, 1]]), dutchShopHeaders),
      ),
    ).toBeNull();
    const belgian = await createSignedInAccount(backend, { siteId: 2 });
    expect(
      await findAccountOfOrder(await pressOrderButton(await openOrderableCart([[VARIANT, 1]]), as(belgian))),
    ).toBeNull();
  });

  it('is that of the cart if an employee orders: empty for a guest, otherwise its owner', async () => {
    const impersonate = async (id: string): Promise<string> => {
      const key = 'I'.repeat(43 - 8) + randomUUID().slice(0, 8);
      const [access] = await backend.database
        .select()
        .from(cartAccess)
        .where(eq(cartAccess.idHash, hashToken(id)));
      if (!access) throw new Error('There is no such cart');
      await backend.database.insert(cartAccess).values({
        idHash: hashToken(key),
        cartId: access.cartId,
        impersonatedUntil: new Date(FIXTURE_NOW.getTime() + HOUR_MS),
      });
      return key;
    };
    const guests = await impersonate(await openOrderableCart([[VARIANT, 1]]));
    expect(await findAccountOfOrder(await pressOrderButton(guests, as(other)))).toBeNull();

    const id = await openOrderableCart([[VARIANT, 1]]);
    const owned = await impersonate(id);
    await backend.database.update(cart).set({ accountId: owner.accountId }).where(isNull(cart.orderedAt));
    expect(await findAccountOfOrder(await pressOrderButton(owned, as(other)))).toBe(owner.accountId);
    await backend.database.update(cart).set({ accountId: null });
  });
});

describe('the orders of an account', () => {
  it('are listed in pages, the latest first, with the first four lines of each', async () => {
    const at = (day: number) => new Date(FIXTURE_NOW.getTime() - day * DAY_MS);
    const lines = [1, 2, 3, 4, 5].map((position) => createLine({ position }));
    await insertAccountOrder(owner, { createdAt: at(3), lines });
    await insertAccountOrder(owner, { createdAt: at(1), statuses: ['created', 'open'] });
    await insertAccountOrder(owner, { createdAt: at(2), statuses: ['created', 'open', 'cancelled'] });
    await insertAccountOrder(other, { createdAt: at(0) });
    await insertWholeOrder(backend.database);

    const first = await call('fetchOrders', { query: { pageSize: 2 } }, as(owner));
    const page: OrderPage = first.body;
    expect([first.status, page.total, page.page, page.pageSize]).toEqual([200, 3, 1, 2]);
    expect(
      page.items.map(({ created, status, isCancellable, isPayable }) => [
        created,
        status,
        isCancellable,
        isPayable,
      ]),
    ).toEqual([
      [at(1).toISOString(), 'open', true, true],
      [at(2).toISOString(), 'cancelled', false, false],
    ]);
    const { body: second } = await call('fetchOrders', { query: { page: 2, pageSize: 2 } }, as(owner));
    expect(second.items).toHaveLength(1);
    expect(second.items[0]).toMatchObject({
      lineCount: 5,
      totalAmount: 3195,
      statusChanges: [{ status: 'created' }, { status: 'open' }, { status: 'paid' }],
      delivery: { kind: 'home', name: 'Marit de Vries' },
    });
    expect(second.items[0].lines).toHaveLength(4);
    expect(second.items[0].lines[0]).toMatchObject({
      productVariantId: VARIANT,
      quantity: 2,
      description: 'Grano Whole',
      isGift: false,
      product: { productVariantId: VARIANT },
    });
    const { body: beyond } = await call('fetchOrders', { query: { page: 3, pageSize: 2 } }, as(owner));
    expect(beyond).toMatchObject({ items: [], total: 3, page: 3 });
  });

  it('are an empty list for a new account', async () => {
    expect(await call('fetchOrders', {}, as(owner))).toMatchObject({
      status: 200,
      body: { items: [], total: 0 },
    });
  });

  it('have their documents and the withdrawal period, which starts with a reported receipt', async () => {
    const { orderId } = await insertAccountOrder(owner, {
      statuses: ['created', 'open', 'paid', 'processing', 'sent'],
    });
    const invoiceId = await insertInvoice(orderId);
    const { status, body }: { status: number; body: AccountOrder } = await call(
      'fetchOrder',
      { params: { orderId } },
      as(owner),
    );
    expect(status).toBe(200);
    // Dispatched now, so it cannot have been received.
    expect(body).toMatchObject({ isWithdrawable: true, withdrawalUntil: null, withdrawals: [] });
    const { date: today } = getLocalMoment(FIXTURE_NOW, 'NL');
    await backend.database
      .update(customerOrder)
      .set({ receivedOn: today })
      .where(eq(customerOrder.orderId, orderId));
    const { body: received } = await call('fetchOrder', { params: { orderId } }, as(owner));
    const site = await backend.shop.sites.findSite(1);
    // The day of receipt does not count, and the last day counts completely.
    const days = (Date.parse(received.withdrawalUntil) - Date.parse(`${today}T00:00:00Z`)) / DAY_MS;
    expect(Math.ceil(days)).toBeGreaterThanOrEqual((site?.legalProfile?.withdrawalDays ?? 14) + 1);
    expect(received.isWithdrawable).toBe(true);
    expect(body.invoices).toEqual([
      {
        invoiceId,
        number: `2026-V-${orderId}`,
        kind: 'invoice',
        created: FIXTURE_NOW.toISOString(),
        orderId,
        orderNumber: body.orderNumber,
        totalAmount: 3195,
        path: `/api/invoices/${invoiceId}`,
      },
    ]);
  });

  it.each([[['created', 'open']], [['created', 'open', 'cancelled']]] as const)(
    'cannot be withdrawn from in the statuses %j',
    async (statuses) => {
      const { orderId } = await insertAccountOrder(owner, { statuses: [...statuses] });
      const { body } = await call('fetchOrder', { params: { orderId } }, as(owner));
      expect(body).toMatchObject({ isWithdrawable: false, withdrawalUntil: null, invoices: [] });
    },
  );

  it('return 404 to another customer, a guest, another site, and an unknown one', async () => {
    const { orderId } = await insertAccountOrder(owner);
    const params = { orderId };
    expect(await call('fetchOrder', { params }, as(other))).toMatchObject(notFound);
    expect(await call('fetchOrder', { params })).toMatchObject(notSignedIn);
    expect(await call('fetchOrder', { params }, as(owner, belgianShopHeaders))).toMatchObject(notSignedIn);
    expect(await call('fetchOrder', { params: { orderId: randomUUID() } }, as(owner))).toMatchObject(
      notFound,
    );
    const belgian = await createSignedInAccount(backend, { siteId: 2, emailAddress: owner.emailAddress });
    expect(await call('fetchOrder', { params }, as(belgian, belgianShopHeaders))).toMatchObject(notFound);
  });
});

describe('calls for an order without its token', () => {
  const acts = ['startOrderPayment', 'cancelOrder', 'reorder'] as const;

  it.each(acts)('%s works for its owner only', async (name) => {
    const { orderId } = await insertAccountOrder(owner, { statuses: ['created', 'open'] });
    const input = { params: { orderId }, body: {} };
    expect(await call(name, input)).toMatchObject(notFound);
    expect(await call(name, input, as(other))).toMatchObject(notFound);
    expect(await call(name, input, as(owner, belgianShopHeaders))).toMatchObject(notFound);
    expect(await call(name, { ...input, body: { token: 'A'.repeat(43) } }, as(owner))).toMatchObject(
      notFound,
    );
    expect((await call(name, input, as(owner))).status).toBe(name === 'cancelOrder' ? 204 : 200);
  });

  it.each(acts)('%s is refused for the order of a guest', async (name) => {
    const { orderId } = await insertWholeOrder(backend.database, { statuses: ['created', 'open'] });
    expect(await call(name, { params: { orderId }, body: {} })).toMatchObject(notFound);
    expect(await call(name, { params: { orderId }, body: {} }, as(owner))).toMatchObject(notFound);
  });
});

describe('invoices', () => {
  it('are listed, the latest first, with credit notes', async () => {
    const { orderId } = await insertAccountOrder(owner);
    const first = await insertInvoice(orderId);
    const second = await insertInvoice(orderId, {
      kind: 'credit-note',
      number: `2026-C-${orderId}`,
      totalAmount: 100,
      createdAt: new Date(FIXTURE_NOW.getTime() + DAY_MS),
    });
    const { orderId: foreign } = await insertAccountOrder(other);
    await insertInvoice(foreign);
    const { body } = await call('fetchInvoices', {}, as(owner));
    expect(body.map((row: { invoiceId: number; kind: string }) => [row.invoiceId, row.kind])).toEqual([
      [second, 'credit-note'],
      [first, 'invoice'],
    ]);
  });

  it('are downloaded by their owner as a file that is not cached and not displayed in a page', async () => {
    const { orderId } = await insertAccountOrder(owner);
    const invoiceId = await insertInvoice(orderId);
    const answer = await fetchInvoice(invoiceId, as(owner)).buffer(true);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="2026-V-000001.pdf"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-length': String(PDF.length),
    });
    expect(answer.body).toEqual(PDF);
  });

  it('return 401 without a session of the site, 404 to other customers and for an invalid number', async () => {
    const { orderId } = await insertAccountOrder(owner);
    const invoiceId = await insertInvoice(orderId);
    expect(await fetchInvoice(invoiceId, {})).toMatchObject(notSignedIn);
    expect(await fetchInvoice(invoiceId, as(owner, belgianShopHeaders))).toMatchObject(notSignedIn);
    expect(await fetchInvoice(invoiceId, { cookie: `sid=${'A'.repeat(43)}` })).toMatchObject(notSignedIn);
    expect(await fetchInvoice(invoiceId, as(other))).toMatchObject(notFound);
    for (const id of ['0', '-1', '1e3', '1.5', '9'.repeat(15), '9'.repeat(40), '1%00', '%2e%2e', "1'--"]) {
      expect(await fetchInvoice(id, as(owner))).toMatchObject(notFound);
    }
    expect(await request(backend.app).post(`/api/invoices/${invoiceId}`).set(as(owner))).toMatchObject({
      status: 405,
    });
    expect(
      await request(backend.app).get(`/api/invoices/${invoiceId}`).set({ cookie: owner.cookie }),
    ).toMatchObject({
      status: 400,
    });
  });

  it('are not returned for the order of a guest, nor after the account has changed', async () => {
    const { orderId } = await insertWholeOrder(backend.database);
    const invoiceId = await insertInvoice(orderId);
    expect(await fetchInvoice(invoiceId, as(owner))).toMatchObject(notFound);
    expect(await backend.database.$count(storedDocument)).toBeGreaterThan(0);
  });
});

describe('a review by a signed-in customer', () => {
  const write = (headers: Readonly<Record<string, string>>, changes: object = {}) =>
    call(
      'writeReview',
      { params: { productId: PRODUCT }, body: { ...callInputs.writeReview.body, ...changes } },
      headers,
    );
  const listOwn = () => backend.database.select().from(review).where(eq(review.accountId, owner.accountId));

  it('needs no mailed link, and belongs to the account whatever address the form contains', async () => {
    const before = backend.mails.length;
    expect((await write(as(owner), { emailAddress: 'somebody@else.example' })).status).toBe(204);
    await backend.runJob('queue');
    expect(backend.mails).toHaveLength(before);
    expect(await listOwn()).toMatchObject([
      { status: 'waiting', confirmTokenHash: null, confirmedAt: FIXTURE_NOW, isVerifiedPurchase: false },
    ]);
    // Sent again, it is the same review.
    expect((await write(as(owner), { emailAddress: '' })).status).toBe(204);
    expect(await listOwn()).toHaveLength(1);
    await publishReviews(backend.database, FIXTURE_NOW);
    expect(await listOwn()).toMatchObject([{ status: 'published' }]);
  });

  it('replaces a review with the same text that waits for its confirmation', async () => {
    const words = { text: 'She waits at the fence for it every single morning.' };
    await write(dutchShopHeaders, { ...words, emailAddress: owner.emailAddress });
    expect(await listOwn()).toEqual([]);
    await write(as(owner), words);
    expect(await listOwn()).toMatchObject([{ status: 'waiting' }]);
  });

  it.each([
    ['sent', true],
    ['closed', true],
    ['paid', false],
  ] as const)('has a verified purchase if an order of the account is %s: %s', async (status, isVerified) => {
    await insertAccountOrder(owner, { statuses: ['created', status] });
    await write(as(owner), {
      text: `The third bag with an order that is ${status} was as good as the first.`,
    });
    expect(await listOwn()).toMatchObject([{ isVerifiedPurchase: isVerified }]);
  });

  it('has no verified purchase because of the order of another customer', async () => {
    await insertAccountOrder(other, { statuses: ['created', 'sent'] });
    await write(as(owner), { text: 'My neighbour has bought it, and my pony steals it.' });
    expect(await listOwn()).toMatchObject([{ isVerifiedPurchase: false }]);
  });
});
