import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import {
  cart,
  cartProduct,
  customerOrder,
  giftCard,
  giftCardMovement,
  orderLine,
  orderPromotion,
  orderStatusChange,
  payment,
  price,
  productVariant,
  promotion,
  siteProduct,
  stock,
  stockMovement,
} from '../../server/backend/database/schema.ts';
import type { CalculatedCart2 } from '../../shared/contract/cart-calculations.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { type BackendFixture, FIXTURE_NOW, openBackend } from '../fixtures/backend-app.ts';
import { belgianShop, createCallBackend, dutchShop } from '../fixtures/call-backend.ts';
import { RQS, VARIANT } from '../fixtures/call-inputs.ts';
import { createPlaceOrders } from '../fixtures/place-orders.ts';

/** Of mash, two of which earn a scoop; a box of herbs; a gift card of € 25; the scoop; a hygiene scan. */
const [MASH, HERBS, GIFT_CARD, SCOOP, QS] = [1031, 1063, 1084, 1080, 1088];
const [IDEAL, KLARNA, TRANSFER, GIFT_CARD_METHOD] = [1, 4, 5, 16];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let backend: BackendFixture;
const calls = createCallBackend(() => backend);
const { call, openCart } = calls;
const { openReadyCart, fetchTotal, place } = createPlaceOrders(calls);

/** What the imported shop has of each variant. */
let firstStock: (typeof stock.$inferSelect)[] = [];

beforeAll(async () => {
  backend = await openBackend();
  firstStock = await backend.database.select().from(stock);
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  backend.payments.isAway = false;
  for (const { productVariantId, amount } of firstStock) await setStock(productVariantId, amount);
  await backend.database.update(promotion).set({ usageCount: 0 });
});

const later = (ms: number) => new Date(FIXTURE_NOW.getTime() + ms);
const setStock = (id: number, amount: number | null) =>
  backend.database.update(stock).set({ amount }).where(eq(stock.productVariantId, id));
const getStock = async (id: number) =>
  (await backend.database.select().from(stock).where(eq(stock.productVariantId, id)))[0]?.amount;
const countOrders = () => backend.database.$count(customerOrder);
const setCode = (id: string, code: string) => call('setDiscountCode', { params: { id }, query: { code } });
const getUses = async (promotionKey: string) =>
  (await backend.database.select().from(promotion).where(eq(promotion.promotionKey, promotionKey)))[0]
    ?.usageCount;

interface Placed {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly paymentUrl: string | null;
  readonly token: string;
}

/** An order, of two packs unless it says otherwise. */
async function order(
  lines: Parameters<typeof openCart>[0] = [[VARIANT, 2]],
  options: Parameters<typeof openReadyCart>[1] = {},
): Promise<Placed> {
  const answer = await place(await openReadyCart(lines, options), options);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function fetchOrder({ orderId, token }: Placed, shop = dutchShop): Promise<Order> {
  const { status, body, text } = await call(
    'fetchOrderStatus',
    { params: { orderId }, query: { token } },
    shop,
  );
  if (status !== 200) throw new Error(text);
  return body;
}
const cancel = ({ orderId, token }: Placed) => call('cancelOrder', { params: { orderId }, body: { token } });
const pay = ({ orderId, token }: Placed, body: object = {}) =>
  call('startOrderPayment', { params: { orderId }, body: { token, ...body } });

/** Kinds of mails that wait to be written for an order. */
async function listTold({ orderId }: Pick<Placed, 'orderId'>): Promise<string[]> {
  const { rows } = (await backend.database.execute(
    sql`select payload->>'kind' as kind from job where name = 'order-message' and payload->>'orderId' = ${orderId} order by job_id`,
  )) as unknown as { rows: { kind: string }[] };
  return rows.map(({ kind }) => kind);
}

const refusal = (status: number, code: string, members: object = {}) => ({
  status,
  body: { type: `urn:problem:${code}`, status, code, ...members },
});
const notFound = refusal(404, 'not_found');

describe('the order button', () => {
  it('places an order of what the cart holds, has its payment begun, and ends the cart', async () => {
    const id = await openReadyCart([
      [MASH, 2],
      [RQS, 2],
    ]);
    const { body: calculated }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
    const before = [await getStock(MASH), await getStock(SCOOP)].map(Number);
    const { status, body, headers } = await place(id);
    expect([status, body]).toEqual([
      200,
      {
        orderId: expect.stringMatching(/^[\da-f-]{36}$/),
        orderNumber: expect.stringMatching(/^2026-\d{6}$/),
        status: 'open',
        paymentUrl: expect.stringMatching(/^https:\/\/bank\.example\/pay\//),
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    expect(String(headers['set-cookie'])).toMatch(/^cart=; Max-Age=0;/);
    expect([await getStock(MASH), await getStock(SCOOP)]).toEqual([before[0]! - 2, before[1]! - 1]);
    const placed = await fetchOrder(body);
    expect(placed).toMatchObject({
      orderNumber: body.orderNumber,
      status: 'open',
      statusChanges: [{ status: 'created' }, { status: 'open' }],
      delivery: { kind: 'home', name: 'Marit de Vries', address: { city: 'Apeldoorn' } },
      totalAmount: calculated.totalAmount,
      subTotalAmount: calculated.subTotalAmount,
      shippingCosts: calculated.shippingCosts,
      totalAmountExclVat: calculated.totalAmountExclVat,
      vatAmounts: calculated.vatAmounts,
      giftCardAmount: 0,
      isPayable: true,
      isCancellable: true,
      payment: {
        status: 'pending',
        methodKey: 'ideal-wero',
        amount: calculated.totalAmount,
        dueAt: later(DAY_MS).toISOString(),
      },
    });
    expect(
      placed.lines.map(({ productVariantId, quantity, isGift, totalAmount }) => [
        productVariantId,
        quantity,
        isGift,
        totalAmount,
      ]),
    ).toEqual([
      [MASH, 2, false, calculated.products[0]?.totalAmount],
      [SCOOP, 1, true, 0],
      [RQS, 2, false, calculated.products[1]?.totalAmount],
    ]);
    expect(placed.lines[2]?.rqsSamples.map(({ sampleName }) => sampleName)).toEqual([
      'Hay 1086 1',
      'Hay 1086 2',
    ]);
    expect(await listTold(body)).toEqual([]);
  });

  it('leaves a cart behind that no other call finds, and nothing of its person', async () => {
    const id = await openReadyCart([[VARIANT, 1]]);
    const { body } = await call('fetchCart', { params: { id } });
    expect((await place(id)).status).toBe(200);
    for (const name of [
      'fetchCart',
      'calculateCart2',
      'fetchPaymentMethods',
      'removeDiscountCode',
    ] as const) {
      expect(await call(name, { params: { id } })).toMatchObject(notFound);
    }
    const query = { productVariantId: VARIANT, quantity: 1 };
    expect(await call('addCartProduct', { params: { id }, query })).toMatchObject(notFound);
    const [row] = await backend.database.select().from(cart).where(eq(cart.cartId, body.cartNumber));
    expect(row).toMatchObject({ orderedAt: FIXTURE_NOW, billing: null, shipping: null, clientIp: null });
    expect(await backend.database.$count(cartProduct, eq(cartProduct.cartId, body.cartNumber))).toBe(0);
  });

  it('answers what it has answered to a repeat with the key, and refuses the key for something else', async () => {
    const id = await openReadyCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    const [key, before] = [randomUUID(), await countOrders()];
    const first = await place(id, { key, expectedTotalAmount });
    const again = await place(id, { key, expectedTotalAmount });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ orderId: first.body.orderId, token: first.body.token });
    expect(await place(id, { key, expectedTotalAmount: 1 })).toMatchObject(
      refusal(422, 'idempotency_key_reused'),
    );
    // The button of another tab has another key.
    const other = await place(id, { expectedTotalAmount });
    expect(other.body).toEqual({ ...first.body, status: 'open' });
    expect(await countOrders()).toBe(before + 1);
  });

  it.each([
    ['one key', true],
    ['two keys', false],
  ])('pressed twice at once, with %s, places one order', async (_how, isOne) => {
    const id = await openReadyCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    const [before, key, pieces] = [await countOrders(), randomUUID(), Number(await getStock(VARIANT))];
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => place(id, { expectedTotalAmount, key: isOne ? key : randomUUID() })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.orderId}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await countOrders()).toBe(before + 1);
    expect(await getStock(VARIANT)).toBe(pieces - 1);
  });

  it('numbers orders by site and year without a gap, whatever is refused between them', async () => {
    const first = await order();
    expect(await place(await openReadyCart([[VARIANT, 1]]), { expectedTotalAmount: 1 })).toMatchObject({
      status: 409,
    });
    const second = await order();
    expect(Number(second.orderNumber.slice(5))).toBe(Number(first.orderNumber.slice(5)) + 1);
    backend.setNow(new Date('2026-12-31T23:00:00Z'));
    expect((await order()).orderNumber).toBe('2027-000001');
  });

  it('is one of 60 that a visitor may press in an hour', async () => {
    const id = await openReadyCart([[VARIANT, 1]]);
    const visitor = { ...dutchShop, 'x-forwarded-for': '203.0.113.201' };
    for (let n = 0; n < 60; n += 1) {
      expect((await place(id, { expectedTotalAmount: 1, shop: visitor })).status).toBe(409);
    }
    expect(await place(id, { expectedTotalAmount: 1, shop: visitor })).toMatchObject(
      refusal(429, 'too_many_attempts'),
    );
  });

  it('places the order also where the provider does not answer', async () => {
    backend.payments.isAway = true;
    const placed = await order();
    expect(placed).toMatchObject({ status: 'created', paymentUrl: null });
    expect(await pay(placed)).toMatchObject(refusal(503, 'payment_unavailable'));
    backend.payments.isAway = false;
    expect((await pay(placed)).body.paymentUrl).toMatch(/^https:/);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'open' });
  });
});

describe('an order that costs nothing more', () => {
  /** All of an order is taken off. */
  async function openFreeCart(lines: Parameters<typeof openCart>[0]): Promise<string> {
    const id = await openReadyCart(lines, { paymentMethodId: null });
    expect((await setCode(id, 'STAL10')).status).toBe(204);
    await backend.database
      .update(promotion)
      .set({ percentage: 100 })
      .where(eq(promotion.promotionKey, 'stal10'));
    return id;
  }

  it('is paid in the transaction that places it', async () => {
    // Tests go by letter, which costs nothing.
    const id = await openFreeCart([[RQS, 1]]);
    try {
      expect(await fetchTotal(id)).toBe(0);
      const { body } = await place(id);
      expect(body).toMatchObject({ status: 'paid', paymentUrl: null });
      expect(await fetchOrder(body)).toMatchObject({
        statusChanges: [{ status: 'created' }, { status: 'open' }, { status: 'paid' }],
        delivery: { kind: 'letter' },
        payment: { status: 'none', amount: 0, dueAt: null },
        isPayable: false,
        discountCode: 'STAL10',
        scanProductsOnly: true,
      });
      expect(await listTold(body)).toEqual(['confirmed']);
      expect(await pay(body)).toMatchObject(refusal(409, 'order_not_payable'));
    } finally {
      await backend.database
        .update(promotion)
        .set({ percentage: 10 })
        .where(eq(promotion.promotionKey, 'stal10'));
    }
  });
});
