import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import request from 'supertest';
import { createShopOrderChanger } from '../../server/backend/app/order-changer.ts';
import { enqueuePurge } from '../../server/backend/core/cache-purges.ts';
import {
  account,
  accountAddress,
  accountRequest,
  accountSession,
  accountToken,
  campaign,
  campaignRecipient,
  campaignSite,
  campaignText,
  cart,
  customerOrder,
  feedAdvice,
  labResult,
  newsletterConsent,
  newsletterSubscriber,
  orderStatusChange,
  outboxMail,
  payment,
  previewLink,
  productListingChange,
  queueItem,
  rateLimit,
  review,
  roughageSample,
  siloQuotation,
  stock,
  stockReminder,
  textVersion,
  withdrawal,
} from '../../server/backend/schema/schema.ts';
import { createLog } from '../../server/platform/logging.ts';
import { createErrorReporter, type ErrorReporter } from '../../server/platform/sentry.ts';
import { callContracts } from '../../shared/contract/calls.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { HOUR_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { createSignedInAccount, PASSWORD } from '../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders, type LooseInput } from '../fixtures/call-backend.ts';
import { type CallWithInput, callNamesWithInput, RQS, SOLD_OUT, VARIANT } from '../fixtures/call-inputs.ts';
import { createTestCampaign, insertNewsletterSubscribers, trySendCampaign } from '../fixtures/campaigns.ts';
import { insertLabResult } from '../fixtures/lab-results.ts';
import { markedCallInputs, TYPED_TEXT_MARKER, typed } from '../fixtures/marked-call-inputs.ts';
import { insertOrder } from '../fixtures/orders.ts';
import {
  insertOrderPayment,
  insertPlacedOrder,
  runPaymentJobs,
  setTestBankPaymentStatus,
} from '../fixtures/payments.ts';
import { type SentryServer, startSentryServer } from '../fixtures/sentry-server.ts';
import { selectRotatedTestCases, selectTestCases } from '../fixtures/test-case-sampling.ts';
import { installWriteFailures, type WriteFailureSwitches } from '../fixtures/write-failures.ts';

let backend: BackendFixture;
let hostile: WriteFailureSwitches;
let sentry: SentryServer;
let errorReporter: ErrorReporter;
/** All output of the process except responses and mails. */
const writtenOutput: string[] = [];
let currentTimeMs = FIXTURE_NOW.getTime();
const { call: callWith, addCartToInput } = createBackendCaller(() => backend);

beforeAll(async () => {
  sentry = await startSentryServer();
  const log = createLog(
    { name: 'backend', level: 'trace' },
    { write: (line) => void writtenOutput.push(line) },
  );
  errorReporter = await createErrorReporter({ dsn: sentry.dsn, process: 'backend', log });
  backend = await openBackendFixture({ log, errorReporter });
  hostile = await installWriteFailures(backend.database);
});

afterAll(async () => {
  await backend?.close();
  await sentry?.close();
});

beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) {
    jest.spyOn(stream, 'write').mockImplementation((chunk) => {
      writtenOutput.push(String(chunk));
      return true;
    });
  }
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Removes the data of the previous test, and moves the clock beyond all rate limits. */
async function resetTestData(): Promise<void> {
  await hostile.turnOff();
  const { database } = backend;
  await database.delete(outboxMail);
  await database.delete(review).where(isNull(review.importKey));
  for (const table of [
    campaignRecipient,
    campaignText,
    campaignSite,
    campaign,
    newsletterConsent,
    newsletterSubscriber,
  ]) {
    await database.delete(table);
  }
  await database.delete(stockReminder);
  await database.delete(siloQuotation);
  await database.delete(withdrawal);
  await database.delete(queueItem);
  for (const table of [accountAddress, accountRequest, accountToken, accountSession])
    await database.delete(table);
  const orders = await database.select({ orderId: customerOrder.orderId }).from(customerOrder);
  await database.transaction('forget-orders', (transaction) =>
    createShopOrderChanger().delete(
      transaction,
      orders.map(({ orderId }) => orderId),
      FIXTURE_NOW,
    ),
  );
  await database.update(cart).set({ accountId: null });
  await database.delete(feedAdvice);
  await database
    .delete(labResult)
    .where(
      inArray(
        labResult.sampleId,
        database
          .select({ id: roughageSample.sampleId })
          .from(roughageSample)
          .where(isNotNull(roughageSample.accountId)),
      ),
    );
  await database.delete(roughageSample).where(isNotNull(roughageSample.accountId));
  await database.delete(account);
  await database.update(stock).set({ amount: 0 }).where(eq(stock.productVariantId, SOLD_OUT));
  // Deleting an order does not restore its stock.
  await database
    .update(stock)
    .set({ amount: 500 })
    .where(inArray(stock.productVariantId, [VARIANT, RQS]));
  await database.delete(textVersion);
  await database.delete(previewLink);
  backend.mails.length = 0;
  backend.errors.length = 0;
  currentTimeMs += 26 * HOUR_MS;
  backend.setNow(new Date(currentTimeMs));
  writtenOutput.length = 0;
  sentry.raw.length = 0;
  sentry.events.length = 0;
}

const call = (name: CallWithInput, input: LooseInput = markedCallInputs[name]) => callWith(name, input);

/** Sends waiting mails, and returns the token of the last one. */
async function collectToken(): Promise<string> {
  await backend.runJob('queue');
  const token = /token=([\w-]+)/.exec(backend.mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('There is no mail with a token');
  return token;
}

/** Runs the requested work, and returns the link of the mail. */
async function collectLink(): Promise<{ params: { userId: string }; query: { token: string } }> {
  await backend.runJob('queue');
  const token = await collectToken();
  const userId = /userId=([\w-]+)/.exec(backend.mails.at(-1)?.text ?? '')?.[1] ?? '';
  return { params: { userId }, query: { token } };
}

/** Expects that no output contains personal data; reports the text around it. */
async function expectNoPersonalData(secrets: readonly string[] = []): Promise<void> {
  await errorReporter.flush(2000);
  const told = [...writtenOutput, ...sentry.raw];
  const leaks = told.filter((text) => typed.test(text) || secrets.some((secret) => text.includes(secret)));
  expect(leaks).toEqual([]);
}

/** Prepares a cart that can be ordered, by a customer with the mark in their name. */
async function prepareOrderCompletion(): Promise<LooseInput> {
  const input = await addCartToInput('completeCart', markedCallInputs.completeCart);
  await call('setBilling', { body: markedCallInputs.setBilling.body, params: input.params ?? {} });
  return input;
}

/** Places an order that waits for its payment. */
async function placeOrder(): Promise<{ params: { orderId: string }; body: { token: string } }> {
  const { status, body } = await call('completeCart', await prepareOrderCompletion());
  if (status >= 300) throw new Error(`There is no order: ${status}`);
  return { params: { orderId: body.orderId }, body: { token: body.token } };
}

let signedUpCustomerCount = 0;

/** Preparations of the calls that need more than their input before they can write. */
const inputPreparations: { readonly [N in CallName]?: () => Promise<LooseInput> } = {
  completeCart: prepareOrderCompletion,
  cancelOrder: placeOrder,
  reorder: placeOrder,
  startOrderPayment: async () => {
    const { params, body } = await placeOrder();
    // The first attempt has failed, so that another one starts.
    await runPaymentJobs(backend);
    const [tried] = await backend.database.select().from(payment).where(eq(payment.orderId, params.orderId));
    await setTestBankPaymentStatus(backend, tried?.paymentId ?? '', 'failed');
    return { params, body: { ...body, paymentMethodId: 1, issuer: null } };
  },
  openPreview: async () => {
    const url = await backend.shop.previews.createLink({
      siteId: 1,
      languageId: 4,
      path: '/',
      instant: new Date(currentTimeMs),
      staffMemberId: 'test',
    });
    return { body: { token: new URL(url).hash.slice(1) } };
  },
  fetchOrderStatus: async () => {
    const { params, body } = await placeOrder();
    await runPaymentJobs(backend);
    const [tried] = await backend.database.select().from(payment).where(eq(payment.orderId, params.orderId));
    // Paid without a notification: the shop finds out when the customer opens the page.
    await setTestBankPaymentStatus(backend, tried?.paymentId ?? '', 'paid');
    backend.setNow(new Date(currentTimeMs + MINUTE_MS));
    return { params, query: { token: body.token } };
  },
  confirmReview: async () => {
    await call('writeReview');
    return { body: { token: await collectToken() } };
  },
  confirmStockReminder: async () => {
    await call('requestStockReminder');
    return { body: { token: await collectToken() } };
  },
  endStockReminder: async () => {
    await call('requestStockReminder');
    return { body: { token: await collectToken() } };
  },
  confirmAccount: async () => {
    await call('registerAccount');
    return collectLink();
  },
  resetPassword: async () => {
    await createSignedInAccount(backend, {
      emailAddress: markedCallInputs.forgotPassword.body.emailAddress,
      now: new Date(currentTimeMs),
    });
    await call('forgotPassword');
    const { params, query } = await collectLink();
    return { params, query: { ...query, newPassword: 'Haverstro 13' } };
  },
  signIn: async () => {
    signedUpCustomerCount += 1;
    const { emailAddress } = await createSignedInAccount(backend, {
      emailAddress: `${TYPED_TEXT_MARKER}-${signedUpCustomerCount}@stal.example`,
      now: new Date(currentTimeMs),
    });
    return { body: { emailAddress, password: PASSWORD } };
  },
  // The product of `callInputs` is not delivered by silo lorry.
  requestSiloQuotation: async () => {
    const { body } = await request(backend.app).get(callPaths.fetchSiloOffer.path).set(dutchShopHeaders);
    const [product] = body.products;
    return {
      body: { ...markedCallInputs.requestSiloQuotation.body, productId: product?.productId ?? null },
    };
  },
};

const prepareInput = async (name: CallWithInput): Promise<LooseInput> =>
  (await inputPreparations[name]?.()) ?? addCartToInput(name, markedCallInputs[name]);

/** All calls that write; a new one must be added. */
const writingCallNames = [
  'addCartProduct',
  'alterCartProduct',
  'calculateProducts',
  'calculateProducts2',
  'checkAccountLink',
  'confirmAccount',
  'confirmReview',
  'confirmStockReminder',
  'createCart',
  'createWithdrawal',
  'endStockReminder',
  'forgotPassword',
  'handOverCart',
  'impersonateCart',
  'lookUpAddress',
  'nameRqsSample',
  'openPreview',
  'receiveCart',
  'receiveSession',
  'registerAccount',
  'removeCartProduct',
  'removeDiscountCode',
  'removeGiftCard',
  'removeRqsSample',
  'reportConversion',
  'requestNewsletter',
  'requestSiloQuotation',
  'requestStockReminder',
  'resendConfirmation',
  'resetPassword',
  'setAlternativeShipping',
  'setBilling',
  'setCartPassword',
  'setDealer',
  'setDiscountCode',
  'setGiftCard',
  'setDraft',
  'setNewsletter',
  'setParcelShop',
  'setPayment',
  'setShipping',
  'signIn',
  'writeReview',
] as const satisfies readonly CallName[];

/** Calls of an order, whose order remains after a failure. */
const orderCallNames = [
  'cancelOrder',
  'completeCart',
  'fetchOrderStatus',
  'reorder',
  'startOrderPayment',
] as const satisfies readonly CallName[];

describe('a call whose write the database refuses', () => {
  it('covers every call that writes', async () => {
    const found: string[] = [];
    for (const name of callNamesWithInput) {
      await resetTestData();
      const input = await prepareInput(name);
      await hostile.turnOn('refuse');
      if ((await call(name, input)).status >= 500) found.push(name);
    }
    await resetTestData();
    expect(found.sort()).toEqual([...writingCallNames, ...orderCallNames].sort());
  });

  it.each(selectTestCases(writingCallNames, 4))(
    '%s: returns 500, stores nothing and logs no personal data, whichever table refuses',
    async (name) => {
      await resetTestData();
      const prepared = await prepareInput(name);
      const tables = await hostile.listWritten(() => call(name, prepared));
      expect(tables).not.toEqual([]);
      for (const table of selectRotatedTestCases(tables, writingCallNames.indexOf(name))) {
        await resetTestData();
        const input = await prepareInput(name);
        const before = await hostile.countRowsWith(TYPED_TEXT_MARKER, tables);
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
        expect(await hostile.countRowsWith(TYPED_TEXT_MARKER, tables)).toEqual(before);
        await expectNoPersonalData(tokens);
        // The error and its code are reported.
        expect(writtenOutput.join('')).toMatch(/"code":"P0001"/);
        expect(sentry.events).toHaveLength(1);
      }
      await resetTestData();
    },
    120_000,
  );
});

/** Tables that a failed call may change: rate limits, and a new cart whose id was not returned. */
const tablesChangedByRefusals = ['rate_limit', 'cart', 'cart_access'];

describe('a call of an order whose write the database refuses', () => {
  it.each(selectTestCases(orderCallNames, 3))(
    '%s: logs no personal data, whichever table refuses, and takes effect once when it is retried',
    async (name) => {
      await resetTestData();
      const prepared = await prepareInput(name);
      // The tables of the test bank are not those of the shop: the tests of payments cover a failing bank.
      const tables = (await hostile.listWritten(() => call(name, prepared))).filter(
        (table) => table !== 'test_bank_payment',
      );
      expect(tables).not.toEqual([]);
      for (const table of selectRotatedTestCases(tables, orderCallNames.indexOf(name))) {
        await resetTestData();
        const input = await prepareInput(name);
        const secrets = [input.body, input.query].flatMap((part) =>
          typeof part === 'object' && part !== null && 'token' in part ? [String(part.token)] : [],
        );
        const before = await hostile.countRowsWith('', tables);
        await hostile.turnOn('refuse', table);
        const refused = await call(name, input);
        await hostile.turnOff();
        await expectNoPersonalData(secrets);
        expect([table, refused.status]).toEqual([table, 500]);
        expect(writtenOutput.join('')).toMatch(/"code":"P0001"/);
        const after = await hostile.countRowsWith('', tables);
        for (const kept of tablesChangedByRefusals) {
          delete before[kept];
          delete after[kept];
        }
        expect(after).toEqual(before);

        const again = await call(name, input);
        expect([200, 204]).toContain(again.status);
        backend.errors.length = 0;
        const orders = await backend.database.select().from(customerOrder);
        const carts = orders.map(({ cartId }) => cartId);
        expect(new Set(carts).size).toBe(carts.length);
      }
      await resetTestData();
    },
    120_000,
  );
});

/** All calls by which a signed-in customer writes; a new one must be added. */
const ownerCallNames = [
  'changeEmailAddress',
  'changePassword',
  'confirmPassword',
  'deleteAccount',
  'exportAccount',
  'handOverSession',
  'replaceQsLink',
  'replaceRqsLink',
  'saveAddress',
  'saveFeedAdvice',
  'updateAccount',
  'updateSubscriptions',
] as const satisfies readonly CallName[];

/** Keys of the results of the signed-in customer. */
const resultKeysByCall = new Map<CallName, string>();

/** Signs in a customer with the mark in name and address, an order, a cart, a review and test results. */
async function startSession(): Promise<string> {
  signedUpCustomerCount += 1;
  const { accountId, cookie } = await createSignedInAccount(backend, {
    emailAddress: `${TYPED_TEXT_MARKER}-${signedUpCustomerCount}@stal.example`,
    firstName: TYPED_TEXT_MARKER,
    now: new Date(currentTimeMs),
  });
  const id = (await callWith('createCart', {}, { cookie })).body.shoppingcartId;
  await callWith('setBilling', { ...markedCallInputs.setBilling, params: { id } }, { cookie });
  await callWith('writeReview', markedCallInputs.writeReview, { cookie });
  for (const [name, kind] of [
    ['replaceRqsLink', 'rqs'],
    ['replaceQsLink', 'qs'],
  ] as const) {
    const { key } = await insertLabResult(backend.database, kind, {
      sample: { accountId, sampleName: TYPED_TEXT_MARKER },
    });
    resultKeysByCall.set(name, key);
  }
  return cookie;
}

function callAs(name: CallName, cookie: string) {
  const input: LooseInput = Reflect.get(markedCallInputs, name) ?? {};
  const key = resultKeysByCall.get(name);
  return callWith(name, key === undefined ? input : { ...input, params: { key } }, { cookie });
}

describe('a call of a signed-in customer whose write the database refuses', () => {
  it('covers every call that writes', async () => {
    const names = (Object.keys(callPaths) as CallName[]).filter((name) =>
      /ession/.test(callContracts[name].needs),
    );
    const found: string[] = [];
    for (const name of names) {
      await resetTestData();
      const cookie = await startSession();
      await hostile.turnOn('refuse');
      if ((await callAs(name, cookie)).status >= 500) found.push(name);
    }
    await resetTestData();
    expect(found.sort()).toEqual([...ownerCallNames].sort());
  });

  it.each(selectTestCases(ownerCallNames, 3, 1))(
    '%s: returns 500, changes nothing and logs no personal data, whichever table refuses',
    async (name) => {
      await resetTestData();
      const first = await startSession();
      const tables = await hostile.listWritten(() => callAs(name, first));
      expect(tables).not.toEqual([]);
      for (const table of selectRotatedTestCases(tables, ownerCallNames.indexOf(name))) {
        await resetTestData();
        const cookie = await startSession();
        const before = await hostile.countRowsWith('', tables);
        await hostile.turnOn('refuse', table);
        const refused = await callAs(name, cookie);
        await hostile.turnOff();
        await expectNoPersonalData();
        expect([table, refused.status]).toEqual([table, 500]);
        expect(String(refused.headers['set-cookie'] ?? '')).toBe('');
        const after = await hostile.countRowsWith('', tables);
        // Counted before the work starts.
        delete before.rate_limit;
        delete after.rate_limit;
        expect(after).toEqual(before);
        expect([200, 204]).toContain((await callAs(name, cookie)).status);
        backend.errors.length = 0;
      }
      await resetTestData();
    },
    120_000,
  );
});

describe('a call while the disk of the database is full', () => {
  it.each(selectTestCases([...writingCallNames, ...orderCallNames], 6, 2))(
    '%s: returns 503, logs no personal data, and succeeds when there is space again',
    async (name) => {
      await resetTestData();
      const input = await prepareInput(name);
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
      // Reads still work.
      expect((await call('fetchProduct')).status).toBe(200);
      await expectNoPersonalData(tokens);
      expect(writtenOutput.join('')).toMatch(/"code":"53100"/);
      await hostile.turnOff();
      // A token of another session needs a second browser, so here it is unknown and refused with 400.
      const accepted = name === 'receiveSession' ? [400] : [200, 204];
      expect(accepted).toContain((await call(name, input)).status);
    },
  );
});

it('the backend logs no personal data of any call while all statements fail', async () => {
  await resetTestData();
  const inputs = await Promise.all(
    callNamesWithInput.map(
      async (name) => [name, await addCartToInput(name, markedCallInputs[name])] as const,
    ),
  );
  // Loads the sites into the cache.
  await call('fetchProduct');
  await backend.database.execute(sql`alter schema public rename to elsewhere`);
  const failed: string[] = [];
  try {
    for (const [name, input] of inputs) if ((await call(name, input)).status >= 500) failed.push(name);
  } finally {
    await backend.database.execute(sql`alter schema elsewhere rename to public`);
  }
  expect(failed).toEqual(expect.arrayContaining(['writeReview', 'setBilling', 'suggestProducts']));
  await expectNoPersonalData();
  expect(writtenOutput.join('')).toMatch(/42P01/);
});

const jobs = [
  'campaign-recipients',
  'campaigns',
  'close-orders',
  'end-unpaid-orders',
  'forget',
  'forget-accounts',
  'forget-carts',
  'forget-orders',
  'forget-quotations',
  'forget-withdrawals',
  'listing-changes',
  'newsletter-consents',
  'planned-texts',
  'popularity',
  'publish-reviews',
  'queue',
  'reconcile-payments',
  'stock-reminders',
] as const;

describe('a job that cannot write', () => {
  it.each(selectTestCases(jobs, 4, 1))(
    '%s reports the failure without personal data',
    async (job) => {
      await resetTestData();
      await call('writeReview');
      await call('confirmReview', { body: { token: await collectToken() } });
      await call('requestStockReminder');
      await call('confirmStockReminder', { body: { token: await collectToken() } });
      await backend.database.update(stock).set({ amount: 7 }).where(eq(stock.productVariantId, SOLD_OUT));
      await call('requestStockReminder', {
        params: markedCallInputs.requestStockReminder.params,
        body: { emailAddress: `second-${TYPED_TEXT_MARKER}@stal.example` },
      });
      await backend.database.update(outboxMail).set({ sentAt: null });
      await backend.database
        .insert(productListingChange)
        .values(['1', '2'].map((transactionId) => ({ siteId: 1, transactionId, changedAt: new Date(0) })));
      await call('requestSiloQuotation', await prepareInput('requestSiloQuotation'));
      await backend.database.update(siloQuotation).set({ createdAt: new Date(0) });
      await call('setBilling', await prepareInput('setBilling'));
      await backend.database.update(cart).set({ lastModified: new Date(0) });
      await backend.database.update(rateLimit).set({ windowEndsAt: new Date(0) });
      await insertNewsletterSubscribers(backend, 1, { prefix: TYPED_TEXT_MARKER });
      const campaignId = await createTestCampaign(backend);
      await trySendCampaign(backend, campaignId);
      // Due at any time of this test's clock.
      await backend.database.update(campaign).set({ nextAt: new Date(0) });
      await backend.database
        .insert(campaignRecipient)
        .values({ campaignId, addressHash: 'of nobody', createdAt: new Date(0) });
      await call('requestNewsletter');
      await backend.database.update(newsletterConsent).set({ createdAt: new Date(0) });
      await insertOrder(backend.database, {
        createdAt: new Date(currentTimeMs),
        lines: [{ productId: 101, productVariantId: VARIANT, quantity: 1, unitAmount: 1995 }],
      });
      const unpaid = await placeOrder();
      await backend.database
        .update(customerOrder)
        .set({ paymentDueAt: new Date(0) })
        .where(eq(customerOrder.orderId, unpaid.params.orderId));
      const markedAddress = markedCallInputs.setBilling.body.emailAddress;
      const sentId = await insertOrder(backend.database, {
        status: 'sent',
        // No part of it is delivered, so its withdrawal period began with the contract.
        createdAt: new Date(currentTimeMs - 1000 * HOUR_MS),
        emailAddress: markedAddress,
      });
      await backend.database
        .insert(orderStatusChange)
        .values({ orderId: sentId, status: 'sent', at: new Date(0) });
      await insertOrder(backend.database, {
        status: 'closed',
        createdAt: new Date(0),
        emailAddress: markedAddress,
      });
      // Their session has expired.
      await createSignedInAccount(backend, { now: new Date(0) });
      await call('createWithdrawal');
      await backend.database.update(withdrawal).set({ receivedAt: new Date(0) });
      await enqueuePurge(backend.database, ['product-101'], new Date(currentTimeMs));
      const value = { title: TYPED_TEXT_MARKER };
      await backend.database.insert(textVersion).values({
        key: 'delivery',
        kind: 'page',
        language: 'nl',
        before: { value },
        after: { value },
        state: 'planned',
        publishAt: new Date(0),
        madeAt: new Date(0),
        madeBy: 'command',
      });
      if (job === 'reconcile-payments') {
        // It is paid at the bank, and no webhook has arrived.
        const { orderId } = await insertPlacedOrder(backend, new Date(backend.clock()));
        const paymentId = await insertOrderPayment(backend, orderId, new Date(backend.clock()));
        await backend.shop.payments.begin(paymentId);
        await setTestBankPaymentStatus(backend, paymentId, 'paid');
      }
      const tokens = backend.mails.flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
      const sent = backend.mails.length;
      await hostile.turnOn('refuse');
      await backend.runJob(job);
      await hostile.turnOff();
      expect(backend.errors).toHaveLength(1);
      expect(backend.mails).toHaveLength(sent);
      await expectNoPersonalData(tokens);
      expect(writtenOutput.join('')).toMatch(new RegExp(`"job":"${job}"`));
    },
    120_000,
  );

  it('covers every job', () => {
    // Excluded: the check of the books only reads.
    expect([...backend.jobNames].sort()).toEqual([...jobs, 'check-books'].sort());
  });
});
