import { createHook } from 'node:async_hooks';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import type { SecretSettings } from '../../../server/backend/app/config.ts';
import { readKeyRings } from '../../../server/backend/app/key-rings.ts';
import { createCardHasher } from '../../../server/backend/commerce/gift-cards/card-secrets.ts';
import { giftcardCommand } from '../../../server/backend/commerce/gift-cards/gift-card-command.ts';
import { correctGiftCardBalance } from '../../../server/backend/commerce/gift-cards/manage-gift-cards.ts';
import { createGiftCardService } from '../../../server/backend/commerce/gift-cards/service.ts';
import type { GiftCardService } from '../../../server/backend/commerce/gift-cards/types.ts';
import { SECOND_FACTOR_KEY_PURPOSE } from '../../../server/backend/core/admin/second-factor.ts';
import type { Database } from '../../../server/backend/core/database/database.ts';
import { createLimiter } from '../../../server/backend/core/limits/limiter.ts';
import { deriveKey } from '../../../server/backend/core/security/derive-key.ts';
import { createKeyRing } from '../../../server/backend/core/security/key-ring.ts';
import {
  adminLog,
  auditEntry,
  cart,
  cartGiftCard,
  customerOrder,
  giftCard,
  giftCardMovement,
  rateLimit,
} from '../../../server/backend/schema/schema.ts';
import { createLog } from '../../../server/platform/logging.ts';
import type { CalculatedCart2 } from '../../../shared/contract/cart-calculations.ts';
import { DAY_MS } from '../../../shared/rules/durations.ts';
import { isGiftCardNumber } from '../../../shared/rules/gift-card-number.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureKeyRings,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, type LooseInput } from '../../fixtures/call-backend.ts';
import { VARIANT } from '../../fixtures/call-inputs.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';
import { insertOrder } from '../../fixtures/orders.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';

/** Payment methods of the Dutch shop: iDEAL, and the gift card only. */
const [IDEAL_METHOD_ID, CARD_ALONE] = [1, 16];
const VISITOR_HEADERS = { 'x-forwarded-for': '203.0.113.7' };

let backend: BackendFixture;
let service: GiftCardService;
const logLines: string[] = [];
const { call, openCart } = createBackendCaller(() => backend);

beforeAll(async () => {
  const log = createLog({ name: 'backend', level: 'trace' }, { write: (line) => void logLines.push(line) });
  backend = await openBackendFixture({ log });
  const { database } = backend;
  service = createGiftCardService({
    database,
    hasher: createCardHasher(fixtureKeyRings.giftCards),
    limiter: createLimiter({ database, key: Buffer.alloc(32), clock: () => FIXTURE_NOW.getTime() }),
  });
});

afterAll(() => backend?.close());

beforeEach(async () => {
  backend.setNow(FIXTURE_NOW);
  await backend.database.delete(rateLimit);
});

/** Runs the command as `npm run giftcard -- …` does. */
async function runCommand(words: readonly string[], now = FIXTURE_NOW) {
  const lines = { out: '', err: '' };
  const work = giftcardCommand.prepare(words, '/');
  if (!work) return null;
  const code = await work({
    print: (text) => {
      lines.out += `${text}\n`;
    },
    warn: (text) => {
      lines.err += `${text}\n`;
    },
    openDatabase: async () => ({ database: backend.database, description: '' }),
    deliverPurges: async () => 0,
    now,
    getOrigin: (domain) => `https://${domain}`,
    readKeyRings: async () => fixtureKeyRings,
    secondPersonAboveCents: null,
    collectGarbage: () => {},
  });
  return { code, ...lines };
}

/** Creates a card as an employee does. */
async function createCardByCommand(euro = '25', ...options: string[]) {
  const made = await runCommand(['create', euro, ...options]);
  expect(made).toMatchObject({ code: 0, err: '' });
  const number = /number\s+([\d ]+)/.exec(made!.out)![1]!.trim();
  const pin = /pin\s+(\d{4})\b/.exec(made!.out)![1]!;
  const cards = await backend.database.select().from(giftCard).orderBy(giftCard.giftCardId);
  const { giftCardId } = cards.at(-1)!;
  return { number, pin, giftCardId, out: made!.out };
}

const setPayment = (id: string, body: LooseInput['body'], headers = {}) =>
  call('setPayment', { params: { id }, body }, headers);
const createCardPaymentInput = (
  { number, pin }: { number: string; pin: string },
  paymentMethodId = IDEAL_METHOD_ID,
) => ({
  paymentMethodId,
  giftCardNumber: number,
  giftCardPin: pin,
});
const fetchPayment = async (id: string) => (await call('fetchCart', { params: { id } })).body.payment;
const calculateCart = async (id: string): Promise<CalculatedCart2> =>
  (await call('calculateCart2', { params: { id } })).body;
const readCardBalance = async (giftCardId: number) =>
  (await backend.database.select().from(giftCard).where(eq(giftCard.giftCardId, giftCardId)))[0]!.balance;

const noContentResponse = { status: 204, text: '' };
const refused = { status: 409, body: { code: 'gift_card_refused' } };
const fetchRefusalText = async (id: string, body: LooseInput['body']) => {
  const { status, body: answer, headers } = await setPayment(id, body);
  return JSON.stringify([status, answer, headers['retry-after']]);
};

describe('a gift card that pays a cart', () => {
  it('pays up to the total in addition to a method, and is shown by its last four digits', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const { totalAmount, giftCardAmount } = await calculateCart(id);
    expect(giftCardAmount).toBe(0);
    const small = await createCardByCommand('5.50');
    expect(await setPayment(id, createCardPaymentInput(small))).toMatchObject(noContentResponse);
    expect(await calculateCart(id)).toMatchObject({ totalAmount, giftCardAmount: 550 });
    expect(await fetchPayment(id)).toEqual({
      paymentMethodId: IDEAL_METHOD_ID,
      issuer: null,
      giftCardNumber: small.number.slice(-4),
      giftCardPin: null,
    });
    const large = await createCardByCommand('1000');
    expect(await setPayment(id, createCardPaymentInput(large, CARD_ALONE))).toMatchObject(noContentResponse);
    expect(await calculateCart(id)).toMatchObject({ totalAmount, giftCardAmount: totalAmount });
    expect(await fetchPayment(id)).toMatchObject({ giftCardNumber: large.number.slice(-4) });
  });

  it('accepts hyphens and spaces in the number', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const card = await createCardByCommand();
    const number = card.number.replaceAll(' ', '-');
    expect(await setPayment(id, createCardPaymentInput({ ...card, number }))).toMatchObject(
      noContentResponse,
    );
    expect(await calculateCart(id)).toMatchObject({
      giftCardAmount: 2500,
      giftCard: { lastFour: card.number.slice(-4), balance: 2500 },
    });
  });

  it('stays in the cart if a payment method is chosen without typing it again', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const card = await createCardByCommand();
    const setCard = { giftCardNumber: card.number, giftCardPin: card.pin };
    expect(await call('setGiftCard', { params: { id }, body: setCard })).toMatchObject(noContentResponse);
    for (const nothing of [{}, { giftCardNumber: ' ' }]) {
      expect(await setPayment(id, { paymentMethodId: IDEAL_METHOD_ID, ...nothing })).toMatchObject(
        noContentResponse,
      );
      expect(await calculateCart(id)).toMatchObject({ giftCardAmount: 2500 });
    }
    expect(await setPayment(id, { paymentMethodId: CARD_ALONE })).toMatchObject(noContentResponse);
    // Clients of the previous release send this to use no card.
    expect(await setPayment(id, { paymentMethodId: IDEAL_METHOD_ID, giftCardNumber: null })).toMatchObject(
      noContentResponse,
    );
    expect(await calculateCart(id)).toMatchObject({ giftCardAmount: 0, giftCard: null });
  });

  it('leaves the cart when it is removed, and can be applied again', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const card = await createCardByCommand();
    const setCard = { giftCardNumber: card.number, giftCardPin: card.pin };
    for (let time = 0; time < 2; time += 1) {
      expect(await call('setGiftCard', { params: { id }, body: setCard })).toMatchObject(noContentResponse);
      expect(await call('removeGiftCard', { params: { id } })).toMatchObject(noContentResponse);
      expect(await calculateCart(id)).toMatchObject({ giftCardAmount: 0, giftCard: null });
    }
    expect(await backend.database.select().from(cartGiftCard)).not.toContainEqual(
      expect.objectContaining({ giftCardId: card.giftCardId }),
    );
    expect(await readCardBalance(card.giftCardId)).toBe(2500);
  });

  it('is replaced by another one, and refused by its own call as by that of the method', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const [first, second] = [await createCardByCommand(), await createCardByCommand('5')];
    for (const { number, pin } of [first, second]) {
      const body = { giftCardNumber: number, giftCardPin: pin };
      expect(await call('setGiftCard', { params: { id }, body })).toMatchObject(noContentResponse);
    }
    const wrong = { giftCardNumber: first.number, giftCardPin: first.pin === '0000' ? '0001' : '0000' };
    expect(await call('setGiftCard', { params: { id }, body: wrong })).toMatchObject(refused);
    expect((await calculateCart(id)).giftCard).toEqual({ lastFour: second.number.slice(-4), balance: 500 });
  });

  it.each([
    ['no number', { giftCardPin: '1234' }, IDEAL_METHOD_ID, ['giftCardNumber']],
    ['no PIN', { giftCardNumber: '4242424242424242' }, IDEAL_METHOD_ID, ['giftCardPin']],
    [
      'neither, if the gift card pays without another method',
      {},
      CARD_ALONE,
      ['giftCardNumber', 'giftCardPin'],
    ],
  ])('requires missing values: %s', async (_what, typed, paymentMethodId, fields) => {
    const id = await openCart();
    expect(await setPayment(id, { paymentMethodId, ...typed })).toMatchObject({
      status: 400,
      body: { errors: fields.map((field) => expect.objectContaining({ field, code: 'required' })) },
    });
  });

  it('is refused with the same response whatever is wrong, and the previous choice stays', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const [empty, ended, blocked, right] = [
      await createCardByCommand(),
      await createCardByCommand('25', '--ends', '2026-11-06'),
      await createCardByCommand(),
      await createCardByCommand(),
    ];
    await backend.database
      .update(giftCard)
      .set({ balance: 0 })
      .where(eq(giftCard.giftCardId, empty.giftCardId));
    await runCommand(['block', blocked.number.slice(-4), '--card', String(blocked.giftCardId)]);
    expect(await setPayment(id, createCardPaymentInput(right))).toMatchObject(noContentResponse);
    expect(await setPayment(id, createCardPaymentInput(ended))).toMatchObject(noContentResponse);
    // The last day of the card is over.
    backend.setNow(new Date('2026-11-07T00:00:00Z'));
    const otherPin = String((Number(right.pin) + 1) % 10_000).padStart(4, '0');
    const answers = new Set([
      await fetchRefusalText(id, createCardPaymentInput({ ...right, pin: otherPin })),
      await fetchRefusalText(id, createCardPaymentInput({ number: '4242424242424242', pin: right.pin })),
      await fetchRefusalText(id, createCardPaymentInput({ number: '4242424242424241', pin: right.pin })),
      await fetchRefusalText(id, createCardPaymentInput({ number: 'abc', pin: 'def' })),
      await fetchRefusalText(id, createCardPaymentInput(empty)),
      await fetchRefusalText(id, createCardPaymentInput(ended)),
      await fetchRefusalText(id, createCardPaymentInput(blocked)),
      await fetchRefusalText(id, createCardPaymentInput(blocked, CARD_ALONE)),
    ]);
    expect([...answers]).toEqual([expect.stringMatching(/^\[409,.*"gift_card_refused"/)]);
    expect(await fetchPayment(id)).toMatchObject({ giftCardNumber: ended.number.slice(-4) });
    // It is still chosen, but pays nothing.
    expect((await calculateCart(id)).giftCardAmount).toBe(0);
  });

  it('derives one hash for a PIN whether or not the card exists, so that both answers take as long', async () => {
    const hasher = createCardHasher(fixtureKeyRings.giftCards);
    const pinHash = await hasher.hashPin('1234');
    const countDerivations = async (hash: string | undefined) => {
      let count = 0;
      const hook = createHook({
        init(_id, type) {
          if (type === 'SCRYPTREQUEST') count += 1;
        },
      }).enable();
      try {
        expect(await hasher.verifyPin('4321', hash)).toBe(false);
      } finally {
        hook.disable();
      }
      return count;
    };
    expect([await countDerivations(pinHash), await countDerivations(undefined)]).toEqual([1, 1]);
  });
});

describe('guesses of a card', () => {
  it('are limited to five an hour for a card, from any visitor', async () => {
    const id = await openCart();
    const card = await createCardByCommand();
    const pins = Array.from({ length: 30 }, (_none, n) => String(n).padStart(4, '0')).filter(
      (pin) => pin !== card.pin,
    );
    const answers = await Promise.all(
      pins
        .slice(0, 25)
        .map(async (pin) => (await setPayment(id, createCardPaymentInput({ ...card, pin }))).status),
    );
    expect(answers.filter((status) => status === 409)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(20);
    // The owner is also limited until the hour is over.
    expect(await setPayment(id, createCardPaymentInput(card))).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
      headers: { 'retry-after': '3600' },
    });
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 3_600_001));
    expect(await setPayment(id, createCardPaymentInput(card))).toMatchObject(noContentResponse);
  });

  it('are limited to five an hour for a visitor, for any cards; right ones do not count', async () => {
    const id = await openCart();
    const card = await createCardByCommand();
    for (let n = 0; n < 8; n += 1) {
      expect(await setPayment(id, createCardPaymentInput(card), VISITOR_HEADERS)).toMatchObject(
        noContentResponse,
      );
    }
    const numbers = ['4242424242424242', '5555555555554444', 'abc', '1', '4000056655665556'];
    for (const number of numbers) {
      expect(
        await setPayment(id, createCardPaymentInput({ number, pin: '0000' }), VISITOR_HEADERS),
      ).toMatchObject(refused);
    }
    expect(await setPayment(id, createCardPaymentInput(card), VISITOR_HEADERS)).toMatchObject({
      status: 429,
    });
    expect(await setPayment(id, createCardPaymentInput(card))).toMatchObject(noContentResponse);
  });
});

/** Inserts an order from a cart with a card, with the rows that cards use. */
async function insertOrderWithCard(card: { giftCardId: number }, totalAmount: number) {
  const { database } = backend;
  const [row] = await database
    .insert(cart)
    .values({ siteId: 1, languageId: 4, created: FIXTURE_NOW, lastModified: FIXTURE_NOW })
    .returning({ cartId: cart.cartId });
  const { cartId } = row!;
  await database.insert(cartGiftCard).values({ cartId, giftCardId: card.giftCardId });
  return { cartId, orderId: await insertOrder(database, { cartId, totalAmount }), totalAmount };
}
type OrderWithCard = Awaited<ReturnType<typeof insertOrderWithCard>>;

const inTransaction = <T>(work: (transaction: typeof backend.database) => Promise<T>) =>
  backend.database.transaction('change-gift-card', work);
const reserveOrderCard = (order: OrderWithCard, now = FIXTURE_NOW) =>
  inTransaction((transaction) => service.reserveGiftCard(transaction, { ...order, now }));
const redeemOrderCard = ({ orderId }: OrderWithCard) =>
  inTransaction((transaction) => service.redeemGiftCard(transaction, orderId, FIXTURE_NOW));
const release = ({ orderId }: OrderWithCard) =>
  inTransaction((transaction) => service.returnGiftCard(transaction, orderId, FIXTURE_NOW));
const listCardMovements = async (orderId: string) =>
  (await backend.database.select().from(giftCardMovement).where(eq(giftCardMovement.orderId, orderId)))
    .map(({ kind, amount }) => `${kind} ${amount}`)
    .toSorted();

describe('the amount that orders hold of a card', () => {
  it('is € 25 in total for twenty concurrent orders', async () => {
    const card = await createCardByCommand();
    const orders: OrderWithCard[] = [];
    for (let n = 0; n < 20; n += 1) orders.push(await insertOrderWithCard(card, 350 + 50 * n));
    const amounts = await Promise.all(orders.map((order) => reserveOrderCard(order)));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(2500);
    for (const [index, amount] of amounts.entries()) {
      expect(amount).toBeGreaterThanOrEqual(0);
      expect(amount).toBeLessThanOrEqual(orders[index]!.totalAmount);
    }
    expect(await readCardBalance(card.giftCardId)).toBe(0);
  });

  it.each([
    ['raised to its initial amount', 2500, 4500],
    ['lowered to 0', 0, 2000],
  ])('is returned in full to a card whose balance was %s meanwhile', async (_how, balance, after) => {
    const card = await createCardByCommand();
    const order = await insertOrderWithCard(card, 2000);
    expect(await reserveOrderCard(order)).toBe(2000);
    const actor = { kind: 'keeper', id: 'anna' } as const;
    await inTransaction((transaction) =>
      correctGiftCardBalance(
        transaction,
        card.giftCardId,
        { balance, reason: 'mistake' },
        { actor, now: FIXTURE_NOW },
      ),
    );
    await release(order);
    expect(await readCardBalance(card.giftCardId)).toBe(after);
    const movements = await backend.database
      .select()
      .from(giftCardMovement)
      .where(eq(giftCardMovement.giftCardId, card.giftCardId));
    expect(movements.find(({ kind }) => kind === 'corrected')).toMatchObject({
      orderId: null,
      amount: balance - 500,
      reason: 'mistake',
      actorId: 'anna',
    });
  });

  it('is nothing without a card, of an expired card, and of a blocked one', async () => {
    const card = await createCardByCommand('25', '--ends', '2026-11-06');
    const order = await insertOrderWithCard(card, 1000);
    expect(await reserveOrderCard(order, new Date('2026-11-07T00:00:00Z'))).toBe(0);
    expect(await reserveOrderCard({ ...order, cartId: 999_999_999 })).toBe(0);
    await backend.database
      .update(giftCard)
      .set({ blockedAt: FIXTURE_NOW })
      .where(eq(giftCard.giftCardId, card.giftCardId));
    expect(await reserveOrderCard(order)).toBe(0);
    expect(await listCardMovements(order.orderId)).toEqual([]);
  });

  it('equals its movements, each recorded once, in any order and with any repetition', async () => {
    const commands = fc.array(
      fc.record({
        order: fc.integer({ min: 0, max: 2 }),
        what: fc.constantFrom('hold' as const, 'take' as const, 'return' as const),
      }),
      { minLength: 1, maxLength: 14 },
    );
    const totals = [900, 1000, 4000];
    await fc.assert(
      fc.asyncProperty(commands, async (asked) => {
        const card = await createCardByCommand();
        const orders = await Promise.all(totals.map((total) => insertOrderWithCard(card, total)));
        let balance = 2500;
        const kept = orders.map(() => ({
          held: undefined as number | undefined,
          taken: false,
          returned: false,
        }));
        for (const { order: index, what } of asked) {
          const [order, own] = [orders[index]!, kept[index]!];
          if (what === 'hold') {
            const amount = own.held ?? Math.min(balance, order.totalAmount);
            expect(await reserveOrderCard(order)).toBe(amount);
            if (own.held === undefined && amount > 0) {
              own.held = amount;
              balance -= amount;
            }
          } else if (what === 'take') {
            await redeemOrderCard(order);
            if (own.held !== undefined && !own.returned) own.taken = true;
          } else {
            await release(order);
            if (own.held !== undefined && !own.returned) {
              own.returned = true;
              balance += own.held;
            }
          }
          expect(await readCardBalance(card.giftCardId)).toBe(balance);
        }
        for (const [index, { held, taken, returned }] of kept.entries()) {
          expect(await listCardMovements(orders[index]!.orderId)).toEqual([
            ...(held === undefined ? [] : [`held ${held}`]),
            ...(returned ? [`returned ${held}`] : []),
            ...(taken ? [`taken ${held}`] : []),
          ]);
        }
      }),
      { numRuns: 25, seed: 11 },
    );
  });

  it.each([
    ['take', redeemOrderCard],
    ['return', release],
  ])('is changed once by twenty concurrent requests: %s', async (_what, work) => {
    const card = await createCardByCommand();
    const order = await insertOrderWithCard(card, 1000);
    await reserveOrderCard(order);
    await Promise.all(Array.from({ length: 20 }, () => work(order)));
    expect(await readCardBalance(card.giftCardId)).toBe(work === redeemOrderCard ? 1500 : 2500);
    expect(await listCardMovements(order.orderId)).toHaveLength(2);
  });
});

/** Inserts an order with gift cards among its lines. */
const insertOrderOfGiftCards = (languageId = 4, siteId = 1) =>
  insertOrder(backend.database, {
    languageId,
    siteId,
    lines: [
      { productId: 169, productVariantId: 1084, quantity: 2, unitAmount: 2500, isVoucher: true },
      { productId: 101, productVariantId: VARIANT, quantity: 1, unitAmount: 1995 },
      { productId: 169, productVariantId: 1085, quantity: 1, unitAmount: 5000, isVoucher: true },
    ],
  });

async function issueCardsOfOrder(orderId: string): Promise<void> {
  const [order] = await backend.database
    .select()
    .from(customerOrder)
    .where(eq(customerOrder.orderId, orderId));
  await inTransaction((transaction) => service.issueSoldCards(transaction, order!, FIXTURE_NOW));
  await backend.runJob('queue');
}
const listSoldCards = (orderId: string) =>
  backend.database
    .select()
    .from(giftCard)
    .where(eq(giftCard.orderId, orderId))
    .orderBy(giftCard.orderSequence);

const readCardNumbers = (text: string) =>
  [...text.matchAll(/((?:\d{4} ){3}\d{4})\D+(\d{4})\b/g)].map(([, number = '', pin = '']) => ({
    number,
    pin,
  }));

describe('gift cards that are sold', () => {
  it('are issued once, one for each piece at its price, and sent by email', async () => {
    const before = backend.mails.length;
    const orderId = await insertOrderOfGiftCards();
    for (let n = 0; n < 3; n += 1) await issueCardsOfOrder(orderId);
    const cards = await listSoldCards(orderId);
    expect(cards.map((card) => [card.orderSequence, card.initialAmount, card.balance, card.endsAt])).toEqual([
      [1, 2500, 2500, null],
      [2, 2500, 2500, null],
      [3, 5000, 5000, null],
    ]);
    await backend.runJob('queue');
    const mails = backend.mails.slice(before);
    expect(mails).toHaveLength(1);
    const told = readCardNumbers(mails[0]!.text);
    expect(told.map(({ number }) => number.slice(-4))).toEqual(cards.map(({ lastFour }) => lastFour));
    expect(told.every(({ number }) => isGiftCardNumber(number.replaceAll(' ', '')))).toBe(true);
    for (const { number, pin } of told) {
      expect(mails[0]!.html).toContain(number);
      expect(mails[0]!.html).toContain(pin);
    }
    expect(mails[0]!.text).toMatch(/€25\.00[\s\S]*€25\.00[\s\S]*€50\.00/);
    const id = await openCart([[VARIANT, 9]]);
    for (const card of told)
      expect(await setPayment(id, createCardPaymentInput(card))).toMatchObject(noContentResponse);
  });

  it('are not issued if the order was cancelled meanwhile, or has none', async () => {
    const orderId = await insertOrderOfGiftCards();
    const [order] = await backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    await inTransaction((transaction) => service.issueSoldCards(transaction, order!, FIXTURE_NOW));
    await backend.database
      .update(customerOrder)
      .set({ status: 'cancelled' })
      .where(eq(customerOrder.orderId, orderId));
    await backend.runJob('queue');
    expect(await listSoldCards(orderId)).toEqual([]);
    await issueCardsOfOrder(await insertOrder(backend.database));
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('are mailed in language %i, for both brands', async (languageId) => {
    for (const siteId of [1, 10]) {
      const before = backend.mails.length;
      await issueCardsOfOrder(await insertOrderOfGiftCards(languageId, siteId));
      await backend.runJob('queue');
      const [mail] = backend.mails.slice(before);
      expect(readCardNumbers(mail!.text)).toHaveLength(3);
      const whole = `${mail!.subject} ${mail!.text} ${mail!.html}`;
      expect(whole).not.toMatch(/%\{|\|\|\|\|/);
      expect(/havero/i.test(mail!.text.replace(/\S*(localhost|@)\S*/g, ''))).toBe(siteId === 1);
      expect(new URL(/https?:\/\/[^\s)]+/.exec(mail!.text)![0]).hostname).toContain(
        siteId === 1 ? 'havero-nl' : 'hafero',
      );
    }
  });

  it('are blocked when the order is cancelled, unless one was used', async () => {
    const { database } = backend;
    const unused = await insertOrderOfGiftCards();
    await issueCardsOfOrder(unused);
    expect(
      await inTransaction((transaction) => service.blockSoldCards(transaction, unused, FIXTURE_NOW)),
    ).toBe(true);
    expect((await listSoldCards(unused)).every(({ blockedAt }) => blockedAt !== null)).toBe(true);
    const acts = await database
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.resource, 'gift-card'), eq(auditEntry.actorKind, 'shop')));
    expect(acts.map((row) => row.act)).toEqual(['block', 'block', 'block']);

    const used = await insertOrderOfGiftCards();
    await issueCardsOfOrder(used);
    const order = await insertOrderWithCard((await listSoldCards(used))[0]!, 1);
    await reserveOrderCard(order);
    expect(await inTransaction((transaction) => service.blockSoldCards(transaction, used, FIXTURE_NOW))).toBe(
      false,
    );
    expect((await listSoldCards(used)).every(({ blockedAt }) => blockedAt === null)).toBe(true);
    // After its amount was returned, it counts as unused.
    await release(order);
    expect(await inTransaction((transaction) => service.blockSoldCards(transaction, used, FIXTURE_NOW))).toBe(
      true,
    );
  });
});

describe('number and PIN', () => {
  it('are in the mail and nowhere else', async () => {
    const orderId = await insertOrderOfGiftCards();
    await issueCardsOfOrder(orderId);
    const before = backend.mails.length;
    await backend.runJob('queue');
    const cards = [await createCardByCommand(), ...readCardNumbers(backend.mails[before]!.text)];
    const id = await openCart([[VARIANT, 1]]);
    const answers: string[] = [];
    for (const card of cards) {
      answers.push((await setPayment(id, createCardPaymentInput(card))).text);
      answers.push((await setPayment(id, createCardPaymentInput({ ...card, pin: '99999' }))).text);
      answers.push(
        (await call('fetchCart', { params: { id } })).text,
        JSON.stringify(await calculateCart(id)),
      );
    }
    const dump = JSON.stringify(await dumpTables(backend.database));
    for (const { number } of cards) {
      for (const form of [number, number.replaceAll(' ', '')]) {
        expect(dump).not.toContain(form);
        expect(answers.join()).not.toContain(form);
        expect(logLines.join()).not.toContain(form);
      }
    }
    const hasher = createCardHasher(fixtureKeyRings.giftCards);
    const others = createCardHasher(
      createKeyRing({ current: 'another key of 32 characters or more', former: [] }, 'gift cards'),
    );
    const rows = await backend.database.select().from(giftCard);
    for (const { number, pin } of cards) {
      const row = rows.find(
        ({ numberHash }) => numberHash === hasher.hashNumber(number.replaceAll(' ', '')),
      )!;
      expect(Object.values(row)).not.toContain(pin);
      expect(await hasher.verifyPin(pin, row.pinHash)).toBe(true);
      // An attacker with the database only cannot verify a PIN.
      expect(await others.verifyPin(pin, row.pinHash)).toBe(false);
    }
    // Each has its own salt.
    expect(new Set(rows.map(({ pinHash }) => pinHash.split('.')[0])).size).toBe(rows.length);
    expect(logLines.join()).not.toMatch(/giftCardPin|giftCardNumber/);
  });
});

describe('the key of the cards', () => {
  const token = 'the-token-of-a-admin-that-is-long-enough';
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'havero-card-key-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const settings = { current: undefined, next: undefined, former: [] };
  const read = (database: Database, giftCardKeys: Partial<SecretSettings> = {}, adminToken = token) =>
    readKeyRings(
      {
        giftCardKeys: { ...settings, ...giftCardKeys },
        passwordPeppers: settings,
        linkKeys: settings,
        adminToken,
        dataDir: folder,
      },
      database,
    );
  const readKey = async (...args: Parameters<typeof read>) => (await read(...args)).giftCards.current.key;

  it('is created once in a folder without cards, and does not depend on the admin token', async () => {
    const empty = await openEmptyDatabase();
    try {
      const key = await readKey(empty.database);
      expect(key).not.toEqual(deriveKey(token, 'gift cards'));
      expect(await readFile(path.join(folder, 'gift-card-key'), 'utf8')).toMatch(/^[\w-]{43}\n$/);
      expect(await readKey(empty.database)).toEqual(key);
      expect(await readKey(backend.database)).toEqual(key);
    } finally {
      await empty.close();
    }
  });

  it('is that of the environment, and then no file is written', async () => {
    const current = 'k'.repeat(32);
    expect(await readKey(backend.database, { current })).toEqual(deriveKey(current, 'gift cards'));
    expect(await readdir(folder)).not.toContain('gift-card-key');
  });

  it('accepts cards that were created while their key was derived from the admin token', async () => {
    await createCardByCommand();
    expect(await readKey(backend.database)).toEqual(deriveKey(token, 'gift cards'));
    // Afterwards that token can change.
    expect(await readKey(backend.database, {}, 'another')).toEqual(deriveKey(token, 'gift cards'));
  });

  it('is the first line of the file, and former ones are the lines below it', async () => {
    const [current, former] = ['n'.repeat(32), 'o'.repeat(32)];
    await writeFile(path.join(folder, 'gift-card-key'), `${current}\n${former}\n`);
    await writeFile(path.join(folder, 'password-pepper'), `${current}\n${former}\n`);
    await writeFile(path.join(folder, 'link-key'), `${current}\n${former}\n`);
    const { giftCards, passwords, secondFactors, links } = await read(backend.database);
    for (const [ring, purpose] of [
      [giftCards, 'gift cards'],
      [passwords, 'passwords'],
      [secondFactors, SECOND_FACTOR_KEY_PURPOSE],
      [links, 'links'],
    ] as const) {
      expect(ring.keys.map(({ key }) => key)).toEqual([
        deriveKey(current, purpose),
        deriveKey(former, purpose),
      ]);
    }
  });
});

describe('npm run giftcard', () => {
  it('creates a card, shows its payments, and blocks it, each logged', async () => {
    const card = await createCardByCommand('12.34', '--ends', '2027-12-31');
    const lastFour = card.number.slice(-4);
    expect(card.out).toContain('€ 12.34');
    expect(card.out).toContain('2027-12-31');
    const order = await insertOrderWithCard(card, 1000);
    await reserveOrderCard(order);
    await redeemOrderCard(order);
    const shown = await runCommand(['show', lastFour]);
    expect(shown!.out).toMatch(
      /€ 2\.34 of € 12\.34 left[\s\S]*ends 2027-12-31[\s\S]*held € 10\.00[\s\S]*taken € 10\.00/,
    );
    expect((await runCommand(['list']))!.out).toContain(`…${lastFour}`);
    expect(await runCommand(['block', lastFour, '--card', String(card.giftCardId)])).toMatchObject({
      code: 0,
    });
    expect((await runCommand(['show', lastFour]))!.out).toContain('blocked 2026-11-05');
    for (const { out } of [shown!, (await runCommand(['list']))!]) expect(out).not.toContain(card.number);
    const acts = await backend.database
      .select()
      .from(auditEntry)
      .where(and(eq(auditEntry.resource, 'gift-card'), eq(auditEntry.resourceId, String(card.giftCardId))));
    expect(acts.map((row) => [row.act, row.actorKind])).toEqual([
      ['create', 'keeper'],
      ['block', 'keeper'],
    ]);
    const logged = await backend.database
      .select()
      .from(adminLog)
      .where(eq(adminLog.resourceId, String(card.giftCardId)))
      .orderBy(asc(adminLog.adminLogId));
    expect(logged.map(({ operation }) => operation)).toEqual(['giftcard.create', 'giftcard.block']);
    expect(JSON.stringify(logged)).not.toContain(card.number);
  });

  it.each([
    [['create', '0.99']],
    [['create', '1000.01']],
    [['create', '5,,00']],
    [['create', '1e3']],
    [['create', '25', '--ends', '2027-02-30']],
    [['show', 'unused digits']],
    [['block', 'unused digits']],
  ])('rejects %j and changes nothing', async (words) => {
    const cards = await backend.database.select().from(giftCard);
    const count = async () => (await backend.database.select().from(giftCard)).length;
    const before = cards.length;
    // The digits of the cards are random, so any fixed digits may belong to one of them.
    const used = new Set(cards.map(({ lastFour }) => lastFour));
    const unused = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).find(
      (digits) => !used.has(digits),
    )!;
    const result = await runCommand(words.map((word) => (word === 'unused digits' ? unused : word)));
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result!.err).not.toBe('');
    expect(await count()).toBe(before);
  });

  it.each([
    [[]],
    [['create']],
    [['list', 'x']],
    [['show', 'abcd']],
    [['block', '12345']],
    [['drop', '1234']],
  ])('shows its usage for %j', async (words) => {
    expect(await runCommand(words)).toBeNull();
  });

  it('requires a choice if several cards have the same last digits', async () => {
    const card = await createCardByCommand();
    const lastFour = card.number.slice(-4);
    const [row] = await backend.database
      .select()
      .from(giftCard)
      .where(eq(giftCard.giftCardId, card.giftCardId));
    const { giftCardId: _id, ...rest } = row!;
    await backend.database.insert(giftCard).values({ ...rest, numberHash: 'another' });
    const result = await runCommand(['block', lastFour]);
    expect(result).toMatchObject({ code: 1, out: '' });
    expect(result!.err).toContain('--card');
  });

  it('creates cards that expire at the end of a day, or never', async () => {
    const [day, forever] = [
      await createCardByCommand('25', '--ends', '2026-11-06'),
      await createCardByCommand(),
    ];
    const id = await openCart();
    backend.setNow(new Date('2026-11-06T23:59:59Z'));
    expect(await setPayment(id, createCardPaymentInput(day))).toMatchObject(noContentResponse);
    backend.setNow(new Date(FIXTURE_NOW.getTime() + 3650 * DAY_MS));
    expect(await setPayment(id, createCardPaymentInput(forever))).toMatchObject(noContentResponse);
  });
});
