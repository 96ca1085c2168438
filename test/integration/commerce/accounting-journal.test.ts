import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { asc, eq } from 'drizzle-orm';
import { checkBooks } from '../../../server/backend/commerce/bookkeeping/check-books.ts';
import {
  type JournalRow,
  journalColumns,
  listJournal,
} from '../../../server/backend/commerce/bookkeeping/journal.ts';
import { journalCommand } from '../../../server/backend/commerce/bookkeeping/journal-command.ts';
import { giftcardCommand } from '../../../server/backend/commerce/gift-cards/gift-card-command.ts';
import { correctGiftCardBalance } from '../../../server/backend/commerce/gift-cards/manage-gift-cards.ts';
import {
  readGiftCardLiability,
  sumGiftCardLiability,
} from '../../../server/backend/commerce/gift-cards/service.ts';
import type { CreditOptions } from '../../../server/backend/commerce/orders/service.ts';
import { commandActor } from '../../../server/backend/core/audit/audit.ts';
import { giftCard, invoice, payment, storedDocument } from '../../../server/backend/schema/schema.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { prepareAdminShop } from '../../fixtures/admin-shop.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import {
  belgianShopHeaders,
  createBackendCaller,
  dutchShopHeaders,
  type Headers,
} from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { runPaymentJobs, setTestBankPaymentStatus } from '../../fixtures/payments.ts';
import { listRows, readPdf } from '../../fixtures/read-pdf.ts';
import { runCommand } from '../../fixtures/run-command.ts';

/** Variants: merchandise at the high rate, and a gift card of € 25. */
const [MERCHANDISE_VARIANT_ID, GIFT_CARD_VARIANT_ID] = [1081, 1084];
const LUXEMBOURG_ID = 13;
/** The month of `FIXTURE_NOW`. */
const JOURNAL_MONTH = '2026-11';

const shop = prepareAdminShop();
const backendCaller = createBackendCaller(() => shop.backend);
const { call, openCart, addCartToInput } = backendCaller;
const { openOrderableCart } = createOrderPlacer(backendCaller);

afterEach(() => {
  expect(shop.backend.errors.splice(0)).toEqual([]);
});

/** Places the order of a cart and pays the amount that a gift card leaves. */
async function order(id: string, headers: Headers, { hasCard = false } = {}): Promise<string> {
  if (hasCard) {
    const { body } = await addCartToInput('setGiftCard', callInputs.setGiftCard);
    await call('setGiftCard', { params: { id }, body }, headers);
  }
  const { body: calculated }: { body: CalculatedCart2 } = await call(
    'calculateCart2',
    { params: { id } },
    headers,
  );
  const answer = await call(
    'completeCart',
    {
      params: { id },
      body: { expectedTotalAmount: calculated.totalAmount, acceptsTerms: true },
      idempotencyKey: `journal-${id}`,
    },
    headers,
  );
  if (answer.status !== 200) throw new Error(answer.text);
  const { orderId } = answer.body as { orderId: string };
  const [row] = await shop.backend.database.select().from(payment).where(eq(payment.orderId, orderId));
  await setTestBankPaymentStatus(shop.backend, row!.paymentId, 'paid');
  await shop.backend.shop.payments.refresh(row!.paymentId);
  await runPaymentJobs(shop.backend);
  return orderId;
}

async function credit(orderId: string, request: Partial<CreditOptions['request']>): Promise<void> {
  const { database, shop: modules } = shop.backend;
  const credited = await database.transaction('change-order', async (transaction) => {
    const locked = await modules.orders.lock(transaction, orderId);
    return modules.orders.credit(transaction, locked!, {
      request: { pieces: [], hasDelivery: false, hasPaymentCosts: false, goodwill: null, ...request },
      reason: 'refund',
      means: 'payment',
      now: FIXTURE_NOW,
    });
  });
  if ('code' in credited) throw new Error(credited.code);
  await runPaymentJobs(shop.backend);
}

/** A Belgian order for Luxembourg with two rates, delivery and a gift card. */
let abroad = '';

beforeAll(async () => {
  const { database } = shop.backend;
  const id = await openCart(
    [
      [VARIANT, 2],
      [MERCHANDISE_VARIANT_ID, 1],
    ],
    belgianShopHeaders,
  );
  const body = {
    firstName: 'Marit',
    lastName: 'de Vries',
    phoneNumber: '+352 78 00 00 10',
    emailAddress: 'marit@stal.example',
    address: { ...callInputs.setBilling.body.address, zipcode: '1009', countryId: LUXEMBOURG_ID },
  };
  const billed = await call('setBilling', { params: { id }, body }, belgianShopHeaders);
  if (billed.status !== 204) throw new Error(billed.text);
  await call('setPayment', { params: { id }, body: { paymentMethodId: 2 } }, belgianShopHeaders);
  abroad = await order(id, belgianShopHeaders, { hasCard: true });
  await credit(abroad, { pieces: [{ position: 1, quantity: 1 }], hasDelivery: true });
  await credit(abroad, { goodwill: { amount: 333, vatRatePercentage: 17 } });

  const vouchers = await order(
    await openOrderableCart([
      [GIFT_CARD_VARIANT_ID, 2],
      [RQS, 1],
    ]),
    dutchShopHeaders,
  );
  await credit(vouchers, { pieces: [{ position: 1, quantity: 1 }] });
  const mixed = await order(await openOrderableCart([[VARIANT, 3]]), dutchShopHeaders, { hasCard: true });
  // More than the payment: the rest is returned to the card.
  await credit(mixed, { pieces: [{ position: 1, quantity: 3 }] });
  const cards = await database.select().from(giftCard).orderBy(asc(giftCard.giftCardId));
  const unused = cards.find(({ balance, orderId, blockedAt }) => balance > 0 && orderId && !blockedAt);
  await shop.run('giftcard.correct', {
    giftCardId: String(unused!.giftCardId),
    balance: '10.00',
    reason: 'mistake',
  });
}, 60_000);

const sumCents = (
  rows: readonly JournalRow[],
  key: 'netCents' | 'vatCents' | 'grossCents' | 'giftCardCents',
) => rows.reduce((sum, row) => sum + row[key], 0);

/** Returns the euro cents of an amount on a document: '− € 1.234,50'. */
const parseCents = (text: string) => {
  const figures = Number(text.replaceAll(/\D/g, ''));
  return /[−-]/.test(text) ? 0 - figures : figures;
};

/** Returns the VAT table of a document as its customer reads it: amounts by rate. */
async function readVatTable(storedDocumentId: number): Promise<Map<number, number[]>> {
  const [document] = await shop.backend.database
    .select()
    .from(storedDocument)
    .where(eq(storedDocument.storedDocumentId, storedDocumentId));
  const { elements } = await readPdf(document!.bytes);
  const rows = listRows(elements).filter(
    ([rate = '', ...amounts]) =>
      /^[\d.,]+\s?%$/.test(rate) && amounts.length === 3 && amounts.every((cell) => cell.includes('€')),
  );
  return new Map(
    rows.map(([rate = '', ...amounts]) => [
      Number(rate.replace(/\s?%/, '').replace(',', '.')),
      amounts.map(parseCents),
    ]),
  );
}

describe('the journal', () => {
  it('states the amounts of each invoice and credit note by VAT rate, to the cent', async () => {
    const rows = await listJournal(shop.backend.database, JOURNAL_MONTH);
    const documents = await shop.backend.database.select().from(invoice);
    expect(documents).toHaveLength(3 + 4);
    for (const { number, kind, totalAmount, storedDocumentId, siteId } of documents) {
      const own = rows.filter(
        (row) => row.document === number && (row.site === 'havero-be') === (siteId === 2),
      );
      expect(sumCents(own, 'grossCents')).toBe(kind === 'invoice' ? totalAmount : -totalAmount);
      const byRate = Map.groupBy(own, ({ vatRate }) => vatRate ?? -1);
      const stated = new Map(
        [...byRate].map(([rate, group]) => [
          rate,
          [sumCents(group, 'netCents'), sumCents(group, 'vatCents'), sumCents(group, 'grossCents')],
        ]),
      );
      expect(stated).toEqual(await readVatTable(storedDocumentId));
    }
    // No other document has amounts.
    const numbers = new Set(documents.map(({ number }) => number));
    expect(
      sumCents(
        rows.filter((row) => !numbers.has(row.document)),
        'grossCents',
      ),
    ).toBe(0);
  });

  it('names site, destination, rates and means of payment of an order abroad', async () => {
    const rows = (await listJournal(shop.backend.database, JOURNAL_MONTH)).filter(
      ({ site }) => site === 'havero-be',
    );
    const sale = rows.filter(({ kind }) => kind === 'sale');
    expect(sale.map(({ country, vatRate, means }) => [country, vatRate, means])).toEqual([
      ['LU', 17, 'bancontact'],
      ['LU', 3, 'bancontact'],
    ]);
    expect(sale[0]).toMatchObject({ date: '2026-11-05', document: expect.stringMatching(/^2026-V-/) });
    const credits = rows.filter(({ kind }) => kind === 'credit');
    expect(credits.at(-1)).toMatchObject({ country: 'LU', vatRate: 17, grossCents: -333 });
    const redeemed = rows.filter(({ kind }) => kind === 'gift-card-redeemed');
    expect(redeemed).toEqual([expect.objectContaining({ giftCardCents: -2500, grossCents: 0 })]);
  });

  it('states sold gift cards separately from goods, without VAT', async () => {
    const rows = await listJournal(shop.backend.database, JOURNAL_MONTH);
    const of = (wanted: JournalRow['kind']) => rows.filter(({ kind }) => kind === wanted);
    expect(of('gift-card-sale')).toEqual([
      expect.objectContaining({
        netCents: 5000,
        vatCents: 0,
        grossCents: 5000,
        vatRate: 0,
        site: 'havero-nl',
      }),
    ]);
    expect(of('gift-card-credit')).toEqual([expect.objectContaining({ grossCents: -2500, vatCents: 0 })]);
    expect(of('gift-card-corrected')).toEqual([expect.objectContaining({ giftCardCents: -1500 })]);
    expect(of('gift-card-returned').length).toBe(1);
  });

  it('adds up to the gift card liability', async () => {
    const { database } = shop.backend;
    const rows = await listJournal(database, JOURNAL_MONTH);
    const owed = sumGiftCardLiability(
      await readGiftCardLiability(database, null, new Date(FIXTURE_NOW.getTime() + DAY_MS)),
    );
    const { open, ended, blocked, held } = owed;
    expect(sumCents(rows, 'giftCardCents')).toBe(open + ended + blocked + held);
    expect(await listJournal(database, '2026-10')).toEqual([]);
  });

  it('is a new file that only its owner can read', async () => {
    const { database } = shop.backend;
    const folder = await mkdtemp(path.join(tmpdir(), 'journal-'));
    const place = { database, workingDirectory: folder };
    const words = ['--from', '2026-10', '--to', JOURNAL_MONTH, 'journal.csv'];
    try {
      const { exit, out } = (await runCommand(journalCommand, words, place))!;
      expect(exit).toBe(0);
      const file = path.join(folder, 'journal.csv');
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      expect(lines[0]).toBe(journalColumns.join(','));
      expect(out).toContain(`${lines.length - 1} bookings`);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(lines.join('\n')).not.toMatch(/Marit|Vries|stal\.example/);
      expect((await runCommand(journalCommand, words, place))?.err).toContain('it already exists');
    } finally {
      await rm(folder, { recursive: true });
    }
    for (const wrong of [
      [],
      ['journal.csv'],
      ['--from', '2026-13', 'j.csv'],
      ['--from', '2026-02', '--to', '2026-01', 'j.csv'],
    ]) {
      expect(await runCommand(journalCommand, wrong, place)).toBeNull();
    }
  });

  it('can be downloaded by month in the back office', async () => {
    const page = await shop.anna.get('/admin/books');
    expect(page.html).toContain('href="/admin/books/journal/2026-11"');
    const { html: text, headers } = await shop.anna.get('/admin/books/journal/2026-11');
    expect(headers.get('content-disposition')).toContain('journal-2026-11.csv');
    expect(text.split('\n')[0]).toBe(journalColumns.join(','));
    expect(text).toContain(',gift-card-redeemed,');
    expect((await shop.anna.get('/admin/books/journal/2026-99')).status).toBe(404);
  });
});

describe('the gift card liability', () => {
  const run = (words: readonly string[]) =>
    runCommand(giftcardCommand, words, { database: shop.backend.database });

  it('equals the balances, by site and year of issue', async () => {
    const { database } = shop.backend;
    const cards = await database.select().from(giftCard);
    const rows = await readGiftCardLiability(database, null, new Date(FIXTURE_NOW.getTime() + 1));
    const { open, ended, blocked, cards: count } = sumGiftCardLiability(rows);
    expect(open + ended + blocked).toBe(cards.reduce((sum, { balance }) => sum + balance, 0));
    expect(blocked).toBe(2500);
    expect(count).toBe(cards.length);
    expect(rows.map(({ siteKey, year }) => [siteKey, year])).toEqual([
      ['havero-nl', 2026],
      [null, 2026],
    ]);
    const later = new Date(FIXTURE_NOW.getTime() + 2 * HOUR_MS);
    expect((await checkBooks(database, later)).listed).toEqual([]);
  });

  it('is calculated for the end of a day, from movements', async () => {
    expect((await run(['outstanding', '--at', '2026-11-04']))?.out).toBe(
      'all · EUR · 0 cards · open € 0.00 · ended € 0.00 · blocked € 0.00 · held € 0.00',
    );
    const { out } = (await run(['outstanding', '--at', '2026-11-05']))!;
    expect(out).toContain('havero-nl · EUR · 2026 · 2 cards · open € 10.00 · ended € 0.00 · blocked € 25.00');
    // A card that is spent a day later had its full balance at the end of this one.
    const [card] = await shop.backend.database.select().from(giftCard).where(eq(giftCard.balance, 1000));
    const undo = new Error('undo');
    const attempt = shop.backend.database.transaction('change-gift-card', async (transaction) => {
      await correctGiftCardBalance(
        transaction,
        card!.giftCardId,
        { balance: 100, reason: 'mistake' },
        { actor: commandActor, now: new Date(FIXTURE_NOW.getTime() + DAY_MS) },
      );
      const at = (day: string) => readGiftCardLiability(transaction, day, FIXTURE_NOW);
      const open = async (day: string) =>
        (await at(day)).find(({ siteKey }) => siteKey === 'havero-nl')?.open;
      expect([await open('2026-11-05'), await open('2026-11-06')]).toEqual([1000, 100]);
      throw undo;
    });
    await expect(attempt).rejects.toBe(undo);
    expect((await run(['outstanding', '--at', '2026-02-30']))?.exit).toBe(1);
  });

  it('includes the amounts that unpaid orders hold', async () => {
    const id = await openOrderableCart([[VARIANT, 2]]);
    const { body } = await addCartToInput('setGiftCard', callInputs.setGiftCard);
    await call('setGiftCard', { params: { id }, body });
    const { body: calculated }: { body: CalculatedCart2 } = await call('calculateCart2', { params: { id } });
    await call('completeCart', {
      params: { id },
      body: { expectedTotalAmount: calculated.totalAmount, acceptsTerms: true },
      idempotencyKey: `held-${id}`,
    });
    const rows = await readGiftCardLiability(
      shop.backend.database,
      null,
      new Date(FIXTURE_NOW.getTime() + 1),
    );
    expect(sumGiftCardLiability(rows).held).toBe(2500);
  });
});
