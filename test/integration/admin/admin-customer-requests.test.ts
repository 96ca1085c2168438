import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import {
  account,
  adminLog,
  cart,
  cartImpersonation,
  customerOrder,
  orderNote,
  outboxMail,
  productReturn,
  returnAnswer,
  returnPhoto,
  stock,
  withdrawal,
} from '../../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { insertSiloRequest, prepareAdminShop } from '../../fixtures/admin-shop.ts';
import type { AdminResponse } from '../../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { insertOrder } from '../../fixtures/orders.ts';
import { payAtTestBank, runPaymentJobs } from '../../fixtures/payments.ts';
import { drawPhoto, insertDispatchedOrder } from '../../fixtures/return-forms.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

const HOSTILE_TEXT = '"><script>alert(1)</script>\n\nBcc: x@y.example \u202e 🐴';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });
let owner: SignedInCustomer;
const { call, openCart } = createBackendCaller(() => shop.backend);

beforeAll(async () => {
  owner = await createSignedInAccount(shop.backend, { firstName: 'Marit', lastName: 'de Vries' });
});
beforeEach(async () => {
  shop.backend.setNow(FIXTURE_NOW);
  shop.backend.mails.length = 0;
  await shop.backend.database.delete(adminLog);
  await shop.backend.database.update(stock).set({ amount: 20 }).where(eq(stock.productVariantId, VARIANT));
});
afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

const listAdminLogRows = () => shop.backend.database.select().from(adminLog).orderBy(adminLog.adminLogId);

const { run } = shop;

const refused = (code: string) => ({ kind: 'refused', refusal: expect.objectContaining({ code }) });

/** Creates a return with a photo, of a paid and sent order. */
async function createTestReturn(words = 'Torn at the seam') {
  const orderId = await insertDispatchedOrder(shop.backend, owner.accountId);
  await payAtTestBank(shop.backend, orderId, 3990);
  const returnId = randomUUID();
  await shop.backend.database.insert(productReturn).values({
    returnId,
    accountId: owner.accountId,
    orderId,
    productVariantId: VARIANT,
    reason: 'damaged',
    text: words,
    createdAt: FIXTURE_NOW,
  });
  const bytes = await drawPhoto().toBuffer();
  await shop.backend.database
    .insert(returnPhoto)
    .values({ returnId, position: 1, bytes, width: 64, height: 48 });
  return { orderId, returnId, path: `/admin/returns/${returnId}` };
}

const fetchReturns = async () => {
  const { body } = await request(shop.backend.app)
    .get('/api/returns')
    .set({ ...dutchShopHeaders, cookie: owner.cookie });
  return body as {
    returnId: string;
    status: string;
    answers: { text: string; amount: number | null; orderNumber: string | null }[];
  }[];
};

describe('a return', () => {
  it('is shown with its photos to staff only, and answered with a typed text', async () => {
    const { path, returnId } = await createTestReturn(HOSTILE_TEXT);
    expect((await shop.anna.get('/admin/')).html).toContain('return to answer');
    expect((await shop.anna.get('/admin/returns')).document.querySelector(`a[href="${path}"]`)).toBeTruthy();
    const shown = await shop.anna.get(path);
    expect(shown.html).not.toContain('<script>');
    const photo = shown.document.querySelector('img')?.getAttribute('src') ?? '';
    expect(
      (await shop.pages.ask(photo, { headers: { cookie: shop.anna.cookie } })).headers.get('content-type'),
    ).toBe('image/jpeg');
    expect((await shop.pages.ask(photo)).location).toBe('/admin/sign-in');
    expect((await shop.anna.get(`${path}/photos/2`)).status).toBe(404);

    await shop.anna.submit(path, 'return.answer', { text: `Is the batch number legible?\n${HOSTILE_TEXT}` });
    await shop.backend.runJob('queue');
    const [mail] = shop.backend.mails;
    expect(mail?.recipient).toContain(owner.emailAddress);
    expect(mail?.text).toContain('Is the batch number legible?');
    expect(mail?.html).not.toContain('<script>alert');
    const [own] = (await fetchReturns()).filter((row) => row.returnId === returnId);
    expect([own?.status, own?.answers[0]?.text]).toEqual([
      'answered',
      expect.stringContaining('batch number'),
    ]);
    // The log contains no typed text.
    expect(JSON.stringify(await listAdminLogRows())).not.toContain('legible');
  });

  it('is refunded with a credit note and a mail to the customer, after which it cannot be decided again', async () => {
    const { path, returnId, orderId } = await createTestReturn();
    expect(await run('return.refund', { returnId, text: 'Yes', quantity: '3' })).toMatchObject(
      refused('refund_pieces'),
    );
    expect(await run('return.refund', { returnId, text: 'Yes', quantity: '0' })).toMatchObject({
      kind: 'faults',
    });
    await shop.anna.submit(path, 'return.refund', {
      quantity: '1',
      text: 'Sorry for that.',
      _consent: 'true',
    });
    await runPaymentJobs(shop.backend);
    const [own] = (await fetchReturns()).filter((row) => row.returnId === returnId);
    expect([own?.status, own?.answers[0]?.amount]).toEqual(['refunded', 1995]);
    expect(await run('return.reject', { returnId, text: 'No' })).toMatchObject(refused('return_settled'));
    expect(await run('return.replace', { returnId, text: 'Yes', quantity: '1' })).toMatchObject(
      refused('return_settled'),
    );
    const again = { returnId, text: 'Yes', quantity: '1', answersBefore: '0' };
    expect(await run('return.refund', again)).toMatchObject(refused('changed_meanwhile'));
    expect((await listAdminLogRows()).map(({ operation, after }) => [operation, after])).toEqual([
      ['return.refund', { status: 'refunded', answers: 1, refunded: 1995 }],
    ]);
    expect((await shop.anna.get(`/admin/orders/${orderId}`)).html).toContain(path);
  });

  it('is replaced by a free order that waits to be packed, if there is stock', async () => {
    const { path, returnId } = await createTestReturn();
    const tooMany = { returnId, text: 'New ones come', quantity: '21' };
    expect(await run('return.replace', tooMany)).toMatchObject(refused('replacement_out_of_stock'));
    await shop.anna.submit(path, 'return.replace', { text: 'New ones come.', quantity: '2' });
    const [own] = (await fetchReturns()).filter((row) => row.returnId === returnId);
    const number = own?.answers[0]?.orderNumber ?? '';
    const [order] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderNumber, number));
    expect(order).toMatchObject({ status: 'paid', totalAmount: 0, accountId: owner.accountId, cartId: null });
    const [left] = await shop.backend.database
      .select()
      .from(stock)
      .where(eq(stock.productVariantId, VARIANT));
    expect(left?.amount).toBe(18);
    expect((await shop.anna.get('/admin/orders/slips')).html).toContain(number);
    expect(await run('order.ship', { orderId: order!.orderId })).toMatchObject({ kind: 'done' });
    await runPaymentJobs(shop.backend);
    // It has no invoice, and its cancellation restores the stock.
    const other = await createTestReturn();
    await run('return.replace', { returnId: other.returnId, text: 'New ones', quantity: '1' });
    const [answer] = await shop.backend.database
      .select()
      .from(returnAnswer)
      .where(eq(returnAnswer.returnId, other.returnId));
    await run('order.cancel', { orderId: answer!.replacementOrderId! });
    await runPaymentJobs(shop.backend);
    const [back] = await shop.backend.database
      .select()
      .from(stock)
      .where(eq(stock.productVariantId, VARIANT));
    expect(back?.amount).toBe(18);
    const mails = await shop.backend.database
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.kind, 'order-cancelled'));
    expect(mails).toHaveLength(1);
  });

  it('is decided by one of two staff members who act at the same time', async () => {
    const { returnId } = await createTestReturn();
    const text = 'At once';
    const done = await Promise.all([
      run('return.refund', { returnId, text, quantity: '1' }),
      run('return.reject', { returnId, text }),
      run('return.replace', { returnId, text, quantity: '1', answersBefore: '0' }),
    ]);
    const decided = await shop.backend.database
      .select()
      .from(returnAnswer)
      .where(eq(returnAnswer.returnId, returnId));
    expect(decided.filter(({ status }) => status === 'refunded' || status === 'replaced')).toHaveLength(
      done.some(({ kind }, index) => index !== 1 && kind === 'done') ? 1 : 0,
    );
    expect(await run('return.reject', { returnId: UNKNOWN_ID, text })).toMatchObject(refused('not_found'));
    expect(await run('return.answer', { returnId, text: ' \n ' })).not.toMatchObject({ kind: 'done' });
    expect(await run('return.answer', { returnId, text: 'x'.repeat(4001) })).toMatchObject({
      kind: 'faults',
    });
  });
});

describe('a withdrawal', () => {
  it('is linked to its order, answered by mail, and closed with a refund', async () => {
    const { body } = await call('createWithdrawal', {
      body: { ...callInputs.createWithdrawal.body, contract: 'my bags', emailAddress: 'els@stal.example' },
    });
    const { withdrawalId } = body as { withdrawalId: string };
    const orderId = await insertOrder(shop.backend.database, { status: 'sent', totalAmount: 3000 });
    await payAtTestBank(shop.backend, orderId, 3000);
    const [order] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    const path = `/admin/withdrawals/${withdrawalId}`;
    expect(
      (await shop.anna.get('/admin/withdrawals')).document.querySelector(`a[href="${path}"]`),
    ).toBeTruthy();
    expect(
      (await shop.pages.ask(`${path}/receipt`, { headers: { cookie: shop.anna.cookie } })).headers.get(
        'content-type',
      ),
    ).toContain('pdf');

    expect(await run('withdrawal.close', { withdrawalId, goodwill: '10' })).toMatchObject(
      refused('withdrawal_without_order'),
    );
    expect((await shop.anna.submit(path, 'withdrawal.link', { orderNumber: '1999-000001' })).status).toBe(
      409,
    );
    await shop.anna.submit(path, 'withdrawal.link', { orderNumber: order!.orderNumber });
    await shop.anna.submit(path, 'withdrawal.answer', { text: `Send the bags back.\n${HOSTILE_TEXT}` });
    expect(await run('withdrawal.answer', { withdrawalId, text: 'Again', version: '0' })).toMatchObject(
      refused('changed_meanwhile'),
    );
    await shop.backend.runJob('queue');
    const answer = shop.backend.mails.find(({ text }) => text.includes('Send the bags back.'));
    expect(answer?.recipient).toContain('els@stal.example');
    expect(answer?.html).not.toContain('<script>alert');
    expect((await shop.anna.get(path)).html).toContain('the withdrawal can be reopened');
    await shop.anna.submit(path, 'withdrawal.close', { goodwill: '30.00', _consent: 'true' });
    expect(await run('withdrawal.close', { withdrawalId })).toMatchObject(refused('changed_meanwhile'));
    await runPaymentJobs(shop.backend);
    expect((await shop.anna.get(`/admin/orders/${orderId}`)).html).toContain(path);
    expect((await shop.anna.get('/admin/withdrawals')).html).not.toContain(path);
    await shop.anna.submit(path, 'withdrawal.reopen');
    const [row] = await shop.backend.database
      .select()
      .from(withdrawal)
      .where(eq(withdrawal.withdrawalId, withdrawalId));
    expect(row?.closedAt).toBeNull();
    expect((await listAdminLogRows()).map(({ operation }) => operation)).toEqual([
      'withdrawal.link',
      'withdrawal.answer',
      'withdrawal.close',
      'withdrawal.reopen',
    ]);
    expect(JSON.stringify(await listAdminLogRows())).not.toMatch(/els@|Send the bags/);
  });
});

describe('a silo request', () => {
  it('stores the offer, and is closed and reopened', async () => {
    const id = await insertSiloRequest(shop.backend.database, { name: HOSTILE_TEXT, message: HOSTILE_TEXT });
    const path = `/admin/silo-requests/${id}`;
    expect(
      (await shop.anna.get('/admin/silo-requests')).document.querySelector(`a[href="${path}"]`),
    ).toBeTruthy();
    const shown = await shop.anna.submit(path, 'siloQuotation.answer', {
      answer: `€ 480 a tonne\n${HOSTILE_TEXT}`,
    });
    expect(shown.html).not.toContain('<script>');
    expect(shown.document.body.textContent).toContain('€ 480 a tonne');
    expect(
      await run('siloQuotation.answer', { siloQuotationId: id, answer: 'Other', version: '0' }),
    ).toMatchObject(refused('changed_meanwhile'));
    await shop.anna.submit(path, 'siloQuotation.close');
    expect((await shop.anna.get('/admin/silo-requests')).html).not.toContain(path);
    await shop.anna.submit(path, 'siloQuotation.reopen');
    expect(await run('siloQuotation.close', { siloQuotationId: '999999' })).toMatchObject(
      refused('not_found'),
    );
    expect((await listAdminLogRows()).map(({ operation }) => operation)).toHaveLength(3);
    expect(JSON.stringify(await listAdminLogRows())).not.toMatch(/480|script/);
  });
});

describe('a person', () => {
  const find = (emailAddress: string, site = 'havero-nl') =>
    shop.anna.submit('/admin/people', 'person.find', { site, emailAddress });
  const readKey = (page: { document: Document }) =>
    page.document.querySelector<HTMLInputElement>('input[name=key]')?.value ?? '';

  it('with an account is found without an address in any URL, exported, and deleted', async () => {
    const asked = await createSignedInAccount(shop.backend, { emailAddress: 'vergeet@stal.example' });
    const orderId = await insertDispatchedOrder(shop.backend, asked.accountId);
    await run('order.note', { orderId, text: 'Likes to talk' });
    const found = await find('  Vergeet@Stal.Example ');
    expect(found.document.body.textContent).toContain('vergeet@stal.example');
    const key = readKey(found);
    expect(`/admin/people/${key}`).not.toMatch(/vergeet|%40|@/i);
    const download = await shop.anna.submit(`/admin/people/${key}`, 'person.export');
    expect(download.headers.get('content-disposition')).toContain('person.json');
    const { tables } = JSON.parse(download.html) as { tables: Record<string, Record<string, unknown>[]> };
    expect(tables.account).toEqual([expect.objectContaining({ emailAddress: 'vergeet@stal.example' })]);
    expect(tables.orderNote).toEqual([expect.not.objectContaining({ staffMemberId: expect.anything() })]);
    expect(download.html).not.toContain('passwordHash');
    // A download link expires after five minutes, and the key of a page is no download link.
    expect((await shop.anna.get(`/admin/people/${key}/data.json`)).status).toBe(404);

    const unsure = await shop.anna.submit(`/admin/people/${key}`, 'person.forget');
    expect(unsure.status).toBe(422);
    await shop.anna.submit(`/admin/people/${key}`, 'person.forget', { _consent: 'true' });
    const left = await shop.backend.database
      .select()
      .from(account)
      .where(eq(account.accountId, asked.accountId));
    expect(left).toEqual([]);
    expect(
      await shop.backend.database.select().from(orderNote).where(eq(orderNote.orderId, orderId)),
    ).toEqual([]);
    const [order] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    expect(order?.accountId).toBeNull();
    await shop.backend.runJob('queue');
    expect(shop.backend.mails.some(({ recipient }) => recipient.includes('vergeet@stal.example'))).toBe(true);
    const log = await listAdminLogRows();
    expect(
      log.slice(1).map(({ operation, resource, resourceId }) => [operation, resource, resourceId]),
    ).toEqual([
      ['person.export', 'account', asked.accountId],
      ['person.forget', 'account', asked.accountId],
    ]);
    expect(JSON.stringify(log)).not.toMatch(/vergeet|talk/i);
  });

  it('without an account is found by orders and stock reminders of one site only', async () => {
    const emailAddress = 'gast@stal.example';
    const orderId = await insertOrder(shop.backend.database, {
      emailAddress,
      status: 'sent',
      totalAmount: 100,
    });
    const key = readKey(await find(emailAddress));
    const shown = await shop.anna.get(`/admin/people/${key}`);
    expect(shown.document.querySelector(`a[href="/admin/orders/${orderId}"]`)).toBeTruthy();
    // The page describes stored data in plain language, not by database tables.
    const cells = shown.document.querySelectorAll('section:last-of-type tbody td.words');
    expect([...cells].map(({ textContent }) => textContent)).toEqual(['Orders']);
    expect((await find(emailAddress, 'havero-be')).html).not.toContain(orderId);
    const download = await shop.anna.submit(`/admin/people/${key}`, 'person.export');
    const { tables } = JSON.parse(download.html) as { tables: Record<string, unknown[]> };
    expect([tables.customerOrder?.length, tables.account?.length]).toEqual([1, 0]);
    await shop.anna.submit(`/admin/people/${key}`, 'person.forget', { _consent: 'true' });
    // The law requires that orders are retained.
    expect(
      await shop.backend.database.select().from(customerOrder).where(eq(customerOrder.orderId, orderId)),
    ).toHaveLength(1);
    expect((await listAdminLogRows()).map(({ resource, resourceId }) => [resource, resourceId])).toEqual([
      ['guestOfOrder', orderId],
      ['guestOfOrder', orderId],
    ]);
  });

  it('is found by an address of any length, and the data are exported as a file', async () => {
    const emailAddress = `${'l'.repeat(64)}@${'stal.'.repeat(36)}example`;
    const orderId = await insertOrder(shop.backend.database, {
      emailAddress,
      status: 'sent',
      totalAmount: 100,
    });
    const page = await find(emailAddress);
    expect(page.document.querySelector(`a[href="/admin/orders/${orderId}"]`)).toBeTruthy();
    const download = await shop.anna.submit(`/admin/people/${readKey(page)}`, 'person.export');
    expect(download.headers.get('content-disposition')).toContain('person.json');
  });

  it('is not found by an invalid or expired key', async () => {
    for (const key of ['x', 'A'.repeat(80), HOSTILE_TEXT]) {
      expect((await shop.anna.get(`/admin/people/${encodeURIComponent(key)}`)).status).toBe(404);
      expect(await run('person.forget', { key: key.replaceAll('\n', ' ') })).toMatchObject(
        refused('person_over'),
      );
    }
    const key = readKey(await find('gast@stal.example'));
    expect((await find('gast@stal.example', 'nowhere')).status).toBe(409);
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + 9 * HOUR_MS));
    const late = await shop.pages.signIn('bert');
    expect((await late.get(`/admin/people/${key}`)).status).toBe(404);
  });
});

describe('a key of a cart', () => {
  it('gives access once, is listed without the key itself, and can be revoked', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const { body } = await call('fetchCart', { params: { id } });
    const cartId = String((body as { cartNumber: number }).cartNumber);
    const page = await shop.anna.submit('/admin/cart-keys', 'cart.makeKey', { cartId });
    const said = page.document.querySelector('[role=status]')?.textContent ?? '';
    const [, key = ''] = /#([\w-]+)/.exec(said) ?? [];
    expect(key).not.toBe('');
    expect((await shop.anna.get('/admin/cart-keys')).html).not.toContain(key);
    expect(JSON.stringify(await listAdminLogRows())).not.toContain(key);
    const opened = await call('impersonateCart', { query: { key } });
    expect(opened.status).toBe(200);
    const { shoppingcartId } = opened.body as { shoppingcartId: string };
    await shop.anna.submit('/admin/cart-keys', 'cart.revokeKey');
    expect(await shop.backend.database.select().from(cartImpersonation)).toEqual([]);
    expect((await call('fetchCart', { params: { id: shoppingcartId } })).status).toBe(404);
    expect((await call('fetchCart', { params: { id } })).status).toBe(200);
    expect(await run('cart.makeKey', { cartId: '999999999' })).toMatchObject(refused('cart_unknown'));
    expect(
      await shop.backend.database
        .select()
        .from(cart)
        .where(eq(cart.cartId, Number(cartId))),
    ).toHaveLength(1);
  });
});

describe('a form of a page that another staff member has changed meanwhile', () => {
  /** Returns the hidden fields of the form of an operation. */
  const readHidden = ({ document }: AdminResponse, operation: string) => {
    const form = `form[action="/admin/do/${operation}"]`;
    const fields = document.querySelectorAll<HTMLInputElement>(`${form} input[type=hidden]`);
    return Object.fromEntries([...fields].map(({ name, value }) => [name, value]));
  };
  const createTestWithdrawal = async () => {
    const { body } = await call('createWithdrawal', { body: callInputs.createWithdrawal.body });
    return `/admin/withdrawals/${(body as { withdrawalId: string }).withdrawalId}`;
  };
  const createSiloRequest = async () =>
    `/admin/silo-requests/${await insertSiloRequest(shop.backend.database, { name: 'Els', message: '' })}`;
  const createReturnPath = async () => (await createTestReturn()).path;
  const createReturnedOrderPath = async () => `/admin/orders/${(await createTestReturn()).orderId}`;

  it.each([
    ['return.answer', createReturnPath, 'text', 'Send a photo', 'Which bag?'],
    ['return.reject', createReturnPath, 'text', 'Too late', 'It was opened'],
    ['withdrawal.answer', createTestWithdrawal, 'text', 'Send it back', 'Keep it'],
    ['siloQuotation.answer', createSiloRequest, 'answer', '€ 480', '€ 470'],
    ['order.refund', createReturnedOrderPath, 'goodwill', '2.00', '3.00'],
  ] as const)(
    'for %s is refused with a message, and its input can be sent again',
    async (operation, give, field, first, second) => {
      const path = await give();
      const consent = { _consent: 'true' };
      const stale = readHidden(await shop.anna.get(path), operation);
      expect((await shop.anna.submit(path, operation, { ...consent, [field]: first })).status).toBe(200);
      const late = await shop.anna.submit(path, operation, { ...consent, ...stale, [field]: second });
      expect(late.status).toBe(409);
      const form = late.document.querySelector<HTMLFormElement>(`form[action="/admin/do/${operation}"]`);
      expect(form?.querySelector('[role=alert]')?.textContent).toContain('changed this in the meantime');
      const control = form?.querySelector<HTMLInputElement>(`[name=${field}]`);
      expect(control?.value.trim()).toBe(second);
      // The new form contains the present version, so sending it again is a decision.
      const again = readHidden(late, operation);
      const done = await shop.anna.submit(path, operation, { ...consent, ...again, [field]: second });
      expect(done.status).toBe(200);
    },
  );
});
