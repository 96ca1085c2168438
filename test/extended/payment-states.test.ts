import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import request from 'supertest';
import { payment, queueItem, testBankPayment } from '../../server/backend/schema/schema.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import {
  canChangeOrderStatus,
  type OrderStatus,
  type PaymentStatus,
} from '../../shared/rules/orders/order-status.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { insertOrderPayment, insertPlacedOrder, readOrder, runPaymentJobs } from '../fixtures/payments.ts';
import { createTestClock } from '../fixtures/test-clock.ts';

let backend: BackendFixture;
const { getNow, advanceClock } = createTestClock(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

/** Possible events of an order and its payments, in any order; an impossible event is ignored. */
const paymentCommands = fc.oneof(
  fc.record({ act: fc.constant('begin'), methodKey: fc.constantFrom('ideal-wero', 'klarna') }),
  fc.record({
    act: fc.constant('bank'),
    which: fc.nat(3),
    status: fc.constantFrom<PaymentStatus>('paid', 'authorized', 'failed', 'expired', 'cancelled'),
  }),
  fc.record({ act: fc.constant('hear'), which: fc.nat(3), times: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ act: fc.constant('refresh'), which: fc.nat(3) }),
  fc.record({ act: fc.constantFrom('work', 'cancel', 'send', 'wait') }),
);
type PaymentCommand = {
  readonly act: string;
  readonly methodKey?: string;
  readonly which?: number;
  readonly status?: PaymentStatus;
  readonly times?: number;
};

/** Final states of a payment. */
const finalStatuses: readonly PaymentStatus[] = ['paid'];

async function runPaymentCommands(commands: readonly PaymentCommand[]): Promise<void> {
  advanceClock(DAY_MS);
  const { orderId, totalAmount } = await insertPlacedOrder(backend, getNow());
  const paymentIds: string[] = [];
  const known = new Map<string, PaymentStatus>();
  const { orders } = backend.shop;
  const changeTo = (to: OrderStatus) =>
    backend.database.transaction('refresh-payment', async (transaction) => {
      const order = await orders.lock(transaction, orderId);
      if (!order || !canChangeOrderStatus(order.status, to)) return;
      await orders.change(transaction, order, to, { now: getNow(), cancelReason: 'customer' });
    });
  const hear = async (paymentId: string) => {
    const [row] = await backend.database.select().from(payment).where(eq(payment.paymentId, paymentId));
    if (!row?.providerPaymentId) return;
    const { status } = await request(backend.app)
      .post('/api/payments/webhook')
      .type('form')
      .send({ id: row.providerPaymentId });
    expect(status).toBe(200);
  };

  for (const { act, methodKey, which = 0, status = 'paid', times = 1 } of commands) {
    const paymentId = paymentIds[which % Math.max(1, paymentIds.length)];
    if (act === 'begin') {
      const order = await readOrder(backend, orderId);
      if (order.status === 'created' || order.status === 'open') {
        const started = await insertOrderPayment(backend, orderId, getNow(), {
          methodKey: methodKey ?? '',
        });
        paymentIds.push(started);
        await backend.shop.payments.begin(started);
      }
    } else if (act === 'bank' && paymentId !== undefined) {
      // The customer decides while a payment waits; a bank may later report a failed payment as paid.
      const from: PaymentStatus[] = status === 'paid' ? ['pending', 'failed', 'expired'] : ['pending'];
      await backend.database
        .update(testBankPayment)
        .set({ status })
        .where(and(eq(testBankPayment.idempotencyKey, paymentId), inArray(testBankPayment.status, from)));
    } else if (act === 'hear' && paymentId !== undefined) {
      await Promise.all(Array.from({ length: times }, () => hear(paymentId)));
    } else if (act === 'refresh' && paymentId !== undefined) {
      await backend.shop.payments.refresh(paymentId);
    } else if (act === 'cancel') await changeTo('cancelled');
    else if (act === 'send') await changeTo('sent');
    else if (act === 'work') await runPaymentJobs(backend);
    else if (act === 'wait') advanceClock(MINUTE_MS);

    for (const row of await backend.database.select().from(payment).where(eq(payment.orderId, orderId))) {
      const before = known.get(row.paymentId);
      if (before !== undefined && finalStatuses.includes(before)) expect(row.status).toBe(before);
      if (before !== undefined && before !== 'pending') expect(row.status).not.toBe('pending');
      known.set(row.paymentId, row.status);
    }
  }

  // All notifications arrive at last, and all open work is done.
  for (let round = 0; round < 3; round += 1) {
    advanceClock(MINUTE_MS);
    await Promise.all(paymentIds.map(hear));
    await runPaymentJobs(backend);
  }

  const { status, statuses } = await readOrder(backend, orderId);
  const rows = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  const books =
    rows.length === 0
      ? []
      : await backend.database
          .select()
          .from(testBankPayment)
          .where(
            inArray(
              testBankPayment.idempotencyKey,
              rows.map(({ paymentId }) => paymentId),
            ),
          );
  for (const [index, to] of statuses.entries()) {
    const from = statuses[index - 1];
    if (from !== undefined) expect([from, to, canChangeOrderStatus(from, to)]).toEqual([from, to, true]);
  }
  // The rows of the shop match the books of the bank.
  for (const book of books) {
    const row = rows.find(({ paymentId }) => paymentId === book.idempotencyKey);
    const refunded = Object.values(book.refunds).reduce((sum, amount) => sum + amount, 0);
    expect([row?.status, row?.refundedAmount]).toEqual([book.status, refunded]);
  }
  // No order is paid twice or without delivery, and no sent order is unpaid.
  const kept = books.reduce((sum, { status: state, amount, refunds }) => {
    const refunded = Object.values(refunds).reduce((all, part) => all + part, 0);
    return sum + (state === 'paid' || state === 'authorized' ? amount - refunded : 0);
  }, 0);
  const countsAsSold = status === 'paid' || status === 'sent';
  expect([status, kept]).toEqual([status, countsAsSold ? totalAmount : 0]);
  expect(rows.filter(({ securesOrder }) => securesOrder)).toHaveLength(statuses.includes('paid') ? 1 : 0);
  expect(await backend.database.select().from(queueItem).where(isNotNull(queueItem.deadAt))).toEqual([]);
  expect(backend.errors.splice(0)).toEqual([]);
}

describe('payments of an order', () => {
  it('end with the right amount, in whatever order events occur', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(paymentCommands, { minLength: 3, maxLength: 14, size: 'max' }),
        runPaymentCommands,
      ),
      {
        numRuns: 30,
        seed: 11,
      },
    );
  }, 180_000);
});
