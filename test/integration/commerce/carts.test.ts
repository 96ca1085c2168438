import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import {
  cart,
  cartProduct,
  price,
  product,
  productVariant,
  promotion,
  siteProduct,
  stock,
} from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import type { Cart } from '../../../shared/contract/carts.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { callInputs, RQS, SOLD_OUT, VARIANT } from '../../fixtures/call-inputs.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';

/**
 * Variants: mash, a box of herbs with three in stock, a gift card of € 25, a scoop, a hygiene scan, another
 * nutrition scan.
 */
const [
  MASH_VARIANT_ID,
  VARIANT_WITH_THREE_PIECES,
  GIFT_CARD_VARIANT_ID,
  SCOOP_VARIANT_ID,
  HYGIENE_SCAN_VARIANT_ID,
  RQS_PLUS,
] = [1031, 1063, 1084, 1080, 1088, 1087];
/** A site without sales. */
const corporateShopHeaders = { siteid: '12', languageid: '4' };

let backend: BackendFixture;
const { call, openCart } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(() => backend.setNow(FIXTURE_NOW));

type ShopHeaders = Readonly<Record<string, string>>;

const fetchCart = async (id: string, shop: ShopHeaders = dutchShopHeaders): Promise<Cart> => {
  const { status, body } = await call('fetchCart', { params: { id } }, shop);
  expect(status).toBe(200);
  return body;
};
const fetchCalculatedCart = async (
  id: string,
  shop: ShopHeaders = dutchShopHeaders,
): Promise<CalculatedCart2> => {
  const { status, body } = await call('calculateCart2', { params: { id } }, shop);
  expect(status).toBe(200);
  return body;
};
const add = (
  id: string,
  productVariantId: number,
  quantity: unknown = 1,
  shop: ShopHeaders = dutchShopHeaders,
) => call('addCartProduct', { params: { id }, query: { productVariantId, quantity } }, shop);
const alterProduct = (id: string, productVariantId: number, quantity: unknown) =>
  call('alterCartProduct', { params: { id, productVariantId }, query: { quantity } });
const trySetDiscountCode = (id: string, code: string, headers: ShopHeaders = {}) =>
  call('setDiscountCode', { params: { id }, query: { code } }, headers);
const nameRoughageSample = (id: string, productVariantId: number, sequence: number, samplename: string) =>
  call('nameRqsSample', { params: { id }, query: { productVariantId, sequence, samplename } });

/** Returns the pieces by variant, in the order of the lines. */
const listCountsByVariant = async (id: string) =>
  (await fetchCart(id)).products.map(({ productVariantId, count }) => [productVariantId, count]);
/** Returns sequence and name of the samples of a line. */
const listLineSamples = async (id: string, productVariantId: number) =>
  (await fetchCart(id)).products
    .find((line) => line.productVariantId === productVariantId)
    ?.rqsSamples.map(({ sequence, sampleName }) => [sequence, sampleName]);

const createRefusalResponse = (status: number, code: string, members: object = {}) => ({
  status,
  body: { type: `urn:problem:${code}`, status, code, ...members },
});
const invalid = (field: string) => createRefusalResponse(400, 'validation_failed', { errors: [{ field }] });
const notFound = createRefusalResponse(404, 'not_found');

describe('a new cart', () => {
  it('is empty, with all fields of a cart', async () => {
    const { status, body, headers } = await call(
      'createCart',
      { query: { mailCampaignId: 'autumn-2026', storeId: 'till-1' } },
      { 'x-forwarded-for': '203.0.113.77' },
    );
    expect(status).toBe(200);
    expect(body).toEqual({
      shoppingcartId: expect.stringMatching(/^[\w-]{43}$/),
      cartNumber: expect.any(Number),
      created: FIXTURE_NOW.toISOString(),
      lastModified: FIXTURE_NOW.toISOString(),
      storeDeviceInfo: { storeId: 'till-1' },
      siteId: 1,
      languageId: 4,
      clientIp: '203.0.113.0/24',
      billing: null,
      shipping: null,
      alternativeShippingAddress: null,
      newsletterSubscribe: false,
      payment: null,
      mailCampaignId: 'autumn-2026',
      products: [],
      discountCode: null,
      dealerId: null,
      parcelShopId: null,
      parcelShopZipcodeOrCity: null,
      scanProductsOnly: false,
      impersonatedUntil: null,
    });
    expect(headers['cache-control']).toContain('no-store');
    expect(await fetchCart(body.shoppingcartId)).toEqual(body);
    expect(await fetchCalculatedCart(body.shoppingcartId)).toEqual({
      products: [],
      shippingDiscounts: [],
      originalShippingCosts: 0,
      orderDiscounts: [],
      shippingCosts: 0,
      paymentCosts: 0,
      totalAmount: 0,
      giftCardAmount: 0,
      giftCard: null,
      vatAmountLow: 0,
      vatAmountHigh: 0,
      subTotalAmount: 0,
      totalAmountExclVat: 0,
      shippingCostsExclVat: 0,
      discountCode: null,
      itemCount: 0,
      testCount: 0,
      scanProductsOnly: false,
      needsDelivery: false,
      heaviestParcelGrams: 0,
      freeShippingMissingAmount: null,
      deliveryTimeDays: null,
      unavailableProducts: [],
      vatAmounts: [],
    });
  });

  it.each([
    ['2001:db8:aaaa:bbbb::1', '2001:db8:aaaa::/48'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['', null],
    ['unknown', null],
  ])('stores for the address %j only the network %j', async (address, clientIp) => {
    const { body } = await call('createCart', {}, { 'x-forwarded-for': address });
    expect(body.clientIp).toBe(clientIp);
  });

  it.each([
    ['http', 'cart', false],
    ['https', '__Host-cart', true],
  ])('over %s sets the readable cookie %s for a year', async (protocol, name, isSecure) => {
    const { body, headers } = await call('createCart', {}, { 'x-forwarded-proto': protocol });
    const [cookie, ...others] = headers['set-cookie'] as unknown as string[];
    expect(others).toEqual([]);
    const [value, ...attributes] = String(cookie).split('; ');
    expect(value).toBe(`${name}=${body.shoppingcartId}`);
    expect(attributes.filter((attribute) => !attribute.startsWith('Expires=')).sort()).toEqual(
      ['Max-Age=31536000', 'Path=/', 'SameSite=Lax', ...(isSecure ? ['Secure'] : [])].sort(),
    );
  });

  it('has a random id, which the database does not contain', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await openCart([[RQS, 1]]));
    expect(new Set(ids).size).toBe(20);
    // 256 random bits: no character is the same at one position in all ids.
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(32);
    for (let at = 0; at < 42; at += 1) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(5);
    const everything = JSON.stringify(await dumpTables(backend.database));
    for (const id of ids) {
      expect(everything).not.toContain(id);
      expect(everything).toContain(hashToken(id));
    }
  });

  it('is one of 300 that a visitor can create in an hour', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.200' };
    const create = async () => (await call('createCart', {}, visitor)).status;
    for (let n = 0; n < 300; n += 1) expect(await create()).toBe(200);
    const refused = await call('createCart', {}, visitor);
    expect(refused).toMatchObject(createRefusalResponse(429, 'too_many_attempts'));
    expect(refused.headers['retry-after']).toBe('3600');
    expect(refused.headers).not.toHaveProperty('set-cookie');
    expect((await call('createCart')).status).toBe(200);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + HOUR_MS));
    expect(await create()).toBe(200);
  });
});

describe('a cart id that is unknown here', () => {
  it.each([
    ['short', 'x'],
    ['an unknown id of the right length', 'A'.repeat(43)],
    ['a path of the maximum length', 'A'.repeat(128)],
    ['longer', 'A'.repeat(2000)],
    ['a number', '1'],
    ['an id with NUL', 'a\0b'],
    ['an id with a slash', 'a/b'],
    ['an id in another script', 'кошик'],
    ['a hash', hashToken('x')],
  ])('returns 404: %s', async (_what, id) => {
    for (const name of ['fetchCart', 'calculateCart', 'removeDiscountCode'] as const) {
      expect(await call(name, { params: { id } })).toMatchObject(notFound);
    }
  });

  it('includes that of a cart of another site, and its number', async () => {
    const id = await openCart([], belgianShopHeaders);
    expect(await call('fetchCart', { params: { id } })).toMatchObject(notFound);
    const { cartNumber } = await fetchCart(id, belgianShopHeaders);
    expect(await call('fetchCart', { params: { id: String(cartNumber) } }, belgianShopHeaders)).toMatchObject(
      notFound,
    );
    expect((await call('fetchCart', { params: { id: hashToken(id) } }, belgianShopHeaders)).status).toBe(404);
  });

  it('includes every id on the corporate site, which sells nothing', async () => {
    const id = await openCart();
    const names = (Object.keys(callPaths) as CallName[]).filter((name) =>
      /^\/api\/(cart|conversion)/.test(callPaths[name].path),
    );
    expect(names).toHaveLength(32);
    for (const name of names) {
      const input: { params?: object } = Reflect.get(callInputs, name) ?? {};
      const ofCart = input.params ? { ...input, params: { ...input.params, id } } : input;
      const { status, body } = await call(name, ofCart as never, corporateShopHeaders);
      expect([name, status, body.code]).toEqual([name, 404, 'not_found']);
    }
  });
});

describe('a quantity', () => {
  it.each([0, -1, 1.5, 1e9, 1000, 'two', '', ' 2', '1e2', '0x2', '٢', 'null', 'NaN'])(
    'is refused, and changes nothing: %j',
    async (quantity) => {
      const id = await openCart([[VARIANT, 2]]);
      expect(await add(id, VARIANT, quantity)).toMatchObject(invalid('quantity'));
      expect(await alterProduct(id, VARIANT, quantity)).toMatchObject(invalid('quantity'));
      expect(await listCountsByVariant(id)).toEqual([[VARIANT, 2]]);
    },
  );

  it('is increased by POST and set by PUT', async () => {
    const id = await openCart();
    for (const quantity of [2, 3])
      expect(await add(id, VARIANT, quantity)).toMatchObject({ status: 204, text: '' });
    expect(await listCountsByVariant(id)).toEqual([[VARIANT, 5]]);
    for (let n = 0; n < 2; n += 1) expect((await alterProduct(id, VARIANT, 4)).status).toBe(204);
    expect(await listCountsByVariant(id)).toEqual([[VARIANT, 4]]);
  });

  it('of one line is limited to 999, however it is reached', async () => {
    const id = await openCart([[GIFT_CARD_VARIANT_ID, 998]]);
    expect(await add(id, GIFT_CARD_VARIANT_ID, 2)).toMatchObject(invalid('quantity'));
    expect((await add(id, GIFT_CARD_VARIANT_ID)).status).toBe(204);
    expect(await add(id, GIFT_CARD_VARIANT_ID)).toMatchObject(invalid('quantity'));
    expect(await listCountsByVariant(id)).toEqual([[GIFT_CARD_VARIANT_ID, 999]]);
    expect(await fetchCalculatedCart(id)).toMatchObject({ totalAmount: 999 * 2500, itemCount: 999 });
  });

  it('above the stock is refused, with the available quantity', async () => {
    const id = await openCart();
    const lines = (amount: number) =>
      createRefusalResponse(409, 'insufficient_stock', {
        lines: [{ productVariantId: VARIANT_WITH_THREE_PIECES, amount }],
      });
    expect(await add(id, VARIANT_WITH_THREE_PIECES, 4)).toMatchObject(lines(3));
    expect((await add(id, VARIANT_WITH_THREE_PIECES, 2)).status).toBe(204);
    expect(await add(id, VARIANT_WITH_THREE_PIECES, 2)).toMatchObject(lines(3));
    expect(await alterProduct(id, VARIANT_WITH_THREE_PIECES, 4)).toMatchObject(lines(3));
    expect((await alterProduct(id, VARIANT_WITH_THREE_PIECES, 3)).status).toBe(204);
    expect(await listCountsByVariant(id)).toEqual([[VARIANT_WITH_THREE_PIECES, 3]]);
    expect(await add(id, SOLD_OUT)).toMatchObject(
      createRefusalResponse(409, 'insufficient_stock', {
        lines: [{ productVariantId: SOLD_OUT, amount: 0 }],
      }),
    );
  });

  it('can be set for products in the cart only', async () => {
    const id = await openCart();
    expect(await alterProduct(id, VARIANT, 2)).toMatchObject(notFound);
    expect(await listCountsByVariant(id)).toEqual([]);
  });
});

describe('a line', () => {
  it('keeps its place when more is added, and can be removed repeatedly', async () => {
    const id = await openCart([
      [MASH_VARIANT_ID, 1],
      [VARIANT, 1],
      [VARIANT_WITH_THREE_PIECES, 1],
    ]);
    await add(id, MASH_VARIANT_ID);
    expect(await listCountsByVariant(id)).toEqual([
      [MASH_VARIANT_ID, 2],
      [VARIANT, 1],
      [VARIANT_WITH_THREE_PIECES, 1],
    ]);
    for (let n = 0; n < 2; n += 1) {
      expect(
        (await call('removeCartProduct', { params: { id, productVariantId: MASH_VARIANT_ID } })).status,
      ).toBe(204);
    }
    await add(id, MASH_VARIANT_ID);
    expect(await listCountsByVariant(id)).toEqual([
      [VARIANT, 1],
      [VARIANT_WITH_THREE_PIECES, 1],
      [MASH_VARIANT_ID, 1],
    ]);
  });

  it('belongs to its own cart only', async () => {
    const [id, other] = [
      await openCart([[VARIANT, 1]]),
      await openCart([
        [VARIANT, 1],
        [RQS, 1],
      ]),
    ];
    await call('removeCartProduct', { params: { id, productVariantId: VARIANT } });
    await call('removeRqsSample', { params: { id, productVariantId: RQS, sequence: 1 } });
    expect(await listCountsByVariant(id)).toEqual([]);
    expect(await listCountsByVariant(other)).toEqual([
      [VARIANT, 1],
      [RQS, 1],
    ]);
  });

  describe('as the 101st of a cart', () => {
    const FIRST_COPY = 900_001;
    const copies = Array.from({ length: 120 }, (_, index) => FIRST_COPY + index);

    beforeAll(async () => {
      const [sample] = await backend.database
        .select()
        .from(productVariant)
        .where(eq(productVariant.productVariantId, GIFT_CARD_VARIANT_ID));
      for (const productVariantId of copies) {
        await backend.database.insert(productVariant).values({
          ...sample!,
          productVariantId,
          articleNumber: `copy-${productVariantId}`,
          ean: `copy-${productVariantId}`,
          isDefault: false,
        });
        await backend.database.insert(stock).values({ productVariantId, amount: null });
        await backend.database
          .insert(price)
          .values({ siteId: 1, productVariantId, amountExclVat: 2500, validFrom: new Date(0) });
      }
    });

    afterAll(async () => {
      for (const table of [cartProduct, price, stock, productVariant]) {
        await backend.database.delete(table).where(inArray(table.productVariantId, copies));
      }
    });

    it('is refused, but more pieces of existing lines are accepted', async () => {
      const id = await openCart(
        copies.slice(0, 100).map((productVariantId) => [productVariantId, 1] as const),
      );
      expect(await add(id, copies[100]!)).toMatchObject(createRefusalResponse(409, 'too_many_lines'));
      expect((await add(id, copies[99]!)).status).toBe(204);
      const { products } = await fetchCart(id);
      expect(products).toHaveLength(100);
      expect(products.at(-1)).toMatchObject({ productVariantId: copies[99], count: 2 });
      await call('removeCartProduct', { params: { id, productVariantId: copies[0]! } });
      expect((await add(id, copies[100]!)).status).toBe(204);
    });

    it('is also refused if several are added concurrently', async () => {
      const id = await openCart(
        copies.slice(0, 95).map((productVariantId) => [productVariantId, 1] as const),
      );
      const statuses = await Promise.all(
        copies.slice(95, 110).map(async (variant) => (await add(id, variant)).status),
      );
      expect(statuses.sort()).toEqual([...Array(5).fill(204), ...Array(10).fill(409)]);
      expect((await fetchCart(id)).products).toHaveLength(100);
    });
  });
});

describe('a product that the site does not sell', () => {
  it.each([
    ['a number that is no variant', 999_999, dutchShopHeaders],
    ['a nutrition scan on a site without tests', RQS, { siteid: '4', languageid: '4' }],
    ['a hygiene scan on a site without tests', HYGIENE_SCAN_VARIANT_ID, { siteid: '4', languageid: '4' }],
  ])('cannot be added to a cart: %s', async (_what, productVariantId, shop) => {
    const id = await openCart([], shop);
    expect(await add(id, productVariantId, 1, shop)).toMatchObject(notFound);
    const goods = { products: [{ productVariantId, count: 1 }] };
    const { body } = await call('calculateProducts', { body: goods }, shop);
    expect(body).toMatchObject({
      products: [],
      totalAmount: 0,
      unavailableProducts: [{ productVariantId, quantity: 1 }],
    });
  });

  /** Functions that remove a product from the range of the Dutch shop, and that add it again. */
  const ways: readonly (readonly [string, () => Promise<unknown>, () => Promise<unknown>])[] = [
    ['removed from the list', () => setListed(false), () => setListed(true)],
    [
      'listed on other sites only',
      () =>
        backend.database
          .delete(siteProduct)
          .where(
            and(
              eq(siteProduct.siteId, 1),
              eq(siteProduct.productId, callInputs.writeReview.params.productId),
            ),
          ),
      () =>
        backend.database
          .insert(siteProduct)
          .values({ siteId: 1, productId: callInputs.writeReview.params.productId }),
    ],
    ['without a price', () => changePricesBy('1 year'), () => changePricesBy('-1 year')],
  ];
  const setListed = (isListed: boolean) =>
    backend.database
      .update(productVariant)
      .set({ isListed })
      .where(eq(productVariant.productVariantId, VARIANT));
  const changePricesBy = (by: string) =>
    backend.database.execute(
      sql`update price set valid_from = valid_from + ${by}::interval where site_id = 1 and product_variant_id = ${VARIANT}`,
    );

  it.each(ways)(
    'stays in a cart without being charged, and can be removed: %s',
    async (_what, leave, comeBack) => {
      const id = await openCart([
        [VARIANT, 2],
        [VARIANT_WITH_THREE_PIECES, 1],
      ]);
      const before = await fetchCalculatedCart(id);
      await leave();
      try {
        expect(await add(id, VARIANT)).toMatchObject(notFound);
        expect(await alterProduct(id, VARIANT, 1)).toMatchObject(notFound);
        expect(await listCountsByVariant(id)).toEqual([
          [VARIANT, 2],
          [VARIANT_WITH_THREE_PIECES, 1],
        ]);
        expect(await fetchCalculatedCart(id)).toMatchObject({
          products: [{ productVariantId: VARIANT_WITH_THREE_PIECES }],
          subTotalAmount: 2695,
          totalAmount: 2695 + 695,
          itemCount: 1,
          unavailableProducts: [
            { productVariantId: VARIANT, description: 'Prado Balance Muesli', quantity: 2 },
          ],
        });
      } finally {
        await comeBack();
      }
      expect(await fetchCalculatedCart(id)).toEqual(before);
      await leave();
      try {
        expect((await call('removeCartProduct', { params: { id, productVariantId: VARIANT } })).status).toBe(
          204,
        );
        expect((await fetchCalculatedCart(id)).unavailableProducts).toEqual([]);
      } finally {
        await comeBack();
      }
    },
  );

  it('differs from a product with a changed price, which the cart uses', async () => {
    const id = await openCart([[VARIANT, 2]]);
    expect((await fetchCalculatedCart(id)).subTotalAmount).toBe(2 * 2195);
    const dearer = { siteId: 1, productVariantId: VARIANT, amountExclVat: 2000, validFrom: FIXTURE_NOW };
    const [row] = await backend.database.insert(price).values(dearer).returning();
    // € 20.00 × 1.21
    expect((await fetchCalculatedCart(id)).subTotalAmount).toBe(2 * 2420);
    await backend.database.delete(price).where(eq(price.priceId, row!.priceId));
  });

  it('differs from a sold-out product, which is charged with its available quantity', async () => {
    const id = await openCart([[VARIANT_WITH_THREE_PIECES, 3]]);
    expect((await fetchCalculatedCart(id)).products[0]).toMatchObject({ quantity: 3, availableAmount: null });
    for (const amount of [2, 0]) {
      await backend.database
        .update(stock)
        .set({ amount })
        .where(eq(stock.productVariantId, VARIANT_WITH_THREE_PIECES));
      expect(await fetchCalculatedCart(id)).toMatchObject({
        products: [{ quantity: 3, availableAmount: amount }],
        subTotalAmount: 3 * 2695,
        unavailableProducts: [],
      });
    }
    await backend.database
      .update(stock)
      .set({ amount: 3 })
      .where(eq(stock.productVariantId, VARIANT_WITH_THREE_PIECES));
  });
});

describe('samples', () => {
  it('exist for each piece of a test, with a sequence number and the displayed id', async () => {
    const id = await openCart([
      [RQS, 2],
      [VARIANT, 1],
    ]);
    expect((await fetchCart(id)).products).toMatchObject([
      {
        productId: 170,
        productVariantId: RQS,
        count: 2,
        rqsSamples: [1, 2].map((sequence) => ({
          shoppingcartId: id,
          productVariantId: RQS,
          sequence,
          sampleName: null,
        })),
      },
      { rqsSamples: [] },
    ]);
    expect((await fetchCalculatedCart(id)).products[0]?.rqsSamples).toEqual([
      { sequence: 1, sampleName: null },
      { sequence: 2, sampleName: null },
    ]);
  });

  it.each([
    ['Hay loft', 'Hay loft'],
    ['  Hay \t  loft ', 'Hay loft'],
    ['x'.repeat(60), 'x'.repeat(60)],
    // 60 characters, each of two UTF-16 units.
    ['🐴'.repeat(60), '🐴'.repeat(60)],
    ['<b>Hay</b> & "straw"', '<b>Hay</b> & "straw"'],
    ['Heu\u0000\u0007lager'.replace('\u0000', ''), 'Heulager'],
    ['\u202eyaH', 'yaH'],
    ['Cafe\u0301', 'Café'],
  ])('can be named %j', async (typed, sampleName) => {
    const id = await openCart([[RQS, 1]]);
    expect(await nameRoughageSample(id, RQS, 1, typed)).toMatchObject({ status: 204, text: '' });
    expect(await listLineSamples(id, RQS)).toEqual([[1, sampleName]]);
    expect((await fetchCalculatedCart(id)).products[0]?.rqsSamples).toEqual([{ sequence: 1, sampleName }]);
  });

  it.each([
    ['61 characters', 'x'.repeat(61)],
    ['3,000 characters', 'x'.repeat(3000)],
    ['nothing', ''],
    ['spaces', ' \t\u00a0 '],
    ['control characters', '\u0007\u200b\u202e'],
    ['a NUL', 'a\0b'],
  ])('cannot have an invalid name: %s', async (_what, samplename) => {
    const id = await openCart([[RQS, 1]]);
    expect(await nameRoughageSample(id, RQS, 1, samplename)).toMatchObject(invalid('samplename'));
    expect(await listLineSamples(id, RQS)).toEqual([[1, null]]);
  });

  it('have unique names per product, ignoring case; both laboratories can get the same batch', async () => {
    const id = await openCart([
      [RQS, 2],
      [HYGIENE_SCAN_VARIANT_ID, 1],
      [RQS_PLUS, 1],
    ]);
    expect((await nameRoughageSample(id, RQS, 1, 'Hay loft')).status).toBe(204);
    for (const name of ['Hay loft', 'HAY LOFT', ' hay  loft']) {
      expect(await nameRoughageSample(id, RQS, 2, name)).toMatchObject(
        createRefusalResponse(409, 'sample_name_taken'),
      );
    }
    // Its own name is no duplicate.
    expect((await nameRoughageSample(id, RQS, 1, 'Hay Loft')).status).toBe(204);
    expect((await nameRoughageSample(id, HYGIENE_SCAN_VARIANT_ID, 1, 'Hay loft')).status).toBe(204);
    expect((await nameRoughageSample(id, RQS_PLUS, 1, 'Hay loft')).status).toBe(204);
    expect(await listLineSamples(id, RQS)).toEqual([
      [1, 'Hay Loft'],
      [2, null],
    ]);
    const other = await openCart([[RQS, 1]]);
    expect((await nameRoughageSample(other, RQS, 1, 'Hay loft')).status).toBe(204);
  });

  it('return 404 for an unknown sequence number, or a product that is no test', async () => {
    const id = await openCart([
      [RQS, 1],
      [VARIANT, 1],
    ]);
    expect(await nameRoughageSample(id, RQS, 2, 'Hay')).toMatchObject(notFound);
    expect(await nameRoughageSample(id, VARIANT, 1, 'Hay')).toMatchObject(notFound);
    expect(await nameRoughageSample(id, HYGIENE_SCAN_VARIANT_ID, 1, 'Hay')).toMatchObject(notFound);
  });

  it('are removed from the end, unnamed ones first, and the others keep their sequence numbers', async () => {
    const id = await openCart([[RQS, 5]]);
    for (const sequence of [2, 5]) await nameRoughageSample(id, RQS, sequence, `Batch ${sequence}`);
    await alterProduct(id, RQS, 3);
    expect(await listLineSamples(id, RQS)).toEqual([
      [1, null],
      [2, 'Batch 2'],
      [5, 'Batch 5'],
    ]);
    await alterProduct(id, RQS, 1);
    expect(await listLineSamples(id, RQS)).toEqual([[2, 'Batch 2']]);
    await add(id, RQS, 2);
    expect(await listLineSamples(id, RQS)).toEqual([
      [2, 'Batch 2'],
      [3, null],
      [4, null],
    ]);
    await alterProduct(id, RQS, 4);
    expect((await fetchCart(id)).products[0]).toMatchObject({ count: 4, rqsSamples: { length: 4 } });
  });

  it('are removed by sequence number, and a repeated request removes no other', async () => {
    const id = await openCart([[RQS, 3]]);
    await nameRoughageSample(id, RQS, 3, 'Hay');
    const remove = (sequence: number) =>
      call('removeRqsSample', { params: { id, productVariantId: RQS, sequence } });
    for (let n = 0; n < 3; n += 1) expect(await remove(2)).toMatchObject({ status: 204, text: '' });
    expect(await listCountsByVariant(id)).toEqual([[RQS, 2]]);
    expect(await listLineSamples(id, RQS)).toEqual([
      [1, null],
      [3, 'Hay'],
    ]);
    expect((await remove(1)).status).toBe(204);
    expect((await remove(3)).status).toBe(204);
    expect(await listCountsByVariant(id)).toEqual([]);
    expect((await remove(3)).status).toBe(204);
  });
});

describe('a discount code', () => {
  const setUsage = (usageCount: number) =>
    backend.database.update(promotion).set({ usageCount }).where(eq(promotion.promotionKey, 'five'));
  const setEnd = (endsAt: Date | null) =>
    backend.database.update(promotion).set({ endsAt }).where(eq(promotion.promotionKey, 'five'));

  afterEach(async () => {
    await setUsage(0);
    await setEnd(null);
  });

  it.each(['STAL10', 'stal 10', ' Stal\u00a010 ', 'ｓｔａｌ１０'])(
    'is accepted as typed: %j',
    async (typed) => {
      const id = await openCart([[VARIANT, 1]]);
      expect(await trySetDiscountCode(id, typed)).toMatchObject({ status: 204, text: '' });
      expect((await fetchCart(id)).discountCode).toBe('STAL10');
      // 10 % of € 21.95, half a cent rounded up.
      expect(await fetchCalculatedCart(id)).toMatchObject({
        subTotalAmount: 2195,
        orderDiscounts: [{ promotionKey: 'stal10', description: 'Autumn stable, −10%', amount: 220 }],
        totalAmount: 2195 - 220 + 695,
        discountCode: { code: 'STAL10', isApplied: true, reason: null, minimumAmount: null },
      });
    },
  );

  it('is the only one of a cart: another replaces it, and it can be removed', async () => {
    const id = await openCart([[VARIANT, 1]]);
    await trySetDiscountCode(id, 'STAL10');
    expect((await trySetDiscountCode(id, 'freeship')).status).toBe(204);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      orderDiscounts: [],
      originalShippingCosts: 695,
      shippingDiscounts: [{ promotionKey: 'freeship', description: 'Free delivery', amount: 695 }],
      shippingCosts: 0,
      shippingCostsExclVat: 0,
      totalAmount: 2195,
      freeShippingMissingAmount: expect.any(Number),
    });
    for (let n = 0; n < 2; n += 1) {
      expect((await call('removeDiscountCode', { params: { id } })).status).toBe(204);
    }
    expect(await fetchCalculatedCart(id)).toMatchObject({
      discountCode: null,
      shippingDiscounts: [],
      totalAmount: 2195 + 695,
    });
  });

  it('that is unknown is refused, and the previous one stays', async () => {
    const id = await openCart([[VARIANT, 1]]);
    await trySetDiscountCode(id, 'STAL10');
    for (const code of ['STAL11', 'STAL', 'STAL100', '%', "' or 1=1 --", ' ', '\u200b']) {
      expect(await trySetDiscountCode(id, code)).toMatchObject(
        createRefusalResponse(409, 'discount_code_unknown'),
      );
    }
    expect((await fetchCart(id)).discountCode).toBe('STAL10');
  });

  it('with a minimum is refused below it, and has an effect only while the cart is above it', async () => {
    const id = await openCart([[VARIANT, 2]]);
    expect(await trySetDiscountCode(id, 'FIVE')).toMatchObject(
      createRefusalResponse(409, 'discount_code_minimum', { amount: 5000 }),
    );
    await alterProduct(id, VARIANT, 3);
    expect((await trySetDiscountCode(id, 'FIVE')).status).toBe(204);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      subTotalAmount: 6585,
      orderDiscounts: [{ promotionKey: 'five', amount: 500 }],
      // Free delivery from € 60.00 is checked after the discount: € 60.85 are enough.
      totalAmount: 6585 - 500,
    });
    await alterProduct(id, VARIANT, 2);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      orderDiscounts: [],
      totalAmount: 4390 + 695,
      discountCode: { code: 'FIVE', isApplied: false, reason: 'minimum', minimumAmount: 5000 },
    });
    expect((await fetchCart(id)).discountCode).toBe('FIVE');
    await alterProduct(id, VARIANT, 3);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      orderDiscounts: [{ amount: 500 }],
      discountCode: { isApplied: true, reason: null, minimumAmount: null },
    });
  });

  it('does not apply to gift cards, which do not count for its minimum', async () => {
    const id = await openCart([
      [VARIANT, 2],
      [GIFT_CARD_VARIANT_ID, 4],
    ]);
    expect(await trySetDiscountCode(id, 'FIVE')).toMatchObject(
      createRefusalResponse(409, 'discount_code_minimum', { amount: 5000 }),
    );
    expect((await trySetDiscountCode(id, 'STAL10')).status).toBe(204);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      subTotalAmount: 14_390,
      orderDiscounts: [{ amount: 439 }],
    });
  });

  it('that is used up is refused, and no longer has an effect in other carts', async () => {
    const id = await openCart([[VARIANT, 3]]);
    await setUsage(4);
    expect((await trySetDiscountCode(id, 'FIVE')).status).toBe(204);
    await setUsage(5);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      orderDiscounts: [],
      discountCode: { code: 'FIVE', isApplied: false, reason: 'used_up', minimumAmount: null },
    });
    expect(await trySetDiscountCode(await openCart([[VARIANT, 3]]), 'five')).toMatchObject(
      createRefusalResponse(409, 'discount_code_used_up'),
    );
  });

  it('that has expired is unknown, and no longer has an effect in carts', async () => {
    const id = await openCart([[VARIANT, 3]]);
    await trySetDiscountCode(id, 'FIVE');
    await setEnd(FIXTURE_NOW);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      orderDiscounts: [],
      discountCode: { code: 'FIVE', isApplied: false, reason: 'ended', minimumAmount: null },
    });
    expect(await trySetDiscountCode(await openCart([[VARIANT, 3]]), 'FIVE')).toMatchObject(
      createRefusalResponse(409, 'discount_code_unknown'),
    );
  });

  it('can be tried 30 times an hour for a cart, and 60 times by a visitor', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.201' };
    const carts = [await openCart(), await openCart(), await openCart()];
    const statuses: number[] = [];
    for (let guess = 0; guess < 66; guess += 1) {
      const { status } = await trySetDiscountCode(carts[Math.floor(guess / 22)]!, `GUESS${guess}`, visitor);
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(60).fill(409), ...Array(6).fill(429)]);
    // At the limit, a right code gets the same response as a wrong one.
    const refused = await trySetDiscountCode(carts[2]!, 'STAL10', visitor);
    expect(refused).toMatchObject(createRefusalResponse(429, 'too_many_attempts'));
    expect(refused.headers['retry-after']).toBe('3600');
    expect(
      await call('calculateProducts', { body: { products: [], discountCode: 'STAL10' } }, visitor),
    ).toMatchObject(createRefusalResponse(429, 'too_many_attempts'));
    expect((await call('calculateProducts', { body: { products: [] } }, visitor)).status).toBe(200);
    expect((await trySetDiscountCode(carts[2]!, 'STAL10')).status).toBe(204);
  });

  it.each([
    ['by visitors without an address', () => ({ 'x-forwarded-for': '' })],
    ['each time by another visitor', () => ({})],
  ])('can be tried 30 times an hour for a cart: %s', async (_whom, getHeaders) => {
    const id = await openCart();
    const statuses: number[] = [];
    for (let guess = 0; guess < 40; guess += 1)
      statuses.push((await trySetDiscountCode(id, `G${guess}`, getHeaders())).status);
    expect(statuses).toEqual([...Array(30).fill(409), ...Array(10).fill(429)]);
    const { headers } = await trySetDiscountCode(id, 'G');
    expect(headers['retry-after']).toBe('3600');
    backend.setNow(new Date(FIXTURE_NOW.getTime() + HOUR_MS));
    expect((await trySetDiscountCode(id, 'STAL10')).status).toBe(204);
  });
});

describe('a scoop with every two bags of mash', () => {
  const setScoops = (amount: number) =>
    backend.database.update(stock).set({ amount }).where(eq(stock.productVariantId, SCOOP_VARIANT_ID));

  afterEach(() => setScoops(160));

  const listGifts = async (id: string) =>
    (await fetchCalculatedCart(id)).products.map(({ productVariantId, freeProducts }) => [
      productVariantId,
      freeProducts.map((gift) => [gift.productVariantId, gift.quantity]),
    ]);

  it('belongs to the line of the mash, is free, and counts as an item', async () => {
    const id = await openCart([
      [VARIANT, 1],
      [MASH_VARIANT_ID, 2],
    ]);
    const calculated = await fetchCalculatedCart(id);
    expect(calculated.products[0]?.freeProducts).toEqual([]);
    expect(calculated.products[1]).toMatchObject({ originalAmount: 4390, totalAmount: 4390 });
    expect(calculated.products[1]?.freeProducts).toEqual([
      {
        productId: 165,
        productVariantId: SCOOP_VARIANT_ID,
        description: 'Stalla Feed Scoop 1 litre',
        productLabel: expect.stringContaining('Piece'),
        promotionText: 'With every two bags of mash',
        quantity: 1,
        // € 7.40 × 1.21
        originalAmount: 895,
        product: expect.objectContaining({
          productVariantId: SCOOP_VARIANT_ID,
          title: 'Stalla Feed Scoop 1 litre',
        }),
      },
    ]);
    expect(calculated).toMatchObject({ subTotalAmount: 2195 + 4390, itemCount: 4, testCount: 0 });
  });

  it.each([
    [1, []],
    [3, [[SCOOP_VARIANT_ID, 1]]],
    [4, [[SCOOP_VARIANT_ID, 2]]],
    [7, [[SCOOP_VARIANT_ID, 3]]],
  ])('is given for %i bags this many times', async (bags, gifts) => {
    expect(await listGifts(await openCart([[MASH_VARIANT_ID, bags]]))).toEqual([[MASH_VARIANT_ID, gifts]]);
  });

  it('is given for bags of several variants, with the line that has most of them', async () => {
    expect(
      await listGifts(
        await openCart([
          [MASH_VARIANT_ID, 1],
          [1032, 3],
        ]),
      ),
    ).toEqual([
      [MASH_VARIANT_ID, []],
      [1032, [[SCOOP_VARIANT_ID, 2]]],
    ]);
    expect(
      await listGifts(
        await openCart([
          [1032, 1],
          [MASH_VARIANT_ID, 1],
        ]),
      ),
    ).toEqual([
      [1032, []],
      [MASH_VARIANT_ID, [[SCOOP_VARIANT_ID, 1]]],
    ]);
  });

  it('is given while stocks last, and paid pieces have priority', async () => {
    const id = await openCart([
      [MASH_VARIANT_ID, 6],
      [SCOOP_VARIANT_ID, 2],
    ]);
    await setScoops(4);
    expect(await listGifts(id)).toEqual([
      [MASH_VARIANT_ID, [[SCOOP_VARIANT_ID, 2]]],
      [SCOOP_VARIANT_ID, []],
    ]);
    expect((await fetchCalculatedCart(id)).itemCount).toBe(6 + 2 + 2);
    await setScoops(2);
    expect(await listGifts(id)).toEqual([
      [MASH_VARIANT_ID, []],
      [SCOOP_VARIANT_ID, []],
    ]);
  });
});

/** The cart of the design drawings. */
const DESIGN_CART_LINES = [
  [MASH_VARIANT_ID, 2],
  [VARIANT_WITH_THREE_PIECES, 1],
  [RQS, 1],
] as const;

describe('the cart of the design drawings', () => {
  it('has every field, and a total of € 99.72', async () => {
    const id = await openCart(DESIGN_CART_LINES);
    await trySetDiscountCode(id, 'STAL10');
    const lineOf = (productVariantId: number) => ({
      productVariantId,
      productDiscounts: [],
      freeProducts: [],
      rqsSamples: [],
      vatRatePercentage: 21,
      vatType: 'high',
      availableAmount: null,
      product: expect.objectContaining({ productVariantId, url: expect.stringMatching(/^\/[a-z0-9-]+\/$/) }),
    });
    expect(await fetchCalculatedCart(id)).toEqual({
      products: [
        // € 18.14 × 1.21 = € 21.95, twice; 10 % off: 3951 ÷ 1.21 = 3265.29, of which 686 VAT.
        {
          ...lineOf(MASH_VARIANT_ID),
          productId: 129,
          productType: 2,
          quantity: 2,
          description: 'Sopra Classic Mash',
          productLabel: 'Bag 15 kg',
          originalAmount: 4390,
          totalAmount: 4390,
          vatAmount: 686,
          freeProducts: [expect.objectContaining({ productVariantId: SCOOP_VARIANT_ID, quantity: 1 })],
        },
        // € 22.27 × 1.21 = € 26.95; its share of the discount is 269.5 and that of the next line 399.5: the
        // first line gets the cent. 2425 ÷ 1.21 = 2004.13
        {
          ...lineOf(VARIANT_WITH_THREE_PIECES),
          productId: 152,
          productType: 2,
          quantity: 1,
          description: 'Nuvo Breathe Herbs',
          productLabel: 'Bucket 1 kg',
          originalAmount: 2695,
          totalAmount: 2695,
          vatAmount: 421,
        },
        // € 33.02 × 1.21 = € 39.95; 3596 ÷ 1.21 = 2971.90
        {
          ...lineOf(RQS),
          productId: 170,
          productType: 4,
          quantity: 1,
          description: expect.stringContaining('Nutrition Quick Scan'),
          productLabel: expect.stringMatching(/^Sample kit/),
          originalAmount: 3995,
          totalAmount: 3995,
          vatAmount: 624,
          rqsSamples: [{ sequence: 1, sampleName: null }],
        },
      ],
      subTotalAmount: 11_080,
      orderDiscounts: [{ promotionKey: 'stal10', description: 'Autumn stable, −10%', amount: 1108 }],
      originalShippingCosts: 695,
      shippingDiscounts: [
        { promotionKey: 'free-shipping', description: 'Free delivery from €60.00', amount: 695 },
      ],
      shippingCosts: 0,
      shippingCostsExclVat: 0,
      paymentCosts: 0,
      totalAmount: 9972,
      giftCardAmount: 0,
      giftCard: null,
      vatAmountLow: 0,
      vatAmountHigh: 1731,
      totalAmountExclVat: 8241,
      vatAmounts: [{ vatType: 'high', vatRatePercentage: 21, amountExclVat: 8241, vatAmount: 1731 }],
      discountCode: { code: 'STAL10', isApplied: true, reason: null, minimumAmount: null },
      // Two bags, their scoop and the herbs; the test is counted separately.
      itemCount: 4,
      testCount: 1,
      scanProductsOnly: false,
      needsDelivery: true,
      // The bag of 15 kg with its packaging.
      heaviestParcelGrams: 15_350,
      freeShippingMissingAmount: 0,
      deliveryTimeDays: '3-5',
      unavailableProducts: [],
    });
  });

  it('has the same total in whichever order it was filled', async () => {
    const forwards = await openCart(DESIGN_CART_LINES);
    const backwards = await openCart(DESIGN_CART_LINES.toReversed());
    const sums = [];
    for (const id of [forwards, backwards]) {
      await trySetDiscountCode(id, 'STAL10');
      const { products, ...calculated } = await fetchCalculatedCart(id);
      const sorted = products.toSorted((a, b) => a.productVariantId - b.productVariantId);
      sums.push({ ...calculated, products: sorted });
    }
    expect(sums[0]).toEqual(sums[1]);
  });
});

interface WorkedExample {
  readonly shop: ShopHeaders;
  readonly lines: readonly (readonly [productVariantId: number, quantity: number])[];
  readonly code?: string;
  readonly sums: object;
}

const low = (vatRatePercentage: number, amountExclVat: number, vatAmount: number) =>
  ({ vatType: 'low', vatRatePercentage, amountExclVat, vatAmount }) as const;
const high = (vatRatePercentage: number, amountExclVat: number, vatAmount: number) =>
  ({ vatType: 'high', vatRatePercentage, amountExclVat, vatAmount }) as const;
const none = (amountExclVat: number) =>
  ({ vatType: 'none', vatRatePercentage: 0, amountExclVat, vatAmount: 0 }) as const;

/**
 * Carts that were calculated by hand: prices without VAT from the catalogue, rates and delivery costs from
 * the sites. `n/r` is n without VAT of r %, rounded half up.
 */
const workedExamples: Readonly<Record<string, WorkedExample>> = {
  // 1814 × 1.21 = 2195. 10 % of the feed only: 219.5 → 220. To pay 2500 + 1975 = 4475, below 6000: 695 for
  // delivery, all at the high rate. 1975/21 = 1632, 695/21 = 574.
  'Netherlands, a gift card and feed with 10 % off': {
    shop: dutchShopHeaders,
    lines: [
      [GIFT_CARD_VARIANT_ID, 1],
      [VARIANT, 1],
    ],
    code: 'STAL10',
    sums: {
      subTotalAmount: 4695,
      orderDiscounts: [{ promotionKey: 'stal10', description: 'Autumn stable, −10%', amount: 220 }],
      shippingCosts: 695,
      shippingCostsExclVat: 574,
      totalAmount: 5170,
      vatAmountLow: 0,
      vatAmountHigh: 343 + 121,
      totalAmountExclVat: 4706,
      vatAmounts: [high(21, 2206, 464), none(2500)],
      freeShippingMissingAmount: 6000 - 4475,
      itemCount: 2,
    },
  },
  // Feed 1814 × 1.06 = 1922.84 → 1923, hoof oil 1239 × 1.21 = 1499.19 → 1499. Delivery 795: low 795 × 1923 ÷
  // 3422 = 446.75, high 348.25 → 447 and 348. Low: 1923/6 = 1814, 447/6 = 422. High: 1499/21 = 1239, 348/21 =
  // 288.
  'Belgium, feed at the low and care at the high rate': {
    shop: belgianShopHeaders,
    lines: [
      [VARIANT, 1],
      [1077, 1],
    ],
    sums: {
      subTotalAmount: 3422,
      originalShippingCosts: 795,
      shippingCosts: 795,
      shippingCostsExclVat: 422 + 288,
      totalAmount: 4217,
      vatAmountLow: 109 + 25,
      vatAmountHigh: 260 + 60,
      totalAmountExclVat: 3763,
      vatAmounts: [high(21, 1527, 320), low(6, 2236, 134)],
      freeShippingMissingAmount: 7500 - 3422,
    },
  },
  // 1814 × 1.25 = 2267.5 → 2268. 2268/25 = 1814.4 → 1814.
  'Denmark, with free delivery by a code': {
    shop: { siteid: '3', languageid: '3' },
    lines: [[VARIANT, 1]],
    code: 'FREESHIP',
    sums: {
      subTotalAmount: 2268,
      orderDiscounts: [],
      originalShippingCosts: 1195,
      shippingDiscounts: [{ promotionKey: 'freeship', description: 'Gratis levering', amount: 1195 }],
      shippingCosts: 0,
      totalAmount: 2268,
      vatAmountHigh: 454,
      vatAmountLow: 0,
      totalAmountExclVat: 1814,
      vatAmounts: [high(25, 1814, 454)],
    },
  },
  // Feed at 0 %: 1814. Bucket 1153 × 1.2 = 1383.6 → 1384. Delivery 1995: low 1995 × 1814 ÷ 3198 = 1131.62,
  // high 863.38 → 1132 and 863. 1384/20 = 1153, 863/20 = 719.
  'International, where feed has no VAT': {
    shop: { siteid: '4', languageid: '4' },
    lines: [
      [VARIANT, 1],
      [1081, 1],
    ],
    sums: {
      subTotalAmount: 3198,
      shippingCosts: 1995,
      shippingCostsExclVat: 1132 + 719,
      totalAmount: 5193,
      vatAmountLow: 0,
      vatAmountHigh: 231 + 144,
      totalAmountExclVat: 4818,
      vatAmounts: [high(20, 1872, 375), low(0, 2946, 0)],
    },
  },
  // Feed 1814 × 1.1 = 1995.4 → 1995, twice; tape 492 × 1.22 = 600.24 → 600. 10 % of 4590: 399 of the feed, 60
  // of the tape. Delivery 1495: low 1495 × 3591 ÷ 4131 = 1299.58, high 195.42 → 1300 and 195. 3591/10 = 3265,
  // 1300/10 = 1182, 540/22 = 443, 195/22 = 160.
  'Italy, two rates and 10 % off': {
    shop: { siteid: '5', languageid: '5' },
    lines: [
      [VARIANT, 2],
      [1082, 1],
    ],
    code: 'stal10',
    sums: {
      subTotalAmount: 4590,
      orderDiscounts: [{ promotionKey: 'stal10', description: 'Autunno in scuderia, −10%', amount: 459 }],
      shippingCosts: 1495,
      shippingCostsExclVat: 1182 + 160,
      totalAmount: 5626,
      vatAmountLow: 326 + 118,
      vatAmountHigh: 97 + 35,
      totalAmountExclVat: 5050,
      freeShippingMissingAmount: 12_000 - 4131,
    },
  },
  // 7434 × 1.06 = 7880.04 → 7880, twice: more than 13000. 15760/6 = 14867.92 → 14868.
  'Portugal, beyond the limit from which delivery is free': {
    shop: { siteid: '6', languageid: '6' },
    lines: [[1025, 2]],
    sums: {
      subTotalAmount: 15_760,
      originalShippingCosts: 1695,
      shippingDiscounts: [{ promotionKey: 'free-shipping', description: expect.any(String), amount: 1695 }],
      shippingCosts: 0,
      shippingCostsExclVat: 0,
      totalAmount: 15_760,
      vatAmountLow: 892,
      vatAmountHigh: 0,
      totalAmountExclVat: 14_868,
      vatAmounts: [low(6, 14_868, 892)],
      freeShippingMissingAmount: 0,
    },
  },
  // 2310 × 1.1 = 2541, 3054 × 1.1 = 3359.4 → 3359, net 1487 × 1.21 = 1799.27 → 1799. € 5.00 of 7699: 165.02,
  // 218.15 and 116.83 → 165, 218, 117. Delivery 1595 over 5517 low and 1682 high: 1222.34 and 372.66 → 1222
  // and 373. 2376/10 = 2160, 3141/10 = 2855, 1222/10 = 1111; 1682/21 = 1390, 373/21 = 308.
  'Spain, € 5.00 off three goods of two rates': {
    shop: { siteid: '7', languageid: '7' },
    lines: [
      [1010, 1],
      [1026, 1],
      [1083, 1],
    ],
    code: 'five',
    sums: {
      subTotalAmount: 7699,
      orderDiscounts: [{ promotionKey: 'five', description: 'Descuento de bienvenida', amount: 500 }],
      shippingCosts: 1595,
      shippingCostsExclVat: 1111 + 308,
      totalAmount: 8794,
      vatAmountLow: 216 + 286 + 111,
      vatAmountHigh: 292 + 65,
      totalAmountExclVat: 7824,
      vatAmounts: [high(21, 1698, 357), low(10, 6126, 613)],
    },
  },
  // 330 × 1.25 = 412.5 → 413, three times. 1239/25 = 991, 1595/25 = 1276.
  'Sweden, the lowest possible total': {
    shop: { siteid: '8', languageid: '8' },
    lines: [[1073, 3]],
    sums: {
      subTotalAmount: 1239,
      shippingCosts: 1595,
      shippingCostsExclVat: 1276,
      totalAmount: 2834,
      vatAmountHigh: 248 + 319,
      vatAmountLow: 0,
      totalAmountExclVat: 2267,
    },
  },
  'Estonia, gift cards only': {
    shop: { siteid: '9', languageid: '9' },
    lines: [[1085, 2]],
    code: 'STAL10',
    sums: {
      subTotalAmount: 10_000,
      orderDiscounts: [],
      originalShippingCosts: 0,
      shippingDiscounts: [],
      shippingCosts: 0,
      totalAmount: 10_000,
      vatAmountLow: 0,
      vatAmountHigh: 0,
      totalAmountExclVat: 10_000,
      vatAmounts: [none(10_000)],
      needsDelivery: false,
      scanProductsOnly: false,
      itemCount: 2,
      testCount: 0,
      freeShippingMissingAmount: null,
      discountCode: { code: 'STAL10', isApplied: false, reason: 'no_products', minimumAmount: null },
    },
  },
  // 3302 × 1.19 = 3929.38 → 3929, 4958 × 1.19 = 5900.02 → 5900, twice. 3929/19 = 3302, 11800/19 = 9916.
  'Germany, tests only, which are sent by post': {
    shop: { siteid: '10', languageid: '2' },
    lines: [
      [RQS, 1],
      [HYGIENE_SCAN_VARIANT_ID, 2],
    ],
    sums: {
      subTotalAmount: 15_729,
      originalShippingCosts: 0,
      shippingDiscounts: [],
      shippingCosts: 0,
      totalAmount: 15_729,
      vatAmountLow: 0,
      vatAmountHigh: 627 + 1884,
      totalAmountExclVat: 13_218,
      needsDelivery: false,
      scanProductsOnly: true,
      itemCount: 0,
      testCount: 3,
      freeShippingMissingAmount: null,
    },
  },
  // 1814 × 1.13 = 2049.82 → 2050, twice; a scoop 740 × 1.2 = 888, and a free one. Delivery 1195: low 1195 ×
  // 4100 ÷ 4988 = 982.26, high 212.74 → 982 and 213. 4100/13 = 3628, 982/13 = 869, 888/20 = 740, 213/20 = 178
  // (177.5).
  'Austria, mash, its scoop and another one': {
    shop: { siteid: '11', languageid: '2' },
    lines: [
      [MASH_VARIANT_ID, 2],
      [SCOOP_VARIANT_ID, 1],
    ],
    sums: {
      subTotalAmount: 4988,
      shippingCosts: 1195,
      shippingCostsExclVat: 869 + 178,
      totalAmount: 6183,
      vatAmountLow: 472 + 113,
      vatAmountHigh: 148 + 35,
      totalAmountExclVat: 5415,
      itemCount: 4,
    },
  },
};

describe('a cart of each shop', () => {
  it.each(Object.entries(workedExamples))(
    'has the total that was calculated by hand: %s',
    async (_name, { shop, lines, code, sums }) => {
      const id = await openCart(lines, shop);
      if (code) expect((await trySetDiscountCode(id, code, shop)).status).toBe(204);
      const calculated = await fetchCalculatedCart(id, shop);
      expect(calculated).toMatchObject(sums);

      const { vatAmounts, ...first } = calculated;
      expect((await call('calculateCart', { params: { id } }, shop)).body).toEqual(first);
      const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
      expect(sumOf(vatAmounts.map((rate) => rate.amountExclVat + rate.vatAmount))).toBe(
        calculated.totalAmount,
      );
      expect(sumOf(vatAmounts.map(({ amountExclVat }) => amountExclVat))).toBe(calculated.totalAmountExclVat);

      // The same goods without a cart, which have no samples.
      const goods = {
        products: lines.map(([productVariantId, count]) => ({ productVariantId, count })),
        discountCode: code ?? null,
      };
      const withoutSamples = {
        ...calculated,
        products: calculated.products.map((line) => ({ ...line, rqsSamples: [] })),
      };
      expect((await call('calculateProducts2', { body: goods }, shop)).body).toEqual(withoutSamples);
      const { vatAmounts: _rates, ...ofGoods } = withoutSamples;
      expect((await call('calculateProducts', { body: goods }, shop)).body).toEqual(ofGoods);
    },
  );

  it('is tested for all eleven shops', () => {
    const sites = new Set(Object.values(workedExamples).map(({ shop }) => shop.siteid));
    expect(sites).toEqual(new Set(Array.from({ length: 11 }, (_, index) => String(index + 1))));
  });
});

describe('goods without a cart', () => {
  it('are calculated for a delivery option', async () => {
    const products = [
      { productVariantId: VARIANT, count: 1 },
      { productVariantId: 1077, count: 1 },
    ];
    const { body } = await call(
      'calculateProducts2',
      { body: { products, shippingMethod: 1 } },
      belgianShopHeaders,
    );
    // Delivery 595: low 595 × 1923 ÷ 3422 = 334.36, high 260.64 → 334 and 261. 334/6 = 315, 261/21 = 216
    // (215.70).
    expect(body).toMatchObject({
      originalShippingCosts: 595,
      shippingCosts: 595,
      shippingCostsExclVat: 315 + 216,
      totalAmount: 4017,
      vatAmountLow: 109 + 19,
      vatAmountHigh: 260 + 45,
    });
  });

  it.each<[string, object, string]>([
    [
      'a duplicate variant',
      { products: [1, 2].map((count) => ({ productVariantId: VARIANT, count })) },
      'products',
    ],
    [
      '101 lines',
      { products: Array.from({ length: 101 }, (_, n) => ({ productVariantId: n + 1, count: 1 })) },
      'products',
    ],
    ['a quantity of 0', { products: [{ productVariantId: VARIANT, count: 0 }] }, 'products.0.count'],
    ['1000 pieces', { products: [{ productVariantId: VARIANT, count: 1000 }] }, 'products.0.count'],
    ['a fractional quantity', { products: [{ productVariantId: VARIANT, count: 1.5 }] }, 'products.0.count'],
    ['a quantity as text', { products: [{ productVariantId: VARIANT, count: '2' }] }, 'products.0.count'],
    ['an unknown delivery option', { products: [], shippingMethod: 2 }, 'shippingMethod'],
  ])('are refused: %s', async (_what, body, field) => {
    for (const name of ['calculateProducts', 'calculateProducts2'] as const) {
      expect(await call(name, { body })).toMatchObject(invalid(field));
    }
  });

  it('create no cart', async () => {
    const before = await backend.database.$count(cart);
    await call('calculateProducts', { body: callInputs.calculateProducts.body });
    expect(await backend.database.$count(cart)).toBe(before);
  });
});

describe('delivery options', () => {
  it('are those of the site, with their price for this cart', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const list = async () => (await call('fetchShippingMethods', { params: { id } })).body;
    // 695/21 = 574, 495/21 = 409.
    expect(await list()).toEqual([
      { shippingMethod: 0, price: 695, priceExVat: 574 },
      { shippingMethod: 1, price: 495, priceExVat: 409 },
    ]);
    await trySetDiscountCode(id, 'FREESHIP');
    expect(await list()).toEqual(
      [0, 1].map((shippingMethod) => ({ shippingMethod, price: 0, priceExVat: 0 })),
    );
    await call('removeDiscountCode', { params: { id } });
    await alterProduct(id, VARIANT, 3);
    expect(await list()).toEqual(
      [0, 1].map((shippingMethod) => ({ shippingMethod, price: 0, priceExVat: 0 })),
    );
  });

  it('are empty if no product is sent as a parcel', async () => {
    const id = await openCart([
      [RQS, 1],
      [GIFT_CARD_VARIANT_ID, 1],
    ]);
    expect((await call('fetchShippingMethods', { params: { id } })).body).toEqual([]);
    expect(await fetchCalculatedCart(id)).toMatchObject({
      needsDelivery: false,
      scanProductsOnly: false,
      itemCount: 1,
      testCount: 1,
    });
  });
});

describe('recommendations', () => {
  const recommend = async (id: string) =>
    (await call('fetchCartRecommendations', { params: { id } })).body as {
      productId: number;
      stock: { isAvailable: boolean };
    }[];

  it('are at most four products in stock, without those in the cart', async () => {
    expect(await recommend(await openCart())).toEqual([]);
    const id = await openCart(DESIGN_CART_LINES);
    const first = await recommend(id);
    expect(first).toHaveLength(4);
    expect(first.every(({ stock: { isAvailable } }) => isAvailable)).toBe(true);
    const inCart = (await fetchCart(id)).products.map(({ productId }) => productId);
    expect(first.filter(({ productId }) => inCart.includes(productId))).toEqual([]);
    const [best] = await backend.database
      .select({ productVariantId: productVariant.productVariantId })
      .from(productVariant)
      .innerJoin(product, eq(product.productId, productVariant.productId))
      .where(and(eq(product.productId, first[0]!.productId), eq(productVariant.isDefault, true)));
    await add(id, best!.productVariantId);
    expect((await recommend(id)).map(({ productId }) => productId)).not.toContain(first[0]!.productId);
  });
});

describe('concurrent changes of a cart', () => {
  it('keep ten lines that are added to one cart', async () => {
    const id = await openCart();
    const variants = [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010];
    const statuses = await Promise.all(variants.map(async (variant) => (await add(id, variant)).status));
    expect(statuses).toEqual(variants.map(() => 204));
    expect((await listCountsByVariant(id)).toSorted()).toEqual(variants.map((variant) => [variant, 1]));
  });

  it('count every piece of one line, and create each of its samples once', async () => {
    const id = await openCart();
    await Promise.all(Array.from({ length: 20 }, () => add(id, RQS, 2)));
    expect(await listCountsByVariant(id)).toEqual([[RQS, 40]]);
    expect((await listLineSamples(id, RQS))?.map(([sequence]) => sequence)).toEqual(
      Array.from({ length: 40 }, (_, index) => index + 1),
    );
    const named = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, index) => (await nameRoughageSample(id, RQS, index + 1, 'Hay loft')).status,
      ),
    );
    expect(named.sort()).toEqual([204, ...Array(7).fill(409)]);
  });

  it.each([
    [
      'all of them concurrently',
      (sends: readonly (() => Promise<number>)[]) => Promise.all(sends.map((send) => send())),
    ],
    [
      'sequentially',
      async (sends: readonly (() => Promise<number>)[]) => {
        const statuses: number[] = [];
        for (const send of sends) statuses.push(await send());
        return statuses;
      },
    ],
  ])('count an addition once that is sent 20 times with one key: %s', async (_how, run) => {
    const id = await openCart();
    const idempotencyKey = 'key-of-one-press-of-the-button';
    const send = async (quantity = 2) =>
      (
        await call('addCartProduct', {
          params: { id },
          query: { productVariantId: VARIANT, quantity },
          idempotencyKey,
        })
      ).status;
    expect(await run(Array.from({ length: 20 }, () => () => send()))).toEqual(Array(20).fill(204));
    expect(await listCountsByVariant(id)).toEqual([[VARIANT, 2]]);
    // The key is valid for this request, for a day, and for this cart.
    expect(await send(3)).toBe(422);
    const other = await openCart();
    const input = {
      params: { id: other },
      query: { productVariantId: VARIANT, quantity: 3 },
      idempotencyKey,
    };
    expect((await call('addCartProduct', input)).status).toBe(204);
    expect(await listCountsByVariant(id)).toEqual([[VARIANT, 2]]);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 25 * HOUR_MS));
    expect(await send()).toBe(204);
    expect(await listCountsByVariant(id)).toEqual([[VARIANT, 4]]);
  });

  it('apply additions and removals in the same order to lines and samples', async () => {
    const id = await openCart([[RQS, 10]]);
    await Promise.all([
      ...Array.from({ length: 6 }, () => add(id, RQS)),
      ...[1, 2, 3, 4].map((sequence) =>
        call('removeRqsSample', { params: { id, productVariantId: RQS, sequence } }),
      ),
    ]);
    expect(await listCountsByVariant(id)).toEqual([[RQS, 12]]);
    expect(await listLineSamples(id, RQS)).toHaveLength(12);
    await Promise.all([
      call('removeCartProduct', { params: { id, productVariantId: RQS } }),
      add(id, RQS, 3),
      alterProduct(id, RQS, 5),
    ]);
    const [line] = (await fetchCart(id)).products;
    expect(line?.rqsSamples ?? []).toHaveLength(line?.count ?? 0);
  });

  it('do not mix two carts', async () => {
    const ids = [await openCart(), await openCart()];
    await Promise.all(
      Array.from({ length: 24 }, (_, index) => add(ids[index % 2]!, index < 12 ? VARIANT : MASH_VARIANT_ID)),
    );
    for (const id of ids) {
      expect((await listCountsByVariant(id)).toSorted()).toEqual([
        [VARIANT, 6],
        [MASH_VARIANT_ID, 6],
      ]);
    }
  });

  it('set `lastModified`, which reads do not change', async () => {
    const id = await openCart();
    const later = new Date(FIXTURE_NOW.getTime() + HOUR_MS);
    backend.setNow(later);
    await fetchCalculatedCart(id);
    expect((await fetchCart(id)).lastModified).toBe(FIXTURE_NOW.toISOString());
    await add(id, VARIANT);
    expect(await fetchCart(id)).toMatchObject({
      created: FIXTURE_NOW.toISOString(),
      lastModified: later.toISOString(),
    });
  });
});
