import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import { reconcileCommand } from '../../../server/backend/commerce/payments/reconcile-command.ts';
import { createFileTransport } from '../../../server/backend/core/mail/file-transport.ts';
import {
  adminLog,
  customerOrder,
  invoice,
  payment,
  paymentDifference,
} from '../../../server/backend/schema/schema.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { backUpDatabase, restore } from '../../fixtures/database-backup.ts';
import { type MollieServer, openMollieServer } from '../../fixtures/mollie-server.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { readOrder, readPayment, runPaymentJobs } from '../../fixtures/payments.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const MASH_VARIANT_ID = 1031;
const KLARNA_METHOD_ID = 4;

let mollie: MollieServer;
let backend: BackendFixture;
let mailFolder: string;
const { getNow, advanceClock } = createTestClock(() => backend);
const backendCaller = createBackendCaller(() => backend);
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

/** All numbers that customers or the accounting have received. */
const assignedNumbers = new Set<string>();

async function openShop(): Promise<void> {
  mailFolder = await mkdtemp(path.join(tmpdir(), 'restored-mails-'));
  mollie = await openMollieServer();
  const provider = { kind: 'mollie', apiKey: `test_${'a'.repeat(30)}`, apiUrl: mollie.url } as const;
  backend = await openBackendFixture({
    paymentSettings: {
      providers: new Map([
        ['havero', provider],
        ['hafero', provider],
      ]),
      allowTestBank: false,
    },
  });
  assignedNumbers.clear();
  checkedDocuments.clear();
}

async function closeShop(): Promise<void> {
  await backend?.close();
  await mollie?.close();
  await rm(mailFolder, { recursive: true, force: true });
}

interface PlacedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly paymentId: string;
  /** Id at Mollie. */
  readonly id: string;
}

async function order(paymentMethodId = 1): Promise<PlacedOrder> {
  advanceClock(HOUR_MS);
  const { body, status, text } = await place(
    await openOrderableCart([[MASH_VARIANT_ID, 1]], { paymentMethodId }),
  );
  if (status !== 200) throw new Error(text);
  const { orderId, orderNumber } = body as { orderId: string; orderNumber: string };
  expect(assignedNumbers).not.toContain(orderNumber);
  assignedNumbers.add(orderNumber);
  const [row] = await backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  const id = row!.providerPaymentId ?? '';
  mollie.payments.get(id)!.createdAt = getNow().toISOString();
  return { orderId, orderNumber, paymentId: row!.paymentId, id };
}

/** Documents that were already checked: no two may have the same number. */
const checkedDocuments = new Set<number>();
async function inspectDocuments(): Promise<void> {
  for (const { invoiceId, number } of await backend.database.select().from(invoice)) {
    if (checkedDocuments.has(invoiceId)) continue;
    checkedDocuments.add(invoiceId);
    expect(assignedNumbers).not.toContain(number);
    assignedNumbers.add(number);
  }
}

async function reportPaymentStatus(
  { paymentId, id }: PlacedOrder,
  status: 'paid' | 'authorized' = 'paid',
): Promise<void> {
  mollie.payments.get(id)!.status = status;
  await backend.shop.payments.refresh(paymentId);
  await runPaymentJobs(backend);
  await backend.runJob('queue');
  await inspectDocuments();
}

async function refund({ orderId }: PlacedOrder, amount: number): Promise<void> {
  await backend.database.transaction('change-order', async (transaction) => {
    const locked = await backend.shop.orders.lock(transaction, orderId);
    await backend.shop.orders.credit(transaction, locked!, {
      request: {
        pieces: [],
        hasDelivery: false,
        hasPaymentCosts: false,
        goodwill: { amount, vatRatePercentage: null },
      },
      reason: 'refund',
      means: 'payment',
      now: getNow(),
    });
  });
  await runPaymentJobs(backend);
  await inspectDocuments();
}

const reconcile = (...words: string[]) =>
  runCommand(reconcileCommand, ['--restored', '--since', '2026-11-01', ...words], {
    database: backend.database,
    now: getNow(),
    reconciler: backend.shop.reconciler,
    getOrigin: (domain) => `http://${domain}:3000`,
  });

let refundedOrder: PlacedOrder;
let orderPaidAfterBackup: PlacedOrder;
let lost: PlacedOrder;

/** Sells, creates a back-up, and continues to sell. */
async function sellBeforeAndAfterBackup(): Promise<void> {
  refundedOrder = await order();
  await reportPaymentStatus(refundedOrder);
  orderPaidAfterBackup = await order();
  await backUpDatabase(backend.database);

  await reportPaymentStatus(orderPaidAfterBackup);
  lost = await order();
  await reportPaymentStatus(lost);
  // It is not paid yet.
  await order();
  await refund(refundedOrder, 500);
  // Klarna authorises an order that is cancelled: a credit note without a refund.
  const released = await order(KLARNA_METHOD_ID);
  await reportPaymentStatus(released, 'authorized');
  await backend.database.transaction('change-order', async (transaction) => {
    const locked = await backend.shop.orders.lock(transaction, released.orderId);
    await backend.shop.orders.change(transaction, locked!, 'cancelled', {
      now: getNow(),
      cancelReason: 'shop',
    });
  });
  await runPaymentJobs(backend);
  await inspectDocuments();
  await backend.runJob('queue');
  const transport = createFileTransport(mailFolder);
  for (const mail of backend.mails) await transport.deliver(mail);
  expect([...assignedNumbers].filter((number) => number.includes('-V-'))).toHaveLength(4);
  expect([...assignedNumbers].filter((number) => number.includes('-C-'))).toHaveLength(2);
}

describe.each([
  ['the payments and the mails', true],
  ['the payments only', false],
])('a restored shop that is reconciled by %s', (_what, hasMails) => {
  beforeAll(async () => {
    await openShop();
    await sellBeforeAndAfterBackup();
  });
  afterAll(closeShop);

  it('assigns no number to a second customer, and knows all payments and refunds', async () => {
    await restore(backend.database);
    checkedDocuments.clear();
    for (const { invoiceId } of await backend.database.select().from(invoice))
      checkedDocuments.add(invoiceId);
    const mails = hasMails ? ['--mails', mailFolder] : [];
    const done = await reconcile(...mails);
    expect(done).toMatchObject({ exit: 0 });
    expect(done?.out).toContain('havero-nl · 2026 · order · ');
    // A repetition changes nothing.
    const again = await reconcile(...mails);
    expect(again?.out).toMatch(
      /No number series had to be raised\.\n.* 0 joined to their orders, 0 new differences/,
    );
    expect(await backend.database.$count(customerOrder)).toBe(2);
    await runPaymentJobs(backend);
    await inspectDocuments();

    // Later payments are recorded, later refunds have credit notes, and lost orders are tasks.
    expect((await readOrder(backend, orderPaidAfterBackup.orderId)).status).toBe('paid');
    expect(await readPayment(backend, refundedOrder.paymentId)).toMatchObject({
      refundedAmount: 500,
      refunds: [{ reason: 'provider', status: 'done', amount: 500 }],
    });
    const differences = await backend.database
      .select()
      .from(paymentDifference)
      .where(eq(paymentDifference.kind, 'unknown-order'));
    expect(differences).toContainEqual(
      expect.objectContaining({ providerPaymentId: lost.id, orderNumber: lost.orderNumber, orderId: null }),
    );
    const { listed } = await checkBooks(backend.database, new Date(getNow().getTime() + 2 * HOUR_MS));
    expect(listed).toEqual([]);

    // The shop is open again: all further numbers are new.
    const next = await order();
    await reportPaymentStatus(next);
    await refund(next, 100);
    expect((await checkBooks(backend.database, new Date(getNow().getTime() + 2 * HOUR_MS))).listed).toEqual(
      [],
    );
  });

  it('logs which number series were raised', async () => {
    const rows = await backend.database
      .select()
      .from(adminLog)
      .where(eq(adminLog.operation, 'reconcile.lift'));
    expect(rows.map(({ resourceId }) => resourceId)).toEqual(
      expect.arrayContaining([
        'havero-nl order 2026',
        'havero-nl invoice 2026',
        'havero-nl credit-note 2026',
      ]),
    );
  });

  it('ignores a number far above its series, which a forged mail could contain', async () => {
    const [mail] = backend.mails;
    await createFileTransport(mailFolder).deliver({ ...mail!, subject: 'Invoice 2026-V-999999' });
    const done = await reconcile('--mails', mailFolder);
    expect(done?.err).toContain('2026-V-999999 is far above its number series and was ignored');
    const next = await order();
    await reportPaymentStatus(next);
  });

  it('changes nothing while Mollie does not list its payments', async () => {
    await restore(backend.database);
    mollie.fail({ status: 500 });
    expect(await reconcile()).toMatchObject({
      exit: 1,
      err: 'Cannot list the payments: mollie_unreachable. Nothing was changed.',
    });
    mollie.fail('fine');
  });
});
