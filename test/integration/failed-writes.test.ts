import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eq, isNull, sql } from 'drizzle-orm';
import request from 'supertest';
import {
  cart,
  outboxMail,
  productListingChange,
  rateLimit,
  review,
  siloQuotation,
  stock,
  stockReminder,
} from '../../server/backend/database/schema.ts';
import { putPurge } from '../../server/backend/outbox/purges.ts';
import { createLog } from '../../server/platform/logging.ts';
import { createErrorReporter, type ErrorReporter } from '../../server/platform/sentry.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { type BackendFixture, FIXTURE_NOW, openBackend } from '../fixtures/backend-app.ts';
import { createCallBackend, dutchShop, type LooseInput } from '../fixtures/call-backend.ts';
import { type CallWithInput, callNames, SOLD_OUT, VARIANT } from '../fixtures/call-inputs.ts';
import { type HostileDatabase, makeHostile } from '../fixtures/hostile-database.ts';
import { insertOrder } from '../fixtures/orders.ts';
import { type SentryServer, startSentryServer } from '../fixtures/sentry-server.ts';
import { MARK, markedInputs, typed } from '../fixtures/typed-words.ts';

const HOUR_MS = 3_600_000;

let backend: BackendFixture;
let hostile: HostileDatabase;
let sentry: SentryServer;
let errorReporter: ErrorReporter;
/** Everything that leaves the process beside answers and mails. */
const written: string[] = [];
let moment = FIXTURE_NOW.getTime();
const { call: callWith, giveCart } = createCallBackend(() => backend);

beforeAll(async () => {
  sentry = await startSentryServer();
  const log = createLog({ name: 'backend', level: 'trace' }, { write: (line) => void written.push(line) });
  errorReporter = await createErrorReporter({ dsn: sentry.dsn, process: 'backend', log });
  backend = await openBackend({ log, errorReporter });
  hostile = await makeHostile(backend.database);
});

afterAll(async () => {
  await backend?.close();
  await sentry?.close();
});

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
  }
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Nothing is left of the one before, and no limit reaches over. */
async function beginAnew(): Promise<void> {
  await hostile.turnOff();
  const { database } = backend;
  await database.delete(outboxMail);
  await database.delete(review).where(isNull(review.importKey));
  await database.delete(stockReminder);
  await database.delete(siloQuotation);
  await database.update(stock).set({ amount: 0 }).where(eq(stock.productVariantId, SOLD_OUT));
  backend.mails.length = 0;
  backend.errors.length = 0;
  moment += 26 * HOUR_MS;
  backend.setNow(new Date(moment));
  written.length = 0;
  sentry.raw.length = 0;
  sentry.events.length = 0;
}

const call = (name: CallWithInput, input: LooseInput = markedInputs[name]) => callWith(name, input);

/** Sends mails that wait, and gives the token of the last. */
async function takeToken(): Promise<string> {
  await backend.runJob('events');
  const token = /token=([\w-]+)/.exec(backend.mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('There is no mail with a token');
  return token;
}

/** Looks through everything that was written, and says in which words something of a person stood. */
async function expectNothingTold(secrets: readonly string[] = []): Promise<void> {
  await errorReporter.flush(2000);
  const told = [...written, ...sentry.raw];
  const leaks = told.filter((text) => typed.test(text) || secrets.some((secret) => text.includes(secret)));
  expect(leaks).toEqual([]);
}

/** What is there before a call can write: the calls that need more than their input. */
const preparations: { readonly [N in CallName]?: () => Promise<LooseInput> } = {
  confirmReview: async () => {
    await call('writeReview');
    return { body: { token: await takeToken() } };
  },
  confirmStockReminder: async () => {
    await call('requestStockReminder');
    return { body: { token: await takeToken() } };
  },
  endStockReminder: async () => {
    await call('requestStockReminder');
    return { body: { token: await takeToken() } };
  },
  // The product of `callInputs` does not come by lorry.
  requestSiloQuotation: async () => {
    const { body } = await request(backend.app).get(callPaths.fetchSiloOffer.path).set(dutchShop);
    const [product] = body.products;
    return {
      body: { ...markedInputs.requestSiloQuotation.body, productId: product?.productId ?? null },
    };
  },
};

const prepare = async (name: CallWithInput): Promise<LooseInput> =>
  (await preparations[name]?.()) ?? giveCart(name, markedInputs[name]);

/** All that change something; a new one has to be among them. */
const writing = [
  'addCartProduct',
  'alterCartProduct',
  'calculateProducts',
  'calculateProducts2',
  'confirmReview',
  'confirmStockReminder',
  'createCart',
  'createWithdrawal',
  'endStockReminder',
  'handOverCart',
  'impersonateCart',
  'lookUpAddress',
  'nameRqsSample',
  'receiveCart',
  'removeCartProduct',
  'removeDiscountCode',
  'removeRqsSample',
  'reportConversion',
  'requestSiloQuotation',
  'requestStockReminder',
  'setAlternativeShipping',
  'setBilling',
  'setDealer',
  'setDiscountCode',
  'setNewsletter',
  'setParcelShop',
  'setPayment',
  'setShipping',
  'writeReview',
] as const satisfies readonly CallName[];

/** Those that want a cart that is ready, or an order, and are tried in the tests of orders and of broken connections. */
const ofOrders = [
  'cancelOrder',
  'completeCart',
  'fetchOrderStatus',
  'reorder',
  'startOrderPayment',
] as const satisfies readonly CallName[];

describe('a call whose write the database refuses', () => {
  it('is known here, whichever it is', async () => {
    const found: string[] = [];
    for (const name of callNames) {
      await beginAnew();
      const input = await prepare(name);
      await hostile.turnOn('refuse');
      if ((await call(name, input)).status >= 500) found.push(name);
    }
    await beginAnew();
    expect(found.sort()).toEqual([...writing, ...ofOrders].sort());
  });

  it.each(writing)(
    '%s: answers 500, keeps nothing of it, and writes no word of it down, whichever table refuses',
    async (name) => {
      await beginAnew();
      const prepared = await prepare(name);
      const tables = await hostile.listWritten(() => call(name, prepared));
      expect(tables).not.toEqual([]);
      for (const table of tables) {
        await beginAnew();
        const input = await prepare(name);
        const before = await hostile.findTablesWith(MARK, tables);
        const tokens = backend.mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
        await hostile.turnOn('refuse', table);
        const { status, text } = await call(name, input);
        await hostile.turnOff();
        expect(status).toBe(500);
        expect(JSON.parse(text)).toEqual({
          type: 'urn:problem:internal_error',
          title: 'An unexpected error occurred',
          status: 500,
          code: 'internal_error',
        });
        expect(await hostile.findTablesWith(MARK, tables)).toEqual(before);
        await expectNothingTold(tokens);
        // It was told that something failed, and what.
        expect(written.join('')).toMatch(/"code":"P0001"/);
        expect(sentry.events).toHaveLength(1);
      }
      await beginAnew();
    },
    120_000,
  );
});

describe('a call while the disk of the database is full', () => {
  it.each(writing)('%s: answers 503, writes no word down, and works when there is room', async (name) => {
    await beginAnew();
    const input = await prepare(name);
    const tokens = backend.mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
    await hostile.turnOn('no-room');
    const { status, text, headers } = await call(name, input);
    expect(JSON.parse(text)).toEqual({
      type: 'urn:problem:backend_unavailable',
      title: 'The database cannot be used now, try again later',
      status: 503,
      code: 'backend_unavailable',
    });
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    // Reading goes on.
    expect((await call('fetchProduct')).status).toBe(200);
    await expectNothingTold(tokens);
    expect(written.join('')).toMatch(/"code":"53100"/);
    await hostile.turnOff();
    expect([200, 204]).toContain((await call(name, input)).status);
  });
});

it('writes no word down of what any call was asked, where no statement works', async () => {
  await beginAnew();
  const inputs = await Promise.all(
    callNames.map(async (name) => [name, await giveCart(name, markedInputs[name])] as const),
  );
  // Sites are known by now.
  await call('fetchProduct');
  await backend.database.execute(sql`alter schema public rename to elsewhere`);
  const failed: string[] = [];
  try {
    for (const [name, input] of inputs) if ((await call(name, input)).status >= 500) failed.push(name);
  } finally {
    await backend.database.execute(sql`alter schema elsewhere rename to public`);
  }
  expect(failed).toEqual(expect.arrayContaining(['writeReview', 'setBilling', 'suggestProducts']));
  await expectNothingTold();
  expect(written.join('')).toMatch(/42P01/);
});

const jobs = [
  'events',
  'forget',
  'forget-carts',
  'forget-quotations',
  'listing-changes',
  'mails',
  'popularity',
  'publish-reviews',
  'stock-reminders',
] as const;

/** They have orders and withdrawals to work on in the tests of those. */
const jobsOfOrders = ['close-orders', 'end-unpaid-orders', 'forget-orders', 'forget-withdrawals'];

describe('a job that cannot write', () => {
  it.each(jobs)(
    '%s says so, and no word of those for whom it works',
    async (job) => {
      await beginAnew();
      await call('writeReview');
      await call('confirmReview', { body: { token: await takeToken() } });
      await call('requestStockReminder');
      await call('confirmStockReminder', { body: { token: await takeToken() } });
      await backend.database.update(stock).set({ amount: 7 }).where(eq(stock.productVariantId, SOLD_OUT));
      await call('requestStockReminder', {
        params: markedInputs.requestStockReminder.params,
        body: { emailAddress: `second-${MARK}@stal.example` },
      });
      await backend.database.update(outboxMail).set({ sentAt: null, nextAttemptAt: new Date(moment) });
      await backend.database
        .insert(productListingChange)
        .values(['1', '2'].map((transactionId) => ({ siteId: 1, transactionId, changedAt: new Date(0) })));
      await call('requestSiloQuotation', await prepare('requestSiloQuotation'));
      await backend.database.update(siloQuotation).set({ createdAt: new Date(0) });
      await call('setBilling', await prepare('setBilling'));
      await backend.database.update(cart).set({ lastModified: new Date(0) });
      await backend.database.update(rateLimit).set({ windowEndsAt: new Date(0) });
      await insertOrder(backend.database, {
        createdAt: new Date(moment),
        lines: [{ productId: 101, productVariantId: VARIANT, quantity: 1, unitAmount: 1995 }],
      });
      await putPurge(backend.database, ['product-101'], new Date(moment));
      const tokens = backend.mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
      const sent = backend.mails.length;
      await hostile.turnOn('refuse');
      await backend.runJob(job);
      await hostile.turnOff();
      expect(backend.errors).toHaveLength(1);
      expect(backend.mails).toHaveLength(sent);
      await expectNothingTold(tokens);
      expect(written.join('')).toMatch(new RegExp(`"job":"${job}"`));
    },
    120_000,
  );

  it('is among them, whichever it is', () => {
    // Nothing is enqueued yet, so that this one has nothing to write.
    expect([...backend.jobNames].sort()).toEqual([...jobs, ...jobsOfOrders, 'queued-jobs'].sort());
  });
});
