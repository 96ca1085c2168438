import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import { commandActor } from '../../../server/backend/core/audit/audit.ts';
import { editShop } from '../../../server/backend/import-export/apply-edits.ts';
import { exportShop } from '../../../server/backend/import-export/export-shop.ts';
import { readCheckedShop } from '../../../server/backend/import-export/read-checked-shop.ts';
import {
  customerOrder,
  giftCard,
  invoice,
  payment,
  shopRecord,
  sitePaymentMethod,
} from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { readLastDocument } from '../../fixtures/mailed-documents.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { runPaymentJobs, setTestBankPaymentStatus } from '../../fixtures/payments.ts';

/** Merchandise at 21 % in Belgium; `VARIANT` is feed at 6 %. */
const MERCHANDISE_VARIANT_ID = 1081;
const [BANCONTACT_METHOD_ID, PAYPAL_METHOD_ID, KLARNA_METHOD_ID] = [2, 3, 4];
/** Payment costs of Klarna in these tests, in euro cents. */
const KLARNA_COSTS_CENTS = 195;

let backend: BackendFixture;
const fixture = createBackendCaller(() => backend);
const { call, openCart, addCartToInput } = fixture;
const { place } = createOrderPlacer(fixture);

/** Changes the record of the Belgian site as the back office does. */
async function editPaymentCosts(paymentCosts: readonly { paymentMethodId: number; costInclVat: number }[]) {
  const [record] = await readSiteRecords();
  await editShop(
    backend.database,
    [{ file: 'sites.json', list: 'sites', key: 'havero-be', value: { ...record, paymentCosts } }],
    { actor: commandActor, now: FIXTURE_NOW },
  );
}

async function readSiteRecords(): Promise<Record<string, unknown>[]> {
  const rows = await backend.database
    .select({ value: shopRecord.value })
    .from(shopRecord)
    .where(and(eq(shopRecord.file, 'sites.json'), eq(shopRecord.key, 'havero-be')));
  return rows.map(({ value }) => value as Record<string, unknown>);
}

beforeAll(async () => {
  backend = await openBackendFixture();
  await editPaymentCosts([{ paymentMethodId: KLARNA_METHOD_ID, costInclVat: KLARNA_COSTS_CENTS / 100 }]);
});
afterAll(() => backend?.close());
afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

const cartLines: [number, number][] = [
  [VARIANT, 2],
  [MERCHANDISE_VARIANT_ID, 1],
];

async function calculateCart(id: string): Promise<CalculatedCart2> {
  const { body, status } = await call('calculateCart2', { params: { id } }, belgianShopHeaders);
  expect(status).toBe(200);
  return body;
}

/** Opens a cart that can be ordered. @param paymentMethodId null for none */
async function openCartWithPaymentMethod(paymentMethodId: number | null): Promise<string> {
  const id = await openCart(cartLines, belgianShopHeaders);
  const body = {
    firstName: 'Marit',
    lastName: 'de Vries',
    phoneNumber: '+32 78 00 00 10',
    emailAddress: 'marit@stal.example',
    address: { ...callInputs.setBilling.body.address, zipcode: '2300', countryId: 4 },
  };
  expect((await call('setBilling', { params: { id }, body }, belgianShopHeaders)).status).toBe(204);
  if (paymentMethodId !== null) {
    await call('setPayment', { params: { id }, body: { paymentMethodId } }, belgianShopHeaders);
  }
  return id;
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

describe('a cart', () => {
  it('costs more with a payment method that has costs, taxed as its goods', async () => {
    const without = await calculateCart(await openCartWithPaymentMethod(BANCONTACT_METHOD_ID));
    const cart = await calculateCart(await openCartWithPaymentMethod(KLARNA_METHOD_ID));
    expect(without.paymentCosts).toBe(0);
    expect(cart).toMatchObject({
      paymentCosts: KLARNA_COSTS_CENTS,
      totalAmount: without.totalAmount + KLARNA_COSTS_CENTS,
    });
    // In proportion to the amount of the goods of each rate; this cart has no discount.
    const paidAt = (rate: number) =>
      sumAmounts(
        cart.products.filter((line) => line.vatRatePercentage === rate).map((line) => line.totalAmount),
      );
    const high = Math.round((KLARNA_COSTS_CENTS * paidAt(21)) / (paidAt(21) + paidAt(6)));
    const increase = (rate: number) => {
      const at = ({ vatAmounts }: CalculatedCart2) =>
        vatAmounts.filter((entry) => entry.vatRatePercentage === rate);
      const inclVat = (of: CalculatedCart2) =>
        sumAmounts(at(of).map(({ amountExclVat, vatAmount }) => amountExclVat + vatAmount));
      return inclVat(cart) - inclVat(without);
    };
    expect([increase(21), increase(6)]).toEqual([high, KLARNA_COSTS_CENTS - high]);
    expect(high).toBeGreaterThan(0);
    expect(high).toBeLessThan(KLARNA_COSTS_CENTS);
  });

  it('states the costs of each method before one is chosen', async () => {
    const id = await openCartWithPaymentMethod(null);
    const { body } = await call('fetchPaymentMethods', { params: { id } }, belgianShopHeaders);
    const costs = (body as { paymentMethodId: number; cost: number }[]).map((method) => [
      method.paymentMethodId,
      method.cost,
    ]);
    expect(costs).toContainEqual([KLARNA_METHOD_ID, KLARNA_COSTS_CENTS]);
    expect(costs).toContainEqual([PAYPAL_METHOD_ID, 0]);
    expect(await calculateCart(id)).toMatchObject({ paymentCosts: 0 });
  });

  it('has no payment costs if a gift card pays the order', async () => {
    const id = await openCartWithPaymentMethod(KLARNA_METHOD_ID);
    const { body } = await addCartToInput('setGiftCard', callInputs.setGiftCard);
    await backend.database.update(giftCard).set({ balance: 100_000 });
    await call('setGiftCard', { params: { id }, body }, belgianShopHeaders);
    const covered = await calculateCart(id);
    expect(covered).toMatchObject({ paymentCosts: 0, giftCardAmount: covered.totalAmount });
    // A cent less than the goods cost: the method pays the rest, with its costs.
    await backend.database.update(giftCard).set({ balance: covered.totalAmount - 1 });
    expect(await calculateCart(id)).toMatchObject({
      paymentCosts: KLARNA_COSTS_CENTS,
      totalAmount: covered.totalAmount + KLARNA_COSTS_CENTS,
      giftCardAmount: covered.totalAmount - 1,
    });
    await backend.database.update(giftCard).set({ balance: giftCard.initialAmount });
  });
});

it('an order has the payment costs in its invoice, its mail and its credit notes', async () => {
  const id = await openCartWithPaymentMethod(KLARNA_METHOD_ID);
  const expected = await calculateCart(id);
  const refused = await place(id, {
    shop: belgianShopHeaders,
    expectedTotalAmount: expected.totalAmount - KLARNA_COSTS_CENTS,
  });
  expect(refused.body).toMatchObject({ code: 'total_changed', totalAmount: expected.totalAmount });
  const { body } = await place(id, { shop: belgianShopHeaders });
  const { orderId, token } = body as { orderId: string; token: string };
  const access = { params: { orderId }, query: { token } };
  const { body: open } = await call('fetchOrderStatus', access, belgianShopHeaders);
  expect(open).toMatchObject({ paymentCosts: KLARNA_COSTS_CENTS, totalAmount: expected.totalAmount });
  // Its total is final: methods with other costs are neither offered nor accepted.
  expect(open.paymentMethods.map((method: { key: string }) => method.key)).toEqual(['klarna']);
  const other = { params: { orderId }, body: { token, paymentMethodId: PAYPAL_METHOD_ID } };
  expect((await call('startOrderPayment', other, belgianShopHeaders)).status).toBe(400);

  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  expect(row).toMatchObject({ amount: expected.totalAmount });
  await setTestBankPaymentStatus(backend, row!.paymentId, 'paid');
  await backend.shop.payments.refresh(row!.paymentId);
  await runPaymentJobs(backend);
  expect(await readLastDocument(backend.database)).toContainEqual(['Payment fee', '€1.95']);

  const [order] = await backend.database
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  const credit = (request: { hasPaymentCosts: boolean; hasDelivery: boolean }) =>
    backend.database.transaction('change-order', (transaction) =>
      backend.shop.orders.credit(transaction, order!, {
        request: { pieces: [], goodwill: null, ...request },
        reason: 'refund',
        means: 'payment',
        now: FIXTURE_NOW,
      }),
    );
  expect(await credit({ hasPaymentCosts: true, hasDelivery: false })).toMatchObject({
    amount: KLARNA_COSTS_CENTS,
  });
  expect(await credit({ hasPaymentCosts: true, hasDelivery: false })).toEqual({ code: 'refund_nothing' });
  await runPaymentJobs(backend);
  const credited = (await readLastDocument(backend.database)).filter(([name]) => name === 'Payment fee');
  expect(credited.map(([, , rate]) => rate)).toEqual(['21%', '6%']);

  // Cancels the rest, without the payment costs that were already credited.
  await call('cancelOrder', { params: { orderId }, body: { token } }, belgianShopHeaders);
  await runPaymentJobs(backend);
  const notes = await backend.database
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')));
  expect(notes.map(({ totalAmount }) => totalAmount)).toEqual([
    KLARNA_COSTS_CENTS,
    expected.totalAmount - KLARNA_COSTS_CENTS,
  ]);
  expect((await checkBooks(backend.database, FIXTURE_NOW)).listed).toEqual([]);
});

describe('payment costs in the shop files', () => {
  it('are stored by site and method, and exported as they were imported', async () => {
    const rows = await backend.database
      .select()
      .from(sitePaymentMethod)
      .where(eq(sitePaymentMethod.paymentMethodId, KLARNA_METHOD_ID));
    const costs = new Map(rows.map(({ siteId, costInclVat }) => [siteId, costInclVat]));
    expect([costs.get(1), costs.get(2)]).toEqual([0, KLARNA_COSTS_CENTS]);
    const folder = await mkdtemp(path.join(tmpdir(), 'export-'));
    try {
      await exportShop(backend.database, path.join(folder, 'shop'), { now: FIXTURE_NOW });
      const { files } = await readCheckedShop(path.join(folder, 'shop'));
      const site = files.sites.find(({ key }) => key === 'havero-be');
      expect(site?.paymentCosts).toEqual([
        { paymentMethodId: KLARNA_METHOD_ID, costInclVat: KLARNA_COSTS_CENTS / 100 },
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ['a payment method by card', 7, 0.5, 'article 62(4)'],
    ['a SEPA transfer', 5, 0.5, 'article 62(4)'],
    ['a method that the site does not have', 1, 0, 'is not one of the site'],
    ['a fraction of a cent', PAYPAL_METHOD_ID, 0.005, 'more than two decimals'],
  ])('are refused for %s', async (_case, paymentMethodId, costInclVat, reason) => {
    const edit = editPaymentCosts([{ paymentMethodId, costInclVat }]);
    await expect(edit).rejects.toThrow(expect.objectContaining({ message: expect.stringContaining(reason) }));
  });
});
