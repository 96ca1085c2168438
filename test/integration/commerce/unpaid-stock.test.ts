import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { createUnpaidOrderCancellationJob } from '../../../server/backend/commerce/orders/jobs.ts';
import {
  listReservedVariants,
  listShortages,
} from '../../../server/backend/commerce/orders/unpaid-order-stock.ts';
import { customerOrder, payment, stock } from '../../../server/backend/schema/schema.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { insertOrder } from '../../fixtures/orders.ts';
import { runPaymentJobs, setTestBankPaymentStatus } from '../../fixtures/payments.ts';

const SEPA_METHOD_ID = 5;

let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
beforeEach(async () => {
  await backend.database.update(customerOrder).set({ paymentDueAt: null, unpaidNetwork: null });
});

let visitorCount = 0;
/** Creates a visitor in a separate network. */
const createVisitorHeaders = () => {
  visitorCount += 1;
  return { ...dutchShopHeaders, 'x-forwarded-for': `198.51.${visitorCount}.7` };
};

const setStock = (amount: number) =>
  backend.database.update(stock).set({ amount }).where(eq(stock.productVariantId, VARIANT));

async function getStock(): Promise<number | null> {
  const [row] = await backend.database.select().from(stock).where(eq(stock.productVariantId, VARIANT));
  return row?.amount ?? null;
}

async function order(
  pieces: number,
  {
    shop = createVisitorHeaders(),
    emailAddress = `stal${visitorCount}@example.com`,
    paymentMethodId = 1,
  }: { shop?: Record<string, string>; emailAddress?: string; paymentMethodId?: number } = {},
): Promise<{ orderId: string; token: string }> {
  const id = await openOrderableCart([[VARIANT, pieces]], { shop, paymentMethodId });
  await call('setBilling', { params: { id }, body: { ...callInputs.setBilling.body, emailAddress } }, shop);
  const { status, body, text } = await place(id, { shop });
  if (status !== 200) throw new Error(text);
  return body;
}

async function reportPaymentPaid({ orderId }: { orderId: string }): Promise<void> {
  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  await setTestBankPaymentStatus(backend, row!.paymentId, 'paid');
  await backend.shop.payments.refresh(row!.paymentId);
  await runPaymentJobs(backend);
}

describe('an unpaid order', () => {
  it('holds all its pieces up to 20, and a fifth of the stock beyond', async () => {
    await setStock(60);
    await order(20);
    expect(await getStock()).toBe(40);
    await setStock(200);
    await order(50);
    expect(await getStock()).toBe(160);
  });

  it('takes the rest when it is paid, and returns all of it when it is cancelled', async () => {
    await setStock(100);
    const placed = await order(90);
    expect(await getStock()).toBe(80);
    await reportPaymentPaid(placed);
    expect(await getStock()).toBe(10);
    expect(await listShortages(backend.database, 10)).toEqual([]);
    const { orderId, token } = placed;
    await call('cancelOrder', { params: { orderId }, body: { token } }, dutchShopHeaders);
    expect(await getStock()).toBe(100);
  });

  it('returns the held pieces when it is cancelled before its payment', async () => {
    await setStock(100);
    const { orderId, token } = await order(90);
    await call('cancelOrder', { params: { orderId }, body: { token } }, dutchShopHeaders);
    expect(await getStock()).toBe(100);
  });

  it('is limited to twice that amount for a mailbox, from any network', async () => {
    await setStock(100);
    const emailAddress = 'Flood@example.com';
    for (let count = 0; count < 4; count += 1) await order(20, { emailAddress });
    expect(await getStock()).toBe(60);
  });

  it.each([
    ['198.18.7.1', '198.18.7.200', 60],
    ['198.18.8.1', '198.18.9.1', 40],
    ['2001:db8:1:1::1', '2001:db8:1:2::1', 60],
  ])(
    'is limited to twice that amount for a network: %s and %s leave %d pieces',
    async (first, second, left) => {
      await setStock(100);
      for (const address of [first, second, first]) {
        await order(20, {
          shop: { ...dutchShopHeaders, 'x-forwarded-for': address },
          emailAddress: `stal-${randomUUID()}@example.com`,
        });
      }
      expect(await getStock()).toBe(left);
    },
  );

  it('holds no stock with a bank transfer above 1,000 euros', async () => {
    await setStock(500);
    await order(5, { paymentMethodId: SEPA_METHOD_ID });
    expect(await getStock()).toBe(495);
    await order(60, { paymentMethodId: SEPA_METHOD_ID });
    expect(await getStock()).toBe(495);
  });

  it('returns the held pieces when its customer changes to a bank transfer above 1,000 euros', async () => {
    await setStock(500);
    const { orderId, token } = await order(60);
    expect(await getStock()).toBe(440);
    const body = { token, paymentMethodId: SEPA_METHOD_ID };
    expect((await call('startOrderPayment', { params: { orderId }, body }, dutchShopHeaders)).status).toBe(
      200,
    );
    expect(await getStock()).toBe(500);
  });

  it('is refused for more than the stock', async () => {
    await setStock(10);
    await expect(order(11)).rejects.toThrow('insufficient_stock');
  });
});

describe('staff', () => {
  it('see the pieces held by unpaid orders, and paid orders with missing pieces', async () => {
    await setStock(100);
    const first = await order(90);
    const second = await order(80);
    expect(await listReservedVariants(backend.database, 10)).toEqual([
      expect.objectContaining({ pieces: 20 + 20, orders: 2 }),
    ]);
    await reportPaymentPaid(first);
    await reportPaymentPaid(second);
    expect(await getStock()).toBe(0);
    // Each held 20 pieces; the first one took the remaining 60.
    expect(await listShortages(backend.database, 10)).toEqual([
      expect.objectContaining({ orderId: first.orderId, pieces: 10 }),
      expect.objectContaining({ orderId: second.orderId, pieces: 60 }),
    ]);
  });
});

it('missing pieces are taken when the order is packed', async () => {
  await setStock(100);
  const placed = await order(90);
  await setStock(30);
  await reportPaymentPaid(placed);
  expect(await getStock()).toBe(0);
  await setStock(50);
  await backend.database.transaction('change-order', async (transaction) => {
    const locked = await backend.shop.orders.lock(transaction, placed.orderId);
    await backend.shop.orders.change(transaction, locked!, 'processing', { now: FIXTURE_NOW });
  });
  // 20 were held and 30 taken at the payment: 40 were missing.
  expect(await getStock()).toBe(10);
  expect((await listShortages(backend.database, 10)).map(({ orderId }) => orderId)).not.toContain(
    placed.orderId,
  );
});

it('the network of the customer is deleted once an order is paid', async () => {
  backend.setNow(FIXTURE_NOW);
  await setStock(100);
  const placed = await order(1);
  const read = async () => {
    const [row] = await backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, placed.orderId));
    return row?.unpaidNetwork;
  };
  expect(await read()).toMatch(/^198\.51\.\d+\.0\/24$/);
  await reportPaymentPaid(placed);
  expect(await read()).toBeNull();
});

it('a failing provider does not block the cancellation of other orders', async () => {
  const due = new Date(FIXTURE_NOW.getTime() - 1000);
  const expire = async (orderId: string) => {
    await backend.database
      .update(customerOrder)
      .set({ paymentDueAt: due })
      .where(eq(customerOrder.orderId, orderId));
  };
  // More than the job reads in one batch.
  for (let count = 0; count < 105; count += 1) {
    const orderId = await insertOrder(backend.database, { status: 'open', siteId: 2, totalAmount: 100 });
    await backend.database.insert(payment).values({
      paymentId: randomUUID(),
      orderId,
      providerConfigurationId: 'test-bank',
      paymentMethodId: 1,
      status: 'pending',
      amount: 100,
      createdAt: FIXTURE_NOW,
      changedAt: FIXTURE_NOW,
    });
    await expire(orderId);
  }
  const other = await insertOrder(backend.database, { status: 'open', siteId: 1, totalAmount: 100 });
  await expire(other);
  let asked = 0;
  const job = createUnpaidOrderCancellationJob({
    database: backend.database,
    orders: backend.shop.orders,
    payments: {
      refresh: async () => {
        asked += 1;
        return false;
      },
    },
    errors: { reportError: (error) => void backend.errors.push(error), flush: async () => {} },
    clock: () => FIXTURE_NOW.getTime(),
  });
  await job.run(new AbortController().signal);
  expect(asked).toBe(3);
  const [row] = await backend.database.select().from(customerOrder).where(eq(customerOrder.orderId, other));
  expect(row?.status).toBe('cancelled');
  const waiting = await backend.database.$count(
    customerOrder,
    and(eq(customerOrder.siteId, 2), eq(customerOrder.status, 'open')),
  );
  expect(waiting).toBe(105);
});
