import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, sql } from 'drizzle-orm';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import type { CreditRefusal } from '../../../server/backend/commerce/orders/service.ts';
import { invoice, orderCredit, testBankPayment } from '../../../server/backend/schema/schema.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import type { OrderStatus } from '../../../shared/rules/orders/order-status.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import {
  insertOrderPayment,
  insertPlacedOrder,
  readOrder,
  readPayment,
  readTestBankPayment,
  runPaymentJobs,
  setTestBankPaymentStatus,
} from '../../fixtures/payments.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const TOTAL_CENTS = 4250;

let backend: BackendFixture;
const { getNow, advanceClock } = createTestClock(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());

interface PlacedOrder {
  readonly orderId: string;
  readonly paymentId: string;
}

/** Places an order that is paid by an authorisation of Klarna at the test bank. */
async function orderByKlarna(): Promise<PlacedOrder> {
  advanceClock(24 * 60 * MINUTE_MS);
  const { orderId } = await insertPlacedOrder(backend, getNow(), { amount: TOTAL_CENTS });
  const paymentId = await insertOrderPayment(backend, orderId, getNow(), { methodKey: 'klarna' });
  await backend.shop.payments.begin(paymentId);
  await setTestBankPaymentStatus(backend, paymentId, 'authorized');
  await backend.shop.payments.refresh(paymentId);
  await runPaymentJobs(backend);
  expect((await readOrder(backend, orderId)).status).toBe('paid');
  return { orderId, paymentId };
}

/** Changes the status of an order. @returns whether that was possible */
const change = ({ orderId }: PlacedOrder, to: OrderStatus): Promise<boolean> =>
  backend.database.transaction('change-order', async (transaction) => {
    const order = await backend.shop.orders.lock(transaction, orderId);
    return backend.shop.orders.change(transaction, order!, to, { now: getNow(), cancelReason: 'shop' });
  });

const credit = ({ orderId }: PlacedOrder): Promise<boolean> =>
  backend.database.transaction('change-order', async (transaction) => {
    const order = await backend.shop.orders.lock(transaction, orderId);
    const credited = await backend.shop.orders.credit(transaction, order!, {
      request: {
        pieces: [],
        hasDelivery: false,
        hasPaymentCosts: false,
        goodwill: { amount: 1000, vatRatePercentage: null },
      },
      reason: 'refund',
      means: 'payment',
      now: getNow(),
    });
    return (credited as CreditRefusal).code === undefined;
  });

/** Actions of the shop. */
const shopActions = {
  capture: (ordered: PlacedOrder) => change(ordered, 'sent'),
  cancel: (ordered: PlacedOrder) => change(ordered, 'cancelled'),
  refund: credit,
};

/** The same actions in the dashboard of the bank. */
const bankActions = {
  async capture({ paymentId }: PlacedOrder) {
    const { status } = await readTestBankPayment(backend, paymentId);
    if (status === 'authorized') await setTestBankPaymentStatus(backend, paymentId, 'paid');
    return status === 'authorized';
  },
  async cancel({ paymentId }: PlacedOrder) {
    const { status } = await readTestBankPayment(backend, paymentId);
    if (status === 'authorized') await setTestBankPaymentStatus(backend, paymentId, 'cancelled');
    return status === 'authorized';
  },
  async refund({ paymentId }: PlacedOrder) {
    const { status, refunds, amount } = await readTestBankPayment(backend, paymentId);
    const refunded = Object.values(refunds).reduce((sum, one) => sum + one, 0);
    if (status !== 'paid' || refunded + 1000 > amount) return false;
    await backend.database
      .update(testBankPayment)
      .set({
        refunds: sql`${testBankPayment.refunds} || ${JSON.stringify({ [`dashboard-${paymentId}`]: 1000 })}::jsonb`,
      })
      .where(eq(testBankPayment.idempotencyKey, paymentId));
    return true;
  },
};

type ActionName = keyof typeof shopActions;
const actionNames: readonly ActionName[] = ['capture', 'cancel', 'refund'];
/** Every permutation of the actions. */
const orders: readonly (readonly ActionName[])[] = actionNames.flatMap((first) =>
  actionNames
    .filter((act) => act !== first)
    .map((second) => [first, second, ...actionNames.filter((act) => act !== first && act !== second)]),
);

/** Runs all waiting work: work at the bank, mails with documents, and the comparison. */
async function runAllWork(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    advanceClock(MINUTE_MS);
    await runPaymentJobs(backend);
    await backend.shop.reconciler.reconcile(new Date(getNow().getTime() - 24 * 60 * MINUTE_MS));
    await runPaymentJobs(backend);
  }
}

/** Expects one credit note for each credit, and refunds at the bank up to the payment. */
async function expectConsistentOrder({
  orderId,
  paymentId,
}: PlacedOrder): Promise<{ notes: number[]; refunded: number }> {
  const notes = await backend.database
    .select({ orderCreditId: invoice.orderCreditId, totalAmount: invoice.totalAmount })
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')))
    .orderBy(invoice.invoiceId);
  const credits = await backend.database
    .select({ orderCreditId: orderCredit.orderCreditId })
    .from(orderCredit)
    .where(eq(orderCredit.orderId, orderId));
  expect(notes.map(({ orderCreditId }) => orderCreditId).sort()).toEqual(
    credits.map(({ orderCreditId }) => orderCreditId).sort(),
  );
  const { status, refunds } = await readTestBankPayment(backend, paymentId);
  const refunded = Object.values(refunds).reduce((sum, amount) => sum + amount, 0);
  expect(refunded).toBeLessThanOrEqual(status === 'paid' ? TOTAL_CENTS : 0);
  const row = await readPayment(backend, paymentId);
  expect(row.refunds.every((refund) => refund.status === 'done')).toBe(true);
  expect(row.refundedAmount).toBe(refunded);
  const { orderNumber } = await readOrder(backend, orderId);
  const { listed } = await checkBooks(backend.database, new Date(getNow().getTime() + 120 * MINUTE_MS));
  // These checks fail because the order was inserted without lines and with a fixed number.
  const known = ['order-subtotal', 'order-line-shares', 'order-number'];
  const isOurs = ({ subject, check }: (typeof listed)[number]) =>
    subject.startsWith(orderNumber) && !known.includes(check);
  expect(listed.filter(isOurs)).toEqual([]);
  return { notes: notes.map(({ totalAmount }) => totalAmount), refunded };
}

describe('capture, cancel and refund of Klarna by the shop', () => {
  describe.each([
    ['each step completed at the bank before the next one', true],
    ['all steps requested before the bank is called', false],
  ])('%s', (_how, isJobDoneBetween) => {
    it.each(orders)('leave one credit note for each credit: %s, %s, %s', async (...order) => {
      const ordered = await orderByKlarna();
      for (const act of order) {
        await shopActions[act](ordered);
        if (isJobDoneBetween) await runAllWork();
      }
      // Repeats each action.
      for (const act of order) await shopActions[act](ordered);
      await runAllWork();
      const { notes, refunded } = await expectConsistentOrder(ordered);
      const { status, statuses } = await readOrder(backend, ordered.orderId);
      if (status === 'cancelled') {
        // Released: either nothing was paid and nothing refunded, or all was refunded.
        expect(statuses).not.toContain('sent');
        expect(notes).toEqual([TOTAL_CENTS]);
        expect(refunded).toBe(0);
      } else {
        // One or two refunds of 10 euros, depending on how many were possible.
        expect(status).toBe('sent');
        expect(notes.every((amount) => amount === 1000)).toBe(true);
        expect(refunded).toBe(notes.length * 1000);
      }
      expect(backend.errors.splice(0)).toEqual([]);
    });
  });
});

describe('capture, cancel and refund of Klarna in the dashboard of the bank', () => {
  it.each(orders)('leave one credit note for each refund: %s, %s, %s', async (...order) => {
    const ordered = await orderByKlarna();
    let refunds = 0;
    for (const act of order) {
      if ((await bankActions[act](ordered)) && act === 'refund') refunds += 1;
      await runAllWork();
    }
    const { notes } = await checkOrderAtBank(ordered, refunds);
    expect(notes).toEqual(Array.from({ length: refunds }, () => 1000));
    backend.errors.length = 0;
  });

  /**
   * Checks an order. An authorisation released at the bank leaves an unpaid order, which has a separate
   * report.
   */
  async function checkOrderAtBank(ordered: PlacedOrder, refunds: number) {
    const { status } = await readTestBankPayment(backend, ordered.paymentId);
    if (status === 'cancelled') {
      expect(refunds).toBe(0);
      expect(await change(ordered, 'sent')).toBe(false);
      return { notes: [] };
    }
    return expectConsistentOrder(ordered);
  }
});

describe('actions of the shop mixed with those at the bank', () => {
  const mixes: readonly (readonly [string, (ordered: PlacedOrder) => Promise<unknown>])[] = [
    [
      'captured by the shop, refunded at the bank, refunded by the shop',
      async (ordered) => {
        await shopActions.capture(ordered);
        await runAllWork();
        await bankActions.refund(ordered);
        await shopActions.refund(ordered);
      },
    ],
    [
      'captured at the bank, refunded by the shop, cancelled by the shop',
      async (ordered) => {
        await bankActions.capture(ordered);
        await runAllWork();
        await shopActions.refund(ordered);
        await shopActions.cancel(ordered);
      },
    ],
    [
      'captured at the bank, cancelled by the shop, refunded at the bank before the shop could',
      async (ordered) => {
        await bankActions.capture(ordered);
        await runAllWork();
        await bankActions.refund(ordered);
        await runAllWork();
        await shopActions.cancel(ordered);
      },
    ],
  ];

  it.each(mixes)('leave one credit note for each credit: %s', async (_what, act) => {
    const ordered = await orderByKlarna();
    await act(ordered);
    await runAllWork();
    const { notes, refunded } = await expectConsistentOrder(ordered);
    expect(notes.reduce((sum, amount) => sum + amount, 0)).toBe(refunded);
    expect(notes).toHaveLength(2);
    expect(backend.errors.splice(0)).toEqual([]);
  });
});
