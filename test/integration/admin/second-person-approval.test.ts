import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, desc, eq } from 'drizzle-orm';
import { giftcardCommand } from '../../../server/backend/commerce/gift-cards/gift-card-command.ts';
import { orderCommand } from '../../../server/backend/commerce/orders/order-command.ts';
import { deleteOldRequests, findRequest } from '../../../server/backend/core/admin/approval-requests.ts';
import { removeStaffMember } from '../../../server/backend/core/admin/staff-accounts.ts';
import { putDocument } from '../../../server/backend/core/mail/stored-documents.ts';
import {
  adminLog,
  adminRequest,
  giftCard,
  orderCredit,
  productReturn,
  staffMember,
  withdrawal,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount } from '../../fixtures/accounts.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import type { SignedInStaffClient } from '../../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import { payAtTestBank } from '../../fixtures/payments.ts';
import { insertDispatchedOrder } from '../../fixtures/return-forms.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';
import { insertWholeOrder } from '../../fixtures/whole-orders.ts';

/** € 20.00: less than an order of these tests costs (€ 31.95). */
const APPROVAL_LIMIT_CENTS = 2000;
const ORDER_TOTAL_CENTS = 3195;

const shop = prepareAdminShop({
  openShop: openSmallShopDatabase,
  secondPersonAboveCents: APPROVAL_LIMIT_CENTS,
});
let bert: SignedInStaffClient;

beforeAll(async () => {
  bert = await shop.pages.signIn('bert');
});
afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

async function createTestOrder() {
  const order = await insertWholeOrder(shop.backend.database, {
    statuses: ['created', 'open', 'paid'],
    changes: { siteId: 1 },
  });
  await payAtTestBank(shop.backend, order.orderId, ORDER_TOTAL_CENTS);
  return order;
}

const countOrderCredits = (orderId: string) =>
  shop.backend.database.$count(orderCredit, eq(orderCredit.orderId, orderId));

async function findLatestRequest() {
  const [row] = await shop.backend.database
    .select()
    .from(adminRequest)
    .orderBy(desc(adminRequest.adminRequestId))
    .limit(1);
  return row!;
}

const getRequestPath = ({ adminRequestId }: { adminRequestId: number }) =>
  `/admin/requests/${adminRequestId}`;
const confirm = async (path: string, who = bert) => who.submit(path, 'request.confirm', { _consent: 'true' });

/** Requests a refund of an amount without goods, on the order page. */
async function requestRefund(euros: string) {
  const { orderId, orderNumber } = await createTestOrder();
  const answer = await shop.anna.submit(`/admin/orders/${orderId}`, 'order.refund', {
    goodwill: euros,
    _consent: 'true',
  });
  return { orderId, orderNumber, answer };
}

/** Returns the latest rows of the log, newest first, with the name of the actor. */
const listAdminLogRows = (count: number) =>
  shop.backend.database
    .select({ operation: adminLog.operation, who: staffMember.name, after: adminLog.after })
    .from(adminLog)
    .leftJoin(staffMember, eq(staffMember.staffMemberId, adminLog.staffMemberId))
    .orderBy(desc(adminLog.adminLogId))
    .limit(count);

describe('a refund', () => {
  it('up to the limit is made by one person', async () => {
    const { orderId } = await requestRefund('20.00');
    expect(await countOrderCredits(orderId)).toBe(1);
    expect(await shop.backend.database.$count(adminRequest)).toBe(0);
  });

  it('above the limit is made once another person confirms it, and the log names both', async () => {
    const { orderId, answer } = await requestRefund('20.01');
    expect(answer.html).toContain('Another staff member must approve this');
    expect(await countOrderCredits(orderId)).toBe(0);
    const request = await findLatestRequest();
    expect(request).toMatchObject({ operation: 'order.refund', amount: 2001, state: 'pending' });
    expect((await bert.get('/admin/')).html).toContain('1 request to approve');
    const path = getRequestPath(request);
    const shown = await bert.get(path);
    expect(shown.html).toContain(`/admin/orders/${orderId}`);
    expect(shown.html).toContain('20.01');

    expect((await shop.anna.get(path)).document.querySelector('form[action$="request.confirm"]')).toBeNull();
    const { operations } = shop.backend.admin;
    const own = await operations.run(operations.find('request.confirm')!, {
      written: new Map([['requestId', [String(request.adminRequestId)]]]),
      files: new Map(),
      actor: { kind: 'keeper', id: shop.anna.staffMemberId },
      now: FIXTURE_NOW,
    });
    expect(own).toMatchObject({ kind: 'refused', refusal: { code: 'request_own' } });
    expect(await countOrderCredits(orderId)).toBe(0);

    await confirm(path);
    expect(await countOrderCredits(orderId)).toBe(1);
    expect(await listAdminLogRows(3)).toEqual([
      expect.objectContaining({ operation: 'order.refund', who: 'anna' }),
      expect.objectContaining({ operation: 'request.confirm', who: 'bert', after: { state: 'confirmed' } }),
      expect.objectContaining({ operation: 'request.ask', who: 'anna' }),
    ]);
    // The input is deleted, and the request cannot be decided again.
    expect(await findLatestRequest()).toMatchObject({
      state: 'confirmed',
      fields: {},
      decidedBy: bert.staffMemberId,
    });
    expect(await shop.run('request.decline', { requestId: String(request.adminRequestId) })).toMatchObject({
      refusal: { code: 'request_decided' },
    });
    expect(await countOrderCredits(orderId)).toBe(1);
  });

  it('is refused with the reason if nothing is left when it is confirmed', async () => {
    const { orderId } = await requestRefund('25.00');
    const first = await findLatestRequest();
    await shop.anna.submit(`/admin/orders/${orderId}`, 'order.cancel', { _consent: 'true' });
    const second = await findLatestRequest();
    expect(second).toMatchObject({ operation: 'order.cancel', amount: ORDER_TOTAL_CENTS });
    await confirm(getRequestPath(second));
    expect(await countOrderCredits(orderId)).toBe(1);
    const answer = await confirm(getRequestPath(first));
    expect(answer.status).toBe(409);
    expect(answer.html).toContain('Someone else has changed this in the meantime');
    const [refused] = await shop.backend.database
      .select()
      .from(adminRequest)
      .where(eq(adminRequest.adminRequestId, first.adminRequestId));
    expect(refused).toMatchObject({ state: 'refused', refusal: 'changed_meanwhile' });
    expect(await countOrderCredits(orderId)).toBe(1);
    expect((await listAdminLogRows(1))[0]).toMatchObject({ operation: 'request.confirm', who: 'bert' });
  });

  it('is not made if it is declined, or after seven days', async () => {
    const { orderId } = await requestRefund('25.00');
    const declined = await findLatestRequest();
    await bert.submit(getRequestPath(declined), 'request.decline');
    expect((await findLatestRequest()).state).toBe('declined');
    expect((await listAdminLogRows(1))[0]).toMatchObject({ operation: 'request.decline', who: 'bert' });

    await requestRefund('25.00');
    const { adminRequestId } = await findLatestRequest();
    const late = new Date(FIXTURE_NOW.getTime() + 7 * DAY_MS);
    const { operations } = shop.backend.admin;
    const done = await operations.run(operations.find('request.confirm')!, {
      written: new Map([['requestId', [String(adminRequestId)]]]),
      files: new Map(),
      actor: { kind: 'keeper', id: bert.staffMemberId },
      now: late,
    });
    expect(done).toMatchObject({ kind: 'refused', refusal: { code: 'request_expired' } });
    expect(await countOrderCredits(orderId)).toBe(0);
  });

  it('that one person requests is stored once for each form', async () => {
    const { orderId } = await createTestOrder();
    const { operations } = shop.backend.admin;
    const ask = () =>
      operations.run(operations.find('order.refund')!, {
        written: new Map([
          ['orderId', [orderId]],
          ['goodwill', ['30.00']],
        ]),
        files: new Map(),
        actor: { kind: 'keeper', id: shop.anna.staffMemberId },
        now: FIXTURE_NOW,
        formHash: `form of ${orderId}`,
      });
    const before = await shop.backend.database.$count(adminRequest);
    expect([(await ask()).kind, (await ask()).kind]).toEqual(['done', 'repeated']);
    expect(await shop.backend.database.$count(adminRequest)).toBe(before + 1);
  });
});

it('a refund of a return is requested with its answer, which is mailed after the confirmation', async () => {
  const { database, runJob, mails } = shop.backend;
  const owner = await createSignedInAccount(shop.backend, { emailAddress: 'eigenaar@stal.example' });
  const orderId = await insertDispatchedOrder(shop.backend, owner.accountId);
  await payAtTestBank(shop.backend, orderId, 3990);
  const returnId = randomUUID();
  const { accountId } = owner;
  await database.insert(productReturn).values({
    returnId,
    accountId,
    orderId,
    productVariantId: VARIANT,
    reason: 'damaged',
    text: 'Torn at the seam',
    createdAt: FIXTURE_NOW,
  });
  const answer = { text: 'We pay back both bags.', quantity: '2', _consent: 'true' };
  await shop.anna.submit(`/admin/returns/${returnId}`, 'return.refund', answer);
  const request = await findLatestRequest();
  expect(request).toMatchObject({ operation: 'return.refund', amount: 3990 });
  await runJob('queue');
  const isTold = () => mails.some(({ text }) => text.includes('We pay back both bags.'));
  expect([isTold(), await countOrderCredits(orderId)]).toEqual([false, 0]);
  expect((await bert.get(getRequestPath(request))).html).toContain('We pay back both bags.');
  await confirm(getRequestPath(request));
  await runJob('queue');
  expect([isTold(), await countOrderCredits(orderId)]).toEqual([true, 1]);
});

it('a withdrawal is closed with its refund once another person confirms it', async () => {
  const { orderId, siteId, languageId, orderNumber } = await createTestOrder();
  const { database } = shop.backend;
  const withdrawalId = randomUUID();
  await database.transaction('admin-operation', async (transaction) => {
    const receiptDocumentId = await putDocument(transaction, {
      mediaType: 'application/pdf',
      fileName: 'receipt.pdf',
      bytes: Buffer.from('receipt'),
      keepUntil: new Date('2030-01-01T00:00:00Z'),
      now: FIXTURE_NOW,
    });
    await transaction.insert(withdrawal).values({
      withdrawalId,
      siteId,
      languageId,
      orderId,
      name: 'Marit de Vries',
      contract: orderNumber,
      emailAddress: 'marit@example.com',
      receivedAt: FIXTURE_NOW,
      receiptTokenHash: 'hash',
      receiptDocumentId,
    });
  });
  const readClosed = async () => {
    const [row] = await database.select().from(withdrawal).where(eq(withdrawal.withdrawalId, withdrawalId));
    return row!.closedAt !== null;
  };
  const close = { goodwill: '30.00', _consent: 'true' };
  await shop.anna.submit(`/admin/withdrawals/${withdrawalId}`, 'withdrawal.close', close);
  expect([await readClosed(), await countOrderCredits(orderId)]).toEqual([false, 0]);
  await confirm(getRequestPath(await findLatestRequest()));
  expect([await readClosed(), await countOrderCredits(orderId)]).toEqual([true, 1]);
});

describe('a gift card', () => {
  it('above the limit is created after the confirmation, and shown to the person who confirms it', async () => {
    const answer = await shop.anna.submit('/admin/gift-cards', 'giftcard.create', { amount: '25.00' });
    expect(answer.html).not.toMatch(/PIN \d{4}/);
    const request = await findLatestRequest();
    // Another card that was created meanwhile has no effect.
    await shop.anna.submit('/admin/gift-cards', 'giftcard.create', { amount: '5.00' });
    const shown = await confirm(getRequestPath(request));
    expect(shown.html).toMatch(/PIN \d{4}/);
    const cards = await shop.backend.database.select().from(giftCard).orderBy(asc(giftCard.giftCardId));
    expect(cards.slice(-2).map(({ initialAmount }) => initialAmount)).toEqual([500, 2500]);
  });

  it('is corrected by one person up to the limit, and by two above it', async () => {
    const [card] = await shop.backend.database
      .select()
      .from(giftCard)
      .where(eq(giftCard.initialAmount, 2500));
    const path = `/admin/gift-cards/${card!.giftCardId}`;
    const readBalance = async () => {
      const [row] = await shop.backend.database
        .select()
        .from(giftCard)
        .where(eq(giftCard.giftCardId, card!.giftCardId));
      return row!.balance;
    };
    await shop.anna.submit(path, 'giftcard.correct', { balance: '24.00', reason: 'mistake' });
    expect(await readBalance()).toBe(2400);
    await shop.anna.submit(path, 'giftcard.correct', { balance: '1.00', reason: 'mistake' });
    expect(await readBalance()).toBe(2400);
    await confirm(getRequestPath(await findLatestRequest()));
    expect(await readBalance()).toBe(100);
  });

  it('is not corrected by more than the requested amount', async () => {
    const { operations } = shop.backend.admin;
    const [card] = await shop.backend.database.select().from(giftCard).where(eq(giftCard.balance, 100));
    const run = (name: string, fields: Readonly<Record<string, string>>, staffMemberId: string) =>
      operations.run(operations.find(name)!, {
        written: new Map(Object.entries(fields).map(([field, value]) => [field, [value]])),
        files: new Map(),
        actor: { kind: 'keeper', id: staffMemberId },
        now: FIXTURE_NOW,
      });
    const giftCardId = String(card!.giftCardId);
    await run(
      'giftcard.correct',
      { giftCardId, balance: '25.00', reason: 'mistake' },
      shop.anna.staffMemberId,
    );
    const request = await findLatestRequest();
    expect(request).toMatchObject({ operation: 'giftcard.correct', amount: 2400 });
    await run(
      'giftcard.correct',
      { giftCardId, balance: '0.00', reason: 'mistake' },
      shop.anna.staffMemberId,
    );
    const requestId = String(request.adminRequestId);
    const done = await run('request.confirm', { requestId }, bert.staffMemberId);
    expect(done).toMatchObject({ kind: 'refused', refusal: { code: 'changed_meanwhile' } });
    expect((await findLatestRequest()).state).toBe('refused');
  });

  it('is not corrected if the requester was removed meanwhile', async () => {
    const { orderId } = await requestRefund('25.00');
    const request = await findLatestRequest();
    await shop.backend.database
      .transaction('admin-operation', async (transaction) => {
        await removeStaffMember(transaction, { name: 'anna', now: FIXTURE_NOW });
        expect((await findRequest(transaction, request.adminRequestId, FIXTURE_NOW))?.state).toBe('declined');
        throw new Error('Anna stays');
      })
      .catch((error: Error) => expect(error.message).toBe('Anna stays'));
    expect(await countOrderCredits(orderId)).toBe(0);
  });
});

describe('a command', () => {
  const place = () => ({ database: shop.backend.database, secondPersonAboveCents: APPROVAL_LIMIT_CENTS });

  it('is no person: it moves no amount above the limit, and refers to the back office', async () => {
    const { orderId, orderNumber } = await createTestOrder();
    const words = [
      ['refund', orderNumber, '25.00'],
      ['cancel', orderNumber],
    ];
    for (const asked of words) {
      await expect(runCommand(orderCommand, asked, place())).rejects.toThrow(/back office/);
    }
    expect(await countOrderCredits(orderId)).toBe(0);
    const cards = await shop.backend.database.$count(giftCard);
    await expect(runCommand(giftcardCommand, ['create', '20.01'], place())).rejects.toThrow(/back office/);
    expect(await shop.backend.database.$count(giftCard)).toBe(cards);
    expect(await shop.run('order.refund', { orderId, goodwill: '25.00' })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'second_person_command' },
    });
    expect((await runCommand(orderCommand, ['refund', orderNumber, '20.00'], place()))?.exit).toBe(0);
    expect(await countOrderCredits(orderId)).toBe(1);
  });

  it('cannot confirm a request', async () => {
    await requestRefund('25.00');
    const { adminRequestId } = await findLatestRequest();
    expect(await shop.run('request.confirm', { requestId: String(adminRequestId) })).toMatchObject({
      refusal: { code: 'second_person_command' },
    });
  });
});

it('requests are deleted a month after their creation', async () => {
  await deleteOldRequests(shop.backend.database, new Date(FIXTURE_NOW.getTime() + 29 * DAY_MS));
  expect(await shop.backend.database.$count(adminRequest)).toBeGreaterThan(0);
  await deleteOldRequests(shop.backend.database, new Date(FIXTURE_NOW.getTime() + 31 * DAY_MS));
  expect(await shop.backend.database.$count(adminRequest)).toBe(0);
});
