import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { and, desc, eq } from 'drizzle-orm';
import {
  adminLog,
  customerOrder,
  invoice,
  orderNote,
  outboxMail,
  payment,
  queueItem,
  refund,
  stock,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { completeTestBankPayment, runPaymentJobs } from '../../fixtures/payments.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

/** A tracking address as carriers create them: with the postcode of the recipient. */
const TRACKING_URL = 'https://parcels.example/track/3SHAV0001-NL-7311KZ?P=7311KZ';
const HOSTILE_TEXT = '"><script>alert(1)</script> ’; drop table \u202e 🐴';

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });
const backendCaller = createBackendCaller(() => shop.backend);
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

beforeEach(async () => {
  shop.backend.setNow(FIXTURE_NOW);
  await shop.backend.database.delete(adminLog);
  await shop.backend.database.update(stock).set({ amount: 20 }).where(eq(stock.productVariantId, VARIANT));
});
afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

interface PlacedOrder {
  readonly orderId: string;
  readonly orderNumber: string;
}

/** Creates an order of two bags, by default paid at the test bank. */
async function createTestOrder({ isPaid = true } = {}): Promise<PlacedOrder> {
  const { body } = await place(await openOrderableCart([[VARIANT, 2]]));
  if (isPaid) await completeTestBankPayment(shop.backend, (body as PlacedOrder).orderId);
  return body as PlacedOrder;
}

async function _findPaymentId(orderId: string): Promise<string> {
  const [row] = await shop.backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  return row!.paymentId;
}

const readStatus = async (orderId: string) => {
  const [row] = await shop.backend.database
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  return row!.status;
};

const listAdminLogRows = () => shop.backend.database.select().from(adminLog).orderBy(adminLog.adminLogId);

const pick = (field: string, value: string) => (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`input[name="${field}"]`)?.value === value;

const { run } = shop;

const refused = (code: string) => ({ kind: 'refused', refusal: expect.objectContaining({ code }) });

describe('an order', () => {
  it('is processed from paid to sent on its page, with each step in the log and mails to the customer', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    const queue = await shop.anna.get('/admin/orders');
    const link = queue.document.querySelector(`a[href="/admin/orders/${orderId}"]`);
    expect(link?.textContent).toBe(orderNumber);
    const home = await shop.anna.get('/admin/');
    expect(home.document.querySelector('a[href="/admin/orders"]')).toBeTruthy();

    const packed = await shop.anna.submit(`/admin/orders/${orderId}`, 'order.pack');
    expect(packed.document.querySelector('[role=status]')?.textContent).toContain('Done');
    expect(await readStatus(orderId)).toBe('processing');
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.ship', { trackingUrl: TRACKING_URL });
    expect(await readStatus(orderId)).toBe('sent');
    await runPaymentJobs(shop.backend);
    await shop.backend.runJob('queue');
    expect(shop.backend.mails.some(({ subject }) => subject.includes(orderNumber))).toBe(true);
    expect(
      (await listAdminLogRows()).map(({ operation, resourceId, before, after }) => [
        operation,
        resourceId,
        before,
        after,
      ]),
    ).toEqual([
      [
        'order.pack',
        orderId,
        { number: orderNumber, status: 'paid' },
        { number: orderNumber, status: 'processing' },
      ],
      [
        'order.ship',
        orderId,
        { number: orderNumber, status: 'processing' },
        { number: orderNumber, status: 'sent', trackedAt: 'parcels.example' },
      ],
    ]);
    const shown = await shop.anna.get(`/admin/orders/${orderId}`);
    expect(shown.html).toContain(TRACKING_URL);
    expect(shown.html).not.toContain('order.pack');
    // The withdrawal period is over: a job closes the order.
    shop.backend.setNow(new Date(FIXTURE_NOW.getTime() + 40 * DAY_MS));
    await shop.backend.runJob('close-orders');
    expect(await readStatus(orderId)).toBe('closed');
  });

  it('records the day of receipt, which must be between the dispatch and today', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    expect(await run('order.receive', { orderId, receivedOn: '2026-11-05' })).toMatchObject(
      refused('order_not_sent'),
    );
    await run('order.ship', { orderId });
    for (const receivedOn of ['2026-11-04', '2026-11-06']) {
      expect(await run('order.receive', { orderId, receivedOn })).toMatchObject(refused('received_day'));
    }
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.receive', { receivedOn: '2026-11-05' });
    expect((await listAdminLogRows()).at(-1)).toMatchObject({
      operation: 'order.receive',
      resourceId: orderId,
      before: { number: orderNumber, receivedOn: null },
      after: { number: orderNumber, receivedOn: '2026-11-05' },
    });
  });

  it('can have its tracking address corrected only after dispatch', async () => {
    const { orderId } = await createTestOrder();
    const wrong = 'https://letters.example/track/another';
    expect(await run('order.track', { orderId, trackingUrl: wrong })).toMatchObject(
      refused('order_not_sent'),
    );
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.ship', { trackingUrl: wrong });
    expect(await run('order.track', { orderId, trackingUrl: 'javascript:alert(1)' })).toMatchObject(
      refused('tracking_url'),
    );
    const page = await shop.anna.submit(`/admin/orders/${orderId}`, 'order.track', {
      trackingUrl: TRACKING_URL,
    });
    expect(page.document.querySelector('dl')?.textContent).toContain(TRACKING_URL);
    expect((await listAdminLogRows()).at(-1)).toMatchObject({
      operation: 'order.track',
      before: { trackedAt: 'letters.example' },
      after: { trackedAt: 'parcels.example' },
    });
    expect(await run('order.track', { orderId, trackingUrl: TRACKING_URL })).toMatchObject({
      isChanged: false,
    });
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.track', { trackingUrl: '' });
    const [row] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    expect([row?.status, row?.trackingUrl]).toEqual(['sent', null]);
  });

  it('refuses what its status does not allow, without an entry in the log', async () => {
    const { orderId } = await createTestOrder({ isPaid: false });
    expect(await run('order.pack', { orderId })).toMatchObject(refused('order_not_packable'));
    expect(await run('order.ship', { orderId })).toMatchObject(refused('order_not_sendable'));
    expect(await run('order.refund', { orderId, goodwill: '1.00' })).toMatchObject(
      refused('order_refund_too_much'),
    );
    const other = '00000000-0000-4000-8000-000000000000';
    for (const name of ['order.pack', 'order.ship', 'order.cancel']) {
      expect(await run(name, { orderId: other })).toMatchObject(refused('not_found'));
      expect(await run(name, { orderId: `${other}' or 1` })).toMatchObject({ kind: 'faults' });
    }
    for (const trackingUrl of [
      'http://parcels.example/',
      'javascript:alert(1)',
      'https://a:b@parcels.example/',
      'x',
    ]) {
      expect(await run('order.ship', { orderId, trackingUrl })).toMatchObject(refused('tracking_url'));
    }
    expect(await run('order.cancel', { orderId })).toMatchObject({ kind: 'done', isChanged: true });
    expect(await run('order.cancel', { orderId })).toMatchObject(refused('order_not_cancellable'));
    expect((await listAdminLogRows()).map(({ operation }) => operation)).toEqual(['order.cancel']);
  });

  it('shows a refusal at its form: the focus is on the field, or else on the message', async () => {
    const { orderId } = await createTestOrder();
    const path = `/admin/orders/${orderId}`;
    const find = (answer: { document: Document }) => {
      const [focused, ...others] = answer.document.querySelectorAll('[autofocus]');
      expect(others).toEqual([]);
      expect(focused?.closest('details')?.open).toBe(true);
      return focused;
    };
    const address = find(await shop.anna.submit(path, 'order.ship', { trackingUrl: 'javascript:alert(1)' }));
    expect([address?.getAttribute('name'), address?.getAttribute('value')]).toEqual([
      'trackingUrl',
      'javascript:alert(1)',
    ]);
    expect(address?.getAttribute('aria-invalid')).toBe('true');
    const described = address?.getAttribute('aria-describedby') ?? '';
    expect(address?.ownerDocument.getElementById(described)?.getAttribute('role')).toBe('alert');
    const missing = await shop.anna.submit(path, 'order.refund', { goodwill: '1.00' });
    expect(find(missing)?.getAttribute('role')).toBe('alert');
    const unread = find(
      await shop.anna.submit(path, 'order.refund', { goodwill: '12.345', _consent: 'true' }),
    );
    expect([unread?.getAttribute('name'), unread?.closest('p')?.textContent]).toEqual([
      'goodwill',
      expect.stringContaining('12.50'),
    ]);
  });

  it('is cancelled only after a confirmation', async () => {
    const { orderId } = await createTestOrder();
    const missing = await shop.anna.submit(`/admin/orders/${orderId}`, 'order.cancel');
    expect([missing.status, await readStatus(orderId)]).toEqual([422, 'paid']);
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.cancel', { _consent: 'true' });
    expect(await readStatus(orderId)).toBe('cancelled');
  });

  it('is partly refunded by an amount or by lines, once for each form, with a credit note', async () => {
    const { orderId } = await createTestOrder();
    const path = `/admin/orders/${orderId}`;
    expect(await run('order.refund', { orderId })).toMatchObject(refused('refund_nothing'));
    for (const goodwill of ['0', '-1', '1.005', 'x']) {
      expect(await run('order.refund', { orderId, goodwill })).toMatchObject({ kind: 'faults' });
    }
    for (const pieces of ['1', '1:x', '1:1,1:1', '1:-1']) {
      expect(await run('order.refund', { orderId, pieces })).toMatchObject({ kind: 'faults' });
    }
    expect(await run('order.refund', { orderId, goodwill: '9999' })).toMatchObject(
      refused('order_refund_too_much'),
    );
    expect(await run('order.refund', { orderId, goodwill: '1', vatRate: '13' })).toMatchObject(
      refused('refund_vat_rate'),
    );
    expect(await run('order.refund', { orderId, pieces: '99:1' })).toMatchObject(refused('refund_pieces'));
    expect(await run('order.refund', { orderId, pieces: '1:99' })).toMatchObject(refused('refund_pieces'));
    await shop.anna.submit(path, 'order.refund', { goodwill: '5.00', _consent: 'true' });
    // The form was opened before the first refund, and is sent again.
    expect(await run('order.refund', { orderId, goodwill: '5.00', refundedBefore: '0' })).toMatchObject(
      refused('changed_meanwhile'),
    );
    await runPaymentJobs(shop.backend);
    await runPaymentJobs(shop.backend);
    const notes = await shop.backend.database
      .select()
      .from(invoice)
      .where(and(eq(invoice.orderId, orderId), eq(invoice.kind, 'credit-note')));
    expect(notes.map(({ totalAmount }) => totalAmount)).toEqual([500]);
    const shown = await shop.anna.get(path);
    expect(shown.html).toContain(notes[0]!.number);
    const file = await shop.pages.ask(`/admin/invoices/${notes[0]!.invoiceId}/file`, {
      headers: { cookie: shop.anna.cookie },
    });
    expect(file.headers.get('content-type')).toContain('application/pdf');
    expect(file.headers.get('content-disposition')).toContain('attachment');
    const listed = await shop.anna.get(`/admin/invoices?text=${notes[0]!.number}`);
    expect(listed.document.querySelectorAll('tbody tr')).toHaveLength(1);
    await shop.anna.submit(path, 'order.refund', { 'pieces.1': '1', _consent: 'true' });
    expect(await run('order.refund', { orderId, pieces: '1:2' })).toMatchObject(refused('refund_pieces'));
    const refunds = await shop.backend.database.select().from(refund).orderBy(desc(refund.createdAt));
    expect(refunds.length).toBeGreaterThanOrEqual(2);
    expect((await listAdminLogRows()).map(({ before, after }) => [before, after])[0]).toEqual([
      expect.objectContaining({ refunded: 0 }),
      expect.objectContaining({ refunded: 500 }),
    ]);
  });

  it.each([
    ['order.note', { text: 'Rings at the back door' }],
    ['order.pack', {}],
    ['order.ship', { trackingUrl: TRACKING_URL }],
    ['order.refund', { goodwill: '5.00', _consent: 'true' }],
    ['order.resendMail', {}],
    ['order.sendDocument', {}],
    ['order.cancel', { _consent: 'true' }],
  ])('runs %s once for a double click, without an error message', async (operation, entered) => {
    const { orderId } = await createTestOrder();
    const countMails = () => shop.backend.database.$count(outboxMail);
    const before = await countMails();
    const { document } = await shop.anna.get(`/admin/orders/${orderId}`);
    const body = new URLSearchParams(entered);
    const form = document.querySelector(`form[action="/admin/do/${operation}"]`);
    for (const { name, value } of form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? []) {
      body.set(name, value);
    }
    const init = { method: 'POST', body, headers: { cookie: shop.anna.cookie } };
    const click = () => shop.pages.ask(`/admin/do/${operation}`, init);
    const answers = await Promise.all([click(), click()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 303]);
    expect((await listAdminLogRows()).map((row) => row.operation)).toEqual([operation]);
    expect(await shop.backend.database.$count(orderNote)).toBe(operation === 'order.note' ? 1 : 0);
    expect(await countMails()).toBeLessThanOrEqual(before + 1);
    await shop.backend.database.delete(orderNote);
  });

  it('is refunded once if two staff members press the button at the same time', async () => {
    const { orderId } = await createTestOrder();
    const asked = { orderId, goodwill: '2.00', refundedBefore: '0' };
    const done = await Promise.all([run('order.refund', asked), run('order.refund', asked)]);
    expect(done.map(({ kind }) => kind).sort()).toEqual(['done', 'refused']);
  });

  it('has notes that only staff can read, and that are in no log', async () => {
    const { orderId } = await createTestOrder();
    const path = `/admin/orders/${orderId}`;
    expect((await shop.anna.submit(path, 'order.note', { text: '  ' })).status).toBeGreaterThanOrEqual(409);
    await shop.anna.submit(path, 'order.note', { text: `Rings at the back door\n${HOSTILE_TEXT}` });
    const shown = await shop.anna.get(path);
    expect(shown.html).not.toContain('<script>');
    expect(shown.document.body.textContent).toContain(HOSTILE_TEXT);
    expect(shown.document.body.textContent).toContain('anna');
    expect(JSON.stringify(await listAdminLogRows())).not.toContain('back door');
    const [note] = await shop.backend.database.select().from(orderNote).where(eq(orderNote.orderId, orderId));
    const noteId = String(note!.orderNoteId);
    const { orderId: other } = await createTestOrder();
    expect(await run('order.deleteNote', { orderId: other, noteId })).toMatchObject({ isChanged: false });
    await shop.anna.submit(path, 'order.deleteNote', {}, { pick: pick('noteId', noteId) });
    expect(
      await shop.backend.database.select().from(orderNote).where(eq(orderNote.orderId, orderId)),
    ).toEqual([]);
  });

  it('has its mails and documents sent again', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    await shop.backend.runJob('queue');
    const path = `/admin/orders/${orderId}`;
    const before = shop.backend.mails.length;
    const shown = await shop.anna.submit(path, 'order.resendMail');
    expect(shown.document.querySelector('[role=status]')?.textContent).toContain('on its way');
    await shop.anna.submit(path, 'order.sendDocument');
    await shop.backend.runJob('queue');
    const [again, document] = shop.backend.mails.slice(before);
    expect(again?.subject).toContain(orderNumber);
    expect(again?.attachments).toHaveLength(1);
    expect(document?.subject).toContain(orderNumber);
    expect(document?.attachments).toHaveLength(1);
    const { orderId: other } = await createTestOrder();
    const [mail] = await shop.backend.database
      .select()
      .from(outboxMail)
      .where(eq(outboxMail.kind, 'order-confirmed'))
      .orderBy(outboxMail.outboxMailId);
    expect(
      await run('order.resendMail', { orderId: other, mailId: String(mail!.outboxMailId) }),
    ).toMatchObject(refused('not_found'));
  });

  it('is found by number, address and name, in any status', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    await shop.backend.database
      .update(customerOrder)
      .set({ status: 'cancelled' })
      .where(eq(customerOrder.orderId, orderId));
    const [row] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    const { emailAddress, lastName } = row!.billing;
    for (const text of [orderNumber, emailAddress.toUpperCase(), lastName]) {
      const found = await shop.anna.get(`/admin/orders?text=${encodeURIComponent(text)}`);
      expect(found.document.querySelector(`a[href="/admin/orders/${orderId}"]`)).toBeTruthy();
    }
    for (const text of ['%', '_', HOSTILE_TEXT, '\\']) {
      const found = await shop.anna.get(`/admin/orders?text=${encodeURIComponent(text)}`);
      expect([found.status, found.document.querySelectorAll('tbody tr').length]).toEqual([200, 0]);
    }
    expect((await shop.anna.get('/admin/orders/nowhere')).status).toBe(404);
    expect((await shop.anna.get('/admin/orders?status=cancelled&site=havero-nl')).html).toContain(
      orderNumber,
    );
    expect((await shop.anna.get('/admin/orders?status=sent&site=havero-nl')).html).not.toContain(orderNumber);
  });
});

describe('several orders', () => {
  it('have their packing slips printed, are packed with one button and sent with one form', async () => {
    const first = await createTestOrder();
    const second = await createTestOrder();
    const slips = await shop.anna.get('/admin/orders/slips?site=havero-nl');
    expect(slips.document.querySelectorAll('.slip').length).toBeGreaterThanOrEqual(2);
    await shop.anna.submit('/admin/orders/slips?site=havero-nl', 'order.packAll');
    expect([await readStatus(first.orderId), await readStatus(second.orderId)]).toEqual([
      'processing',
      'processing',
    ]);

    const path = '/admin/orders/ship?site=havero-nl';
    const form = (await shop.anna.get(path)).document.querySelector('textarea')?.value ?? '';
    expect(form).toContain(`havero-nl ${first.orderNumber}`);
    const unknown = await shop.anna.submit(path, 'order.shipAll', {
      shipments: `havero-nl ${first.orderNumber} ${TRACKING_URL}\nhavero-nl 1999-000001`,
    });
    expect(unknown.status).toBe(409);
    expect(await readStatus(first.orderId)).toBe('processing');
    await shop.anna.submit(path, 'order.shipAll', {
      shipments: `havero-nl ${first.orderNumber} ${TRACKING_URL}\n havero-nl   ${second.orderNumber} `,
    });
    expect([await readStatus(first.orderId), await readStatus(second.orderId)]).toEqual(['sent', 'sent']);
    const operations = (await listAdminLogRows()).map(({ operation }) => operation);
    expect(operations.filter((name) => name === 'order.shipAll')).toHaveLength(2);
    for (const shipments of [
      'havero-nl',
      `havero-nl ${first.orderNumber} http://x.example`,
      'a b c d',
      HOSTILE_TEXT,
    ]) {
      expect(await run('order.shipAll', { shipments })).toMatchObject(refused('shipment_unreadable'));
    }
    expect(await run('order.shipAll', { shipments: `havero-nl ${first.orderNumber}` })).toMatchObject(
      refused('order_not_sendable'),
    );
  });
});

describe('an order whose customer withdraws before dispatch', () => {
  it.each<[string, (orderId: string) => unknown, string]>([
    ['paid', () => undefined, '/admin/orders/slips'],
    ['packed', (orderId) => run('order.pack', { orderId }), '/admin/orders/ship'],
  ])('is marked, and excluded from batch actions: %s', async (_what, prepare, path) => {
    const { orderId, orderNumber } = await createTestOrder();
    const other = await createTestOrder();
    for (const one of [orderId, other.orderId]) await prepare(one);
    const isOffered = async (order: PlacedOrder) => {
      const { document } = await shop.anna.get(path);
      const form = document.querySelector('form[action$="All"]');
      const { value = '' } = form?.querySelector<HTMLInputElement>('[name=orders], [name=shipments]') ?? {};
      return value.includes(order.orderId) || value.includes(`havero-nl ${order.orderNumber}`);
    };
    expect([await isOffered({ orderId, orderNumber }), await isOffered(other)]).toEqual([true, true]);

    const [row] = await shop.backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    const { billing } = row!;
    await backendCaller.call('createWithdrawal', {
      body: {
        ...callInputs.createWithdrawal.body,
        contract: orderNumber,
        emailAddress: billing.emailAddress,
      },
    });
    expect([await isOffered({ orderId, orderNumber }), await isOffered(other)]).toEqual([false, true]);
    const { document } = await shop.anna.get(path);
    expect(document.querySelector('main section')?.textContent).toContain('1 order is not included');
    expect(document.querySelector(`main section a[href="/admin/orders/${orderId}"]`)).toBeTruthy();
    const queue = (await shop.anna.get('/admin/orders')).document;
    const readMark = (id: string) =>
      queue.querySelector(`a[href="/admin/orders/${id}"]`)?.closest('tr')?.textContent ?? '';
    expect(readMark(orderId)).toContain('Withdrawal received');
    expect(readMark(other.orderId)).not.toContain('Withdrawal received');
    // Its single packing slip can still be printed: a part of it may be sent.
    const slip = await shop.anna.get(`/admin/orders/slips?order=${orderId}`);
    expect(slip.document.querySelectorAll('.slip')).toHaveLength(1);

    await run('order.cancel', { orderId });
    expect(
      (await shop.anna.get(path)).document.querySelector(`a[href="/admin/orders/${orderId}"]`),
    ).toBeNull();
  });
});

describe('failed deliveries', () => {
  it('are retried or dropped, and a failed refund is shown with its order', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    await run('order.refund', { orderId, goodwill: '1.00' });
    const [item] = await shop.backend.database
      .select()
      .from(queueItem)
      .where(eq(queueItem.orderingKey, `payments of order ${orderId}`))
      .orderBy(desc(queueItem.queueItemId));
    const id = item!.queueItemId;
    await shop.backend.database
      .update(queueItem)
      .set({ failure: 'provider_says_no', attempts: 9, deadAt: FIXTURE_NOW, doneAt: null })
      .where(eq(queueItem.queueItemId, id));
    expect((await shop.anna.get('/admin/')).html).toContain('failed payment action');
    expect((await shop.anna.get('/admin/orders?money=failed')).html).toContain(orderNumber);
    const listed = await shop.anna.get('/admin/outbox');
    expect(listed.html).toContain('provider_says_no');
    // Only the section of the payments contains the number of the order.
    expect(listed.html).toContain(orderNumber);
    const own = pick('letter', `item-${id}`);
    await shop.anna.submit(`/admin/orders/${orderId}`, 'outbox.retry', {}, { pick: own });
    expect(await run('outbox.retry', { letter: `item-${id}` })).toMatchObject(refused('not_found'));
    await shop.backend.database
      .update(queueItem)
      .set({ deadAt: FIXTURE_NOW })
      .where(eq(queueItem.queueItemId, id));
    await shop.anna.submit('/admin/outbox', 'outbox.discard', { _consent: 'true' }, { pick: own });
    expect((await shop.anna.get('/admin/outbox')).html).not.toContain(`item-${id}`);
    expect(await run('outbox.retry', { letter: 'table-1' })).toMatchObject({ kind: 'faults' });
    expect((await listAdminLogRows()).filter(({ resource }) => resource === 'queue-item')).toHaveLength(2);
  });
});
