import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import request from 'supertest';
import { customerOrder, orderStatusChange } from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  belgianShopHeaders,
  createBackendCaller,
  dutchShopHeaders,
  type Headers,
} from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';
import { startShopWeb } from '../../fixtures/shop-web.ts';
import type { TestWeb } from '../../fixtures/test-web.ts';
import { readStructuredData } from '../../html/structured-data.ts';

// Expected times: decision 053. Feed in stock takes 1-2 working days, a test kit 3-5; a destination that
// needs longer prevails.

const portugueseShopHeaders: Headers = { siteid: '6', languageid: '4' };
const britishShopHeaders: Headers = { siteid: '4', languageid: '4' };
const [NL, BE, PT, GB, IE, LU, FR, FI] = [1, 4, 9, 11, 12, 13, 14, 15];
/** A digital product, delivered by email. */
const GIFT_CARD_VARIANT_ID = 1084;
const hostsByShop = { dutch: 'en.havero-nl.localhost', portuguese: 'en.havero-pt.localhost' };

let backend: BackendFixture;
let web: TestWeb;
const fixture = createBackendCaller(() => backend);
const { call, openCart } = fixture;
const { place } = createOrderPlacer(fixture);

beforeAll(async () => {
  backend = await openBackendFixture();
  web = await startShopWeb(backend.app);
});
afterAll(async () => {
  await web?.close();
  await backend?.close();
});

async function calculateCart(id: string, shop: Headers): Promise<CalculatedCart2> {
  const { body, status } = await call('calculateCart2', { params: { id } }, shop);
  expect(status).toBe(200);
  return body;
}

interface CountryRow {
  readonly countryId: number;
  readonly postcode: { readonly example: string };
}
const { countries }: { countries: CountryRow[] } = JSON.parse(
  readFileSync(path.join(SAMPLE_DATA_FOLDER, 'countries.json'), 'utf8'),
);
const findCountry = (countryId: number) => countries.find((row) => row.countryId === countryId)!;
const personName = { firstName: 'Marit', lastName: 'de Vries' };
const createAddress = (countryId: number) => ({
  ...callInputs.setBilling.body.address,
  zipcode: findCountry(countryId).postcode.example,
  countryId,
});

async function setBilling(id: string, countryId: number, shop: Headers): Promise<void> {
  const body = {
    ...personName,
    phoneNumber: '+31 6 12345678',
    emailAddress: 'marit@stal.example',
    address: createAddress(countryId),
  };
  const { status, text } = await call('setBilling', { params: { id }, body }, shop);
  expect([status, text]).toEqual([204, '']);
}

describe('the pages of a site', () => {
  const readText = (html: string): string =>
    html
      .replace(/<script[\s\S]*?<\/script>/g, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('\u2060', '')
      .replace(/\s+/g, ' ');
  const fetchPage = async (host: string, url: string) => {
    const { status, text } = await request(web.server).get(url).set({ host });
    expect(status).toBe(200);
    return text;
  };
  const fetchVariant = async (shop: Headers) => {
    const { body } = await call('fetchProduct', { params: { productVariantId: VARIANT } }, shop);
    return body.variants.find((row: { productVariantId: number }) => row.productVariantId === VARIANT);
  };

  it.each([
    ['Dutch', hostsByShop.dutch, dutchShopHeaders, '1-2', ['NL', 1, 2]],
    ['Portuguese', hostsByShop.portuguese, portugueseShopHeaders, '4-7', ['PT', 4, 7]],
  ] as const)('%s: a product states the time of its country', async (_site, host, shop, days, transit) => {
    const variant = await fetchVariant(shop);
    expect(variant.stock.deliveryTimeDays).toBe(days);
    const html = await fetchPage(host, variant.url);
    const text = readText(html);
    expect(text).toContain(`${days} working days`);
    if (days !== '1-2') expect(text).not.toContain('1-2 working days');
    const times = JSON.stringify(readStructuredData(html));
    expect(times).toContain(`"addressCountry":"${transit[0]}"`);
    expect(times).toContain(`"minValue":${transit[1]},"maxValue":${transit[2]},"unitCode":"DAY"`);
  });

  it.each([
    [hostsByShop.dutch, '1-2', 'the Netherlands'],
    [hostsByShop.portuguese, '4-7', 'Portugal'],
  ])('%s: the delivery page states the time of its country', async (host, days, country) => {
    const text = readText(await fetchPage(host, '/delivery/'));
    expect(text).toContain(`Items in stock are usually delivered in ${days} working days within ${country}.`);
    expect(text).toContain(`In stock: delivered in ${days} working days`);
  });

  it('lists and the product feed state the same time as the product', async () => {
    const { body: feed } = await call('fetchProductFeed', { query: { after: 0 } }, portugueseShopHeaders);
    const times = new Set(
      (feed.offers as { stock: { deliveryTimeDays: string | null } }[]).map(
        ({ stock }) => stock.deliveryTimeDays,
      ),
    );
    expect(times).toEqual(new Set(['4-7', null]));
    const { body: found } = await call(
      'calculateProducts2',
      {
        body: { products: [{ productVariantId: VARIANT, count: 1 }] },
      },
      portugueseShopHeaders,
    );
    expect(found.deliveryTimeDays).toBe('4-7');
  });
});

describe('a cart', () => {
  it.each([
    ['the Dutch shop', dutchShopHeaders, '1-2'],
    ['the Portuguese shop', portugueseShopHeaders, '4-7'],
    ['the British shop', britishShopHeaders, '3-5'],
  ])(
    'of %s has the time of the country of its site while the destination is unknown',
    async (_s, shop, days) => {
      const { deliveryTimeDays, products } = await calculateCart(await openCart([[VARIANT, 1]], shop), shop);
      expect([deliveryTimeDays, products[0]?.product.stock.deliveryTimeDays]).toEqual([days, days]);
    },
  );

  it.each([
    ['Great Britain', britishShopHeaders, GB, '3-5'],
    ['Ireland', britishShopHeaders, IE, '4-6'],
    ['France', britishShopHeaders, FR, '2-4'],
    ['Finland', britishShopHeaders, FI, '4-7'],
    ['Belgium', belgianShopHeaders, BE, '1-2'],
    ['Luxembourg', belgianShopHeaders, LU, '2-3'],
    ['Portugal', portugueseShopHeaders, PT, '4-7'],
    ['the Netherlands', dutchShopHeaders, NL, '1-2'],
  ])('to %s has the time of that country', async (_country, shop, countryId, days) => {
    const id = await openCart([[VARIANT, 1]], shop);
    await setBilling(id, countryId, shop);
    const { deliveryTimeDays, products } = await calculateCart(id, shop);
    expect([deliveryTimeDays, products[0]?.product.stock.deliveryTimeDays]).toEqual([days, days]);
  });

  it('follows the delivery address, not the billing address', async () => {
    const id = await openCart([[VARIANT, 1]], britishShopHeaders);
    await setBilling(id, GB, britishShopHeaders);
    const alternativeShippingAddress = JSON.stringify({ ...personName, address: createAddress(FI) });
    const query = { alternativeShippingAddress };
    expect((await call('setAlternativeShipping', { params: { id }, query }, britishShopHeaders)).status).toBe(
      204,
    );
    expect((await calculateCart(id, britishShopHeaders)).deliveryTimeDays).toBe('4-7');
  });

  it('of a test kit has the longer time of the kit and the destination', async () => {
    const id = await openCart([[RQS, 1]], belgianShopHeaders);
    await setBilling(id, LU, belgianShopHeaders);
    expect((await calculateCart(id, belgianShopHeaders)).deliveryTimeDays).toBe('3-5');
  });

  it('of a gift card has no delivery time in any country', async () => {
    for (const shop of [dutchShopHeaders, portugueseShopHeaders]) {
      const { deliveryTimeDays, needsDelivery } = await calculateCart(
        await openCart([[GIFT_CARD_VARIANT_ID, 1]], shop),
        shop,
      );
      expect([deliveryTimeDays, needsDelivery]).toEqual([null, false]);
    }
  });
});

describe('an order', () => {
  const order = async (countryId: number, shop: Headers) => {
    const id = await openCart([[VARIANT, 1]], shop);
    await setBilling(id, countryId, shop);
    const paymentMethodId = shop === dutchShopHeaders ? 1 : 7;
    await call('setPayment', { params: { id }, body: { paymentMethodId } }, shop);
    const { status, body } = await place(id, { shop });
    expect(status).toBe(200);
    return body as { orderId: string; token: string };
  };

  it('to another country of the site stores and states the time of that country', async () => {
    const { orderId, token } = await order(LU, belgianShopHeaders);
    const { body } = await call(
      'fetchOrderStatus',
      { params: { orderId }, query: { token } },
      belgianShopHeaders,
    );
    expect(body.delivery.deliveryTimeDays).toBe('2-3');
  });

  it.each([
    // Dispatched on Tuesday 10 November 2026: received after 2 working days, 14 days from the 13th on.
    ['the Netherlands', NL, dutchShopHeaders, '2026-11-26T23:00:00.000Z'],
    // Received after 7 working days, on the 19th: 14 days from the 20th on.
    ['Finland', FI, britishShopHeaders, '2026-12-04T00:00:00.000Z'],
  ])('to %s can be withdrawn from 14 days after the longest time', async (_c, countryId, shop, expected) => {
    const { orderId, token } = await order(countryId, shop);
    const at = new Date('2026-11-10T10:00:00Z');
    await backend.database
      .update(customerOrder)
      .set({ status: 'sent' })
      .where(eq(customerOrder.orderId, orderId));
    await backend.database.insert(orderStatusChange).values({ orderId, status: 'sent', at });
    backend.setNow(new Date('2026-11-20T10:00:00Z'));
    const { body } = await call('fetchOrderStatus', { params: { orderId }, query: { token } }, shop);
    expect(body.withdrawalUntil).toBe(expected);
  });
});
