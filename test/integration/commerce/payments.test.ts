import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import request from 'supertest';
import type { OrderRecord } from '../../../server/backend/commerce/orders/types.ts';
import { orderMessage, queueItem, testBankPayment } from '../../../server/backend/schema/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { getOrderToken } from '../../fixtures/orders.ts';
import {
  createWebhookSender,
  insertOrderPayment,
  insertPlacedOrder,
  type OrderOverrides,
  readOrder,
  readPayment,
  readTestBankPayment,
  runPaymentJobs,
  setTestBankPaymentStatus,
} from '../../fixtures/payments.ts';
import { runQueueWorker } from '../../fixtures/queue-items.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

let backend: BackendFixture;
const { getNow, advanceClock } = createTestClock(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(() => advanceClock(DAY_MS));

afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

interface StartedPayment {
  readonly order: OrderRecord;
  readonly paymentId: string;
  readonly url: string;
  /** Id at the provider. */
  readonly id: string;
}

async function startOrderPayment(order: OrderRecord, details: OrderOverrides = {}): Promise<StartedPayment> {
  const paymentId = await insertOrderPayment(backend, order.orderId, getNow(), details);
  const url = (await backend.shop.payments.begin(paymentId)) ?? '';
  const { providerPaymentId } = await readPayment(backend, paymentId);
  return { order, paymentId, url, id: providerPaymentId ?? '' };
}

async function begin(details: OrderOverrides = {}): Promise<StartedPayment> {
  return startOrderPayment(await insertPlacedOrder(backend, getNow(), details), details);
}

const sendWebhook = createWebhookSender(() => backend.app);

const dutchHeaders = { siteid: '1', languageid: '1' };
const submitTestBankForm = (id: string, form: Record<string, string>) =>
  request(backend.app).post(`/api/testbank/${id}`).set(dutchHeaders).type('form').send(form);

const cancelOrder = (orderId: string) =>
  backend.database.transaction('refresh-payment', async (transaction) => {
    const { orders } = backend.shop;
    const order = await orders.lock(transaction, orderId);
    await orders.change(transaction, order!, 'cancelled', { now: getNow(), cancelReason: 'customer' });
  });

const isDeadPaymentWork = and(eq(queueItem.name, 'payment'), isNotNull(queueItem.deadAt));
const listDeadLetters = () => backend.database.select().from(queueItem).where(isDeadPaymentWork);

/** Returns the messages to customers that are due. */
async function listQueuedMessages(orderId: string): Promise<unknown[]> {
  const rows = await backend.database
    .select()
    .from(queueItem)
    .where(
      and(eq(queueItem.name, 'order-message'), isNull(queueItem.doneAt), lte(queueItem.runAt, getNow())),
    );
  return rows.map(({ payload }) => payload).filter((payload) => payload.orderId === orderId);
}

/** Returns the sent messages about refunds. */
async function listRefundMessages(orderId: string): Promise<{ subject: string }[]> {
  return backend.database
    .select({ subject: orderMessage.subject })
    .from(orderMessage)
    .where(and(eq(orderMessage.orderId, orderId), eq(orderMessage.kind, 'refunded')));
}

describe('a payment', () => {
  it('is started once, however often it is requested, and opens its order', async () => {
    const order = await insertPlacedOrder(backend, getNow());
    const paymentId = await insertOrderPayment(backend, order.orderId, getNow());
    const urls = await Promise.all([1, 2, 3].map(() => backend.shop.payments.begin(paymentId)));
    const { testBankPaymentId, amount, currency, redirectUrl } = await readTestBankPayment(
      backend,
      paymentId,
    );
    expect(new Set(urls)).toEqual(
      new Set([`http://en.havero-nl.localhost:3000/api/testbank/${testBankPaymentId}`]),
    );
    expect({ amount, currency }).toEqual({ amount: 4250, currency: 'EUR' });
    expect(redirectUrl).toBe(
      `http://en.havero-nl.localhost:3000/checkout/complete/?orderId=${order.orderId}&token=${getOrderToken(order.orderId)}`,
    );
    expect((await readOrder(backend, order.orderId)).statuses).toEqual(['created', 'open']);
  });

  it('is started by a job if the process that should start it has died', async () => {
    const order = await insertPlacedOrder(backend, getNow());
    const paymentId = await insertOrderPayment(backend, order.orderId, getNow());
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).providerPaymentId).toBeNull();
    advanceClock(MINUTE_MS);
    await runPaymentJobs(backend);
    expect(await readPayment(backend, paymentId)).toMatchObject({
      providerPaymentId: expect.any(String),
      paymentUrl: expect.stringContaining('/api/testbank/'),
      status: 'pending',
    });
  });

  it('replaces an earlier waiting one', async () => {
    const first = await begin();
    const second = await startOrderPayment(first.order, { methodKey: 'paypal' });
    await runPaymentJobs(backend);
    expect((await readPayment(backend, first.paymentId)).status).toBe('cancelled');
    expect((await readTestBankPayment(backend, first.paymentId)).status).toBe('cancelled');
    expect((await readPayment(backend, second.paymentId)).status).toBe('pending');
    expect((await readOrder(backend, first.order.orderId)).status).toBe('open');
  });

  it('is not started if its order was cancelled meanwhile', async () => {
    const order = await insertPlacedOrder(backend, getNow());
    const paymentId = await insertOrderPayment(backend, order.orderId, getNow());
    await cancelOrder(order.orderId);
    expect(await backend.shop.payments.begin(paymentId)).toBeNull();
    await runPaymentJobs(backend);
    expect(await readPayment(backend, paymentId)).toMatchObject({
      status: 'cancelled',
      providerPaymentId: null,
    });
  });

  it('by bank transfer sends the customer its reference', async () => {
    const transfer = await begin({ methodKey: 'sepa-transfer' });
    expect(await readPayment(backend, transfer.paymentId)).toMatchObject({
      transferIban: expect.any(String),
      transferEntity: null,
      transferReference: expect.stringMatching(/^\d{3} \d{3} \d{3}$/),
    });
    const { orderId } = transfer.order;
    expect(await listQueuedMessages(orderId)).toEqual([{ orderId, kind: 'received', subject: '' }]);
    const multibanco = await begin({ methodKey: 'multibanco' });
    expect(await readPayment(backend, multibanco.paymentId)).toMatchObject({
      transferIban: null,
      transferEntity: '00000',
    });
  });
});

describe('a provider notification', () => {
  it.each([
    ['approve', 'paid'],
    ['fail', 'failed'],
    ['cancel', 'cancelled'],
    ['expire', 'expired'],
  ] as const)('%s sets the payment to %s', async (decision, status) => {
    const { id, paymentId, order } = await begin();
    const answer = await submitTestBankForm(id, { decision, notify: 'once' });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toContain(`/checkout/complete/?orderId=${order.orderId}`);
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).status).toBe(status);
    expect((await readOrder(backend, order.orderId)).status).toBe(status === 'paid' ? 'paid' : 'open');
  });

  it('that arrives twice concurrently pays the order once', async () => {
    const { id, paymentId, order } = await begin();
    await submitTestBankForm(id, { decision: 'approve', notify: 'twice' });
    await Promise.all([sendWebhook({ id }), sendWebhook({ id }), backend.shop.payments.refresh(paymentId)]);
    await runPaymentJobs(backend);
    expect((await readOrder(backend, order.orderId)).statuses).toEqual(['created', 'open', 'paid']);
    expect((await readPayment(backend, paymentId)).refunds).toEqual([]);
  });

  it('that never arrives is replaced by polling', async () => {
    const { id, paymentId, order } = await begin();
    await submitTestBankForm(id, { decision: 'approve', notify: 'never' });
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).status).toBe('pending');
    advanceClock(MINUTE_MS);
    await runPaymentJobs(backend);
    expect((await readOrder(backend, order.orderId)).status).toBe('paid');
  });

  it('is polled at growing intervals, until the payment is final', async () => {
    const { id, paymentId } = await begin();
    const looks: number[] = [];
    const readNext = async () => {
      const rows = await backend.database
        .select()
        .from(queueItem)
        .where(and(eq(queueItem.name, 'refresh-payment'), isNull(queueItem.doneAt)));
      return rows.find(({ payload }) => payload.paymentId === paymentId)?.runAt.getTime();
    };
    for (let look = 0; look < 16; look += 1) {
      const next = (await readNext()) ?? 0;
      looks.push(next - getNow().getTime());
      advanceClock(next - getNow().getTime());
      await runPaymentJobs(backend);
    }
    expect(looks[0]).toBe(15_000);
    expect(looks.toSorted((a, b) => a - b)).toEqual(looks);
    expect(looks.at(-1)).toBeGreaterThan(10 * MINUTE_MS);
    expect(looks.every((wait) => wait <= 180 * MINUTE_MS)).toBe(true);
    await submitTestBankForm(id, { decision: 'fail', notify: 'never' });
    advanceClock(180 * MINUTE_MS);
    await runPaymentJobs(backend);
    expect(await readNext()).toBeUndefined();
  });

  it('gets the same response for known and unknown ids, and its content is not trusted', async () => {
    const { id, paymentId } = await begin();
    const known = await sendWebhook({ id, status: 'paid', amount: '0.01' });
    const unknown = await sendWebhook({ id: 'tr_unknown0' });
    expect([known.status, known.text]).toEqual([200, 'OK\n']);
    expect([unknown.status, unknown.text]).toEqual([200, 'OK\n']);
    const names = ({ headers }: typeof known) => Object.keys(headers).filter((name) => name !== 'date');
    expect(names(known)).toEqual(names(unknown));
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).status).toBe('pending');
  });

  it.each([
    ['two ids', 'id=a&id=b', 400],
    ['no id', 'payment=a', 400],
    ['an id with markup', 'id=%3Cscript%3E', 400],
    ['NUL', 'id=%00', 400],
    ['an oversized id', `id=${'a'.repeat(65)}`, 400],
    ['an oversized body', `id=${'a'.repeat(9000)}`, 413],
    ['an object as id', 'id[x]=a', 400],
    ['a prototype property', '__proto__[id]=a', 400],
  ])('with %s is refused', async (_what, body, status) => {
    expect((await sendWebhook(body)).status).toBe(status);
  });

  it('is a form, sent by POST', async () => {
    const json = await request(backend.app).post('/api/payments/webhook').send({ id: 'tr_1' });
    expect(json.status).toBe(415);
    const got = await request(backend.app).get('/api/payments/webhook?id=tr_1');
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
  });

  it('is limited for each visitor', async () => {
    const answers = new Set<number>();
    const send = () =>
      request(backend.app)
        .post('/api/payments/webhook')
        .set('x-forwarded-for', '203.0.113.9')
        .type('form')
        .send({ id: 'tr_unknown0' });
    for (let sent = 0; sent < 650; sent += 50) {
      for (const { status } of await Promise.all(Array.from({ length: 50 }, send))) answers.add(status);
    }
    expect([...answers]).toEqual([200, 429]);
    expect((await sendWebhook({ id: 'tr_unknown0' })).status).toBe(200);
  }, 60_000);
});

describe('a provider response that does not match the payment', () => {
  it.each([
    ['amount', { amount: 1 }, 'payment_of_another_amount'],
    ['currency', { currency: 'SEK' }, 'payment_in_another_currency'],
    ['order', { idempotencyKey: 'somebody else' }, 'payment_of_another_order'],
  ])('is rejected: another %s', async (what, change, failure) => {
    const { paymentId, order } = await begin();
    await backend.database
      .update(testBankPayment)
      .set({ ...change, ...(what === 'order' && { idempotencyKey: order.orderId }), status: 'paid' })
      .where(eq(testBankPayment.idempotencyKey, paymentId));
    await backend.shop.payments.refresh(paymentId);
    expect(backend.errors.splice(0)).toEqual([expect.objectContaining({ message: failure })]);
    expect((await readPayment(backend, paymentId)).status).toBe('pending');
    expect((await readOrder(backend, order.orderId)).status).toBe('open');
    // The job gets the same response, and leaves it to staff.
    await runPaymentJobs(backend);
    advanceClock(MINUTE_MS);
    await runPaymentJobs(backend);
    expect(backend.errors.splice(0)).toEqual([expect.objectContaining({ message: failure })]);
  });
});

describe('a late payment', () => {
  it('for a cancelled order is refunded, with a mail and a flag', async () => {
    const { id, paymentId, order } = await begin();
    await setTestBankPaymentStatus(backend, paymentId, 'paid');
    await cancelOrder(order.orderId);
    await sendWebhook({ id });
    await runPaymentJobs(backend);
    await runPaymentJobs(backend);
    const { status, refunds, refundedAmount } = await readPayment(backend, paymentId);
    expect(status).toBe('paid');
    expect(refundedAmount).toBe(4250);
    expect(refunds).toEqual([
      expect.objectContaining({ amount: 4250, reason: 'late', status: 'done', doneAt: getNow() }),
    ]);
    expect(await readTestBankPayment(backend, paymentId)).toMatchObject({
      refunds: { [refunds[0]!.refundId]: 4250 },
    });
    expect(await readOrder(backend, order.orderId)).toMatchObject({
      status: 'cancelled',
      hadLatePayment: true,
    });
    expect(await listRefundMessages(order.orderId)).toEqual([{ subject: refunds[0]!.refundId }]);
  });

  it('for a paid order is refunded', async () => {
    const first = await begin();
    const second = await startOrderPayment(first.order);
    await setTestBankPaymentStatus(backend, first.paymentId, 'paid');
    await setTestBankPaymentStatus(backend, second.paymentId, 'paid');
    await Promise.all([
      backend.shop.payments.refresh(second.paymentId),
      backend.shop.payments.refresh(first.paymentId),
    ]);
    await runPaymentJobs(backend);
    await runPaymentJobs(backend);
    const payments = [
      await readPayment(backend, first.paymentId),
      await readPayment(backend, second.paymentId),
    ];
    expect(payments.map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(payments.filter(({ securesOrder }) => securesOrder)).toHaveLength(1);
    for (const { securesOrder, refundedAmount } of payments)
      expect(refundedAmount).toBe(securesOrder ? 0 : 4250);
    expect(await readOrder(backend, first.order.orderId)).toMatchObject({
      statuses: ['created', 'open', 'paid'],
      hadLatePayment: false,
    });
  });

  it('still pays the order if it was recorded as failed', async () => {
    const { paymentId, order } = await begin();
    await setTestBankPaymentStatus(backend, paymentId, 'failed');
    await backend.shop.payments.refresh(paymentId);
    await setTestBankPaymentStatus(backend, paymentId, 'paid');
    await backend.shop.payments.refresh(paymentId);
    expect((await readPayment(backend, paymentId)).status).toBe('paid');
    expect((await readOrder(backend, order.orderId)).status).toBe('paid');
  });

  it('is never reverted by older notifications', async () => {
    const { paymentId, order } = await begin();
    await setTestBankPaymentStatus(backend, paymentId, 'paid');
    await backend.shop.payments.refresh(paymentId);
    for (const older of ['pending', 'failed', 'expired', 'authorized'] as const) {
      await setTestBankPaymentStatus(backend, paymentId, older);
      await backend.shop.payments.refresh(paymentId);
      expect((await readPayment(backend, paymentId)).status).toBe('paid');
    }
    expect((await readOrder(backend, order.orderId)).status).toBe('paid');
  });
});

describe('an authorised payment', () => {
  async function authorise(): Promise<StartedPayment> {
    const started = await begin({ methodKey: 'klarna' });
    await submitTestBankForm(started.id, { decision: 'authorise', notify: 'once' });
    await runPaymentJobs(backend);
    return started;
  }

  it('pays its order, and is captured once', async () => {
    const { order, paymentId } = await authorise();
    expect((await readPayment(backend, paymentId)).status).toBe('authorized');
    expect((await readOrder(backend, order.orderId)).status).toBe('paid');
    for (let times = 0; times < 2; times += 1) {
      await backend.database.transaction('refresh-payment', (transaction) =>
        backend.shop.payments.capture(transaction, order.orderId, getNow()),
      );
    }
    await runPaymentJobs(backend);
    expect(await readPayment(backend, paymentId)).toMatchObject({ status: 'paid', refunds: [] });
    expect((await readTestBankPayment(backend, paymentId)).status).toBe('paid');
    expect(await listDeadLetters()).toEqual([]);
  });

  it('is released when its order is cancelled', async () => {
    const { order, paymentId } = await authorise();
    await cancelOrder(order.orderId);
    await runPaymentJobs(backend);
    expect(await readPayment(backend, paymentId)).toMatchObject({ status: 'cancelled', refunds: [] });
    expect(await readOrder(backend, order.orderId)).toMatchObject({ hadLatePayment: false });
  });

  it('is released if another one has paid the order', async () => {
    const first = await begin({ methodKey: 'klarna' });
    const second = await startOrderPayment(first.order);
    await setTestBankPaymentStatus(backend, second.paymentId, 'paid');
    await backend.shop.payments.refresh(second.paymentId);
    await setTestBankPaymentStatus(backend, first.paymentId, 'authorized');
    await backend.shop.payments.refresh(first.paymentId);
    await runPaymentJobs(backend);
    expect((await readPayment(backend, first.paymentId)).status).toBe('cancelled');
    expect((await readPayment(backend, second.paymentId)).refundedAmount).toBe(0);
  });

  it('ends as a dead letter if it has expired before its capture', async () => {
    const { order, paymentId } = await authorise();
    await backend.database.transaction('refresh-payment', (transaction) =>
      backend.shop.payments.capture(transaction, order.orderId, getNow()),
    );
    await setTestBankPaymentStatus(backend, paymentId, 'expired');
    await runPaymentJobs(backend);
    const dead = await listDeadLetters();
    expect(dead).toEqual([
      expect.objectContaining({
        orderingKey: `payments of order ${order.orderId}`,
        failure: 'not_authorized',
      }),
    ]);
    // Once for the order that is no longer paid, once for the work that was given up.
    expect(backend.errors.splice(0).map((error) => (error as Error).message)).toEqual([
      'authorization_lost',
      'not_authorized',
    ]);
    await backend.database.delete(queueItem).where(isDeadPaymentWork);
  });
});

describe('a refund', () => {
  async function pay(): Promise<StartedPayment> {
    const started = await begin();
    await submitTestBankForm(started.id, { decision: 'approve' });
    await runPaymentJobs(backend);
    return started;
  }
  const refund = (orderId: string, amount: number) =>
    backend.database.transaction('refund-payment', async (transaction) => {
      const order = await backend.shop.orders.lock(transaction, orderId);
      if (!order) throw new Error('There is no order');
      const credited = await backend.shop.orders.credit(transaction, order, {
        request: {
          pieces: [],
          hasDelivery: false,
          hasPaymentCosts: false,
          goodwill: { amount, vatRatePercentage: null },
        },
        reason: 'refund',
        means: 'payment',
        now: getNow(),
      });
      return !('code' in credited);
    });

  it('never exceeds the payment', async () => {
    const { order, paymentId } = await pay();
    expect(await refund(order.orderId, 4251)).toBe(false);
    expect(await refund(order.orderId, 4000)).toBe(true);
    // The first refund is not completed yet.
    expect(await refund(order.orderId, 251)).toBe(false);
    expect(await refund(order.orderId, 250)).toBe(true);
    await runPaymentJobs(backend);
    const { refundedAmount, refunds } = await readPayment(backend, paymentId);
    expect(refundedAmount).toBe(4250);
    expect(refunds.map(({ status, reason }) => [status, reason])).toEqual([
      ['done', 'shop'],
      ['done', 'shop'],
    ]);
    expect(await listRefundMessages(order.orderId)).toHaveLength(2);
  });

  it('is the rest if the order is cancelled after a partial refund', async () => {
    const { order, paymentId } = await pay();
    await refund(order.orderId, 1000);
    await cancelOrder(order.orderId);
    await runPaymentJobs(backend);
    const { refunds, refundedAmount } = await readPayment(backend, paymentId);
    expect(refundedAmount).toBe(4250);
    expect(refunds.map(({ amount, reason }) => [amount, reason]).toSorted()).toEqual([
      [1000, 'shop'],
      [3250, 'cancelled'],
    ]);
    expect((await readOrder(backend, order.orderId)).hadLatePayment).toBe(false);
  });

  it('is made once, also if the worker died before it could record it', async () => {
    const { order, paymentId } = await pay();
    await refund(order.orderId, 500);
    const { refunds } = await readPayment(backend, paymentId);
    const payload = { act: 'refund', refundId: refunds[0]!.refundId };
    await Promise.all([1, 2].map(() => runQueueWorker(backend, 'payment', payload, getNow())));
    await runPaymentJobs(backend);
    expect((await readPayment(backend, paymentId)).refundedAmount).toBe(500);
    expect(Object.values((await readTestBankPayment(backend, paymentId)).refunds)).toEqual([500]);
    expect(await listRefundMessages(order.orderId)).toHaveLength(1);
  });
});

describe('the payment methods of a site', () => {
  const findSite = async (siteId: number) => (await backend.shop.sites.findSite(siteId))!;

  it('are all supported by the test bank, with banks if one has to be chosen', async () => {
    for (const site of await backend.shop.sites.listSites()) {
      for (const { key, needsIssuer } of site.paymentMethods) {
        expect([key, backend.shop.payments.isOffered(site, key)]).toEqual([key, true]);
        expect((await backend.shop.payments.listIssuers(site, key)).length > 0).toBe(needsIssuer);
      }
    }
    expect(await backend.shop.payments.listIssuers(await findSite(1), 'ideal-wero')).toEqual([]);
  });
});
