import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import {
  cart,
  cartProduct,
  customerOrder,
  dealer,
  giftCard,
  legalProfile,
  orderLine,
  orderPromotion,
  orderStatusChange,
  outboxMail,
  parcelShop,
  payment,
  paymentMethod,
  price,
  productVariant,
  promotion,
  stock,
  stockMovement,
} from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../../shared/contract/carts.ts';
import type { Order, PaymentMethodOption } from '../../../shared/contract/orders.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createFakePayments, type FakePayments, fakeOrderPayments } from '../../fixtures/fake-payments.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';

/**
 * Variants: mash, two bags of which earn a scoop, a box of herbs, a gift card of € 25, the scoop, a hygiene
 * scan.
 */
const [MASH_VARIANT_ID, HERBS_VARIANT_ID, GIFT_CARD_VARIANT_ID, SCOOP_VARIANT_ID, HYGIENE_SCAN_VARIANT_ID] = [
  1031, 1063, 1084, 1080, 1088,
];
/** A bag of 15.35 kg with its packaging; `VARIANT` weighs 20.45 kg. */
const LIGHT_BAG = 1002;
const [KLARNA_METHOD_ID, TRANSFER_METHOD_ID, GIFT_CARD_METHOD] = [4, 5, 16];

let backend: BackendFixture;
let payments: FakePayments;
const backendCaller = createBackendCaller(() => backend);
const { call, openCart } = backendCaller;
const { openOrderableCart, fetchTotal, place } = createOrderPlacer(backendCaller);

/** Stock of each variant after the import. */
let initialStock: (typeof stock.$inferSelect)[] = [];

beforeAll(async () => {
  backend = await openBackendFixture({
    orderPayments: fakeOrderPayments,
    createPayments: (deps) => {
      payments = createFakePayments(deps);
      return payments;
    },
  });
  initialStock = await backend.database.select().from(stock);
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  payments.isAway = false;
  await backend.database
    .insert(stock)
    .values(initialStock)
    .onConflictDoUpdate({ target: stock.productVariantId, set: { amount: sql`excluded.amount` } });
  await backend.database.update(promotion).set({ usageCount: 0 });
});

const getTimeAfterFixture = (ms: number) => new Date(FIXTURE_NOW.getTime() + ms);
const setStock = (id: number, amount: number | null) =>
  backend.database.update(stock).set({ amount }).where(eq(stock.productVariantId, id));
const getStock = async (id: number) =>
  (await backend.database.select().from(stock).where(eq(stock.productVariantId, id)))[0]?.amount;
const countOrders = () => backend.database.$count(customerOrder);
const trySetDiscountCode = (id: string, code: string) =>
  call('setDiscountCode', { params: { id }, query: { code } });
const readPromotionUses = async (promotionKey: string) =>
  (await backend.database.select().from(promotion).where(eq(promotion.promotionKey, promotionKey)))[0]
    ?.usageCount;

interface PlacedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly status: string;
  readonly paymentUrl: string | null;
  readonly token: string;
}

/** Places an order, of two packs by default. */
async function order(
  lines: Parameters<typeof openCart>[0] = [[VARIANT, 2]],
  options: Parameters<typeof openOrderableCart>[1] = {},
): Promise<PlacedOrder> {
  const answer = await place(await openOrderableCart(lines, options), options);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function fetchOrder({ orderId, token }: PlacedOrder, shop = dutchShopHeaders): Promise<Order> {
  const { status, body, text } = await call(
    'fetchOrderStatus',
    { params: { orderId }, query: { token } },
    shop,
  );
  if (status !== 200) throw new Error(text);
  return body;
}
const cancel = ({ orderId, token }: PlacedOrder) =>
  call('cancelOrder', { params: { orderId }, body: { token } });
const pay = ({ orderId, token }: PlacedOrder, body: object = {}) =>
  call('startOrderPayment', { params: { orderId }, body: { token, ...body } });

/** Returns the types of mails that are due for an order at once. */
async function listDueMailTypes({ orderId }: Pick<PlacedOrder, 'orderId'>): Promise<string[]> {
  const { rows } = (await backend.database.execute(
    sql`select payload->>'kind' as kind from queue_item where name = 'order-message' and payload->>'orderId' = ${orderId} and done_at is null and run_at <= ${new Date(backend.clock()).toISOString()} order by queue_item_id`,
  )) as unknown as { rows: { kind: string }[] };
  return rows.map(({ kind }) => kind);
}

const createRefusalResponse = (status: number, code: string, members: object = {}) => ({
  status,
  body: { type: `urn:problem:${code}`, status, code, ...members },
});
const notFound = createRefusalResponse(404, 'not_found');

describe('the order button', () => {
  it('places an order of the cart, starts its payment, and ends the cart', async () => {
    const id = await openOrderableCart([
      [MASH_VARIANT_ID, 2],
      [RQS, 2],
    ]);
    const { body: calculated }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
    const before = [await getStock(MASH_VARIANT_ID), await getStock(SCOOP_VARIANT_ID)].map(Number);
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
    expect([await getStock(MASH_VARIANT_ID), await getStock(SCOOP_VARIANT_ID)]).toEqual([
      before[0]! - 2,
      before[1]! - 1,
    ]);
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
        dueAt: getTimeAfterFixture(DAY_MS).toISOString(),
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
      [MASH_VARIANT_ID, 2, false, calculated.products[0]?.totalAmount],
      [SCOOP_VARIANT_ID, 1, true, 0],
      [RQS, 2, false, calculated.products[1]?.totalAmount],
    ]);
    expect(placed.lines[2]?.rqsSamples.map(({ sampleName }) => sampleName)).toEqual([
      'Hay 1086 1',
      'Hay 1086 2',
    ]);
    expect(await listDueMailTypes(body)).toEqual([]);
  });

  it('leaves a cart that no other call finds, without personal data', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
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

  it('returns the same response to a retry with the key, and refuses the key for another request', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    const [key, before] = [randomUUID(), await countOrders()];
    const first = await place(id, { key, expectedTotalAmount });
    const again = await place(id, { key, expectedTotalAmount });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ orderId: first.body.orderId, token: first.body.token });
    expect(await place(id, { key, expectedTotalAmount: 1 })).toMatchObject(
      createRefusalResponse(422, 'idempotency_key_reused'),
    );
    // The button in another tab has another key.
    const other = await place(id, { expectedTotalAmount });
    expect(other.body).toEqual({ ...first.body, status: 'open' });
    expect(await countOrders()).toBe(before + 1);
  });

  it.each([
    ['one key', true],
    ['two keys', false],
  ])('pressed twice concurrently, with %s, places one order', async (_how, isOne) => {
    const id = await openOrderableCart([[VARIANT, 1]]);
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

  it('numbers orders by site and year without a gap, also with refused orders between them', async () => {
    const first = await order();
    expect(await place(await openOrderableCart([[VARIANT, 1]]), { expectedTotalAmount: 1 })).toMatchObject({
      status: 409,
    });
    const second = await order();
    expect(Number(second.orderNumber.slice(5))).toBe(Number(first.orderNumber.slice(5)) + 1);
    backend.setNow(new Date('2026-12-31T23:00:00Z'));
    expect((await order()).orderNumber).toBe('2027-000001');
  });

  it('can be pressed 60 times an hour by a visitor', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const visitor = { ...dutchShopHeaders, 'x-forwarded-for': '203.0.113.201' };
    for (let n = 0; n < 60; n += 1) {
      expect((await place(id, { expectedTotalAmount: 1, shop: visitor })).status).toBe(409);
    }
    expect(await place(id, { expectedTotalAmount: 1, shop: visitor })).toMatchObject(
      createRefusalResponse(429, 'too_many_attempts'),
    );
  });

  it('places the order even if the provider does not respond', async () => {
    payments.isAway = true;
    const placed = await order();
    expect(placed).toMatchObject({ status: 'created', paymentUrl: null });
    expect(await pay(placed)).toMatchObject(createRefusalResponse(503, 'payment_unavailable'));
    payments.isAway = false;
    expect((await pay(placed)).body.paymentUrl).toMatch(/^https:/);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'open' });
  });
});

describe('an order without an amount to pay', () => {
  /** Opens a cart with a discount of 100 %. */
  async function openFreeCart(lines: Parameters<typeof openCart>[0]): Promise<string> {
    const id = await openOrderableCart(lines, { paymentMethodId: null });
    expect((await trySetDiscountCode(id, 'STAL10')).status).toBe(204);
    await backend.database
      .update(promotion)
      .set({ percentage: 100 })
      .where(eq(promotion.promotionKey, 'stal10'));
    return id;
  }

  it('is paid in the transaction that places it', async () => {
    // Test kits are sent by post, which is free.
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
      expect(await listDueMailTypes(body)).toEqual(['confirmed']);
      expect(await pay(body)).toMatchObject(createRefusalResponse(409, 'order_not_payable'));
    } finally {
      await backend.database
        .update(promotion)
        .set({ percentage: 10 })
        .where(eq(promotion.promotionKey, 'stal10'));
    }
  });
});

describe('an order is refused', () => {
  const step = (name: string) => createRefusalResponse(409, 'checkout_not_ready', { step: name });

  it('if the cart is empty, also if it was emptied in another tab', async () => {
    expect(await place(await openCart())).toMatchObject(step('billing'));
    const id = await openOrderableCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    await call('removeCartProduct', { params: { id, productVariantId: VARIANT } });
    expect(await place(id, { expectedTotalAmount })).toMatchObject(step('billing'));
  });

  it('without a billing address, and without a payment method', async () => {
    expect(await place(await openCart([[VARIANT, 1]]))).toMatchObject(step('billing'));
    expect(await place(await openOrderableCart([[VARIANT, 1]], { paymentMethodId: null }))).toMatchObject(
      step('payment'),
    );
  });

  it('if the provider no longer offers the payment method', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const methods = await backend.database.select({ key: paymentMethod.key }).from(paymentMethod);
    for (const { key } of methods) payments.notOffered.add(key);
    const before = await countOrders();
    expect(await place(id)).toMatchObject(step('payment'));
    expect(await countOrders()).toBe(before);
    payments.notOffered.clear();
    expect(await place(id)).toMatchObject({ status: 200 });
  });

  it('without a phone number if goods are sent as a parcel', async () => {
    const id = await openOrderableCart([[RQS, 1]]);
    const billing = { ...callInputs.setBilling.body, phoneNumber: '' };
    expect((await call('setBilling', { params: { id }, body: billing })).status).toBe(204);
    await call('addCartProduct', { params: { id }, query: { productVariantId: VARIANT, quantity: 1 } });
    expect(await place(id)).toMatchObject(step('billing'));
  });

  it('while a sample has no name', async () => {
    const id = await openOrderableCart([[HYGIENE_SCAN_VARIANT_ID, 1]]);
    await call('addCartProduct', {
      params: { id },
      query: { productVariantId: HYGIENE_SCAN_VARIANT_ID, quantity: 1 },
    });
    expect(await place(id)).toMatchObject(createRefusalResponse(409, 'samples_unnamed'));
  });

  it('if the parcel shop is no longer listed, or does not accept the weight of the cart', async () => {
    const id = await openOrderableCart([[LIGHT_BAG, 1]]);
    const query = { parcelShopId: 'NL10001', parcelShopZipcodeOrCity: 'Apeldoorn' };
    expect((await call('setParcelShop', { params: { id }, query })).status).toBe(204);
    await call('addCartProduct', { params: { id }, query: { productVariantId: VARIANT, quantity: 1 } });
    const isPoint = eq(parcelShop.parcelShopId, 'NL10001');
    const [point] = await backend.database.select().from(parcelShop).where(isPoint);
    await backend.database.update(parcelShop).set({ maxParcelWeightGrams: 20_000 }).where(isPoint);
    expect(await place(id)).toMatchObject(createRefusalResponse(409, 'parcel_too_heavy'));
    await backend.database.update(parcelShop).set({ isListed: false }).where(isPoint);
    expect(await place(id)).toMatchObject(step('delivery'));
    const { isListed, maxParcelWeightGrams } = point!;
    await backend.database.update(parcelShop).set({ isListed, maxParcelWeightGrams }).where(isPoint);
    const { body } = await place(id);
    expect((await fetchOrder(body)).delivery).toMatchObject({ kind: 'parcelShop', name: point!.name });
  });

  it('if the dealer no longer has a pickup service', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const isDealer = eq(dealer.dealerId, 1);
    await backend.database.update(dealer).set({ isPickupPoint: true }).where(isDealer);
    expect((await call('setDealer', { params: { id }, query: { dealerId: 1 } })).status).toBe(204);
    await backend.database.update(dealer).set({ isPickupPoint: false }).where(isDealer);
    expect(await place(id)).toMatchObject(createRefusalResponse(409, 'dealer_without_pickup'));
    await backend.database.update(dealer).set({ isPickupPoint: true }).where(isDealer);
    const { body } = await place(id);
    expect(await fetchOrder(body)).toMatchObject({ delivery: { kind: 'dealer' }, shippingCosts: 0 });
  });

  it('if the total differs from the displayed one, with the actual total', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const totalAmount = await fetchTotal(id);
    for (const expectedTotalAmount of [0, totalAmount - 1, totalAmount + 1]) {
      expect(await place(id, { expectedTotalAmount })).toMatchObject(
        createRefusalResponse(409, 'total_changed', { totalAmount }),
      );
    }
    expect((await place(id)).status).toBe(200);
  });

  it('if the gift card pays less than displayed, until the higher amount is confirmed', async () => {
    const { body: card } = await backendCaller.addCartToInput('setGiftCard', callInputs.setGiftCard);
    const open = async (variant: number) => {
      const id = await openOrderableCart([[variant, 1]]);
      expect((await call('setGiftCard', { params: { id }, body: card })).status).toBe(204);
      const { body }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
      return { id, expectedTotalAmount: body.totalAmount, expectedGiftCardAmount: body.giftCardAmount };
    };
    const order = ({ id, ...expected }: Awaited<ReturnType<typeof open>>, key: string) =>
      call('completeCart', {
        params: { id },
        body: { ...expected, acceptsTerms: true },
        idempotencyKey: `${key}-${id}`,
      });
    const [first, second, third] = [
      await open(HERBS_VARIANT_ID),
      await open(VARIANT),
      await open(HERBS_VARIANT_ID),
    ];
    expect([first, second]).toMatchObject([
      { expectedGiftCardAmount: 2500 },
      { expectedGiftCardAmount: 2500 },
    ]);
    const { giftCardId } = (await backend.database.select().from(giftCard)).at(-1)!;
    await backend.database.update(giftCard).set({ balance: 1000 }).where(eq(giftCard.giftCardId, giftCardId));

    expect(await order(first, 'first')).toMatchObject(
      createRefusalResponse(409, 'amount_to_pay_changed', { amount: first.expectedTotalAmount - 1000 }),
    );
    const confirmed = await order({ ...first, expectedGiftCardAmount: 1000 }, 'again');
    expect(confirmed.status).toBe(200);
    expect((await fetchOrder(confirmed.body)).giftCardAmount).toBe(1000);
    // The card is empty now.
    expect(await order(second, 'second')).toMatchObject(createRefusalResponse(409, 'gift_card_refused'));
    // Another window removes the card: the amount to pay has to be confirmed again.
    expect((await call('removeGiftCard', { params: { id: third.id } })).status).toBe(204);
    expect(await order(third, 'third')).toMatchObject(
      createRefusalResponse(409, 'amount_to_pay_changed', { amount: third.expectedTotalAmount }),
    );
    const withoutCard = await order({ ...second, expectedGiftCardAmount: 0 }, 'without');
    expect(withoutCard.status).toBe(200);
    expect((await fetchOrder(withoutCard.body)).giftCardAmount).toBe(0);
  });

  it('if a price has changed since the summary', async () => {
    const id = await openOrderableCart([[HERBS_VARIANT_ID, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    const validFrom = getTimeAfterFixture(HOUR_MS);
    await backend.database
      .insert(price)
      .values({ siteId: 1, productVariantId: HERBS_VARIANT_ID, validFrom, amountExclVat: 9900 });
    backend.setNow(getTimeAfterFixture(2 * HOUR_MS));
    const answer = await place(id, { expectedTotalAmount });
    expect(answer).toMatchObject(createRefusalResponse(409, 'total_changed'));
    expect(answer.body.totalAmount).toBe(await fetchTotal(id));
    expect(answer.body.totalAmount).toBeGreaterThan(expectedTotalAmount);
    await backend.database.delete(price).where(eq(price.validFrom, validFrom));
  });

  it('with prices of another day, which can only be viewed', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    const expectedTotalAmount = await fetchTotal(id);
    const shop = { ...dutchShopHeaders, datetime: '2030-01-01T00:00:00Z' };
    const { body } = await place(id, { expectedTotalAmount, shop });
    expect((await fetchOrder(body)).created).toBe(FIXTURE_NOW.toISOString());
  });

  it('for products that the site no longer sells, with their names', async () => {
    const id = await openOrderableCart([
      [VARIANT, 1],
      [HERBS_VARIANT_ID, 1],
    ]);
    const isHerbs = eq(productVariant.productVariantId, HERBS_VARIANT_ID);
    await backend.database.update(productVariant).set({ isListed: false }).where(isHerbs);
    expect(await place(id)).toMatchObject(
      createRefusalResponse(409, 'insufficient_stock', {
        lines: [{ productVariantId: HERBS_VARIANT_ID, amount: 0 }],
      }),
    );
    await backend.database.update(productVariant).set({ isListed: true }).where(isHerbs);
  });

  it('if the stock is too low, and takes no stock', async () => {
    const id = await openOrderableCart([
      [VARIANT, 2],
      [HERBS_VARIANT_ID, 3],
    ]);
    await setStock(HERBS_VARIANT_ID, 2);
    const before = await getStock(VARIANT);
    expect(await place(id)).toMatchObject(
      createRefusalResponse(409, 'insufficient_stock', {
        lines: [{ productVariantId: HERBS_VARIANT_ID, amount: 2 }],
      }),
    );
    expect([await getStock(VARIANT), await getStock(HERBS_VARIANT_ID)]).toEqual([before, 2]);
  });

  it('for a cart of another site', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    expect(await place(id, { expectedTotalAmount: 1, shop: belgianShopHeaders })).toMatchObject(notFound);
    expect(await place('A'.repeat(43), { expectedTotalAmount: 1 })).toMatchObject(notFound);
  });

  it.each([
    [{ acceptsTerms: true }],
    [{ expectedTotalAmount: -1, acceptsTerms: true }],
    [{ expectedTotalAmount: 1.5, acceptsTerms: true }],
    [{ expectedTotalAmount: '1', acceptsTerms: true }],
    [{ expectedTotalAmount: 1 }],
    [{ expectedTotalAmount: 1, acceptsTerms: false }],
  ])('for %j', async (body) => {
    const id = await openCart([[VARIANT, 1]]);
    const idempotencyKey = randomUUID();
    expect((await call('completeCart', { params: { id }, body, idempotencyKey })).status).toBe(400);
  });

  it('without an idempotency key', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const body = { expectedTotalAmount: 1, acceptsTerms: true };
    expect(await call('completeCart', { params: { id }, body })).toMatchObject(
      createRefusalResponse(400, 'parameter_missing'),
    );
  });
});

describe('limited stock and uses', () => {
  // The embedded database has one connection, so fewer shoppers suffice there.
  const [shoppers, pieces] = process.env.SHOP_TESTS_ON_SERVER === 'yes' ? [50, 10] : [15, 3];

  it(`sells the last ${pieces} pieces to ${pieces} of ${shoppers} shoppers who order concurrently`, async () => {
    const ids: string[] = [];
    for (let n = 0; n < shoppers; n += 1) ids.push(await openOrderableCart([[VARIANT, 1]]));
    const expectedTotalAmount = await fetchTotal(ids[0]!);
    const before = await countOrders();
    await setStock(VARIANT, pieces);
    const answers = await Promise.all(ids.map((id) => place(id, { expectedTotalAmount })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(pieces);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(
        createRefusalResponse(409, 'insufficient_stock', {
          lines: [{ productVariantId: VARIANT, amount: 0 }],
        }),
      );
    }
    expect(await getStock(VARIANT)).toBe(0);
    expect(await countOrders()).toBe(before + pieces);
  }, 120_000);

  it('a code with 5 uses is used by 5 orders; the others see their higher total', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const id = await openOrderableCart([[MASH_VARIANT_ID, 3]]);
      expect((await trySetDiscountCode(id, 'FIVE')).status).toBe(204);
      ids.push(id);
    }
    const expectedTotalAmount = await fetchTotal(ids[0]!);
    const answers = await Promise.all(ids.map((id) => place(id, { expectedTotalAmount })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject(
        createRefusalResponse(409, 'total_changed', { totalAmount: expectedTotalAmount + 500 }),
      );
    }
    expect(await readPromotionUses('five')).toBe(5);
  }, 60_000);
});

describe('the money of an order', () => {
  it('of lines, delivery and discounts adds up to the total, to the cent', async () => {
    const id = await openOrderableCart([
      [MASH_VARIANT_ID, 3],
      [HERBS_VARIANT_ID, 1],
      [GIFT_CARD_VARIANT_ID, 1],
      [RQS, 1],
    ]);
    expect((await trySetDiscountCode(id, 'STAL10')).status).toBe(204);
    const { body: calculated }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
    const { body } = await place(id);
    const placed = await fetchOrder(body);
    const lines = await backend.database.select().from(orderLine).where(eq(orderLine.orderId, body.orderId));
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
    expect(placed.totalAmount).toBe(calculated.totalAmount);
    expect(sumOf(lines.map(({ paidAmount }) => paidAmount)) + placed.shippingCosts).toBe(placed.totalAmount);
    expect(sumOf(placed.lines.map(({ totalAmount }) => totalAmount))).toBe(placed.subTotalAmount);
    expect(
      placed.subTotalAmount - sumOf(placed.orderDiscounts.map(({ amount }) => amount)) + placed.shippingCosts,
    ).toBe(placed.totalAmount);
    expect(sumOf(placed.vatAmounts.map(({ amountExclVat, vatAmount }) => amountExclVat + vatAmount))).toBe(
      placed.totalAmount,
    );
    // Gift cards are money: no discount of the order applies to them.
    const card = lines.find(({ productVariantId }) => productVariantId === GIFT_CARD_VARIANT_ID);
    expect(card).toMatchObject({ isVoucher: true, totalAmount: 2500, paidAmount: 2500 });
    for (const { originalAmount, productDiscounts, totalAmount } of lines) {
      expect(originalAmount - sumOf(productDiscounts.map(({ amount }) => amount))).toBe(totalAmount);
    }
    expect(await readPromotionUses('stal10')).toBe(1);
    expect(await readPromotionUses('scoop-with-mash')).toBe(1);
  });
});

describe('a cancelled order', () => {
  it('returns stock, code and gift card once, however often and concurrently it is cancelled', async () => {
    const pieces = [await getStock(MASH_VARIANT_ID), await getStock(SCOOP_VARIANT_ID)];
    const id = await openOrderableCart([[MASH_VARIANT_ID, 3]]);
    expect((await trySetDiscountCode(id, 'FIVE')).status).toBe(204);
    const { body: placed } = await place(id);
    expect(await readPromotionUses('five')).toBe(1);
    const answers = await Promise.all(Array.from({ length: 4 }, () => cancel(placed)));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    expect((await cancel(placed)).status).toBe(204);
    expect([await getStock(MASH_VARIANT_ID), await getStock(SCOOP_VARIANT_ID)]).toEqual(pieces);
    expect(await readPromotionUses('five')).toBe(0);
    expect(await readPromotionUses('scoop-with-mash')).toBe(0);
    expect(await listDueMailTypes(placed)).toEqual(['cancelled']);
    const { orderId } = placed;
    expect(await backend.database.$count(orderPromotion, eq(orderPromotion.orderId, orderId))).toBe(2);
    expect(await backend.database.$count(stockMovement, eq(stockMovement.orderId, orderId))).toBe(4);
    expect(await fetchOrder(placed)).toMatchObject({
      status: 'cancelled',
      isPayable: false,
      isCancellable: false,
      payment: { status: 'cancelled', dueAt: null },
    });
    expect(await pay(placed)).toMatchObject(createRefusalResponse(409, 'order_not_payable'));
  });

  it('is either cancelled or paid by concurrent requests, and the money is refunded if necessary', async () => {
    for (let n = 0; n < 5; n += 1) {
      const pieces = Number(await getStock(VARIANT));
      const placed = await order([[VARIANT, 1]]);
      await Promise.all([cancel(placed), payments.settle(placed.orderId)]);
      const { status, payment: paid } = await fetchOrder(placed);
      expect(status).toBe('cancelled');
      expect(['cancelled', 'refunded']).toContain(paid.status);
      expect(await getStock(VARIANT)).toBe(pieces);
    }
  });

  it('is refunded if it was paid', async () => {
    const placed = await order();
    await payments.settle(placed.orderId);
    expect(await fetchOrder(placed)).toMatchObject({
      status: 'paid',
      payment: { status: 'paid', dueAt: null },
    });
    expect((await cancel(placed)).status).toBe(204);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    expect(await listDueMailTypes(placed)).toEqual(['confirmed', 'cancelled']);
  });

  it('can be cancelled while it is being packed', async () => {
    const placed = await order();
    await payments.settle(placed.orderId);
    await backend.database
      .update(customerOrder)
      .set({ status: 'processing' })
      .where(eq(customerOrder.orderId, placed.orderId));
    expect(await fetchOrder(placed)).toMatchObject({ isCancellable: true, isWithdrawable: true });
    expect((await cancel(placed)).status).toBe(204);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
  });

  it('cannot be cancelled after dispatch', async () => {
    for (const status of ['sent', 'closed'] as const) {
      const placed = await order([[VARIANT, 1]]);
      await backend.database
        .update(customerOrder)
        .set({ status })
        .where(eq(customerOrder.orderId, placed.orderId));
      expect(await cancel(placed)).toMatchObject(createRefusalResponse(409, 'order_not_cancellable'));
    }
  });
});

describe('the latest order of a browser', () => {
  const readCookie = (headers: Readonly<Record<string, unknown>>) =>
    /^order=([^;]+); Max-Age=(\d+); Path=\/; .*HttpOnly/m.exec([headers['set-cookie']].flat().join('\n'));
  /**
   * Returns the readable cookie of an unpaid order in a response; undefined if the response does not set it.
   */
  const readMark = (headers: Readonly<Record<string, unknown>>) =>
    /^openorder=(1?); Max-Age=(\d+); Path=\/; (?!.*HttpOnly)/m
      .exec([headers['set-cookie']].flat().join('\n'))
      ?.slice(1);
  const fetchLast = (cookie: string, shop = dutchShopHeaders) =>
    call('fetchLastOrder', {}, { ...shop, cookie });

  it('is found by its cookie as long as it has to be paid', async () => {
    const { body: placed, headers } = await place(await openOrderableCart([[VARIANT, 2]]));
    const [, value = '', seconds = ''] = readCookie(headers) ?? [];
    expect(value).toBe(`${placed.orderId}.${placed.token}`);
    // An iDEAL payment expires after a day.
    expect(Number(seconds)).toBe(86_400);
    expect(readMark(headers)).toEqual(['1', '86400']);
    const { amount } = (await fetchOrder(placed)).payment;
    const { orderId, orderNumber, token } = placed;
    expect((await fetchLast(`order=${value}`)).body).toEqual({
      order: { orderId, orderNumber, status: 'open', isPayable: true, token, amount },
    });
    expect(readMark((await fetchLast(`order=${value}`)).headers)).toBeUndefined();
    await payments.settle(orderId);
    const paid = await fetchLast(`order=${value}`);
    expect(paid.body).toMatchObject({ order: { status: 'paid', isPayable: false } });
    expect(readMark(paid.headers)).toEqual(['', '0']);
  });

  it('loses its unpaid cookie on the order page once it is paid', async () => {
    const { body: placed, headers } = await place(await openOrderableCart([[VARIANT, 2]]));
    const [, value = ''] = readCookie(headers) ?? [];
    const { orderId, token } = placed;
    const look = async () => {
      const cookie = `order=${value}; openorder=1`;
      return readMark(
        (await call('fetchOrderStatus', { params: { orderId }, query: { token } }, { cookie })).headers,
      );
    };
    expect(await look()).toBeUndefined();
    await payments.settle(orderId);
    expect(await look()).toEqual(['', '0']);
  });

  it('is not found without a cookie, with a wrong token, or on another site', async () => {
    const { body: placed } = await place(await openOrderableCart([[VARIANT, 2]]));
    expect((await call('fetchLastOrder')).body).toEqual({ order: null });
    const wrong = await fetchLast(`order=${placed.orderId}.${'A'.repeat(43)}`);
    expect(wrong.body).toEqual({ order: null });
    expect(String(wrong.headers['set-cookie'])).toMatch(/^order=; Max-Age=0;/);
    const elsewhere = await fetchLast(`order=${placed.orderId}.${placed.token}`, belgianShopHeaders);
    expect(elsewhere.body).toEqual({ order: null });
  });
});

describe('another payment attempt', () => {
  it('continues the waiting payment, or starts a new one with another method', async () => {
    const placed = await order();
    expect((await pay(placed)).body).toEqual({ paymentUrl: placed.paymentUrl });
    const { body } = await pay(placed, { paymentMethodId: KLARNA_METHOD_ID });
    expect(body.paymentUrl).not.toBe(placed.paymentUrl);
    const rows = await backend.database.select().from(payment).where(eq(payment.orderId, placed.orderId));
    expect(rows.map(({ status }) => status).sort()).toEqual(['cancelled', 'pending']);
    expect(await fetchOrder(placed)).toMatchObject({ payment: { methodKey: 'klarna', status: 'pending' } });
  });

  it('detects a payment that was made meanwhile', async () => {
    const placed = await order();
    const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, placed.orderId));
    payments.paidAtProvider.add(row!.paymentId);
    expect(await pay(placed, { paymentMethodId: KLARNA_METHOD_ID })).toMatchObject({
      status: 200,
      body: { paymentUrl: null },
    });
    expect(await fetchOrder(placed)).toMatchObject({ status: 'paid' });
    expect(await pay(placed)).toMatchObject(createRefusalResponse(409, 'order_not_payable'));
  });

  it.each([
    [{ paymentMethodId: 999 }, 'paymentMethodId'],
    // A method of the Danish shop.
    [{ paymentMethodId: 8 }, 'paymentMethodId'],
    [{ paymentMethodId: GIFT_CARD_METHOD }, 'paymentMethodId'],
  ])('with %j is refused', async (body, field) => {
    expect(await pay(await order([[VARIANT, 1]]), body)).toMatchObject(
      createRefusalResponse(400, 'validation_failed', { errors: [{ field }] }),
    );
  });

  it('waits ten days for a bank transfer, and confirms the receipt of the order', async () => {
    const placed = await order([[VARIANT, 1]], { paymentMethodId: TRANSFER_METHOD_ID });
    expect(await fetchOrder(placed)).toMatchObject({
      payment: { dueAt: getTimeAfterFixture(10 * DAY_MS).toISOString() },
    });
    expect(await listDueMailTypes(placed)).toEqual(['received']);
  });
});

describe('a caller without the token', () => {
  it('finds no order, nor with the token of another order or site', async () => {
    const [mine, other] = [await order([[VARIANT, 1]]), await order([[VARIANT, 1]])];
    const params = { orderId: mine.orderId };
    for (const token of ['x', other.token, mine.token.slice(1), `${mine.token}x`, mine.orderId]) {
      expect(await call('fetchOrderStatus', { params, query: { token } })).toMatchObject(notFound);
      for (const name of ['startOrderPayment', 'cancelOrder', 'reorder'] as const) {
        expect(await call(name, { params, body: { token } })).toMatchObject(notFound);
      }
    }
    const query = { token: mine.token };
    expect(await call('fetchOrderStatus', { params, query }, belgianShopHeaders)).toMatchObject(notFound);
    const unknown = { orderId: randomUUID() };
    expect(await call('fetchOrderStatus', { params: unknown, query })).toMatchObject(notFound);
    expect(await fetchOrder(mine)).toMatchObject({ status: 'open' });
  });

  it('can guess 30 times an hour; a caller with the token has no limit', async () => {
    const { orderId, token } = await order([[VARIANT, 1]]);
    const visitor = { 'x-forwarded-for': '203.0.113.202' };
    const look = (shown: string) =>
      call('fetchOrderStatus', { params: { orderId }, query: { token: shown } }, visitor);
    for (let n = 0; n < 30; n += 1) expect((await look('guessed')).status).toBe(404);
    expect(await look('guessed')).toMatchObject(createRefusalResponse(429, 'too_many_attempts'));
    expect((await look(token)).status).toBe(200);
  });
});

describe('a reorder', () => {
  it('fills a cart with the lines and sample names of the order, at present prices', async () => {
    const placed = await order([
      [MASH_VARIANT_ID, 2],
      [RQS, 2],
    ]);
    await cancel(placed);
    const { orderId, token } = placed;
    const { status, body, headers } = await call('reorder', { params: { orderId }, body: { token } });
    expect(status).toBe(200);
    expect(String(headers['set-cookie'])).toContain(`cart=${body.cart.shoppingcartId};`);
    expect(body.differences).toEqual([]);
    expect(
      body.cart.products.map(({ productVariantId, count, rqsSamples }: Cart['products'][number]) => [
        productVariantId,
        count,
        rqsSamples.map(({ sampleName }) => sampleName),
      ]),
    ).toEqual([
      [MASH_VARIANT_ID, 2, []],
      [RQS, 2, ['Hay 1086 1', 'Hay 1086 2']],
    ]);
    // A repeated reorder into the same cart adds nothing.
    const cookie = `cart=${body.cart.shoppingcartId}`;
    const again = await call('reorder', { params: { orderId }, body: { token } }, { cookie });
    expect(again.body.cart.products).toEqual(body.cart.products);
  });

  it('fills in customer, delivery and payment method, so that the payment step is complete', async () => {
    const placed = await order([[MASH_VARIANT_ID, 2]]);
    const { orderId, token } = placed;
    const before = await fetchOrder(placed);
    const { body } = await call('reorder', { params: { orderId }, body: { token } });
    const id = body.cart.shoppingcartId;
    expect(body.cart).toMatchObject({ billing: before.billing, payment: { paymentMethodId: 1 } });
    const again = await place(id, { expectedTotalAmount: await fetchTotal(id) });
    expect(again.status).toBe(200);
    const made = await fetchOrder(again.body);
    expect(made).toMatchObject({ billing: before.billing, delivery: before.delivery });
  });

  it('leaves the payment empty if the provider no longer has the bank of the order', async () => {
    const shop = { siteid: '11', languageid: '2' };
    const { orderId, token } = await order([[MASH_VARIANT_ID, 1]]);
    const change = { siteId: 11, languageId: 2, paymentMethodId: 14 };
    const reorder = async (issuer: string) => {
      await backend.database
        .update(customerOrder)
        .set({ ...change, issuer })
        .where(eq(customerOrder.orderId, orderId));
      return (await call('reorder', { params: { orderId }, body: { token } }, shop)).body.cart.payment;
    };
    expect(await reorder('gone-bank')).toBeNull();
    expect(await reorder('bank-1')).toMatchObject({ paymentMethodId: 14, issuer: 'bank-1' });
  });

  it('leaves the delivery empty if the parcel shop of the order no longer exists', async () => {
    const { orderId, token } = await order([[HERBS_VARIANT_ID, 1]]);
    const [row] = await backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    await backend.database
      .update(customerOrder)
      .set({ delivery: { ...row!.delivery, kind: 'parcelShop' }, parcelShopId: 'GONE' })
      .where(eq(customerOrder.orderId, orderId));
    const { body } = await call('reorder', { params: { orderId }, body: { token } });
    expect(body.cart).toMatchObject({ parcelShopId: null, shipping: { shippingMethod: 1 } });
    expect(await place(body.cart.shoppingcartId)).toMatchObject(
      createRefusalResponse(409, 'checkout_not_ready'),
    );
  });

  it('keeps the customer and the delivery that the cart already has', async () => {
    const { orderId, token } = await order([[MASH_VARIANT_ID, 2]]);
    const id = await openCart([[VARIANT, 1]]);
    const billing = { ...callInputs.setBilling.body, firstName: 'Saskia' };
    expect((await call('setBilling', { params: { id }, body: billing })).status).toBe(204);
    const { body } = await call(
      'reorder',
      { params: { orderId }, body: { token } },
      { cookie: `cart=${id}` },
    );
    expect(body.cart.billing).toMatchObject({ firstName: 'Saskia' });
    expect(body.cart.shipping).toBeNull();
  });
});

describe('payment methods', () => {
  it('are those of the site, with banks if one has to be chosen', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const { body }: { body: PaymentMethodOption[] } = await call('fetchPaymentMethods', { params: { id } });
    expect(body.map(({ paymentMethodId }) => paymentMethodId)).toEqual([1, 7, 3, 4, 5, 16]);
    expect(body.filter(({ issuers }) => issuers.length > 0)).toEqual([]);
    const austrianShop = { siteid: '11', languageid: '2' };
    const austrian = await openCart([[VARIANT, 1]], austrianShop);
    const fetch = async () =>
      (await call('fetchPaymentMethods', { params: { id: austrian } }, austrianShop)).body.find(
        ({ key }: PaymentMethodOption) => key === 'eps',
      );
    expect(await fetch()).toMatchObject({ issuers: [{ issuer: 'bank-1', name: 'First bank' }] });
    payments.isAway = true;
    expect(await fetch()).toBeUndefined();
  });
});

describe('the jobs of orders', () => {
  it('cancel orders that were not paid in time, and no paid ones', async () => {
    const [unpaid, late, slow] = [
      await order([[VARIANT, 1]]),
      await order([[VARIANT, 1]]),
      await order([[VARIANT, 1]], { paymentMethodId: TRANSFER_METHOD_ID }),
    ];
    const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, late.orderId));
    payments.paidAtProvider.add(row!.paymentId);
    backend.setNow(getTimeAfterFixture(DAY_MS - 1000));
    await backend.runJob('end-unpaid-orders');
    expect(await fetchOrder(unpaid)).toMatchObject({ status: 'open' });
    backend.setNow(getTimeAfterFixture(DAY_MS));
    payments.isAway = true;
    await backend.runJob('end-unpaid-orders');
    expect(await fetchOrder(unpaid)).toMatchObject({ status: 'open' });
    payments.isAway = false;
    await backend.runJob('end-unpaid-orders');
    expect(await fetchOrder(unpaid)).toMatchObject({ status: 'cancelled' });
    expect(await fetchOrder(late)).toMatchObject({ status: 'paid' });
    expect(await fetchOrder(slow)).toMatchObject({ status: 'open' });
  });

  it('wait a day for a provider that does not respond, and no longer', async () => {
    const unpaid = await order([[VARIANT, 1]]);
    payments.isAway = true;
    backend.setNow(getTimeAfterFixture(2 * DAY_MS - 1000));
    await backend.runJob('end-unpaid-orders');
    expect(await fetchOrder(unpaid)).toMatchObject({ status: 'open' });
    backend.setNow(getTimeAfterFixture(2 * DAY_MS));
    await backend.runJob('end-unpaid-orders');
    expect(await fetchOrder(unpaid)).toMatchObject({ status: 'cancelled' });
  });

  it('send one reminder after a quarter of an hour, unless the order was paid or cancelled', async () => {
    const [unpaid, paid, cancelled] = [
      await order([[VARIANT, 1]]),
      await order([[VARIANT, 1]]),
      await order([[VARIANT, 1]]),
    ];
    const slow = await order([[VARIANT, 1]], { paymentMethodId: TRANSFER_METHOD_ID });
    await payments.settle(paid.orderId);
    expect((await cancel(cancelled)).status).toBe(204);
    const listReminders = async (ms: number) => {
      backend.setNow(getTimeAfterFixture(ms));
      await backend.runJob('queue');
      const rows = await backend.database
        .select()
        .from(outboxMail)
        .where(eq(outboxMail.kind, 'order-unpaid'));
      const placed = [unpaid, paid, cancelled, slow];
      return placed.map(({ token }) => rows.filter(({ text }) => text.includes(token)).length);
    };
    expect(await listReminders(15 * MINUTE_MS - 1)).toEqual([0, 0, 0, 0]);
    expect(await listReminders(15 * MINUTE_MS)).toEqual([1, 0, 0, 0]);
    expect(await listReminders(HOUR_MS)).toEqual([1, 0, 0, 0]);
  });

  it('close a received order after its withdrawal period, and delete it after the retention period', async () => {
    const placed = await order([
      [VARIANT, 1],
      [RQS, 1],
    ]);
    await payments.settle(placed.orderId);
    const isPlaced = eq(customerOrder.orderId, placed.orderId);
    await backend.database
      .update(customerOrder)
      .set({ status: 'sent', receivedOn: '2026-11-05' })
      .where(isPlaced);
    await backend.database
      .insert(orderStatusChange)
      .values({ orderId: placed.orderId, status: 'sent', at: FIXTURE_NOW });
    // Fourteen days from 6 November on: until midnight of the 19th, Amsterdam time.
    backend.setNow(new Date('2026-11-19T22:59:59Z'));
    await backend.runJob('close-orders');
    expect(await fetchOrder(placed)).toMatchObject({ status: 'sent', isWithdrawable: true });
    backend.setNow(new Date('2026-11-19T23:00:00Z'));
    expect(await fetchOrder(placed)).toMatchObject({ isWithdrawable: false });
    await backend.runJob('close-orders');
    expect(await fetchOrder(placed)).toMatchObject({ status: 'closed' });
    // Seven years in the Netherlands, from the end of 2026 on, Amsterdam time.
    backend.setNow(new Date('2033-12-31T22:59:59Z'));
    await backend.runJob('forget-orders');
    expect(await backend.database.$count(customerOrder, isPlaced)).toBe(1);
    backend.setNow(new Date('2033-12-31T23:00:00Z'));
    await backend.runJob('forget-orders');
    expect(await backend.database.$count(customerOrder, isPlaced)).toBe(0);
  });

  it('close and delete orders after the periods that the shop has configured', async () => {
    const isDutch = eq(legalProfile.siteId, 1);
    const [stated] = await backend.database.select().from(legalProfile).where(isDutch);
    await backend.database
      .update(legalProfile)
      .set({ withdrawalDays: 30, retentionYears: 10 })
      .where(isDutch);
    try {
      const placed = await order([[VARIANT, 1]]);
      const isPlaced = eq(customerOrder.orderId, placed.orderId);
      await backend.database
        .update(customerOrder)
        .set({ status: 'sent', receivedOn: '2026-11-05' })
        .where(isPlaced);
      await backend.database
        .insert(orderStatusChange)
        .values({ orderId: placed.orderId, status: 'sent', at: FIXTURE_NOW });
      // Thirty days end on Saturday 5 December, so the period lasts until Monday.
      backend.setNow(new Date('2026-12-07T22:59:59Z'));
      await backend.runJob('close-orders');
      expect(await fetchOrder(placed)).toMatchObject({ status: 'sent' });
      backend.setNow(new Date('2026-12-07T23:00:00Z'));
      await backend.runJob('close-orders');
      expect(await fetchOrder(placed)).toMatchObject({ status: 'closed' });
      backend.setNow(new Date('2036-12-31T22:59:59Z'));
      expect((await call('fetchSiteSettings', { params: { id: 1 } })).body).toMatchObject({
        withdrawalDays: 30,
      });
      await backend.runJob('forget-orders');
      expect(await backend.database.$count(customerOrder, isPlaced)).toBe(1);
      backend.setNow(new Date('2036-12-31T23:00:00Z'));
      await backend.runJob('forget-orders');
      expect(await backend.database.$count(customerOrder, isPlaced)).toBe(0);
    } finally {
      await backend.database.update(legalProfile).set(stated!).where(isDutch);
    }
  });
});
