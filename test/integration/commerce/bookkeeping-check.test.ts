import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import { checkBooksCommand } from '../../../server/backend/commerce/bookkeeping/check-books-command.ts';
import { bookCheckKeys, listDisagreements } from '../../../server/backend/commerce/bookkeeping/queries.ts';
import { numberSeriesCommand } from '../../../server/backend/commerce/orders/number-series-command.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import { invoice, payment } from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { runPaymentJobs, setTestBankPaymentStatus } from '../../fixtures/payments.ts';
import { runCommand } from '../../fixtures/run-command.ts';

/** Variants of mash, two bags of which earn a scoop, and of a gift card of € 25. */
const [MASH_VARIANT_ID, GIFT_CARD_VARIANT_ID] = [1031, 1084];

let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call, addCartToInput } = backendCaller;
const { openOrderableCart } = createOrderPlacer(backendCaller);
const twoHoursLater = new Date(FIXTURE_NOW.getTime() + 2 * HOUR_MS);

interface PlacedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly token: string;
}

async function order(
  lines: Parameters<typeof openOrderableCart>[0],
  { hasCard = false, code }: { readonly hasCard?: boolean; readonly code?: string } = {},
): Promise<PlacedOrder> {
  const id = await openOrderableCart(lines);
  if (code !== undefined) await call('setDiscountCode', { params: { id }, query: { code } });
  if (hasCard) {
    const { body } = await addCartToInput('setGiftCard', callInputs.setGiftCard);
    await call('setGiftCard', { params: { id }, body });
  }
  const { body: calculated }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
  const answer = await call('completeCart', {
    params: { id },
    body: { expectedTotalAmount: calculated.totalAmount, acceptsTerms: true },
    idempotencyKey: `books-${id}`,
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function payAtBank({ orderId }: PlacedOrder): Promise<void> {
  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  await setTestBankPaymentStatus(backend, row!.paymentId, 'paid');
  await backend.shop.payments.refresh(row!.paymentId);
  await runPaymentJobs(backend);
}

const cancelPlacedOrder = ({ orderId, token }: PlacedOrder) =>
  call('cancelOrder', { params: { orderId }, body: { token } });

/** Orders in every state that the books distinguish. */
const ordersByState: Record<string, PlacedOrder> = {};

beforeAll(async () => {
  backend = await openBackendFixture();
  ordersByState.open = await order([[VARIANT, 1]]);
  ordersByState.paid = await order(
    [
      [MASH_VARIANT_ID, 4],
      [RQS, 2],
    ],
    { hasCard: true, code: 'STAL10' },
  );
  ordersByState.cancelled = await order([[VARIANT, 3]], { hasCard: true, code: 'FREESHIP' });
  ordersByState.voucher = await order([[GIFT_CARD_VARIANT_ID, 2]]);
  ordersByState.unpaid = await order([[VARIANT, 1]]);
  for (const name of ['paid', 'cancelled', 'voucher']) await payAtBank(ordersByState[name]!);
  await backend.runJob('queue');
  await cancelPlacedOrder(ordersByState.cancelled);
  await cancelPlacedOrder(ordersByState.unpaid);
  await runPaymentJobs(backend);
  await backend.runJob('queue');
});
afterAll(() => backend?.close());

const rollbackError = new Error('The injection is undone');

/**
 * Returns the findings of a check after some statements have changed the database, and rolls the changes
 * back.
 */
async function checkAfterInjection(check: string, statements: readonly string[]): Promise<readonly string[]> {
  let found: readonly string[] = [];
  const injected = backend.database.transaction('change-order', async (transaction: Database) => {
    // Some statements change rows that the database protects.
    await transaction.execute(sql`select set_config('shop.retention', 'on', true)`);
    for (const statement of statements) await transaction.execute(sql.raw(statement));
    const { listed } = await listDisagreements(transaction, check, twoHoursLater);
    found = listed.map(({ subject }) => subject);
    throw rollbackError;
  });
  await expect(injected).rejects.toBe(rollbackError);
  return found;
}

describe('the check of the books', () => {
  it('finds no fault in open, paid and cancelled orders, and in sold gift cards', async () => {
    expect((await checkBooks(backend.database, twoHoursLater)).listed).toEqual([]);
  });

  const of = (name: string) => `order_id = '${ordersByState[name]!.orderId}'`;
  const injections: readonly (readonly [check: string, statements: () => readonly string[]])[] = [
    [
      'order-subtotal',
      () => [`update customer_order set sub_total_amount = sub_total_amount + 1 where ${of('paid')}`],
    ],
    [
      'order-subtotal',
      () => [`update order_line set total_amount = total_amount - 1 where ${of('open')} and position = 1`],
    ],
    [
      'order-shipping',
      () => [`update customer_order set shipping_costs = shipping_costs + 1 where ${of('open')}`],
    ],
    ['order-total', () => [`update customer_order set total_amount = total_amount + 1 where ${of('open')}`]],
    ['order-total', () => [`update customer_order set order_discounts = '[]' where ${of('paid')}`]],
    ['order-vat', () => [`update customer_order set vat_amounts = '[]' where ${of('open')}`]],
    [
      'order-excluding-vat',
      () => [`update customer_order set total_amount_excl_vat = total_amount where ${of('open')}`],
    ],
    [
      'order-line-shares',
      () => [`update order_line set paid_amount = paid_amount + 1 where ${of('paid')} and position = 1`],
    ],
    ['order-history', () => [`delete from order_status_change where ${of('open')} and status = 'open'`]],
    ['order-paid', () => [`delete from order_status_change where ${of('paid')} and status = 'paid'`]],
    ['order-number', () => [`update number_series set last = last - 1 where kind = 'order'`]],
    ['order-secured', () => [`update payment set secures_order = false where ${of('paid')}`]],
    ['order-secured', () => [`update payment set amount = amount - 1 where ${of('voucher')}`]],
    ['payment-without-order', () => [`update payment set secures_order = true where ${of('open')}`]],
    [
      'payment-kept',
      () => [
        `delete from refund where payment_id in (select payment_id from payment where ${of('cancelled')})`,
      ],
    ],
    ['payment-refunded', () => [`update payment set refunded_amount = 100 where ${of('paid')}`]],
    ['refund-exceeds', () => [`update refund set amount = amount + 1`]],
    ['card-balance', () => [`update gift_card set balance = balance + 1`]],
    ['card-balance', () => [`delete from gift_card_movement where ${of('paid')} and kind = 'held'`]],
    [
      'card-held',
      () => [`update customer_order set gift_card_amount = gift_card_amount - 1 where ${of('paid')}`],
    ],
    ['card-taken', () => [`delete from gift_card_movement where ${of('paid')} and kind = 'taken'`]],
    ['card-returned', () => [`update customer_order set status = 'cancelled' where ${of('paid')}`]],
    [
      'card-sold',
      () => [
        `update gift_card set order_id = null, order_sequence = null where ${of('voucher')} and order_sequence = 2`,
      ],
    ],
    [
      'stock-taken',
      () => [`update stock_movement set pieces = pieces + 1 where ${of('paid')} and kind = 'taken'`],
    ],
    [
      'stock-returned',
      () => [`update stock_movement set pieces = pieces + 1 where ${of('cancelled')} and kind = 'returned'`],
    ],
    ['stock-returned', () => [`update customer_order set status = 'cancelled' where ${of('open')}`]],
    ['stock-amount', () => [`update stock set amount = amount + 1 where product_variant_id = ${VARIANT}`]],
    ['stock-amount', () => [`update stock set amount = null where product_variant_id = ${VARIANT}`]],
    ['stock-amount', () => [`delete from stock_movement where ${of('paid')}`]],
    ['stock-corrected', () => [`delete from stock_correction where product_variant_id = ${VARIANT}`]],
    ['code-uses', () => [`update promotion set usage_count = 0`]],
    ['invoice-missing', () => [`update invoice set kind = 'credit-note' where ${of('paid')}`]],
    ['invoice-total', () => [`update invoice set total_amount = total_amount + 1 where ${of('voucher')}`]],
    [
      'credit-exceeds',
      () => [`update invoice set total_amount = total_amount + 1 where kind = 'credit-note'`],
    ],
    [
      'credit-note-parts',
      () => [`update invoice set total_amount = total_amount - 1 where kind = 'credit-note'`],
    ],
    ['credit-line', () => [`update order_credit_part set quantity = quantity + 1 where kind = 'line'`]],
    ['credit-note-missing', () => [`update invoice set order_credit_id = null where kind = 'credit-note'`]],
    ['document-gap', () => [`update invoice set number = '2026-V-000009' where ${of('voucher')}`]],
    ['document-number', () => [`update number_series set last = last - 1 where kind = 'invoice'`]],
    [
      'document-order',
      () => [`update invoice set created_at = created_at - interval '1 day' where ${of('voucher')}`],
    ],
    ['message-missing', () => [`delete from order_message where ${of('paid')}`]],
  ];

  it.each(injections.map(([check, statements], index) => [index + 1, check, statements] as const))(
    'finds injected disagreement %d by %s',
    async (_number, check, statements) => {
      expect(await checkAfterInjection(check, [])).toEqual([]);
      expect((await checkAfterInjection(check, statements())).length).toBeGreaterThan(0);
    },
  );

  it('has an injected disagreement for each check', () => {
    expect([...new Set(injections.map(([check]) => check))].toSorted()).toEqual(
      [...bookCheckKeys].toSorted(),
    );
  });

  it('expects documents only for payments older than an hour', async () => {
    const statements = [`delete from order_message where ${of('paid')}`];
    expect(await checkAfterInjection('message-missing', statements)).toEqual([
      ordersByState.paid!.orderNumber,
    ]);
    let found = -1;
    const injected = backend.database.transaction('change-order', async (transaction: Database) => {
      await transaction.execute(sql.raw(statements[0]!));
      found = (await listDisagreements(transaction, 'message-missing', FIXTURE_NOW)).count;
      throw rollbackError;
    });
    await expect(injected).rejects.toBe(rollbackError);
    expect(found).toBe(0);
  });
});

describe('booked rows', () => {
  it.each([
    'delete from invoice',
    'update invoice set total_amount = total_amount + 1',
    `update invoice set number = '2026-V-000009'`,
    'delete from order_credit',
    'update order_credit set created_at = now()',
    'delete from order_credit_part',
    'update order_credit_part set quantity = quantity + 1',
    'delete from gift_card_movement',
    'update gift_card_movement set amount = amount + 1',
    'delete from stock_correction',
    'update stock_correction set reason = null',
    'delete from payment',
    'update payment set amount = amount + 1',
    'update payment set order_id = gen_random_uuid()',
    'delete from refund',
    'update refund set amount = amount - 1',
  ])('refuse `%s`', async (statement) => {
    await expect(backend.database.execute(sql.raw(statement))).rejects.toMatchObject({ code: '23001' });
  });

  it('can move a payment and a refund to their next status', async () => {
    for (const statement of ['update payment set changed_at = now()', 'update refund set done_at = done_at'])
      await backend.database.execute(sql.raw(statement));
  });
});

describe('npm run check:books', () => {
  it('exits with 0 if the books agree, and with 1 and the disagreeing rows otherwise', async () => {
    const { database } = backend;
    const run = () => runCommand(checkBooksCommand, [], { database, now: twoHoursLater });
    expect(await run()).toMatchObject({ exit: 0, out: `${bookCheckKeys.length} checks: 0 disagreements.` });
    const statement = `update promotion set usage_count = 0 where promotion_key = 'stal10'`;
    await database.execute(sql.raw(statement));
    expect(await run()).toMatchObject({
      exit: 1,
      err: 'code-uses · stal10 · is 0, expected 1',
      out: `${bookCheckKeys.length} checks: 1 disagreements.`,
    });
  });

  it('has the same checks as the job at the start and every night, which reports its findings', async () => {
    await backend.runJob('check-books');
    expect(backend.errors.at(-1)).toMatchObject({ message: 'The books disagree: code-uses 1' });
  });
});

describe('npm run numbers', () => {
  const run = (...words: string[]) =>
    runCommand(numberSeriesCommand, words, { database: backend.database, now: twoHoursLater });

  it('skips the numbers that a back-up does not contain, and the books still agree', async () => {
    await backend.database.execute(
      sql.raw(`update promotion set usage_count = 1 where promotion_key = 'stal10'`),
    );
    const before = (await run())!;
    expect(before.out).toContain('havero-nl · 2026 · invoice · 3');
    expect(await run('skip', 'havero-nl', '2026-V-000500')).toMatchObject({
      exit: 0,
      out: '497 numbers are skipped: the next one follows 2026-V-000500.',
    });
    expect((await run('skip', 'havero-nl', '2026-001000'))?.exit).toBe(0);
    expect((await checkBooks(backend.database, twoHoursLater)).listed).toEqual([]);
    const next = await order([[VARIANT, 1]]);
    expect(next.orderNumber).toBe('2026-001001');
    await payAtBank(next);
    await backend.runJob('queue');
    const numbers = await backend.database.select({ number: invoice.number }).from(invoice);
    expect(
      numbers
        .map(({ number }) => number)
        .toSorted()
        .at(-1),
    ).toBe('2026-V-000501');
    expect((await checkBooks(backend.database, twoHoursLater)).listed).toEqual([]);
  });

  it('never assigns a number twice', async () => {
    expect(await run('skip', 'havero-nl', '2026-V-000003')).toMatchObject({
      exit: 0,
      out: 'Nothing was changed: 2026-V-000003 is already assigned.',
    });
    expect(await run('skip', 'nowhere', '2026-V-000003')).toMatchObject({ exit: 1 });
    expect(await run('skip', 'havero-nl', '2026-X-3')).toMatchObject({ exit: 1 });
    expect(await run('skip', 'havero-nl')).toBeNull();
  });
});
