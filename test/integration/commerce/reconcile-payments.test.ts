import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq, isNull, like } from 'drizzle-orm';
import { createStandalonePaymentReconciler } from '../../../server/backend/app/standalone-payment-reconciler.ts';
import { insertStockCorrections } from '../../../server/backend/catalogue/stock/queries.ts';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import { listOpenDifferences } from '../../../server/backend/commerce/payments/differences/queries.ts';
import { reconcileCommand } from '../../../server/backend/commerce/payments/reconcile-command.ts';
import { automaticActor } from '../../../server/backend/core/audit/audit.ts';
import {
  adminLog,
  customerOrder,
  invoice,
  orderCredit,
  orderCreditPart,
  orderLine,
  outboxMail,
  payment,
  paymentDifference,
  queueItem,
  stock,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import {
  type BackendFixture,
  fixtureLinkTokens,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { type MollieServer, openMollieServer } from '../../fixtures/mollie-server.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import {
  createWebhookSender,
  insertOrderPayment,
  insertPlacedOrder,
  readOrder,
  readPayment,
  runPaymentJobs,
} from '../../fixtures/payments.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const [MASH_VARIANT_ID, HERBS_VARIANT_ID] = [1031, 1063];
/** A site with another Mollie account. */
const HAFERO_SITE_ID = 10;

let mollie: MollieServer;
let other: MollieServer;
let backend: BackendFixture;
const { getNow, advanceClock } = createTestClock(() => backend);
const backendCaller = createBackendCaller(() => backend);
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  mollie = await openMollieServer();
  other = await openMollieServer('other');
  const apiKey = `test_${'a'.repeat(30)}`;
  backend = await openBackendFixture({
    paymentSettings: {
      providers: new Map([
        ['havero', { kind: 'mollie', apiKey, apiUrl: mollie.url }],
        ['hafero', { kind: 'mollie', apiKey, apiUrl: other.url }],
      ]),
      allowTestBank: false,
    },
  });
  // Enough stock for every test.
  await backend.database.transaction('admin-operation', async (transaction) => {
    const rows = await transaction.select().from(stock);
    await transaction.update(stock).set({ amount: 1000 });
    const changes = rows.map(({ productVariantId, amount }) => ({
      productVariantId,
      before: amount,
      after: 1000,
    }));
    await insertStockCorrections(transaction, changes, { kind: 'set', actorId: 'test', now: getNow() });
  });
});

afterAll(async () => {
  await backend?.close();
  await other?.close();
  await mollie?.close();
});

beforeEach(() => {
  advanceClock(DAY_MS);
  mollie.fail('fine');
  mollie.pageSize = 250;
  mollie.requests.length = 0;
});

afterEach(async () => {
  expect(backend.errors.splice(0)).toEqual([]);
});

interface StartedPayment {
  readonly orderId: string;
  readonly paymentId: string;
  /** Id at Mollie. */
  readonly id: string;
}

const getProviderPayment = (id: string) => mollie.payments.get(id)!;

/** Places an order whose payment was started at Mollie. */
async function order(): Promise<StartedPayment> {
  const cart = await openOrderableCart([
    [MASH_VARIANT_ID, 2],
    [HERBS_VARIANT_ID, 1],
  ]);
  const answer = await place(cart);
  if (answer.status !== 200) throw new Error(answer.text);
  const { orderId } = answer.body as { orderId: string };
  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  const id = row!.providerPaymentId ?? '';
  getProviderPayment(id).createdAt = getNow().toISOString();
  return { orderId, paymentId: row!.paymentId, id };
}

async function orderAndPay(): Promise<StartedPayment> {
  const started = await order();
  getProviderPayment(started.id).status = 'paid';
  await backend.shop.payments.refresh(started.paymentId);
  await runPaymentJobs(backend);
  return started;
}

const sendNotification = createWebhookSender(() => backend.app);
const sendWebhook = (id: string) => sendNotification({ id });

const reconcile = () => backend.shop.reconciler.reconcile(new Date(getNow().getTime() - 35 * DAY_MS));
const listDifferences = async () =>
  (await listOpenDifferences(backend.database, 100)).map(
    ({ kind, providerObjectId, orderNumber, amount }) => ({
      kind,
      providerObjectId,
      orderNumber,
      amount,
    }),
  );
const closeAllDifferences = () =>
  backend.database.update(paymentDifference).set({ closedAt: getNow(), closeReason: 'settled' });

const listCreditNotes = (orderId: string) =>
  backend.database
    .select({ number: invoice.number, totalAmount: invoice.totalAmount })
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')))
    .orderBy(asc(invoice.invoiceId));

const countRefundMails = async (orderId: string): Promise<number> => {
  const { orderNumber } = await readOrder(backend, orderId);
  return backend.database.$count(
    outboxMail,
    and(eq(outboxMail.kind, 'order-refunded'), like(outboxMail.text, `%${orderNumber}%`)),
  );
};

/** Returns the number of refunds that the shop has requested from Mollie. */
const countRefundRequests = () =>
  mollie.requests.filter(({ method, path }) => method === 'POST' && path.includes('/refunds')).length;

/** Expects that the books agree, except for orders that `insertPlacedOrder` has inserted without lines. */
async function checkAllBooks(): Promise<void> {
  const { listed } = await checkBooks(backend.database, new Date(getNow().getTime() + 2 * HOUR_MS));
  expect(listed.filter(({ subject }) => !subject.startsWith('2026-7000'))).toEqual([]);
}

/** Credits an amount of goods at the first VAT rate, as staff does. */
const credit = (orderId: string, amount: number) =>
  backend.database.transaction('change-order', async (transaction) => {
    const locked = await backend.shop.orders.lock(transaction, orderId);
    const vatRatePercentage = locked!.vatAmounts[0]!.vatRatePercentage;
    const credited = await backend.shop.orders.credit(transaction, locked!, {
      request: {
        pieces: [],
        hasDelivery: false,
        hasPaymentCosts: false,
        goodwill: { amount, vatRatePercentage },
      },
      reason: 'refund',
      means: 'payment',
      now: getNow(),
    });
    expect(credited).toMatchObject({ amount });
  });

async function run(name: string, fields: Readonly<Record<string, string>>) {
  const operation = backend.admin.operations.find(name)!;
  const written = new Map(Object.entries(fields).map(([field, value]) => [field, [value]]));
  return backend.admin.operations.run(operation, {
    written,
    files: new Map(),
    actor: { ...automaticActor, id: 'command' },
    now: getNow(),
  });
}

/** SQL condition: the item compares an unknown payment and is not done. */
const isReconcilingItem = and(eq(queueItem.name, 'reconcile-payment'), isNull(queueItem.doneAt));

const findDifference = async (providerObjectId: string) => {
  const [row] = await backend.database
    .select()
    .from(paymentDifference)
    .where(eq(paymentDifference.providerObjectId, providerObjectId));
  return row!;
};

describe('a payment that Mollie has and the shop does not', () => {
  /** Starts a payment at Mollie whose response is lost. */
  async function startLostPayment(): Promise<StartedPayment> {
    const { orderId } = await insertPlacedOrder(backend, getNow());
    const paymentId = await insertOrderPayment(backend, orderId, getNow());
    const before = new Set(mollie.payments.keys());
    mollie.fail('cut after', 'fine');
    await backend.shop.payments.begin(paymentId);
    expect((await readPayment(backend, paymentId)).providerPaymentId).toBeNull();
    const [id = ''] = [...mollie.payments.keys()].filter((known) => !before.has(known));
    getProviderPayment(id).createdAt = getNow().toISOString();
    return { orderId, paymentId, id };
  }

  it.each(['the webhook', 'the hourly job'])('is assigned to its order and pays it by %s', async (by) => {
    const { orderId, paymentId, id } = await startLostPayment();
    getProviderPayment(id).status = 'paid';
    if (by === 'the webhook') {
      expect((await sendWebhook(id)).status).toBe(200);
      await backend.runJob('queue');
    } else await backend.runJob('reconcile-payments');
    expect(await readPayment(backend, paymentId)).toMatchObject({
      providerPaymentId: id,
      status: 'paid',
      securesOrder: true,
    });
    expect((await readOrder(backend, orderId)).status).toBe('paid');
  });

  it('is assigned once by two backends and a webhook at the same time', async () => {
    const { orderId, paymentId, id } = await startLostPayment();
    getProviderPayment(id).status = 'paid';
    await sendWebhook(id);
    await Promise.all([reconcile(), reconcile(), backend.runJob('queue')]);
    expect((await readPayment(backend, paymentId)).providerPaymentId).toBe(id);
    expect(await backend.database.$count(payment, eq(payment.orderId, orderId))).toBe(1);
    expect((await readOrder(backend, orderId)).statuses).toEqual(['created', 'paid']);
  });

  it('is cancelled at Mollie if the shop no longer waits for it', async () => {
    const { orderId, paymentId, id } = await startLostPayment();
    await backend.database
      .update(payment)
      .set({ status: 'cancelled' })
      .where(eq(payment.paymentId, paymentId));
    await reconcile();
    await runPaymentJobs(backend);
    expect(getProviderPayment(id).status).toBe('canceled');
    expect((await readOrder(backend, orderId)).status).not.toBe('paid');
  });

  /** Creates a second payment of the same order, as after the idempotency key has expired. */
  function duplicatePayment({ id }: StartedPayment): string {
    const first = getProviderPayment(id);
    const second = `${id}b`;
    mollie.payments.set(second, { ...first, id: second, status: 'paid', refunds: [] });
    return second;
  }

  it('pays its order if the payment that the shop knows does not', async () => {
    const started = await order();
    const second = duplicatePayment(started);
    await reconcile();
    const order2 = await readOrder(backend, started.orderId);
    expect(order2.statuses).toContain('paid');
    const rows = await backend.database.select().from(payment).where(eq(payment.orderId, started.orderId));
    expect(rows.filter(({ securesOrder }) => securesOrder)).toMatchObject([
      { providerPaymentId: second, status: 'paid' },
    ]);
    await runPaymentJobs(backend);
    // The other payment is cancelled.
    expect(getProviderPayment(started.id).status).toBe('canceled');
    await checkAllBooks();
  });

  it('is refunded if its order is already paid', async () => {
    const started = await orderAndPay();
    const second = duplicatePayment(started);
    await reconcile();
    await reconcile();
    await runPaymentJobs(backend);
    expect(getProviderPayment(second).refunds).toHaveLength(1);
    expect(getProviderPayment(started.id).refunds).toEqual([]);
    expect(await listCreditNotes(started.orderId)).toEqual([]);
    await checkAllBooks();
  });

  it('is not assigned if its amount differs, and is a task for staff', async () => {
    const started = await order();
    const second = duplicatePayment(started);
    Reflect.set(getProviderPayment(second), 'body', {
      ...getProviderPayment(second).body,
      amount: { currency: 'EUR', value: '0.01' },
    });
    await reconcile();
    expect((await readOrder(backend, started.orderId)).statuses).not.toContain('paid');
    expect(await listDifferences()).toMatchObject([
      { kind: 'payment-mismatch', providerObjectId: second, amount: 1 },
    ]);
    await closeAllDifferences();
  });

  it('is not assigned to an order of a site with another Mollie account', async () => {
    const { orderId, orderNumber, totalAmount } = await insertPlacedOrder(backend, getNow(), {
      siteId: HAFERO_SITE_ID,
      languageId: 3,
    });
    const id = 'tr_stranger';
    mollie.payments.set(id, {
      id,
      status: 'paid',
      createdAt: getNow().toISOString(),
      body: {
        amount: { currency: 'EUR', value: (totalAmount / 100).toFixed(2) },
        description: `Havero ${orderNumber}`,
        metadata: { paymentId: randomUUID(), orderId, siteId: HAFERO_SITE_ID },
      },
      refunds: [],
    });
    await reconcile();
    expect((await readOrder(backend, orderId)).status).toBe('created');
    expect(await listDifferences()).toMatchObject([{ kind: 'payment-mismatch', providerObjectId: id }]);
    await closeAllDifferences();
    mollie.payments.delete(id);
  });

  it('is ignored if it belongs to another shop with the same account', async () => {
    mollie.payments.set('tr_foreign', {
      id: 'tr_foreign',
      status: 'paid',
      createdAt: getNow().toISOString(),
      body: {
        amount: { currency: 'EUR', value: '10.00' },
        description: 'Another shop 2026-000009',
        metadata: null,
      },
      refunds: [],
    });
    await sendWebhook('tr_foreign');
    await backend.runJob('queue');
    await reconcile();
    expect(await listDifferences()).toEqual([]);
    mollie.payments.delete('tr_foreign');
  });
});

describe('a payment whose order the shop does not have', () => {
  const give = (id: string, status = 'paid') => {
    mollie.payments.set(id, {
      id,
      status,
      createdAt: getNow().toISOString(),
      body: {
        amount: { currency: 'EUR', value: '42.50' },
        description: 'Havero 2026-000777',
        metadata: { paymentId: randomUUID(), orderId: randomUUID(), siteId: 1 },
      },
      refunds: [],
    });
  };

  it('is one task for staff, however often it is found, until it has been refunded', async () => {
    give('tr_lost');
    await sendWebhook('tr_lost');
    await backend.runJob('queue');
    await Promise.all([reconcile(), reconcile()]);
    const expected = {
      kind: 'unknown-order',
      providerObjectId: 'tr_lost',
      orderNumber: '2026-000777',
      amount: 4250,
    };
    expect(await listDifferences()).toEqual([expected]);
    getProviderPayment('tr_lost').refunds.push({ id: 're_lost', value: '42.50', metadata: null });
    await reconcile();
    expect(await listDifferences()).toEqual([]);
    expect(await findDifference('tr_lost')).toMatchObject({ closeReason: 'settled' });
  });

  it('is closed by staff with a reason, which is in the log', async () => {
    give('tr_closed');
    await reconcile();
    const { paymentDifferenceId } = await findDifference('tr_closed');
    const id = String(paymentDifferenceId);
    expect(await run('paymentDifference.close', { paymentDifferenceId: id })).toMatchObject({
      kind: 'faults',
    });
    const fields = { paymentDifferenceId: id, closeReason: 'order-placed-again' };
    expect(await run('paymentDifference.close', fields)).toMatchObject({ kind: 'done' });
    expect(await run('paymentDifference.close', fields)).toMatchObject({ kind: 'refused' });
    const [logged] = await backend.database
      .select()
      .from(adminLog)
      .where(and(eq(adminLog.resource, 'paymentDifference'), eq(adminLog.resourceId, id)));
    expect(logged).toMatchObject({
      operation: 'paymentDifference.close',
      before: { state: 'open', kind: 'unknown-order' },
      after: { state: 'closed', reason: 'order-placed-again' },
    });
    await reconcile();
    expect(await listDifferences()).toEqual([]);
  });

  it('is no task if it is not paid', async () => {
    give('tr_open', 'open');
    await reconcile();
    expect(await listDifferences()).toEqual([]);
  });
});

describe('a refund that was made in the dashboard of Mollie', () => {
  it.each([['the webhook'], ['the hourly job']])(
    'is recorded with a credit note and a mail, and moves no money again: %s',
    async (by) => {
      const { orderId, paymentId, id } = await orderAndPay();
      getProviderPayment(id).refunds.push({ id: `re_${id}`, value: '10.00', metadata: null });
      for (let times = 0; times < 2; times += 1) {
        if (by === 'the webhook') await sendWebhook(id);
        else await Promise.all([reconcile(), reconcile()]);
        await runPaymentJobs(backend);
        advanceClock(6000);
      }
      const { status, refundedAmount, refunds } = await readPayment(backend, paymentId);
      expect({ status, refundedAmount }).toEqual({ status: 'paid', refundedAmount: 1000 });
      expect(refunds).toMatchObject([
        { amount: 1000, reason: 'provider', status: 'done', providerRefundId: `re_${id}` },
      ]);
      expect((await listCreditNotes(orderId)).map(({ totalAmount }) => totalAmount)).toEqual([1000]);
      const parts = await backend.database
        .select({ kind: orderCreditPart.kind, amount: orderCreditPart.amount })
        .from(orderCreditPart)
        .where(eq(orderCreditPart.orderCreditId, refunds[0]!.orderCreditId!));
      expect(parts).toEqual([{ kind: 'goodwill', amount: 1000 }]);
      expect(await countRefundMails(orderId)).toBe(1);
      expect(countRefundRequests()).toBe(0);
      expect(await listDifferences()).toEqual([]);
      await checkAllBooks();
    },
  );

  it('of the whole payment leaves no amount to credit, and the order is not sent', async () => {
    const { orderId, id } = await orderAndPay();
    const { totalAmount } = await readOrder(backend, orderId);
    getProviderPayment(id).refunds.push({
      id: `re_${id}`,
      value: (totalAmount / 100).toFixed(2),
      metadata: null,
    });
    await reconcile();
    await runPaymentJobs(backend);
    const notes = await listCreditNotes(orderId);
    expect(notes.map((note) => note.totalAmount)).toEqual([totalAmount]);
    const sent = await backend.database.transaction('change-order', async (transaction) => {
      const locked = await backend.shop.orders.lock(transaction, orderId);
      return backend.shop.orders.change(transaction, locked!, 'sent', { now: getNow() });
    });
    expect(sent).toBe(false);
    await checkAllBooks();
  });

  it('is the refund that the shop still owes, if the payment cannot cover both', async () => {
    const { orderId, paymentId, id } = await orderAndPay();
    const { totalAmount } = await readOrder(backend, orderId);
    await backend.database.transaction('change-order', async (transaction) => {
      const locked = await backend.shop.orders.lock(transaction, orderId);
      await backend.shop.orders.change(transaction, locked!, 'cancelled', {
        now: getNow(),
        cancelReason: 'shop',
      });
    });
    getProviderPayment(id).refunds.push({
      id: `re_${id}`,
      value: (totalAmount / 100).toFixed(2),
      metadata: null,
    });
    await reconcile();
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).refunds).toMatchObject([
      { amount: totalAmount, status: 'done', providerRefundId: `re_${id}` },
    ]);
    expect(countRefundRequests()).toBe(0);
    expect(await listCreditNotes(orderId)).toHaveLength(1);
    await checkAllBooks();
  });

  it('is a task for staff if it may be one that the shop is still trying to make', async () => {
    const { orderId, id } = await orderAndPay();
    await credit(orderId, 1000);
    getProviderPayment(id).refunds.push({ id: `re_${id}`, value: '10.00', metadata: null });
    await reconcile();
    expect((await findDifference(`re_${id}`)).kind).toBe('refund-unclear');
    expect(await backend.database.$count(orderCredit, eq(orderCredit.orderId, orderId))).toBe(1);
    await closeAllDifferences();
  });

  it('is a task for staff if gift cards were sold with the order', async () => {
    const { orderId, id } = await orderAndPay();
    await backend.database.update(orderLine).set({ isVoucher: true }).where(eq(orderLine.orderId, orderId));
    getProviderPayment(id).refunds.push({ id: `re_${id}`, value: '10.00', metadata: null });
    await reconcile();
    expect((await findDifference(`re_${id}`)).kind).toBe('refund-unclear');
    expect(await backend.database.$count(orderCredit, eq(orderCredit.orderId, orderId))).toBe(0);
    await backend.database.update(orderLine).set({ isVoucher: false }).where(eq(orderLine.orderId, orderId));
    await closeAllDifferences();
  });

  it('that exists twice with one key of the shop is a task for staff', async () => {
    const { orderId, paymentId, id } = await orderAndPay();
    await credit(orderId, 300);
    await runPaymentJobs(backend);
    const [first] = getProviderPayment(id).refunds;
    getProviderPayment(id).refunds.push({ ...first!, id: `${first!.id}b` });
    await reconcile();
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).refunds).toHaveLength(1);
    expect(await listCreditNotes(orderId)).toHaveLength(1);
    expect(await listDifferences()).toMatchObject([
      { kind: 'refund-unclear', providerObjectId: `${first!.id}b`, amount: 300 },
    ]);
    await closeAllDifferences();
    // Mollie corrects it.
    getProviderPayment(id).refunds.pop();
    await reconcile();
    await checkAllBooks();
  });
});

describe('a refund that Mollie accepted and could not complete', () => {
  async function refundAndFail(status: string) {
    const started = await orderAndPay();
    await credit(started.orderId, 500);
    await runPaymentJobs(backend);
    const [refund] = getProviderPayment(started.id).refunds;
    refund!.status = status;
    // Days later.
    advanceClock(3 * DAY_MS);
    mollie.forgetKeys();
    mollie.requests.length = 0;
    await reconcile();
    return { ...started, refund: refund! };
  }

  it.each(['failed', 'canceled'])('is due again and a task for staff: %s', async (status) => {
    const { orderId, paymentId, refund } = await refundAndFail(status);
    expect(await readPayment(backend, paymentId)).toMatchObject({
      refundedAmount: 0,
      refunds: [{ status: 'failed', amount: 500 }],
    });
    const { orderNumber } = await readOrder(backend, orderId);
    expect(await listDifferences()).toEqual([
      { kind: 'refund-failed', providerObjectId: refund.id, orderNumber, amount: 500 },
    ]);
    await reconcile();
    expect(await listDifferences()).toHaveLength(1);
    await checkAllBooks();
    await closeAllDifferences();
  });

  it('is made again by staff, with one credit note and one mail', async () => {
    const { orderId, paymentId, id, refund } = await refundAndFail('failed');
    const { paymentDifferenceId } = await findDifference(refund.id);
    const fields = { paymentDifferenceId: String(paymentDifferenceId) };
    expect(await run('paymentDifference.refundAgain', fields)).toMatchObject({ kind: 'done' });
    expect(await run('paymentDifference.refundAgain', fields)).toMatchObject({ kind: 'refused' });
    await runPaymentJobs(backend);
    await reconcile();
    await runPaymentJobs(backend);
    expect(getProviderPayment(id).refunds.map(({ status }) => status ?? 'pending')).toEqual([
      'failed',
      'pending',
    ]);
    expect(await readPayment(backend, paymentId)).toMatchObject({
      refundedAmount: 500,
      refunds: [{ status: 'done', amount: 500 }],
    });
    expect(await listCreditNotes(orderId)).toHaveLength(1);
    expect(await countRefundMails(orderId)).toBe(1);
    expect(await listDifferences()).toEqual([]);
    await checkAllBooks();
  });

  it('is settled by a refund of the same amount in the dashboard', async () => {
    const { orderId, paymentId, id } = await refundAndFail('failed');
    getProviderPayment(id).refunds.push({ id: `re_${id}`, value: '5.00', metadata: null });
    await reconcile();
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).refunds).toMatchObject([
      { status: 'done', providerRefundId: `re_${id}` },
    ]);
    expect(await listCreditNotes(orderId)).toHaveLength(1);
    expect(await listDifferences()).toEqual([]);
    await checkAllBooks();
  });
});

describe('the comparison', () => {
  it('finds a chargeback that no webhook reported, also of an old payment', async () => {
    const { paymentId, id } = await orderAndPay();
    advanceClock(100 * DAY_MS);
    getProviderPayment(id).chargedBack = '12.00';
    // The chargeback is of today.
    const startedAt = getProviderPayment(id).createdAt;
    getProviderPayment(id).createdAt = getNow().toISOString();
    await reconcile();
    getProviderPayment(id).createdAt = startedAt;
    expect((await readPayment(backend, paymentId)).chargedBackAmount).toBe(1200);
  });

  it('does not request payments that match the records of the shop', async () => {
    await orderAndPay();
    await reconcile();
    mollie.requests.length = 0;
    await reconcile();
    const lists = mollie.requests.filter(({ path }) => /^\/v2\/(payments|refunds|chargebacks)\?/.test(path));
    expect(lists).toHaveLength(3);
    // Payments with refunds are requested, because a refund may have failed.
    const asked = mollie.requests.filter((one) => !lists.includes(one)).map(({ path }) => path);
    expect(
      asked.every((path) => getProviderPayment(path.split('/')[3]!.split('?')[0]!).refunds.length > 0),
    ).toBe(true);
  });

  it('goes through all pages, and starts again after Mollie failed half way', async () => {
    const started = [await order(), await order(), await order()];
    for (const { id } of started) getProviderPayment(id).status = 'paid';
    mollie.pageSize = 1;
    // The newest is on the first page; then Mollie fails each time.
    mollie.fail('fine', 'fine', { status: 500 });
    const broken = await reconcile();
    expect(broken.failures).toEqual(['havero: mollie_unreachable']);
    const statuses = async () =>
      Promise.all(started.map(async ({ orderId }) => (await readOrder(backend, orderId)).status));
    expect(await statuses()).toEqual(['open', 'open', 'paid']);
    await backend.runJob('reconcile-payments');
    expect(String(backend.errors.splice(0)[0])).toContain('Payments could not be compared');
    mollie.fail('fine');
    expect((await reconcile()).failures).toEqual([]);
    expect(await statuses()).toEqual(['paid', 'paid', 'paid']);
    mollie.pageSize = 250;
    await runPaymentJobs(backend);
    await checkAllBooks();
  });

  it('is not stopped by a payment that cannot be compared', async () => {
    const [first, second] = [await order(), await order()];
    getProviderPayment(second.id).status = 'teleported';
    getProviderPayment(first.id).status = 'paid';
    const { failures } = await reconcile();
    expect(failures).toEqual([`${second.id}: mollie_unknown_status`]);
    expect((await readOrder(backend, first.orderId)).status).toBe('paid');
    getProviderPayment(second.id).status = 'open';
    await runPaymentJobs(backend);
  });

  it('is queued for a limited number of unknown payments of all senders', async () => {
    const count = () => backend.database.$count(queueItem, isReconcilingItem);
    await backend.runJob('queue');
    for (let number = 0; number < 130; number += 1) {
      expect((await sendWebhook(`tr_unknown${number}`)).status).toBe(200);
    }
    expect(await count()).toBe(100);
    await sendWebhook('tr_unknown0');
    expect(await count()).toBe(100);
    await backend.database.delete(queueItem).where(isReconcilingItem);
  });
});

it('ids that Mollie refuses leave no dead letter', async () => {
  await runPaymentJobs(backend);
  mollie.fail({ status: 400 });
  await sendWebhook('tr_refused');
  await backend.runJob('queue');
  expect(await backend.database.$count(queueItem, isReconcilingItem)).toBe(0);
});

describe('npm run reconcile', () => {
  const command = (...words: string[]) =>
    runCommand(reconcileCommand, words, {
      database: backend.database,
      now: getNow(),
      reconciler: backend.shop.reconciler,
    });

  it('compares, lists tasks for staff, and exits with 1 if Mollie fails', async () => {
    mollie.payments.set('tr_listed', {
      id: 'tr_listed',
      status: 'paid',
      createdAt: getNow().toISOString(),
      body: {
        amount: { currency: 'EUR', value: '42.50' },
        description: 'Havero 2026-000778',
        metadata: { paymentId: randomUUID(), orderId: randomUUID(), siteId: 1 },
      },
      refunds: [],
    });
    const done = await command('--since', getNow().toISOString().slice(0, 10));
    expect(done).toMatchObject({
      exit: 0,
      err: 'unknown-order · order 2026-000778 · tr_listed · € 42.50',
    });
    expect(done?.out).toMatch(/ 0 joined to their orders, 1 new differences, 1 open\.$/);
    mollie.fail({ status: 503 });
    expect(await command()).toMatchObject({
      exit: 1,
      err: expect.stringContaining('havero: mollie_unreachable'),
    });
  });

  it('runs in a separate process, as after a restore', async () => {
    const started = await order();
    getProviderPayment(started.id).status = 'paid';
    const errors: unknown[] = [];
    const apart = createStandalonePaymentReconciler(
      backend.database,
      {
        siteDomains: new Map(),
        publicAddress: { webPort: 3000 },
        payments: {
          providers: new Map([
            ['havero', { kind: 'mollie', apiKey: `test_${'a'.repeat(30)}`, apiUrl: mollie.url }],
          ]),
          allowTestBank: false,
        },
      },
      { linkTokens: fixtureLinkTokens, onError: (error) => errors.push(error) },
    );
    expect((await apart.reconcile(new Date(getNow().getTime() - DAY_MS))).failures).toEqual([]);
    expect((await readOrder(backend, started.orderId)).status).toBe('paid');
    expect(errors).toEqual([]);
  });

  it.each([['--since', '2026-02-30'], ['--restored'], ['--mails', 'x'], ['--since']])(
    'rejects the arguments %s %s',
    async (...words) => {
      expect(await command(...words.filter((word) => word !== undefined))).toBeNull();
    },
  );
});

it('orders of these tests are found by their ids at Mollie', async () => {
  const { orderId, paymentId, id } = await order();
  const [row] = await backend.database.select().from(customerOrder).where(eq(customerOrder.orderId, orderId));
  expect(getProviderPayment(id).body.metadata).toEqual({ paymentId, orderId, siteId: row!.siteId });
});
