import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ne } from 'drizzle-orm';
import type { ShopCommandContext } from '../../../server/backend/app/shop-command-context.ts';
import { giftcardCommand } from '../../../server/backend/commerce/gift-cards/gift-card-command.ts';
import { findOrderWithDetails } from '../../../server/backend/commerce/orders/documents/queries.ts';
import { orderCommand } from '../../../server/backend/commerce/orders/order-command.ts';
import type { OrderRecord } from '../../../server/backend/commerce/orders/types.ts';
import type { PaymentProviderSettings } from '../../../server/backend/commerce/payments/payment-settings.ts';
import { listChargedBackOrderIds } from '../../../server/backend/commerce/payments/queries.ts';
import type { Command } from '../../../server/backend/core/cli/command.ts';
import { retryItem } from '../../../server/backend/core/queue/dead-items.ts';
import { queueItem } from '../../../server/backend/core/queue/tables.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { type MollieServer, openMollieServer } from '../../fixtures/mollie-server.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { getOrderToken } from '../../fixtures/orders.ts';
import {
  createWebhookSender,
  insertOrderPayment,
  insertPlacedOrder,
  readOrder,
  readPayment,
  runPaymentJobs,
} from '../../fixtures/payments.ts';
import { createCommandContext } from '../../fixtures/run-command.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const KLARNA_METHOD_ID = 4;

let mollie: MollieServer;
let backend: BackendFixture;
const { getNow, advanceClock } = createTestClock(() => backend);
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  mollie = await openMollieServer();
  const provider: PaymentProviderSettings = {
    kind: 'mollie',
    apiKey: `test_${'a'.repeat(30)}`,
    apiUrl: mollie.url,
  };
  backend = await openBackendFixture({
    paymentSettings: {
      providers: new Map([
        ['havero', provider],
        ['hafero', provider],
      ]),
      allowTestBank: false,
    },
  });
});

afterAll(async () => {
  await backend?.close();
  await mollie?.close();
});

beforeEach(() => {
  advanceClock(DAY_MS);
  mollie.fail('fine');
});

interface StartedPayment {
  readonly order: OrderRecord;
  readonly paymentId: string;
  /** Id at Mollie. */
  readonly id: string;
}

async function begin(methodKey = 'ideal-wero'): Promise<StartedPayment> {
  const order = await insertPlacedOrder(backend, getNow(), { languageId: 1 });
  const paymentId = await insertOrderPayment(backend, order.orderId, getNow(), { methodKey });
  await backend.shop.payments.begin(paymentId);
  const { providerPaymentId } = await readPayment(backend, paymentId);
  mollie.requests.length = 0;
  return { order, paymentId, id: providerPaymentId ?? '' };
}

const fetchOrder = ({ orderId }: OrderRecord) =>
  call('fetchOrderStatus', { params: { orderId }, query: { token: getOrderToken(orderId) } });

const sendNotification = createWebhookSender(() => backend.app);
const sendWebhook = (id: string) => sendNotification({ id });

/** Returns the number of requests for a payment; the shop also polls others over time. */
const countPaymentRequests = ({ id }: StartedPayment): number =>
  mollie.requests.filter(({ path }) => path.split('?')[0]!.endsWith(id)).length;

describe('a provider', () => {
  /** All actions of third parties, unlimited in number, that make the shop ask the provider. */
  const triggers: readonly (readonly [string, (started: StartedPayment) => Promise<unknown>])[] = [
    ['views of an order page', ({ order }) => fetchOrder(order)],
    [
      'notifications about a payment',
      async ({ id }) => {
        await sendWebhook(id);
        await backend.runJob('queue');
      },
    ],
  ];

  it.each(triggers)('is asked at most every few seconds, however many %s there are', async (_what, enter) => {
    const started = await begin();
    for (let times = 0; times < 20; times += 1) await enter(started);
    await Promise.all(Array.from({ length: 10 }, () => enter(started)));
    expect(countPaymentRequests(started)).toBe(1);
    // Repeats for a minute.
    for (let second = 0; second < 60; second += 1) {
      advanceClock(SECOND_MS);
      await enter(started);
    }
    expect(countPaymentRequests(started)).toBeGreaterThan(5);
    expect(countPaymentRequests(started)).toBeLessThan(35);
  });

  it.each(triggers)(
    'is asked for each payment separately: %s of another do not count',
    async (_what, enter) => {
      const [mine, other] = [await begin(), await begin()];
      for (let times = 0; times < 5; times += 1) await enter(other);
      mollie.payments.get(mine.id)!.status = 'paid';
      await enter(mine);
      await runPaymentJobs(backend);
      expect((await readOrder(backend, mine.order.orderId)).status).toBe('paid');
    },
  );

  it('is asked once more after too many notifications, so that the last one has an effect', async () => {
    const { order, id } = await begin();
    for (let times = 0; times < 5; times += 1) {
      await sendWebhook(id);
      await backend.runJob('queue');
    }
    mollie.payments.get(id)!.status = 'paid';
    await sendWebhook(id);
    advanceClock(6 * SECOND_MS);
    await backend.runJob('queue');
    expect((await readOrder(backend, order.orderId)).status).toBe('paid');
  });
});

const pay = async (started: StartedPayment, status: 'paid' | 'authorized' = 'paid'): Promise<void> => {
  mollie.payments.get(started.id)!.status = status;
  await backend.shop.payments.refresh(started.paymentId);
  expect((await readOrder(backend, started.order.orderId)).status).toBe('paid');
};

/** Runs `npm run order -- …` and similar commands. */
async function run(command: Command<ShopCommandContext>, ...words: string[]): Promise<string> {
  let said = '';
  const say = (text: string) => {
    said += `${text}\n`;
  };
  const work = command.prepare(words, '/')!;
  await work(
    createCommandContext(
      {
        print: say,
        warn: say,
      },
      { database: backend.database, now: getNow() },
    ),
  );
  return said;
}
const runOrder = (...words: string[]) => run(orderCommand, ...words);
const runOrderCommand = (verb: string, { order: { orderNumber } }: StartedPayment, ...words: string[]) =>
  runOrder(verb, orderNumber, ...words, '--site', 'havero-nl');

const retryItemById = (id: string) => retryItem(backend.database, Number(id.slice('item-'.length)), getNow());
const takeErrorMessages = () => backend.errors.splice(0).map((error) => (error as Error).message);

describe('a payment that is charged back', () => {
  it('stops the shipment until the bank returns the money, and is a task for staff', async () => {
    const started = await begin();
    await pay(started, 'paid');
    const { orderId } = started.order;
    const recordChargeback = async (euro: string) => {
      mollie.payments.get(started.id)!.chargedBack = euro;
      advanceClock(60 * SECOND_MS);
      expect((await sendWebhook(started.id)).status).toBe(200);
      await backend.runJob('queue');
    };
    const countTasks = async () => (await listChargedBackOrderIds(backend.database)).size;
    expect(await countTasks()).toBe(0);

    await recordChargeback('42.50');
    expect(await readPayment(backend, started.paymentId)).toMatchObject({
      status: 'paid',
      chargedBackAmount: 4250,
    });
    expect(await countTasks()).toBe(1);
    expect(await runOrderCommand('ship', started)).toContain('charged back the payment of order');
    expect((await readOrder(backend, orderId)).status).toBe('paid');
    expect(await runOrderCommand('show', started)).toContain('€ 42.50 charged back');

    await recordChargeback('0.00');
    expect(await countTasks()).toBe(0);
    expect(await runOrderCommand('ship', started)).toContain('is sent');
  });

  it('is not refunded in addition when its order is cancelled', async () => {
    const started = await begin();
    await pay(started, 'paid');
    mollie.payments.get(started.id)!.chargedBack = '42.50';
    advanceClock(60 * SECOND_MS);
    await backend.shop.payments.refresh(started.paymentId);
    expect(await runOrderCommand('cancel', started)).toContain('is cancelled');
    await runPaymentJobs(backend);
    expect(mollie.payments.get(started.id)!.refunds).toEqual([]);
  });
});

describe('a refused provider request', () => {
  /** All requests to a provider that move or may move money. */
  const works: readonly (readonly [
    string,
    { readonly first: 'paid' | 'authorized'; readonly want: (started: StartedPayment) => Promise<unknown> },
  ])[] = [
    ['refund', { first: 'paid', want: (started) => runOrderCommand('refund', started, '12.50') }],
    ['capture', { first: 'authorized', want: (started) => runOrderCommand('ship', started) }],
    ['cancel', { first: 'authorized', want: (started) => runOrderCommand('cancel', started) }],
  ];

  it.each(works)('is shown to staff with a code, and retried later: %s', async (what, { first, want }) => {
    const started = await begin('klarna');
    await pay(started, first);
    expect(await runOrder('list', '--failed')).toBe('There are none.\n');
    await want(started);
    // Reads succeed; requests that move money are refused.
    mollie.refuse('POST', 422);
    mollie.refuse('DELETE', 422);
    await backend.runJob('queue');
    expect(takeErrorMessages()).toEqual(['mollie_422']);
    const { orderNumber } = started.order;
    expect(await runOrder('list', '--failed')).toContain(`${orderNumber} · havero-nl`);
    expect(await runOrder('list')).toMatch(new RegExp(`${orderNumber} .*${what} failed: mollie_422`));
    const shown = await runOrderCommand('show', started);
    expect(shown).toMatch(new RegExp(`! ${what}.* failed: mollie_422 · 1 attempt · `));

    mollie.fail('fine');
    const [, itemId] = /retry (item-\d+)/.exec(shown) ?? [];
    if (itemId === undefined) advanceClock(10 * SECOND_MS);
    else await retryItemById(itemId);
    await runPaymentJobs(backend);
    expect(await runOrder('list', '--failed')).toBe('There are none.\n');
    expect(await runOrderCommand('show', started)).not.toContain('failed');
    const there = mollie.payments.get(started.id)!;
    expect(what === 'refund' ? there.refunds.map(({ value }) => value) : there.status).toEqual(
      { refund: ['12.50'], capture: 'paid', cancel: 'canceled' }[what],
    );
    takeErrorMessages();
  });

  it('for a refund is retried for days, and refunds once', async () => {
    const started = await begin();
    await pay(started);
    await runOrderCommand('refund', started, '12.50');
    mollie.refuse('POST', 422);
    for (let hour = 0; hour < 8; hour += 1) {
      await backend.runJob('queue');
      advanceClock(HOUR_MS);
    }
    expect(takeErrorMessages().length).toBeGreaterThan(4);
    expect(await runOrderCommand('show', started)).toContain('on its way');
    // Queries for other payments would take the responses.
    await backend.database.delete(queueItem).where(ne(queueItem.name, 'payment'));
    // The shop reads the payment, then requests a refund, whose response is lost.
    mollie.fail('fine', 'cut after', 'fine');
    advanceClock(DAY_MS);
    await backend.runJob('queue');
    expect(mollie.payments.get(started.id)!.refunds).toHaveLength(1);
    expect((await readPayment(backend, started.paymentId)).refundedAmount).toBe(0);
    // The idempotency key has expired before the retry.
    mollie.forgetKeys();
    advanceClock(DAY_MS);
    await backend.runJob('queue');
    expect(mollie.payments.get(started.id)!.refunds).toHaveLength(1);
    expect((await readPayment(backend, started.paymentId)).refundedAmount).toBe(1250);
    expect(await runOrderCommand('show', started)).toContain('accepted');
  });
});

describe('an order that an earlier payment attempt has paid', () => {
  it('shows that payment everywhere', async () => {
    const first = await begin();
    const { order } = first;
    const input = {
      params: { orderId: order.orderId },
      body: { token: getOrderToken(order.orderId), paymentMethodId: KLARNA_METHOD_ID },
    };
    expect((await call('startOrderPayment', input)).status).toBe(200);
    await pay(first);
    expect((await fetchOrder(order)).body.payment).toMatchObject({ status: 'paid', methodKey: 'ideal-wero' });
    const facts = await findOrderWithDetails(backend.database, order.orderId);
    expect(facts).toMatchObject({
      method: { key: 'ideal-wero' },
      payment: { paymentId: first.paymentId, status: 'paid' },
    });
  });
});

describe('an authorisation', () => {
  it('that is given while another attempt replaces it remains valid, and pays', async () => {
    const first = await begin('klarna');
    // With another attempt, the first one is cancelled.
    const second = await insertOrderPayment(backend, first.order.orderId, getNow());
    await backend.shop.payments.begin(second);
    // It is authorised between the shop's read and its cancellation.
    let looks = 0;
    mollie.watch(({ method, path }) => {
      if (method !== 'GET' || !path.split('?')[0]!.endsWith(first.id)) return;
      looks += 1;
      if (looks === 2) mollie.payments.get(first.id)!.status = 'authorized';
    });
    await backend.runJob('queue');
    await runPaymentJobs(backend);
    expect(looks).toBeGreaterThan(1);
    expect(mollie.payments.get(first.id)!.status).toBe('authorized');
    expect((await readOrder(backend, first.order.orderId)).status).toBe('paid');
    expect((await readPayment(backend, first.paymentId)).securesOrder).toBe(true);
  });

  it('that has expired at the provider is reported, and the order is not sent', async () => {
    const started = await begin('klarna');
    await pay(started, 'authorized');
    mollie.payments.get(started.id)!.status = 'expired';
    await backend.shop.payments.refresh(started.paymentId);
    expect(takeErrorMessages()).toEqual(['authorization_lost']);
    expect(await runOrderCommand('show', started)).toContain(
      'its authorisation is over: the order is not paid',
    );
    expect(await runOrderCommand('ship', started)).toMatch(/not paid, and cannot be sent/);
    expect((await readOrder(backend, started.order.orderId)).status).toBe('paid');
    // The order can still be cancelled, without a refund.
    await runOrderCommand('cancel', started);
    await runPaymentJobs(backend);
    expect((await readPayment(backend, started.paymentId)).refunds).toEqual([]);
    expect(takeErrorMessages()).toEqual([]);
  });

  it('is never captured once its order is cancelled, whatever was requested before', async () => {
    const started = await begin('klarna');
    await pay(started, 'authorized');
    await backend.database.transaction('refresh-payment', (transaction) =>
      backend.shop.payments.capture(transaction, started.order.orderId, getNow()),
    );
    await runOrderCommand('cancel', started);
    await runPaymentJobs(backend);
    expect(mollie.requests.filter(({ path }) => path.endsWith('captures'))).toEqual([]);
    takeErrorMessages();
  });
});

describe('pay later', () => {
  /**
   * Two types of bags, a gift scoop, herbs, a nutrition scan and a gift card: several VAT rates, and lines
   * without VAT.
   */
  const carts: readonly (readonly [string, readonly (readonly [number, number])[], string | null, number])[] =
    [
      ['a bag', [[1001, 1]], null, 0],
      [
        'bags of two rates and a gift',
        [
          [1031, 3],
          [1063, 1],
          [1002, 1],
        ],
        null,
        0,
      ],
      [
        'a code for the order',
        [
          [1031, 3],
          [1063, 1],
          [1086, 2],
        ],
        'STAL10',
        0,
      ],
      ['a code for the delivery', [[1002, 3]], 'FREESHIP', 0],
      [
        'a gift card that pays a part',
        [
          [1031, 3],
          [1063, 1],
        ],
        'STAL10',
        1,
      ],
      [
        'purchased gift cards',
        [
          [1084, 2],
          [1002, 1],
        ],
        'STAL10',
        0,
      ],
      ['a single scan', [[1086, 1]], null, 0],
    ];

  it.each(carts)('sends %s as lines that Mollie accepts, to the cent', async (_what, lines, code, cards) => {
    const id = await openOrderableCart(lines, { paymentMethodId: KLARNA_METHOD_ID });
    if (code !== null) await call('setDiscountCode', { params: { id }, query: { code } });
    if (cards > 0) {
      const said = await run(giftcardCommand, 'create', '12.34');
      const [, giftCardNumber] = /number\s+([\d ]+)/.exec(said)!;
      const [, giftCardPin] = /pin\s+(\d{4})/.exec(said)!;
      const chosen = { paymentMethodId: KLARNA_METHOD_ID, giftCardNumber, giftCardPin };
      expect((await call('setPayment', { params: { id }, body: chosen })).status).toBe(204);
    }
    mollie.requests.length = 0;
    const placed = await place(id);
    expect(placed).toMatchObject({
      status: 200,
      body: { paymentUrl: expect.stringContaining('mollie.com') },
    });
    const { body } = mollie.requests.find(({ method }) => method === 'POST')!;
    const told = body.lines as { type: string; totalAmount: { value: string } }[];
    expect(told.length).toBeGreaterThanOrEqual(lines.length);
    // No extra line corrects the sum.
    expect(told.map(({ type }) => type)).not.toContain('surcharge');
    expect(told.map(({ type }) => type)).not.toContain('discount');
    expect(
      told.filter(({ type }) => type === 'gift_card').map(({ totalAmount }) => totalAmount.value),
    ).toEqual(cards > 0 ? ['-12.34'] : []);
    expect(takeErrorMessages()).toEqual([]);
  });
});
