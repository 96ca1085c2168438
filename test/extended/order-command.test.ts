import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import { orderCommand } from '../../server/backend/commerce/orders/order-command.ts';
import {
  adminLog,
  auditEntry,
  customerOrder,
  giftCard,
  invoice,
  outboxMail,
  payment,
  promotion,
  refund,
  stock,
} from '../../server/backend/schema/schema.ts';
import type { Order } from '../../shared/contract/orders.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders } from '../fixtures/call-backend.ts';
import { RQS, VARIANT } from '../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../fixtures/order-placer.ts';
import { insertPlacedOrder, runPaymentJobs, setTestBankPaymentStatus } from '../fixtures/payments.ts';
import { createCommandContext } from '../fixtures/run-command.ts';

/** Variants of a bag of mash, two of which earn a scoop, and of a gift card of € 25. */
const [MASH_VARIANT_ID, GIFT_CARD_VARIANT_ID] = [1031, 1084];
const KLARNA_METHOD_ID = 4;
const TRACKING_URL = 'https://parcels.example/track/3SHAV0001';

let backend: BackendFixture;
const backendCaller = createBackendCaller(() => backend);
const { call } = backendCaller;
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeAll(async () => {
  backend = await openBackendFixture();
});
afterAll(() => backend?.close());
beforeEach(() => backend.setNow(FIXTURE_NOW));
afterEach(() => {
  expect(backend.errors.splice(0)).toEqual([]);
});

interface PlacedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly token: string;
}

/** Runs the command as `npm run order -- …` does. */
async function runCommand(...words: string[]) {
  const lines = { out: '', err: '' };
  const work = orderCommand.prepare(words, '/');
  if (!work) return null;
  const code = await work(
    createCommandContext(
      {
        print: (text) => {
          lines.out += `${text}\n`;
        },
        warn: (text) => {
          lines.err += `${text}\n`;
        },
      },
      { database: backend.database, now: FIXTURE_NOW },
    ),
  );
  return { code, ...lines };
}
const done = (out: RegExp) => ({ code: 0, out: expect.stringMatching(out), err: '' });
/** Returns the expected result of a refusal: one line, and the exit code of a failure. */
const refused = (why: RegExp) => ({
  code: 1,
  out: '',
  err: expect.stringMatching(new RegExp(`^.*${why.source}.*\\n$`)),
});

/** Places an order of the Dutch shop, of two bags by default. */
async function order(
  lines: Parameters<typeof openOrderableCart>[0] = [[VARIANT, 2]],
  options: Parameters<typeof openOrderableCart>[1] & { readonly code?: string } = {},
): Promise<PlacedOrder> {
  const id = await openOrderableCart(lines, options);
  if (options.code !== undefined) {
    const set = await call('setDiscountCode', { params: { id }, query: { code: options.code } });
    expect(set.status).toBe(204);
  }
  const answer = await place(id, options);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

/** Lets the bank report the waiting payment of an order as paid. */
async function reportPaymentPaid(
  { orderId }: PlacedOrder,
  status: 'paid' | 'authorized' = 'paid',
): Promise<void> {
  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  await setTestBankPaymentStatus(backend, row!.paymentId, status);
  await backend.shop.payments.refresh(row!.paymentId);
}

async function openPaidOrder(...asked: Parameters<typeof order>): Promise<PlacedOrder> {
  const placed = await order(...asked);
  await reportPaymentPaid(placed);
  return placed;
}

async function fetchOrder({ orderId, token }: PlacedOrder): Promise<Order> {
  const { body } = await call(
    'fetchOrderStatus',
    { params: { orderId }, query: { token } },
    dutchShopHeaders,
  );
  return body;
}
const fetchStatus = async (placed: PlacedOrder) => (await fetchOrder(placed)).status;
const show = async ({ orderNumber }: PlacedOrder) =>
  (await runCommand('show', orderNumber, '--site', 'havero-nl'))!;
const runOrderCommand = (verb: string, { orderNumber }: PlacedOrder, ...words: string[]) =>
  runCommand(verb, orderNumber, ...words, '--site', 'havero-nl');

/** Number of mails that were listed before. */
let seenMailCount = 0;
async function listNewMails(): Promise<string[]> {
  await runPaymentJobs(backend);
  const rows = await backend.database.select().from(outboxMail).orderBy(asc(outboxMail.outboxMailId));
  const fresh = rows.filter(({ outboxMailId }) => outboxMailId > seenMailCount);
  seenMailCount = rows.at(-1)?.outboxMailId ?? seenMailCount;
  return fresh.map(({ kind }) => kind);
}

const listAuditEntries = async ({ orderId }: PlacedOrder) => {
  const acts = await backend.database
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.resource, 'order'), eq(auditEntry.resourceId, orderId)))
    .orderBy(asc(auditEntry.auditEntryId));
  // A change by command is in the same log as other changes.
  const logged = await backend.database
    .select()
    .from(adminLog)
    .where(eq(adminLog.resourceId, orderId))
    .orderBy(asc(adminLog.adminLogId));
  const commands = acts.filter(({ actorKind }) => actorKind === 'keeper');
  expect(logged.map(({ operation }) => operation)).toEqual(commands.map((row) => `order.${row.act}`));
  return acts.map((row) => [row.actorKind, row.act, row.details]);
};

const getStock = async (id: number) =>
  (await backend.database.select().from(stock).where(eq(stock.productVariantId, id)))[0]!.amount;

describe('npm run order -- ship', () => {
  it('marks a paid order as sent, and notifies its customer once with the tracking link', async () => {
    const placed = await openPaidOrder();
    expect(await listNewMails()).toEqual(['order-confirmed']);
    expect(await runOrderCommand('ship', placed, '--tracking', TRACKING_URL)).toEqual(done(/is sent/));
    expect(await fetchOrder(placed)).toMatchObject({ status: 'sent', trackingUrl: TRACKING_URL });
    expect(await listNewMails()).toEqual(['order-sent']);
    const [mail] = await backend.database
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.outboxMailId, seenMailCount));
    // The order page links to the tracking of the parcel.
    expect(mail!.text).toContain(placed.orderId);
    expect(await runOrderCommand('ship', placed)).toEqual(refused(/is sent and cannot be sent/));
    expect(await listNewMails()).toEqual([]);
    expect((await fetchOrder(placed)).trackingUrl).toBe(TRACKING_URL);
    expect(await listAuditEntries(placed)).toEqual([['keeper', 'ship', {}]]);
  });

  it('captures an authorised payment', async () => {
    const placed = await order([[VARIANT, 1]], { paymentMethodId: KLARNA_METHOD_ID });
    await reportPaymentPaid(placed, 'authorized');
    expect(await fetchOrder(placed)).toMatchObject({ status: 'paid', payment: { status: 'authorized' } });
    expect(await runOrderCommand('ship', placed)).toEqual(done(/is sent/));
    await runPaymentJobs(backend);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'sent', payment: { status: 'paid' } });
  });

  it('is required for roughage tests, which go by post, and not for digital products', async () => {
    const letter = await openPaidOrder([[RQS, 1]]);
    expect(await fetchStatus(letter)).toBe('paid');
    expect(await runOrderCommand('ship', letter)).toEqual(done(/is sent/));
    await listNewMails();
    const digital = await openPaidOrder([[GIFT_CARD_VARIANT_ID, 1]]);
    expect(await fetchStatus(digital)).toBe('sent');
    expect((await listNewMails()).sort()).toEqual(['gift-cards', 'order-confirmed']);
    expect(await runOrderCommand('ship', digital)).toEqual(refused(/is sent and cannot be sent/));
  });

  it('is possible for paid orders only', async () => {
    const placed = await order();
    expect(await runOrderCommand('ship', placed)).toEqual(refused(/is open and cannot be sent/));
    expect(await runOrderCommand('cancel', placed)).toEqual(done(/is cancelled/));
    expect(await runOrderCommand('ship', placed)).toEqual(refused(/is cancelled and cannot be sent/));
    expect(await listAuditEntries(placed)).toEqual([['keeper', 'cancel', {}]]);
  });

  it.each([
    'http://parcels.example/1',
    'javascript:alert(1)',
    'parcels.example',
    'https://a:b@parcels.example',
  ])('refuses %s as a tracking address', async (url) => {
    const placed = await openPaidOrder([[VARIANT, 1]]);
    expect(await runOrderCommand('ship', placed, '--tracking', url)).toEqual(refused(/--tracking/));
    expect(await fetchStatus(placed)).toBe('paid');
  });
});

describe('npm run order -- cancel', () => {
  it('releases stock and code and refunds the money, once, also while an order is being packed', async () => {
    const before = await getStock(MASH_VARIANT_ID);
    const incrementUses = async () =>
      (await backend.database.select().from(promotion).where(eq(promotion.promotionKey, 'five')))[0]!
        .usageCount;
    const uses = await incrementUses();
    const placed = await openPaidOrder([[MASH_VARIANT_ID, 3]], { code: 'FIVE' });
    expect([await getStock(MASH_VARIANT_ID), await incrementUses()]).toEqual([before! - 3, uses + 1]);
    await listNewMails();
    await backend.database
      .update(customerOrder)
      .set({ status: 'processing' })
      .where(eq(customerOrder.orderId, placed.orderId));
    expect(await runOrderCommand('cancel', placed)).toEqual(done(/is cancelled/));
    expect([await getStock(MASH_VARIANT_ID), await incrementUses()]).toEqual([before, uses]);
    expect((await listNewMails()).sort()).toEqual(['order-cancelled', 'order-refunded']);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' } });
    expect(await runOrderCommand('cancel', placed)).toEqual(refused(/is cancelled and cannot be cancelled/));
    expect([await getStock(MASH_VARIANT_ID), await incrementUses()]).toEqual([before, uses]);
    expect((await show(placed)).out).toMatch(/cancelled \(shop\)/);
    expect(await listAuditEntries(placed)).toEqual([['keeper', 'cancel', {}]]);
  });

  it('is refused after dispatch, and after a gift card of the order was used', async () => {
    const sent = await openPaidOrder();
    await runOrderCommand('ship', sent);
    expect(await runOrderCommand('cancel', sent)).toEqual(refused(/is sent and cannot be cancelled/));
    const sold = await openPaidOrder([
      [GIFT_CARD_VARIANT_ID, 1],
      [VARIANT, 1],
    ]);
    await runPaymentJobs(backend);
    await backend.database.update(giftCard).set({ balance: 100 }).where(eq(giftCard.orderId, sold.orderId));
    expect(await runOrderCommand('cancel', sold)).toEqual(refused(/gift card .* has been used/));
    expect(await fetchStatus(sold)).toBe('paid');
    expect(await listAuditEntries(sold)).toEqual([]);
  });
});

describe('npm run order -- refund', () => {
  it('refunds parts of the payment, each with a credit note, up to the paid amount', async () => {
    const placed = await openPaidOrder();
    await runOrderCommand('ship', placed);
    const { payment: paid } = await fetchOrder(placed);
    await listNewMails();
    expect(await runOrderCommand('refund', placed, '10.5')).toEqual(done(/€ 10\.50 .* will be refunded/));
    expect(await listNewMails()).toEqual(['order-refunded']);
    const left = ((paid.amount - 1050) / 100).toFixed(2);
    const excessiveAmount = ((paid.amount - 1049) / 100).toFixed(2);
    expect(await runOrderCommand('refund', placed, excessiveAmount)).toEqual(
      refused(/[Aa]t most € [\d.]+ of order/),
    );
    expect(await runOrderCommand('refund', placed, left)).toEqual(done(/will be refunded/));
    // A second refund is requested before the provider has done the first.
    expect(await runOrderCommand('refund', placed, '0.01')).toEqual(refused(/[Aa]t most € 0\.00 of order/));
    expect(await listNewMails()).toEqual(['order-refunded']);
    const rows = await backend.database
      .select()
      .from(refund)
      .innerJoin(payment, eq(payment.paymentId, refund.paymentId))
      .where(eq(payment.orderId, placed.orderId));
    expect(rows.map((row) => [row.refund.amount, row.refund.reason, row.refund.status]).sort()).toEqual(
      [
        [1050, 'shop', 'done'],
        [paid.amount - 1050, 'shop', 'done'],
      ].sort(),
    );
    const papers = await backend.database
      .select()
      .from(invoice)
      .where(eq(invoice.orderId, placed.orderId))
      .orderBy(asc(invoice.invoiceId));
    expect(papers.map(({ kind, totalAmount }) => [kind, totalAmount])).toEqual([
      ['invoice', paid.amount],
      ['credit-note', 1050],
      ['credit-note', paid.amount - 1050],
    ]);
    expect(await fetchOrder(placed)).toMatchObject({ status: 'sent', payment: { status: 'refunded' } });
    expect(await listAuditEntries(placed)).toEqual([
      ['keeper', 'ship', {}],
      ['keeper', 'refund', { amount: 1050 }],
      ['keeper', 'refund', { amount: paid.amount - 1050 }],
    ]);
  });

  it('refunds nothing of an unpaid order', async () => {
    expect(await runOrderCommand('refund', await order(), '1')).toEqual(refused(/At most € 0\.00 of order/));
    const authorised = await order([[VARIANT, 1]], { paymentMethodId: KLARNA_METHOD_ID });
    await reportPaymentPaid(authorised, 'authorized');
    expect(await runOrderCommand('refund', authorised, '1')).toEqual(refused(/At most € 0\.00 of order/));
  });
});

describe('npm run order -- show and list', () => {
  it('show an order completely, and list orders without customers', async () => {
    const placed = await openPaidOrder([
      [MASH_VARIANT_ID, 2],
      [RQS, 1],
    ]);
    await runPaymentJobs(backend);
    const { out } = await show(placed);
    for (const part of [
      placed.orderNumber,
      'havero-nl',
      '2026-11-05 12:00  created',
      '2026-11-05 12:00  paid',
      'payment by ideal-wero · paid',
      '2 × ',
      'gift',
      'Hay',
      'total €',
      'invoice 2026-V-',
      'marit@stal.example',
      'Apeldoorn, NL',
    ]) {
      expect(out).toContain(part);
    }
    expect(out).not.toContain(placed.token);
    const listed = (await runCommand('list', '--status', 'paid', '--site', 'havero-nl'))!.out;
    expect(listed).toMatch(new RegExp(`· ${placed.orderNumber} · havero-nl · paid · € \\d+\\.\\d\\d\\n`));
    for (const personal of ['Marit', 'marit@', 'Vries', 'Apeldoorn', placed.token]) {
      expect(listed).not.toContain(personal);
    }
  });

  it('list orders by status and site', async () => {
    const open = await order();
    const rows = async (...words: string[]) => (await runCommand('list', ...words))!.out;
    expect(await rows()).toContain(open.orderNumber);
    expect(await rows('--status', 'open')).toContain(open.orderNumber);
    expect(await rows('--status', 'closed')).toBe('There are none.\n');
    expect(await rows('--site', 'havero-dk')).toBe('There are none.\n');
    expect(await runCommand('list', '--site', 'nowhere')).toEqual(refused(/no site nowhere/));
    expect(await runCommand('list', '--status', 'lost')).toEqual(refused(/--status/));
  });

  it('require the site if two orders have the same number', async () => {
    const { orderNumber, orderId } = await order([[VARIANT, 1]]);
    const belgian = await insertPlacedOrder(backend, FIXTURE_NOW, { siteId: 2 });
    await backend.database
      .update(customerOrder)
      .set({ orderNumber })
      .where(eq(customerOrder.orderId, belgian.orderId));
    expect(await runCommand('cancel', orderNumber)).toEqual(refused(/Several sites .*havero-nl.*havero-be/));
    expect(await runCommand('cancel', orderNumber, '--site', 'havero-be')).toEqual(done(/is cancelled/));
    expect((await runCommand('show', orderNumber, '--site', 'havero-be'))!.out).toContain('cancelled (shop)');
    expect(await runCommand('show', orderNumber, '--site', 'havero-dk')).toEqual(refused(/no order/));
    const [dutch] = await backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    expect(dutch!.status).toBe('open');
  });

  it('report an unknown order', async () => {
    for (const words of [
      ['show', '2026-999999'],
      ['ship', '1\u001b[2J'],
      ['cancel', ''],
      ['refund', '2026-999999', '1'],
    ]) {
      expect(await runCommand(...words)).toEqual(refused(/There is no order/));
    }
  });

  it.each([
    [[]],
    [['list', '2026-000001']],
    [['show']],
    [['show', '2026-000001', '--status', 'paid']],
    [['ship', '2026-000001', 'https://parcels.example']],
    [['cancel', '2026-000001', '--tracking', 'https://parcels.example']],
    [['refund', '2026-000001', '-1']],
    [['drop', '2026-000001']],
  ])('show their usage for %j', async (words) => {
    expect(await runCommand(...words)).toBeNull();
  });

  it.each(['0', '0.001', '1e3', '1,,50', 'NaN'])('refuse %s as an amount', async (euro) => {
    expect(await runCommand('refund', '2026-000001', euro)).toEqual(refused(/is not an amount in euros/));
  });
});
