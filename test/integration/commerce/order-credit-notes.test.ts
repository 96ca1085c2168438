import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { and, asc, desc, eq } from 'drizzle-orm';
import type { CreditOptions } from '../../../server/backend/commerce/orders/service.ts';
import type { customerOrder } from '../../../server/backend/commerce/orders/tables.ts';
import {
  giftCard,
  giftCardMovement,
  invoice,
  outboxMail,
  payment,
  refund,
} from '../../../server/backend/schema/schema.ts';
import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { readLastDocument } from '../../fixtures/mailed-documents.ts';
import { getOrderToken } from '../../fixtures/orders.ts';
import { payAtTestBank, runPaymentJobs } from '../../fixtures/payments.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

type OrderRow = typeof customerOrder.$inferSelect;
type CreditRequest = Partial<CreditOptions['request']>;

/** Euro cents of the order of these tests: 3 × 19.23 at 6 %, 12.50 at 21 %, delivery of 6.95 over both. */
const TOTAL_CENTS = 7714;

let backend: BackendFixture;
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

/**
 * Inserts a sent order, paid by a gift card up to an amount and the rest at the test bank.
 *
 * @param byCard euro cents
 */
async function createTestOrder(
  byCard = 0,
  statuses: readonly OrderStatus[] = ['created', 'open', 'paid', 'processing', 'sent'],
): Promise<OrderRow> {
  const order = await insertWholeOrder(backend.database, {
    statuses,
    lines: [
      createLine({
        quantity: 3,
        description: 'Prado Balance',
        originalAmount: 5769,
        totalAmount: 5769,
        paidAmount: 5769,
        vatType: 'low',
        vatRatePercentage: 6,
        vatAmount: 327,
      }),
      createLine({
        position: 2,
        quantity: 1,
        description: 'Scoop',
        originalAmount: 1250,
        totalAmount: 1250,
        paidAmount: 1250,
        vatType: 'high',
        vatRatePercentage: 21,
        vatAmount: 217,
      }),
    ],
    changes: {
      subTotalAmount: 7019,
      totalAmount: TOTAL_CENTS,
      totalAmountExclVat: 7116,
      vatAmounts: [
        { vatType: 'high', vatRatePercentage: 21, amountExclVat: 1135, vatAmount: 239 },
        { vatType: 'low', vatRatePercentage: 6, amountExclVat: 5981, vatAmount: 359 },
      ],
      giftCardAmount: byCard,
    },
  });
  const { orderId } = order;
  if (byCard < TOTAL_CENTS) await payAtTestBank(backend, orderId, TOTAL_CENTS - byCard);
  if (byCard > 0) await payByCard(orderId, byCard);
  return order;
}

async function payByCard(orderId: string, amount: number): Promise<void> {
  const [card] = await backend.database
    .insert(giftCard)
    .values({
      numberHash: randomUUID(),
      pinHash: 'x',
      lastFour: '4711',
      initialAmount: amount,
      balance: 0,
      createdAt: FIXTURE_NOW,
      endsAt: new Date('2026-12-01T00:00:00Z'),
    })
    .returning();
  for (const kind of ['held', 'taken'] as const) {
    await backend.database
      .insert(giftCardMovement)
      .values({ giftCardId: card!.giftCardId, orderId, kind, amount, at: FIXTURE_NOW });
  }
}

const credit = (
  { orderId }: OrderRow,
  request: CreditRequest,
  options: Partial<Pick<CreditOptions, 'means' | 'reason'>> = {},
) =>
  backend.database.transaction('change-order', async (transaction) => {
    const order = await backend.shop.orders.lock(transaction, orderId);
    if (!order) throw new Error('There is no order');
    return backend.shop.orders.credit(transaction, order, {
      request: { pieces: [], hasDelivery: false, hasPaymentCosts: false, goodwill: null, ...request },
      reason: 'refund',
      means: 'payment',
      now: FIXTURE_NOW,
      ...options,
    });
  });

const listCreditNotes = ({ orderId }: OrderRow) =>
  backend.database
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')))
    .orderBy(asc(invoice.invoiceId));

const fetchPayment = async ({ orderId }: OrderRow) => {
  const query = { token: getOrderToken(orderId) };
  const { body } = await call('fetchOrderStatus', { params: { orderId }, query }, dutchShopHeaders);
  return (body as { payment: { status: string; refundedAmount: number } }).payment;
};

const readCardBalance = async ({ orderId }: OrderRow) => {
  const [row] = await backend.database
    .select({ balance: giftCard.balance, endsAt: giftCard.endsAt })
    .from(giftCard)
    .innerJoin(giftCardMovement, eq(giftCardMovement.giftCardId, giftCard.giftCardId))
    .where(eq(giftCardMovement.orderId, orderId));
  return { balance: row!.balance, endsAt: row!.endsAt?.toISOString().slice(0, 10) };
};

describe('a credit note', () => {
  it('names the credited goods, with VAT of their rate only', async () => {
    const order = await createTestOrder();
    expect(await credit(order, { pieces: [{ position: 1, quantity: 3 }] })).toMatchObject({ amount: 5769 });
    await runPaymentJobs(backend);
    const rows = await readLastDocument(backend.database);
    expect(rows).toContainEqual([expect.stringContaining('Prado Balance'), '3', '6%', '− € 57,69']);
    expect(rows).toContainEqual(['6%', '− € 54,42', '− € 3,27', '− € 57,69']);
    expect(rows.flat().join(' ')).not.toContain('21%');
    expect(await fetchPayment(order)).toMatchObject({ status: 'partially_refunded', refundedAmount: 5769 });
  });

  it('is issued once for each credit, and all add up to the invoice', async () => {
    const order = await createTestOrder();
    await credit(order, { goodwill: { amount: 100, vatRatePercentage: 21 } });
    await credit(order, { pieces: [{ position: 1, quantity: 1 }], hasDelivery: true });
    await credit(order, { pieces: [{ position: 1, quantity: 2 }] });
    // The rest of its rate after the goodwill.
    expect(await credit(order, { pieces: [{ position: 2, quantity: 1 }] })).toMatchObject({ amount: 1150 });
    expect(await credit(order, { goodwill: { amount: 1, vatRatePercentage: 6 } })).toMatchObject({
      code: 'order_refund_too_much',
    });
    await runPaymentJobs(backend);
    const notes = await listCreditNotes(order);
    expect(notes.map(({ totalAmount }) => totalAmount)).toEqual([100, 1923 + 695, 3846, 1150]);
    expect(await fetchPayment(order)).toMatchObject({ status: 'refunded', refundedAmount: TOTAL_CENTS });
  });

  it('covers both the payment and the gift card if they refund a credit together', async () => {
    const order = await createTestOrder(5000);
    // The bank payment is 27.14.
    expect(await credit(order, { pieces: [{ position: 1, quantity: 3 }] })).toEqual({
      amount: 5769,
      giftCardAmount: 5769 - 2714,
    });
    await runPaymentJobs(backend);
    expect((await listCreditNotes(order)).map(({ totalAmount }) => totalAmount)).toEqual([5769]);
    const rows = await readLastDocument(backend.database);
    expect(rows).toContainEqual([expect.stringContaining('4711'), '− € 30,55']);
    expect(rows).toContainEqual([expect.any(String), '− € 27,14']);
    expect(await readCardBalance(order)).toMatchObject({ balance: 3055 });
  });
});

describe('a refund to a gift card', () => {
  it('is possible after dispatch, with a credit note, and can be spent for at least three months', async () => {
    const order = await createTestOrder(TOTAL_CENTS);
    expect(await credit(order, { pieces: [{ position: 2, quantity: 1 }] })).toMatchObject({
      giftCardAmount: 1250,
    });
    await runPaymentJobs(backend);
    // It would have expired on 1 December 2026; the refund is of 5 November.
    expect(await readCardBalance(order)).toEqual({ balance: 1250, endsAt: '2027-02-05' });
    expect((await listCreditNotes(order)).map(({ totalAmount }) => totalAmount)).toEqual([1250]);
    expect(await fetchPayment(order)).toMatchObject({ status: 'partially_refunded', refundedAmount: 1250 });
  });

  it('comes first if staff choose so, up to the amount that the card paid', async () => {
    const order = await createTestOrder(1000);
    expect(await credit(order, { hasDelivery: true }, { means: 'giftCard' })).toMatchObject({
      giftCardAmount: 695,
    });
    expect(await credit(order, { pieces: [{ position: 2, quantity: 1 }] }, { means: 'giftCard' })).toEqual({
      amount: 1250,
      giftCardAmount: 305,
    });
    await runPaymentJobs(backend);
    expect(await readCardBalance(order)).toMatchObject({ balance: 1000 });
    const refunds = await backend.database
      .select({ amount: refund.amount })
      .from(refund)
      .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
      .where(eq(payment.orderId, order.orderId));
    expect(refunds).toEqual([{ amount: 945 }]);
  });

  it('is not made to a blocked card', async () => {
    const order = await createTestOrder(TOTAL_CENTS);
    const [held] = await backend.database
      .select()
      .from(giftCardMovement)
      .where(eq(giftCardMovement.orderId, order.orderId));
    await backend.database
      .update(giftCard)
      .set({ blockedAt: FIXTURE_NOW })
      .where(eq(giftCard.giftCardId, held!.giftCardId));
    expect(await credit(order, { pieces: [{ position: 2, quantity: 1 }] })).toEqual({
      code: 'order_refund_too_much',
      amount: 0,
    });
  });
});

it('an order that was refunded in full cannot be packed or sent, but can be cancelled', async () => {
  const order = await createTestOrder(0, ['created', 'open', 'paid']);
  const change = (to: OrderStatus) =>
    backend.database.transaction('change-order', async (transaction) => {
      const locked = await backend.shop.orders.lock(transaction, order.orderId);
      if (!locked) throw new Error('There is no order');
      return backend.shop.orders.change(transaction, locked, to, { now: FIXTURE_NOW });
    });
  const pieces = [
    { position: 1, quantity: 3 },
    { position: 2, quantity: 1 },
  ];
  expect(await credit(order, { pieces, hasDelivery: true })).toMatchObject({ amount: TOTAL_CENTS });
  expect([await change('processing'), await change('sent')]).toEqual([false, false]);
  expect(await change('cancelled')).toBe(true);
  await runPaymentJobs(backend);
  const [mail] = await backend.database
    .select()
    .from(outboxMail)
    .where(eq(outboxMail.kind, 'order-cancelled'))
    .orderBy(desc(outboxMail.outboxMailId))
    .limit(1);
  expect(mail?.text).not.toContain('niets in rekening gebracht');
});

describe('a refund of gift cards that were sold', () => {
  it('blocks as many unused cards, and is refused for a used card', async () => {
    const order = await insertWholeOrder(backend.database, {
      statuses: ['created', 'open', 'paid', 'processing', 'sent'],
      lines: [
        createLine({
          quantity: 2,
          isVoucher: true,
          originalAmount: 5000,
          totalAmount: 5000,
          paidAmount: 5000,
          vatType: 'none',
          vatRatePercentage: 0,
          vatAmount: 0,
        }),
      ],
      changes: {
        totalAmount: 5000,
        vatAmounts: [{ vatType: 'none', vatRatePercentage: 0, amountExclVat: 5000, vatAmount: 0 }],
      },
    });
    await payAtTestBank(backend, order.orderId, 5000);
    await backend.database.insert(giftCard).values(
      [2500, 2000].map((balance, index) => ({
        numberHash: randomUUID(),
        pinHash: 'x',
        lastFour: '0815',
        initialAmount: 2500,
        balance,
        orderId: order.orderId,
        orderSequence: index + 1,
        createdAt: FIXTURE_NOW,
      })),
    );
    const pieces = (quantity: number) => ({ pieces: [{ position: 1, quantity }] });
    expect(await credit(order, pieces(2))).toEqual({ code: 'order_card_used' });
    expect(await credit(order, pieces(1))).toMatchObject({ amount: 2500 });
    expect(await credit(order, pieces(1))).toEqual({ code: 'order_card_used' });
    const cards = await backend.database.select().from(giftCard).where(eq(giftCard.orderId, order.orderId));
    expect(cards.map(({ balance, blockedAt }) => [balance, blockedAt !== null]).toSorted()).toEqual([
      [2000, false],
      [2500, true],
    ]);
    await runPaymentJobs(backend);
  });
});

it('the database refuses to return more to a card than an order has spent', async () => {
  const order = await createTestOrder(TOTAL_CENTS);
  await credit(order, { pieces: [{ position: 2, quantity: 1 }] });
  await runPaymentJobs(backend);
  const [held] = await backend.database
    .select()
    .from(giftCardMovement)
    .where(eq(giftCardMovement.orderId, order.orderId));
  const { giftCardId } = held!;
  const release = (amount: number) =>
    backend.database
      .insert(giftCardMovement)
      .values({ giftCardId, orderId: order.orderId, kind: 'returned', amount, at: FIXTURE_NOW });
  await expect(release(TOTAL_CENTS)).rejects.toThrow();
  await release(TOTAL_CENTS - 1250);
});
