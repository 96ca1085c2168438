import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { and, asc, desc, eq, isNotNull } from 'drizzle-orm';
import fc from 'fast-check';
import { insertCards, putCartGiftCard } from '../../../server/backend/commerce/gift-cards/queries.ts';
import { orderCommand } from '../../../server/backend/commerce/orders/order-command.ts';
import {
  cart,
  customerOrder,
  giftCard,
  giftCardMovement,
  orderStatusChange,
  outboxMail,
  payment,
  promotion,
  queueItem,
  stock,
  stockMovement,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import type { OrderStatus, PaymentStatus } from '../../../shared/rules/orders/order-status.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import {
  readPayment,
  readTestBankPayment,
  runPaymentJobs,
  setTestBankPaymentStatus,
} from '../../fixtures/payments.ts';
import { createCommandContext } from '../../fixtures/run-command.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const SEED = 20_261_105;
const RUN_COUNT = 12;

/** Variant of mash, three bags of which earn a scoop and reach the minimum of the code. */
const MASH_VARIANT_ID = 1031;
const CARD_CENTS = 1000;

/** Allowed transitions (specification, order states). */
const allowedTransitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  created: ['open', 'paid', 'cancelled'],
  open: ['paid', 'cancelled'],
  paid: ['processing', 'cancelled'],
  processing: ['sent', 'cancelled'],
  sent: ['closed'],
  closed: [],
  cancelled: [],
};

let backend: BackendFixture;
const { getNow, advanceClock, resetClock } = createTestClock(() => backend);
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());

/** The expected state of the order, and of its latest payment at the bank. */
interface ExpectedState {
  status: OrderStatus;
  readonly passed: OrderStatus[];
  bank: PaymentStatus;
  /** Whether the bank has a result that the shop has not requested yet. */
  hasUnreportedResult: boolean;
  isLate: boolean;
  sentAt: number;
  dueAt: number;
}

/** The order in the database. */
interface RealOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly token: string;
  readonly giftCardId: number;
  readonly emailAddress: string;
  readonly before: Awaited<ReturnType<typeof readShopState>>;
}

async function readShopState() {
  const { database } = backend;
  const stocks = await database.select().from(stock).orderBy(asc(stock.productVariantId));
  const uses = await database.select().from(promotion).orderBy(asc(promotion.promotionKey));
  return {
    stock: new Map(stocks.map(({ productVariantId, amount }) => [productVariantId, amount])),
    uses: new Map(uses.map(({ promotionKey, usageCount }) => [promotionKey, usageCount])),
  };
}

let writtenOrderCount = 0;

/** Places an order of three bags with a code, partly paid by a gift card. */
async function placeTestOrder(): Promise<RealOrder> {
  writtenOrderCount += 1;
  resetClock();
  // Enough stock and uses for every run: sent orders do not return them.
  await backend.database
    .update(stock)
    .set({ amount: 100 })
    .where(eq(stock.productVariantId, MASH_VARIANT_ID));
  await backend.database.update(promotion).set({ usageCount: 0 });
  const before = await readShopState();
  const id = await openOrderableCart([[MASH_VARIANT_ID, 3]]);
  const emailAddress = `marit+${writtenOrderCount}@stal.example`;
  const billing = { ...callInputs.setBilling.body, emailAddress };
  expect((await call('setBilling', { params: { id }, body: billing })).status).toBe(204);
  expect((await call('setDiscountCode', { params: { id }, query: { code: 'FIVE' } })).status).toBe(204);
  const [giftCardId] = await insertCards(backend.database, [
    {
      numberHash: `number ${writtenOrderCount}`,
      pinHash: 'pin',
      lastFour: '0000',
      initialAmount: CARD_CENTS,
      balance: CARD_CENTS,
      createdAt: getNow(),
    },
  ]);
  const { body } = await call('fetchCart', { params: { id } });
  const [row] = await backend.database.select().from(cart).where(eq(cart.cartId, body.cartNumber));
  await putCartGiftCard(backend.database, row!.cartId, giftCardId!);
  const answer = await place(id);
  if (answer.status !== 200) throw new Error(answer.text);
  const { orderId, orderNumber, token } = answer.body;
  return { orderId, orderNumber, token, giftCardId: giftCardId!, emailAddress, before };
}

const listPayments = ({ orderId }: RealOrder) =>
  backend.database
    .select()
    .from(payment)
    .where(eq(payment.orderId, orderId))
    .orderBy(desc(payment.createdAt), desc(payment.paymentId));

async function runCommand(...words: string[]): Promise<number> {
  const work = orderCommand.prepare([...words, '--site', 'havero-nl'], '/')!;
  return work(
    createCommandContext(
      {
        print: () => {},
        warn: () => {},
      },
      { database: backend.database, now: getNow() },
    ),
  );
}

function reach(expected: ExpectedState, status: OrderStatus): void {
  expected.status = status;
  expected.passed.push(status);
  if (status === 'sent') expected.sentAt = getNow().getTime();
}
const awaitsPayment = ({ status }: ExpectedState) => status === 'created' || status === 'open';

/** Updates the expected state after the shop has asked the bank. */
function reportToShop(expected: ExpectedState): void {
  if (!expected.hasUnreportedResult) return;
  expected.hasUnreportedResult = false;
  const isSecured = expected.bank === 'paid' || expected.bank === 'authorized';
  if (isSecured && awaitsPayment(expected)) reach(expected, 'paid');
  else if (expected.bank === 'paid' && expected.status === 'cancelled') expected.isLate = true;
}

/** Checks the invariants of every state. */
async function check(expected: ExpectedState, real: RealOrder): Promise<void> {
  const { database } = backend;
  const { orderId, before } = real;
  const [order] = await database.select().from(customerOrder).where(eq(customerOrder.orderId, orderId));
  expect(order!.status).toBe(expected.status);
  expect(order!.hadLatePayment).toBe(expected.isLate);

  const changes = await database
    .select()
    .from(orderStatusChange)
    .where(eq(orderStatusChange.orderId, orderId));
  expect(changes.map(({ status }) => status).sort()).toEqual([...expected.passed].sort());
  for (const [index, status] of expected.passed.entries()) {
    if (index > 0) expect(allowedTransitions[expected.passed[index - 1]!]).toContain(status);
  }

  const isCancelled = expected.status === 'cancelled';
  const now = await readShopState();
  const movements = await database.select().from(stockMovement).where(eq(stockMovement.orderId, orderId));
  const moved = new Map<number, number>();
  for (const { productVariantId, kind, pieces } of movements) {
    moved.set(productVariantId, (moved.get(productVariantId) ?? 0) + (kind === 'taken' ? pieces : -pieces));
  }
  expect(moved.get(MASH_VARIANT_ID)).toBe(isCancelled ? 0 : 3);
  for (const [id, amount] of before.stock) {
    const left = now.stock.get(id);
    expect([id, left == null ? left : left + (moved.get(id) ?? 0)]).toEqual([id, amount]);
  }
  expect(now.uses.get('five')).toBe(before.uses.get('five')! + (isCancelled ? 0 : 1));

  const [card] = await database.select().from(giftCard).where(eq(giftCard.giftCardId, real.giftCardId));
  const kinds = (
    await database.select().from(giftCardMovement).where(eq(giftCardMovement.orderId, orderId))
  ).map(({ kind, amount }) => {
    expect(amount).toBe(CARD_CENTS);
    return kind;
  });
  expect(kinds.sort()).toEqual(
    [
      'held',
      ...(expected.passed.includes('paid') ? ['taken'] : []),
      ...(isCancelled ? ['returned'] : []),
    ].sort(),
  );
  expect(card!.balance).toBe(isCancelled ? CARD_CENTS : 0);
}

/** An action or event. */
class OrderAction implements fc.AsyncCommand<ExpectedState, RealOrder> {
  readonly name: string;
  readonly act: (expected: ExpectedState, real: RealOrder) => Promise<void>;
  constructor(name: string, act: OrderAction['act']) {
    this.name = name;
    this.act = act;
  }
  check(): boolean {
    return true;
  }
  async run(expected: ExpectedState, real: RealOrder): Promise<void> {
    advanceClock(1000);
    await this.act(expected, real);
    await check(expected, real);
  }
  toString(): string {
    return this.name;
  }
}

/** Lets the bank decide a payment, which is final. */
async function decide(expected: ExpectedState, real: RealOrder, status: PaymentStatus): Promise<void> {
  if (expected.bank !== 'pending') return;
  const [latest] = await listPayments(real);
  await setTestBankPaymentStatus(backend, latest!.paymentId, status);
  expected.bank = status;
  expected.hasUnreportedResult = true;
}

async function refresh(expected: ExpectedState, real: RealOrder): Promise<void> {
  for (const { paymentId } of await listPayments(real)) await backend.shop.payments.refresh(paymentId);
  reportToShop(expected);
}

const change = async (expected: ExpectedState, to: OrderStatus, act: () => Promise<boolean>) => {
  const isAllowedTransition = allowedTransitions[expected.status].includes(to);
  expect(await act()).toBe(isAllowedTransition);
  if (isAllowedTransition) reach(expected, to);
};

/** Runs the waiting work for the bank, which may cancel or capture a payment. */
async function runAllWork(expected: ExpectedState, real: RealOrder): Promise<void> {
  await refresh(expected, real);
  await runPaymentJobs(backend);
  const { status } = expected;
  if (status === 'cancelled' && (expected.bank === 'pending' || expected.bank === 'authorized')) {
    expected.bank = 'cancelled';
  }
  if ((status === 'sent' || status === 'closed') && expected.bank === 'authorized') expected.bank = 'paid';
}

const actionsByName = {
  pay: new OrderAction('pay', async (expected, real) => {
    await decide(expected, real, 'paid');
    await refresh(expected, real);
  }),
  payUnheard: new OrderAction('pay, and nobody is told', (expected, real) => decide(expected, real, 'paid')),
  authorise: new OrderAction('authorise', async (expected, real) => {
    await decide(expected, real, 'authorized');
    await refresh(expected, real);
  }),
  fail: new OrderAction('fail', async (expected, real) => {
    await decide(expected, real, 'failed');
    await refresh(expected, real);
  }),
  cancelByCustomer: new OrderAction('cancel by customer', async (expected, { orderId, token }) => {
    const answer = await call('cancelOrder', { params: { orderId }, body: { token } });
    const mayCancel = ['created', 'open', 'paid', 'processing'].includes(expected.status);
    expect(answer.status).toBe(mayCancel || expected.status === 'cancelled' ? 204 : 409);
    if (mayCancel) reach(expected, 'cancelled');
  }),
  cancelByShop: new OrderAction('cancel by shop', (expected, { orderNumber }) =>
    change(expected, 'cancelled', async () => (await runCommand('cancel', orderNumber)) === 0),
  ),
  pack: new OrderAction('pack', (expected, { orderId }) =>
    change(expected, 'processing', () =>
      backend.database.transaction('change-order', async (transaction) => {
        const { orders } = backend.shop;
        const order = await orders.lock(transaction, orderId);
        return orders.change(transaction, order!, 'processing', { now: getNow() });
      }),
    ),
  ),
  // A paid order is packed implicitly.
  ship: new OrderAction('ship', async (expected, { orderNumber }) => {
    if (expected.status === 'paid') reach(expected, 'processing');
    await change(expected, 'sent', async () => (await runCommand('ship', orderNumber)) === 0);
  }),
  endUnpaid: new OrderAction('a day later, end unpaid orders', async (expected) => {
    advanceClock(DAY_MS);
    await backend.runJob('end-unpaid-orders');
    // The job asks the bank before it cancels the order.
    if (awaitsPayment(expected)) reportToShop(expected);
    if (awaitsPayment(expected) && expected.dueAt <= getNow().getTime()) {
      if (expected.bank === 'pending') expected.bank = 'expired';
      reach(expected, 'cancelled');
    }
    if (expected.bank === 'pending' && expected.dueAt <= getNow().getTime()) expected.bank = 'expired';
  }),
  // More than the longest delivery time, the withdrawal period, and a holiday at its end.
  close: new OrderAction('five weeks later, close orders', async (expected) => {
    advanceClock(35 * DAY_MS);
    await backend.runJob('close-orders');
    if (expected.status === 'sent' && expected.sentAt <= getNow().getTime() - 35 * DAY_MS)
      reach(expected, 'closed');
    if (expected.bank === 'pending' && expected.dueAt <= getNow().getTime()) expected.bank = 'expired';
  }),
  repeat: new OrderAction('hear the same again', refresh),
  work: new OrderAction('do what waits', runAllWork),
};

/** Returns the mails of an order, each expected once. */
function listExpectedMails({ passed, bank, isLate }: ExpectedState): string[] {
  const wasPaid = passed.includes('paid');
  const isCancelled = passed.includes('cancelled');
  return [
    ...(wasPaid ? ['order-confirmed'] : []),
    ...(passed.includes('sent') ? ['order-sent'] : []),
    ...(isCancelled ? ['order-cancelled'] : []),
    ...((isCancelled && wasPaid && bank === 'paid') || isLate ? ['order-refunded'] : []),
  ].sort();
}

/** Runs actions on a new order in sequence, and then all remaining work. */
async function runActions(
  run: (begin: { model: ExpectedState; real: RealOrder }) => Promise<void>,
): Promise<void> {
  const real = await placeTestOrder();
  const expected: ExpectedState = {
    status: 'open',
    passed: ['created', 'open'],
    bank: 'pending',
    hasUnreportedResult: false,
    isLate: false,
    sentAt: 0,
    dueAt: getNow().getTime() + DAY_MS,
  };
  await check(expected, real);
  await run({ model: expected, real });
  // An open order would be cancelled in the run of another order.
  if (awaitsPayment(expected)) await actionsByName.cancelByShop.run(expected, real);
  await runAllWork(expected, real);
  await runPaymentJobs(backend);
  await check(expected, real);
  const [latest] = await listPayments(real);
  const { status, amount } = await readTestBankPayment(backend, latest!.paymentId);
  expect(status).toBe(expected.bank);
  const isRefundDue = expected.status === 'cancelled' && expected.bank === 'paid';
  const { refunds } = await readPayment(backend, latest!.paymentId);
  expect(refunds.map((given) => [given.status, given.amount])).toEqual(isRefundDue ? [['done', amount]] : []);
  const mails = await backend.database
    .select()
    .from(outboxMail)
    .where(and(eq(outboxMail.recipient, real.emailAddress)));
  expect(mails.map(({ kind }) => kind).sort()).toEqual(listExpectedMails(expected));
  const dead = await backend.database.select().from(queueItem).where(isNotNull(queueItem.deadAt));
  expect(dead).toEqual([]);
  expect(backend.errors.splice(0)).toEqual([]);
}

// Random sequences rarely reach later states: these sequences reach each of them, and try forbidden actions
// there.
it.each<readonly (keyof typeof actionsByName)[]>([
  ['pay', 'cancelByShop', 'work', 'pay', 'ship', 'pack', 'cancelByCustomer'],
  ['payUnheard', 'cancelByCustomer', 'work', 'repeat', 'ship'],
  ['authorise', 'cancelByCustomer', 'work', 'pack', 'endUnpaid'],
  ['authorise', 'pack', 'cancelByCustomer', 'pack', 'cancelByShop', 'work', 'ship'],
  ['authorise', 'pack', 'ship', 'work', 'cancelByShop', 'cancelByCustomer', 'pack', 'ship', 'endUnpaid'],
  ['pay', 'ship', 'close', 'cancelByShop', 'cancelByCustomer', 'ship', 'pack', 'endUnpaid', 'close'],
  ['fail', 'pack', 'ship', 'endUnpaid', 'pay', 'repeat'],
])('stock, code, gift card, states and mails are right after %s, %s, %s, …', async (...names) => {
  await runActions(async ({ model, real }) => {
    for (const name of names) await actionsByName[name].run(model, real);
  });
});

it('stock, code, gift card, states and mails are right after any sequence of actions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        Object.values(actionsByName).map((act) => fc.constant(act)),
        { maxCommands: 12, size: 'max' },
      ),
      (commands) => runActions((begin) => fc.asyncModelRun(() => begin, commands)),
    ),
    { seed: SEED, numRuns: RUN_COUNT, endOnFailure: true },
  );
}, 120_000);
