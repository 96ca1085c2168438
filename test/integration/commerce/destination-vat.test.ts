import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { readPageLinks } from '../../../server/backend/content/content/queries.ts';
import { commandActor } from '../../../server/backend/core/audit/audit.ts';
import { editShop } from '../../../server/backend/import-export/apply-edits.ts';
import { exportShop } from '../../../server/backend/import-export/export-shop.ts';
import { readCheckedShop } from '../../../server/backend/import-export/read-checked-shop.ts';
import { country, orderLine } from '../../../server/backend/schema/schema.ts';
import { readSites } from '../../../server/backend/sites/sites/queries.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, type Headers } from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { SAMPLE_DATA_FOLDER } from '../../fixtures/sample-database.ts';

// Expected rates: the rates of goods in each country, as `countries.json` states them, and Directive
// 2006/112/EC, article 33.

/** Merchandise, which has the high rate; `VARIANT` is feed. */
const MERCHANDISE_VARIANT_ID = 1081;
const [BE, GB, IE, LU, FR, FI] = [4, 11, 12, 13, 14, 15];
const britishShopHeaders: Headers = { siteid: '4', languageid: '4' };

interface CountryRow {
  readonly countryId: number;
  readonly postcode: { readonly example: string };
}
const { countries }: { countries: CountryRow[] } = JSON.parse(
  readFileSync(path.join(SAMPLE_DATA_FOLDER, 'countries.json'), 'utf8'),
);
const personName = { firstName: 'Marit', lastName: 'de Vries' };
const findCountry = (countryId: number) => countries.find((row) => row.countryId === countryId)!;
const createAddress = (countryId: number) => ({
  ...callInputs.setBilling.body.address,
  zipcode: findCountry(countryId).postcode.example,
  countryId,
});

let backend: BackendFixture;
const fixture = createBackendCaller(() => backend);
const { call, openCart } = fixture;
const { place } = createOrderPlacer(fixture);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend.close());

async function calculateCart(id: string, shop: Headers): Promise<CalculatedCart2> {
  const { body, status } = await call('calculateCart2', { params: { id } }, shop);
  expect(status).toBe(200);
  return body;
}

async function setBilling(id: string, countryId: number, shop: Headers): Promise<void> {
  const phoneNumber = '+31 6 12345678';
  const body = {
    ...personName,
    phoneNumber,
    emailAddress: 'marit@stal.example',
    address: createAddress(countryId),
  };
  expect((await call('setBilling', { params: { id }, body }, shop)).status).toBe(204);
}

const listVatRates = ({ products }: CalculatedCart2) =>
  products.map(({ productVariantId, vatRatePercentage }) => [productVariantId, vatRatePercentage]);

describe('a cart', () => {
  it.each([
    ['Belgium', belgianShopHeaders, BE, 6, 21],
    ['Luxembourg', belgianShopHeaders, LU, 3, 17],
    ['Great Britain', britishShopHeaders, GB, 0, 20],
    ['Ireland', britishShopHeaders, IE, 0, 23],
    ['France', britishShopHeaders, FR, 10, 20],
    ['Finland', britishShopHeaders, FI, 13.5, 25.5],
  ])('delivered to %s has the VAT rates of that country', async (_country, shop, countryId, feed, high) => {
    const id = await openCart(
      [
        [VARIANT, 2],
        [MERCHANDISE_VARIANT_ID, 1],
      ],
      shop,
    );
    const before = await calculateCart(id, shop);
    await setBilling(id, countryId, shop);
    const after = await calculateCart(id, shop);
    expect(listVatRates(after)).toEqual([
      [VARIANT, feed],
      [MERCHANDISE_VARIANT_ID, high],
    ]);
    // Prices incl. VAT are the same for all destinations.
    expect(after.totalAmount).toBe(before.totalAmount);
    expect(after.products.map(({ totalAmount }) => totalAmount)).toEqual(
      before.products.map(({ totalAmount }) => totalAmount),
    );
    expect(after.vatAmounts.map(({ vatRatePercentage }) => vatRatePercentage)).toEqual([high, feed]);
    for (const { totalAmount, vatAmount, vatRatePercentage } of after.products) {
      expect(vatAmount).toBe(totalAmount - Math.round(totalAmount / (1 + vatRatePercentage / 100)));
    }
    const sum = after.vatAmounts.reduce((total, rate) => total + rate.amountExclVat + rate.vatAmount, 0);
    expect(sum).toBe(after.totalAmount);
  });

  it('has the rates of its site while the country of delivery is unknown', async () => {
    const id = await openCart([[VARIANT, 1]], belgianShopHeaders);
    expect(listVatRates(await calculateCart(id, belgianShopHeaders))).toEqual([[VARIANT, 6]]);
  });

  it('follows the delivery address, not the billing address', async () => {
    const id = await openCart([[VARIANT, 1]], belgianShopHeaders);
    await setBilling(id, LU, belgianShopHeaders);
    const alternativeShippingAddress = JSON.stringify({ ...personName, address: createAddress(BE) });
    const query = { alternativeShippingAddress };
    expect((await call('setAlternativeShipping', { params: { id }, query }, belgianShopHeaders)).status).toBe(
      204,
    );
    expect(listVatRates(await calculateCart(id, belgianShopHeaders))).toEqual([[VARIANT, 6]]);
  });

  it('of roughage tests has the VAT rates of the billing country, where the kits are sent', async () => {
    const id = await openCart([[RQS, 1]], belgianShopHeaders);
    await setBilling(id, LU, belgianShopHeaders);
    expect(listVatRates(await calculateCart(id, belgianShopHeaders))).toEqual([[RQS, 17]]);
  });
});

describe('an order', () => {
  it('stores the rates of the country of delivery', async () => {
    const id = await openCart(
      [
        [VARIANT, 2],
        [MERCHANDISE_VARIANT_ID, 1],
      ],
      belgianShopHeaders,
    );
    await setBilling(id, LU, belgianShopHeaders);
    await call('setPayment', { params: { id }, body: { paymentMethodId: 2 } }, belgianShopHeaders);
    const expected = await calculateCart(id, belgianShopHeaders);
    const { status, body } = await place(id, { shop: belgianShopHeaders });
    expect(status).toBe(200);
    const { orderId, token } = body;
    const lines = await backend.database.select().from(orderLine).where(eq(orderLine.orderId, orderId));
    expect(lines.map((line) => [line.productVariantId, Number(line.vatRatePercentage)])).toEqual([
      [VARIANT, 3],
      [MERCHANDISE_VARIANT_ID, 17],
    ]);
    const order = await call(
      'fetchOrderStatus',
      { params: { orderId }, query: { token } },
      belgianShopHeaders,
    );
    expect(order.body.vatAmounts).toEqual(expected.vatAmounts);
    expect(order.body.totalAmount).toBe(expected.totalAmount);
  });
});

it('a site delivers to its own country and to others whose VAT rates are known', async () => {
  const { database } = backend;
  const listDelivered = async (siteId: number) =>
    (await readSites(database, readPageLinks)).sites.find(({ site }) => site.siteId === siteId)?.setting
      .deliveryCountryIds;
  const undo = new Error('undo');
  const attempt = database.transaction('import-shop', async (transaction) => {
    await transaction.update(country).set({ vat: null });
    const { sites } = await readSites(transaction, readPageLinks);
    expect(sites.find(({ site }) => site.siteId === 2)?.setting.deliveryCountryIds).toEqual([BE]);
    expect(sites.find(({ site }) => site.siteId === 4)?.setting.deliveryCountryIds).toEqual([GB]);
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  expect(await listDelivered(2)).toEqual([BE, LU]);
  expect(await listDelivered(4)).toEqual([GB, IE, FR, FI]);
});

it('a shop whose former release stored no VAT rates can be edited, exported, and imported again', async () => {
  const { database } = backend;
  await database.execute(sql`update country set vat = null`);
  await database.execute(sql`update shop_record set value = value - 'vatPercentageHigh' - 'vatPercentageLow' - 'vatPercentageFeed'
    where file = 'countries.json' and jsonb_typeof(value) = 'object'`);
  const { rows } = (await database.execute(
    sql`select key, value from shop_record where file = 'texts/en.json' and list = 'pages' limit 1`,
  )) as unknown as { rows: { key: string; value: Record<string, unknown> }[] };
  const [page] = rows;
  const edit = {
    file: 'texts/en.json',
    list: 'pages',
    key: page!.key,
    value: { ...page!.value, title: 'Other title' },
  };
  const edited = await editShop(database, [edit], { actor: commandActor, now: FIXTURE_NOW });
  expect(edited.changedKeys.length).toBeGreaterThan(0);
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
  try {
    await exportShop(database, path.join(folder, 'shop'), { now: FIXTURE_NOW });
    await expect(readCheckedShop(path.join(folder, 'shop'))).resolves.toBeDefined();
  } finally {
    await rm(folder, { recursive: true });
  }
});
