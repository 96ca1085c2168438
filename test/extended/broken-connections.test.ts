import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, isNull, sql } from 'drizzle-orm';
import { Client } from 'pg';
import request from 'supertest';
import Type from 'typebox';
import { purgeFromCommand } from '../../server/backend/app/purge-command.ts';
import type { ShopCommandContext } from '../../server/backend/app/shop-command-context.ts';
import { endPromotion } from '../../server/backend/catalogue/promotions/save-promotions.ts';
import { publishReviews } from '../../server/backend/catalogue/reviews/publish-reviews.ts';
import { setReviewTakenDown } from '../../server/backend/catalogue/reviews/take-down.ts';
import { createSqlIndex } from '../../server/backend/catalogue/search/sql/sql-index.ts';
import { createCardHasher } from '../../server/backend/commerce/gift-cards/card-secrets.ts';
import { giftcardCommand } from '../../server/backend/commerce/gift-cards/gift-card-command.ts';
import { createGiftCardIssueWorker } from '../../server/backend/commerce/gift-cards/jobs.ts';
import { ISSUE_GIFT_CARDS_JOB } from '../../server/backend/commerce/gift-cards/service.ts';
import { numberSeriesCommand } from '../../server/backend/commerce/orders/number-series-command.ts';
import { sampleOrders } from '../../server/backend/commerce/orders/samples/sample-orders.ts';
import { readPageLinks } from '../../server/backend/content/content/queries.ts';
import { createOperation } from '../../server/backend/core/admin/operation.ts';
import { commandActor } from '../../server/backend/core/audit/audit.ts';
import type { Command } from '../../server/backend/core/cli/command.ts';
import type { Database } from '../../server/backend/core/database/database.ts';
import { DatabaseError } from '../../server/backend/core/database/database-error.ts';
import { defaultLimits } from '../../server/backend/core/database/server-database.ts';
import { type TransactionName, transactions } from '../../server/backend/core/database/transaction-rules.ts';
import { readMailTexts } from '../../server/backend/core/mail/mail-texts.ts';
import { createMailWriter } from '../../server/backend/core/mail/mail-writer.ts';
import { outboxCommand } from '../../server/backend/core/queue/outbox-command.ts';
import type { QueueName } from '../../server/backend/core/queue/tables.ts';
import { createToken, hashToken } from '../../server/backend/core/security/token.ts';
import { ACCOUNT_REQUEST_JOB } from '../../server/backend/customers/accounts/account-request-queries.ts';
import { editShop } from '../../server/backend/import-export/apply-edits.ts';
import { exportShop } from '../../server/backend/import-export/export-shop.ts';
import { importShop } from '../../server/backend/import-export/import-shop.ts';
import { exportSamples, LAB_RESULT_JOB } from '../../server/backend/nutrition/lab-results/import-results.ts';
import {
  accountRequest,
  accountToken,
  campaign,
  cart,
  giftCard,
  newsletterSubscriber,
  numberSeries,
  outboxMail,
  payment,
  promotion,
  queueItem,
  review,
  stock,
  stockReminder,
} from '../../server/backend/schema/schema.ts';
import { CAMPAIGN_TEST_JOB } from '../../server/backend/service-desk/mail-campaigns/service.ts';
import { readImportVersion } from '../../server/backend/shop-store/import-version.ts';
import { createSiteDirectory } from '../../server/backend/sites/site-directory.ts';
import { type CallName, callPaths } from '../../shared/contract/paths.ts';
import { HOUR_MS } from '../../shared/rules/durations.ts';
import { createSignedInAccount, PASSWORD } from '../fixtures/accounts.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureKeyRings,
  openBackendFixture,
} from '../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders, type LooseInput } from '../fixtures/call-backend.ts';
import {
  type CallWithInput,
  callInputs,
  callNamesWithInput,
  RQS,
  SOLD_OUT,
  VARIANT,
} from '../fixtures/call-inputs.ts';
import { createTestCampaign, insertNewsletterSubscribers, trySendCampaign } from '../fixtures/campaigns.ts';
import { type DatabaseProxy, openDatabaseProxy } from '../fixtures/database-proxy.ts';
import { getDatabaseServerUrl } from '../fixtures/database-server.ts';
import { insertLabResult } from '../fixtures/lab-results.ts';
import { createOrderPlacer } from '../fixtures/order-placer.ts';
import { getOrderToken, insertOrder } from '../fixtures/orders.ts';
import {
  insertOrderPayment,
  insertPlacedOrder,
  readPayment,
  setTestBankPaymentStatus,
} from '../fixtures/payments.ts';
import { createQueueItem, runQueueWorker } from '../fixtures/queue-items.ts';
import {
  createFieldParts,
  createForm,
  createPhotoPart,
  drawPhoto,
  insertDispatchedOrder,
  MULTIPART_CONTENT_TYPE,
  type Part,
} from '../fixtures/return-forms.ts';
import { runCommand } from '../fixtures/run-command.ts';
import { PACKSHOTS_FOLDER, SAMPLE_DATA_FOLDER } from '../fixtures/sample-database.ts';
import { insertNutritionReport, insertReportCorrection, recalculate } from '../fixtures/saved-advice.ts';
import {
  isLongTestRun,
  rotateTestCases,
  selectRotatedTestCases,
  selectTestCases,
} from '../fixtures/test-case-sampling.ts';
import { createLine, createOrderMessageSender, insertWholeOrder } from '../fixtures/whole-orders.ts';
import { installWriteFailures, type WriteFailureSwitches } from '../fixtures/write-failures.ts';

// The embedded database has no connections that could break.
const serverUrl = getDatabaseServerUrl();
const describeOnDatabaseServer = serverUrl === undefined ? describe.skip : describe;

const jobs = [
  'campaign-recipients',
  'campaigns',
  'check-books',
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
const limits = { ...defaultLimits, poolSize: 4, lockTimeoutMs: 500, connectTimeoutMs: 2000 };

let line: DatabaseProxy;
let backend: BackendFixture;

const takeReviewDown = (reason: 'author' | null) =>
  backend.database.transaction('take-review-down', (transaction) =>
    setReviewTakenDown(transaction, 1, reason, { actor: commandActor, now: new Date(currentTimeMs) }),
  );
let hostile: WriteFailureSwitches;
/** A connection outside the pool that does not use the breakable line. */
let outside: Client;
let currentTimeMs = FIXTURE_NOW.getTime();
/** Function that is called before every statement. */
let beforeStatement: (statement: string) => void = () => {};

const calls = createBackendCaller(() => backend);
const { call: callWith, addCartToInput, openCart } = calls;
const { openOrderableCart } = createOrderPlacer(calls);
const call = (name: CallWithInput, input: LooseInput = callInputs[name]) => callWith(name, input);

async function collectToken(): Promise<string> {
  await backend.runJob('queue');
  return /token=([\w-]+)/.exec(backend.mails.at(-1)?.text ?? '')?.[1] ?? '';
}

async function writeAndConfirmReview(): Promise<void> {
  await call('writeReview');
  await call('confirmReview', { body: { token: await collectToken() } });
}

async function confirmReminder(): Promise<void> {
  await call('requestStockReminder');
  await call('confirmStockReminder', { body: { token: await collectToken() } });
}

let newsletterToken = '';
let testedCampaignId = 0;

/** Requests the newsletter for a new address, and takes the token from the mail. */
async function subscribeToNewsletter(): Promise<void> {
  await backend.database.delete(newsletterSubscriber);
  await call('requestNewsletter');
  newsletterToken = await collectToken();
}

/** Runs a job, and rejects if it has failed. */
async function runJob(name: string): Promise<void> {
  const before = backend.errors.length;
  await backend.runJob(name);
  if (backend.errors.length > before) throw backend.errors.at(-1);
}

let siloProductId: number | null = null;
/** Input of the next cart call. */
let preparedInput: LooseInput = {};

/** Cookies of the session that signs out. */
let signedInCookie = '';

/** The order whose customer gets a message. */
let notifiedOrderId = '';

/** The sample whose owner gets a result. */
let notifiedSampleId = '';

let deadItemId = 0;

/** Inserts an item of the queue that was given up. */
async function insertDeadItem(database: Database): Promise<void> {
  const now = new Date(currentTimeMs);
  const [row] = await database
    .insert(queueItem)
    .values({ name: 'price-turn', payload: {}, dueSince: now, runAt: now, deadAt: now })
    .returning({ id: queueItem.queueItemId });
  deadItemId = row?.id ?? 0;
}

/** Runs a command on the database of the backend. */
async function run(command: Command<ShopCommandContext>, words: readonly string[]): Promise<unknown> {
  const done = await runCommand(command, words, { database: backend.database, now: new Date(currentTimeMs) });
  if (!done) throw new Error('The command line was not parsed');
  return done;
}

let soldOrderId = '';

async function insertGiftCard(): Promise<void> {
  const value = { initialAmount: 2500, balance: 2500, createdAt: new Date(currentTimeMs) };
  await backend.database
    .insert(giftCard)
    .values({ numberHash: 'a hash', pinHash: 'another', lastFour: '8153', ...value });
}

/** Runs the work of the job of that name for one order. */
async function issueGiftCards(orderId: string): Promise<void> {
  const { database } = backend;
  const clock = () => currentTimeMs;
  const worker = createGiftCardIssueWorker({
    database,
    clock,
    sites: createSiteDirectory({
      database,
      clock,
      siteDomains: new Map(),
      readPageLinks,
      readShopVersion: readImportVersion,
    }),
    mailWriter: createMailWriter({
      texts: readMailTexts(path.join(import.meta.dirname, '../../locales')),
      publicAddress: { webPort: 3000 },
    }),
    hasher: createCardHasher(fixtureKeyRings.giftCards),
  });
  await worker.run(
    createQueueItem(ISSUE_GIFT_CARDS_JOB, { orderId }, new Date(currentTimeMs)),
    new AbortController().signal,
  );
}

/** A transaction under test: its preparation, and the work that starts it. */
interface TransactionCase {
  readonly prepare?: () => Promise<unknown>;
  /**
   * Set for work that runs for seconds in many statements: one written table and one statement represent the
   * others.
   */
  readonly longExpired?: string;
  /**
   * Set for work that reads and writes a large part of the shop, table by table in the same way. Of the
   * statements that only read, the first and one in the middle are broken; of those that stage and compare
   * rows, those of the first table.
   */
  readonly goesThroughTables?: true;
  /** Resolves with a response, or rejects. */
  readonly work: () => Promise<unknown>;
}

/** A started payment, with the provider requests of its item. */
let paymentId = '';
let refundId = '';

/** Runs the worker for an item of the queue, and rejects if it fails. */
const runWorker = (name: QueueName, payload: Readonly<Record<string, unknown>>) =>
  runQueueWorker(backend, name, payload, new Date(currentTimeMs));

async function insertTestPayment(): Promise<void> {
  const now = new Date(currentTimeMs);
  const { orderId } = await insertPlacedOrder(backend, now);
  paymentId = await insertOrderPayment(backend, orderId, now);
}

async function startProviderPayment(): Promise<void> {
  await insertTestPayment();
  await backend.shop.payments.begin(paymentId);
  await setTestBankPaymentStatus(backend, paymentId, 'paid');
}

/** Provider id of a payment whose creation response the shop has lost. */
let lostProviderPaymentId = '';

async function loseProviderResponse(): Promise<void> {
  await startProviderPayment();
  lostProviderPaymentId = (await readPayment(backend, paymentId)).providerPaymentId ?? '';
  await backend.database
    .update(payment)
    .set({ providerPaymentId: null })
    .where(eq(payment.paymentId, paymentId));
}

/** Reconciles the lost payment, and rejects if that fails. */
const reconcileLostPayment = () =>
  runWorker('reconcile-payment', { providerPaymentId: lostProviderPaymentId });

async function payAndRefund(): Promise<void> {
  await startProviderPayment();
  await backend.shop.payments.refresh(paymentId);
  const { orderId } = await readPayment(backend, paymentId);
  await backend.database.transaction('refund-payment', async (transaction) => {
    const order = await backend.shop.orders.lock(transaction, orderId);
    if (!order) throw new Error('There is no order');
    await backend.shop.orders.credit(transaction, order, {
      request: {
        pieces: [],
        hasDelivery: false,
        hasPaymentCosts: false,
        goodwill: { amount: 100, vatRatePercentage: null },
      },
      reason: 'refund',
      means: 'payment',
      now: new Date(currentTimeMs),
    });
  });
  refundId = (await readPayment(backend, paymentId)).refunds[0]?.refundId ?? '';
}

let returnParts: readonly Part[] = [];

/** Of the signed-in customer. */
let cookie = '';

async function startSession(): Promise<void> {
  ({ cookie } = await createSignedInAccount(backend, { now: new Date(currentTimeMs) }));
}

const callSignedIn = (name: CallName) => callWith(name, Reflect.get(callInputs, name) ?? {}, { cookie });

/** Runs the worker for the latest request of a visitor who was not signed in, and rejects if it fails. */
async function runAccountRequestWorker(): Promise<void> {
  const [asked] = await backend.database.select().from(accountRequest);
  // An earlier attempt has done it, although its connection broke.
  if (!asked) return;
  await runWorker(ACCOUNT_REQUEST_JOB, { accountRequestId: asked.accountRequestId });
}

const previewInput = {
  siteId: Number(dutchShopHeaders.siteid),
  languageId: Number(dutchShopHeaders.languageid),
  path: '/',
  instant: new Date('2026-12-24T17:00:00Z'),
  staffMemberId: 'staff',
};
let previewToken = '';

let sampleId = '';

/** An operation of the back office that writes an entry of the log only. */
const logOnlyOperation = createOperation({
  name: 'nothing.change',
  input: Type.Object({}),
  run: async () => ({ changes: [{ resource: 'nothing', resourceId: 1, before: null, after: { is: 'so' } }] }),
});

const transactionCases: { readonly [N in TransactionName]: TransactionCase } = {
  'admin-operation': {
    work: () =>
      backend.admin.operations.run(logOnlyOperation, {
        written: new Map(),
        files: new Map(),
        actor: commandActor,
        now: new Date(currentTimeMs),
      }),
  },
  'save-advice': { prepare: startSession, work: () => callSignedIn('saveFeedAdvice') },
  'recalculate-advice': {
    prepare: async () => {
      const account = await createSignedInAccount(backend, { now: new Date(currentTimeMs) });
      const report = await insertNutritionReport(backend, {
        accountId: account.accountId,
        resultDate: new Date(currentTimeMs).toISOString().slice(0, 10),
      });
      sampleId = report.sampleId;
      const body = { ...callInputs.saveFeedAdvice.body, roughage: { rqsKey: report.key } };
      await callWith('saveFeedAdvice', { body }, { cookie: account.cookie });
      await insertReportCorrection(
        backend,
        sampleId,
        { energyDE: 10.2 },
        new Date(currentTimeMs).toISOString().slice(0, 10),
      );
    },
    work: () => recalculate(backend, sampleId),
  },
  'request-newsletter': { work: () => call('requestNewsletter') },
  'confirm-newsletter': {
    prepare: subscribeToNewsletter,
    work: () => call('confirmNewsletter', { body: { token: newsletterToken } }),
  },
  'end-newsletter': {
    prepare: async () => {
      await subscribeToNewsletter();
      await call('confirmNewsletter', { body: { token: newsletterToken } });
    },
    work: () => call('endNewsletter', { body: { token: newsletterToken } }),
  },
  'change-campaign': { work: () => createTestCampaign(backend) },
  'send-campaigns': {
    prepare: async () => {
      await backend.database.delete(newsletterSubscriber);
      await backend.database.update(campaign).set({ status: 'cancelled' });
      await insertNewsletterSubscribers(backend, 3);
      await trySendCampaign(backend, await createTestCampaign(backend));
    },
    work: () => runJob('campaigns'),
  },
  'test-campaign': {
    prepare: async () => {
      testedCampaignId = await createTestCampaign(backend);
      await backend.database
        .update(campaign)
        .set({ testAddress: 'staff@havero.example' })
        .where(eq(campaign.campaignId, testedCampaignId));
    },
    work: () => runWorker(CAMPAIGN_TEST_JOB, { campaignId: testedCampaignId }),
  },
  'write-review': { work: () => call('writeReview') },
  'write-return': {
    prepare: async () => {
      const account = await createSignedInAccount(backend, { now: new Date(currentTimeMs) });
      cookie = account.cookie;
      returnParts = [
        ...createFieldParts({
          productVariantId: String(VARIANT),
          orderId: await insertDispatchedOrder(backend, account.accountId),
          quantity: '1',
          reason: 'damaged',
        }),
        createPhotoPart(await drawPhoto().toBuffer()),
      ];
    },
    work: () =>
      request(backend.app)
        .post('/api/returns')
        .set({ ...dutchShopHeaders, cookie, 'content-type': MULTIPART_CONTENT_TYPE })
        .send(createForm(returnParts))
        .then(),
  },
  'request-stock-reminder': { work: () => call('requestStockReminder') },
  'request-silo-quotation': {
    prepare: async () => {
      const { body } = await request(backend.app).get(callPaths.fetchSiloOffer.path).set(dutchShopHeaders);
      siloProductId = body.products[0]?.productId ?? null;
    },
    work: () =>
      call('requestSiloQuotation', {
        body: { ...callInputs.requestSiloQuotation.body, productId: siloProductId },
      }),
  },
  'check-reviews': {
    prepare: writeAndConfirmReview,
    work: () => publishReviews(backend.database, new Date(currentTimeMs)),
  },
  'forget-reviews': {
    prepare: async () => {
      await call('writeReview');
      currentTimeMs += 10 * 24 * HOUR_MS;
    },
    work: () => publishReviews(backend.database, new Date(currentTimeMs)),
  },
  'send-stock-reminders': {
    prepare: async () => {
      // Stock reminders exist for sold-out products only.
      await backend.database.update(stock).set({ amount: 0 }).where(eq(stock.productVariantId, SOLD_OUT));
      await confirmReminder();
      await backend.database.update(stock).set({ amount: 7 }).where(eq(stock.productVariantId, SOLD_OUT));
    },
    work: () => runJob('stock-reminders'),
  },
  'sign-in': {
    prepare: async () => {
      const { emailAddress } = await createSignedInAccount(backend, { now: new Date(currentTimeMs) });
      preparedInput = { body: { emailAddress, password: PASSWORD } };
    },
    work: () => call('signIn', preparedInput),
  },
  'sign-out': {
    prepare: async () => {
      ({ cookie: signedInCookie } = await createSignedInAccount(backend, { now: new Date(currentTimeMs) }));
    },
    work: () => callWith('signOut', {}, { cookie: signedInCookie }),
  },
  'create-cart': { work: () => call('createCart') },
  'change-cart': {
    prepare: async () => {
      const id = await openCart();
      // With an idempotency key, so that a call that succeeded in spite of the broken connection is not
      // repeated.
      preparedInput = {
        params: { id },
        query: { productVariantId: RQS, quantity: 2 },
        idempotencyKey: `adds-two-to-${id}`,
      };
    },
    work: () => call('addCartProduct', preparedInput),
  },
  'forget-carts': {
    prepare: async () => {
      await addCartToInput('fetchCart', {});
      await backend.database.update(cart).set({ lastModified: new Date(0) });
    },
    work: () => runJob('forget-carts'),
  },
  'create-preview-link': {
    work: () => backend.shop.previews.createLink(previewInput),
  },
  'open-preview': {
    prepare: async () => {
      previewToken = new URL(await backend.shop.previews.createLink(previewInput)).hash.slice(1);
    },
    work: () => call('openPreview', { body: { token: previewToken } }),
  },
  'impersonate-cart': {
    prepare: async () => {
      preparedInput = await addCartToInput('impersonateCart', {});
    },
    work: () => call('impersonateCart', preparedInput),
  },
  'receive-cart': {
    prepare: async () => {
      preparedInput = await addCartToInput('receiveCart', {});
    },
    work: () => call('receiveCart', preparedInput),
  },
  'report-conversion': { work: () => call('reportConversion') },
  'tell-customer': {
    prepare: async () => {
      notifiedOrderId = (await insertWholeOrder(backend.database)).orderId;
    },
    work: () => createOrderMessageSender(backend.database, () => currentTimeMs)(notifiedOrderId, 'confirmed'),
  },
  withdraw: { work: () => call('createWithdrawal') },
  'request-account': { work: () => call('forgotPassword') },
  'serve-account-request': {
    prepare: async () => {
      await backend.database.delete(accountRequest);
      await call('registerAccount', {
        ...callInputs.registerAccount,
        body: { ...callInputs.registerAccount.body, emailAddress: `rider-${currentTimeMs}@stal.example` },
      });
    },
    work: runAccountRequestWorker,
  },
  'confirm-account': {
    prepare: async () => {
      const { accountId } = await createSignedInAccount(backend, {
        isActivated: false,
        now: new Date(currentTimeMs),
      });
      const token = createToken();
      await backend.database.insert(accountToken).values({
        tokenHash: hashToken(token),
        accountId,
        kind: 'confirm',
        createdAt: new Date(currentTimeMs),
        expiresAt: new Date(currentTimeMs + HOUR_MS),
      });
      preparedInput = { params: { userId: accountId }, query: { token } };
    },
    work: () => call('confirmAccount', preparedInput),
  },
  'change-account': {
    prepare: startSession,
    work: () => callSignedIn('updateAccount'),
  },
  'change-lab-result': {
    prepare: async () => {
      const account = await createSignedInAccount(backend, { now: new Date(currentTimeMs) });
      cookie = account.cookie;
      const { key } = await insertLabResult(backend.database, 'rqs', {
        sample: { accountId: account.accountId },
      });
      preparedInput = { params: { key } };
    },
    work: () => callWith('readRqsResult', preparedInput, { cookie }),
  },
  'import-lab-results': {
    prepare: async () => {
      const { orderId } = await insertWholeOrder(backend.database, {
        lines: [createLine({ productId: 172, productVariantId: RQS, productType: 4, isSentAsParcel: false })],
        sampleNames: { 1: ['Hay loft', 'South field'] },
      });
      notifiedOrderId = orderId;
    },
    work: () =>
      exportSamples(
        { database: backend.database, sampleOrders },
        { isSent: true, now: new Date(currentTimeMs) },
      ),
  },
  'update-search-index': {
    work: () => createSqlIndex(backend.database).finish(Number(dutchShopHeaders.languageid)),
  },
  'tell-lab-result': {
    prepare: async () => {
      const { accountId } = await createSignedInAccount(backend, { now: new Date(currentTimeMs) });
      ({ sampleId: notifiedSampleId } = await insertLabResult(backend.database, 'rqs', {
        sample: { accountId },
      }));
    },
    work: () => runWorker(LAB_RESULT_JOB, { sampleId: notifiedSampleId, version: 1 }),
  },
  'change-subscriptions': {
    prepare: startSession,
    work: () => callSignedIn('updateSubscriptions'),
  },
  'export-account': {
    prepare: startSession,
    work: () => callSignedIn('exportAccount'),
  },
  'close-account': {
    prepare: startSession,
    work: () => callSignedIn('deleteAccount'),
  },
  'change-gift-card': {
    prepare: async () => {
      await backend.database.delete(giftCard);
      await insertGiftCard();
    },
    work: () => run(giftcardCommand, ['block', '8153']),
  },
  'issue-gift-cards': {
    prepare: async () => {
      const line = { productId: 169, productVariantId: 1084, quantity: 2, unitAmount: 2500, isVoucher: true };
      soldOrderId = await insertOrder(backend.database, { lines: [line] });
    },
    work: () => issueGiftCards(soldOrderId),
  },
  'place-order': {
    prepare: async () => {
      // It costs nothing, so that no work is left after its transaction.
      const free = { percentage: 100, endsAt: null, usageCount: 0 };
      await backend.database.update(stock).set({ amount: 9 }).where(eq(stock.productVariantId, RQS));
      await backend.database.update(promotion).set(free).where(eq(promotion.promotionKey, 'stal10'));
      const id = await openOrderableCart([[RQS, 1]], { paymentMethodId: null });
      await callWith('setDiscountCode', { params: { id }, query: { code: 'STAL10' } });
      preparedInput = {
        params: { id },
        body: { expectedTotalAmount: 0, acceptsTerms: true },
        idempotencyKey: `orders-${id}`,
      };
    },
    work: () => call('completeCart', preparedInput),
  },
  'change-order': {
    prepare: async () => {
      const line = { productId: 101, productVariantId: VARIANT, quantity: 2, unitAmount: 2500 };
      const orderId = await insertOrder(backend.database, { status: 'open', lines: [line] });
      preparedInput = { params: { orderId }, body: { token: getOrderToken(orderId) } };
    },
    work: () => call('cancelOrder', preparedInput),
  },
  'forget-orders': {
    prepare: () => insertOrder(backend.database, { createdAt: new Date(0) }),
    work: () => runJob('forget-orders'),
  },
  'take-review-down': {
    prepare: () => takeReviewDown(null),
    work: () => takeReviewDown('author'),
  },
  'change-dead-letter': {
    prepare: () => insertDeadItem(backend.database),
    work: () => run(outboxCommand, ['discard', `item-${deadItemId}`]),
  },
  'skip-numbers': {
    prepare: () => backend.database.delete(numberSeries).where(eq(numberSeries.year, 2027)),
    work: () => run(numberSeriesCommand, ['skip', 'havero-nl', '2027-000005']),
  },
  'write-promotion': {
    prepare: () =>
      backend.database.update(promotion).set({ endsAt: null }).where(eq(promotion.promotionKey, 'freeship')),
    work: () =>
      backend.database.transaction('write-promotion', (transaction) =>
        endPromotion(transaction, 'freeship', { actor: commandActor, now: new Date(currentTimeMs) }),
      ),
  },
  'begin-payment': {
    prepare: insertTestPayment,
    work: () => backend.shop.payments.begin(paymentId),
  },
  'refresh-payment': {
    prepare: startProviderPayment,
    work: () => backend.shop.payments.refresh(paymentId),
  },
  'cancel-payment': {
    prepare: insertTestPayment,
    work: () => runWorker('payment', { act: 'cancel', paymentId }),
  },
  'refund-payment': {
    prepare: payAndRefund,
    work: () => runWorker('payment', { act: 'refund', refundId }),
  },
  'join-payment': {
    prepare: loseProviderResponse,
    work: reconcileLostPayment,
  },
  'settle-test-payment': {
    prepare: payAndRefund,
    work: () => runWorker('payment', { act: 'refund', refundId }),
  },
  'order-purge': { work: () => purgeFromCommand(backend.database, ['product-101'], new Date(currentTimeMs)) },
  'edit-shop': {
    goesThroughTables: true,
    work: () =>
      editShop(
        backend.database,
        [
          {
            file: 'texts/en.json',
            list: 'site',
            key: 'dealerPageTitle',
            value: `Dealers of ${currentTimeMs}`,
          },
        ],
        { actor: { kind: 'keeper', id: 'test' }, now: new Date(currentTimeMs) },
      ),
  },
  'export-shop': {
    work: async () => {
      const place = await mkdtemp(path.join(tmpdir(), 'export-'));
      return exportShop(backend.database, place, { now: new Date(currentTimeMs) }).finally(() =>
        rm(place, { recursive: true, force: true }),
      );
    },
  },
  'import-shop': {
    longExpired: 'stock',
    prepare: () => backend.database.update(stock).set({ amount: 1, importedAmount: 1 }),
    work: () =>
      importShop(backend.database, SAMPLE_DATA_FOLDER, {
        now: new Date(currentTimeMs),
        // The template database was imported from the same files.
        again: true,
        packshotsFolder: PACKSHOTS_FOLDER,
      }),
  },
};
const transactionNames = Object.keys(transactionCases) as TransactionName[];

/** Transactions by the way in which they write: the short form breaks some of each group. */
const kinds: Readonly<Record<string, readonly TransactionName[]>> = {
  call: [
    'change-cart',
    'sign-out',
    'open-preview',
    'impersonate-cart',
    'save-advice',
    'create-cart',
    'receive-cart',
    'change-lab-result',
    'report-conversion',
    'change-account',
    'confirm-account',
    'sign-in',
  ],
  'call with a mail or a job': [
    'write-review',
    'request-newsletter',
    'withdraw',
    'close-account',
    'request-silo-quotation',
    'request-account',
    'write-return',
    'confirm-newsletter',
    'request-stock-reminder',
    'export-account',
    'change-subscriptions',
    'end-newsletter',
  ],
  'order or payment': [
    'place-order',
    'begin-payment',
    'cancel-payment',
    'refresh-payment',
    'change-order',
    'refund-payment',
    'join-payment',
    'settle-test-payment',
  ],
  job: [
    'send-campaigns',
    'forget-carts',
    'send-stock-reminders',
    'check-reviews',
    'forget-orders',
    'forget-reviews',
    'update-search-index',
  ],
  'queued work': [
    'serve-account-request',
    'issue-gift-cards',
    'tell-customer',
    'recalculate-advice',
    'tell-lab-result',
    'test-campaign',
  ],
  command: [
    'admin-operation',
    'change-gift-card',
    'take-review-down',
    'write-promotion',
    'skip-numbers',
    'change-campaign',
    'change-dead-letter',
    'import-lab-results',
    'create-preview-link',
    'order-purge',
  ],
  'whole shop': ['import-shop', 'edit-shop'],
};
const selectTransactionNames = (every: number, first: number) =>
  Object.values(kinds).flatMap((kind) => selectTestCases(kind, every, first));

/**
 * Returns the type of a statement and its table: for a staged row the type only, for a reading statement
 * 'select'.
 */
function getStatementType(statement: string): string {
  if (/^\s*select\b/i.test(statement)) return 'select';
  const [act = '', table = ''] = statement.split('"');
  return /\b(pg_temp|temporary)\b/.test(statement) ? act.trim() : act.trim() + table;
}

/** Expects that the lost connection fails the work: status 503, or a rejection because of the database. */
async function expectUnavailable(work: () => Promise<unknown>): Promise<void> {
  const result = await work().catch((error: unknown) => error);
  if (result instanceof DatabaseError) {
    expect(['unavailable', 'unknown']).toContain(result.failure);
    return;
  }
  expect(result).toMatchObject({
    status: 503,
    body: { code: 'backend_unavailable', type: 'urn:problem:backend_unavailable', status: 503 },
    headers: { 'retry-after': '5' },
  });
}

const isUnavailableResult = (result: unknown): boolean =>
  result instanceof DatabaseError
    ? result.failure === 'unavailable' || result.failure === 'unknown'
    : typeof result === 'object' && result !== null && Reflect.get(result, 'status') === 503;

async function expectSuccess(work: () => Promise<unknown>): Promise<void> {
  const result = await work();
  if (typeof result === 'object' && result !== null && 'status' in result)
    expect([200, 204]).toContain(result.status);
}

/**
 * Terminates every other session of the shop's database, as a restart of the server does, and waits until
 * each has ended and released its locks.
 */
const terminateAllSessions = () =>
  outside.query(
    'select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

describeOnDatabaseServer('a broken connection to the database server', () => {
  beforeAll(async () => {
    line = await openDatabaseProxy(new URL(serverUrl ?? ''));
    let own: URL | undefined;
    backend = await openBackendFixture({
      database: {
        limits,
        reach: (url) => {
          own = url;
          return line.reach(url);
        },
        onQuery: (statement) => beforeStatement(statement),
      },
    });
    outside = new Client({ connectionString: own?.href });
    await outside.connect();
    hostile = await installWriteFailures(backend.database);
  });

  afterAll(async () => {
    await outside?.end();
    await backend?.close();
    await line?.close();
  });

  beforeEach(async () => {
    currentTimeMs += 26 * HOUR_MS;
    backend.setNow(new Date(currentTimeMs));
    await backend.database.delete(outboxMail);
    // Removes items of other tests, which would take the queue a minute.
    await backend.database.delete(queueItem);
    await backend.database.delete(stockReminder);
    await backend.database.delete(review).where(isNull(review.importKey));
    await backend.database.update(stock).set({ amount: 0 }).where(eq(stock.productVariantId, SOLD_OUT));
    await call('fetchProduct');
  });

  afterEach(async () => {
    beforeStatement = () => {};
    line.restore();
    await hostile.turnOff();
  });

  it('is tested for every transaction', () => {
    expect(transactionNames.toSorted()).toEqual(Object.keys(transactions).sort());
    // One transaction only reads, so it cannot be half done.
    const writers = transactionNames.filter((name) => name !== 'export-shop');
    expect(Object.values(kinds).flat().toSorted()).toEqual(writers.toSorted());
  });

  it.each(selectTransactionNames(5, 0))(
    '%s: fails if the server ends it at any of its writes, and succeeds the next time',
    async (name) => {
      const { prepare, work, longExpired } = transactionCases[name];
      await prepare?.();
      const tables = longExpired === undefined ? await hostile.listWritten(work) : [longExpired];
      expect(tables).not.toEqual([]);
      let ended = 0;
      for (const table of rotateTestCases(tables, transactionNames.indexOf(name))) {
        if (ended > 0 && !isLongTestRun) break;
        await backend.database.delete(review).where(isNull(review.importKey));
        await backend.database.delete(stockReminder);
        currentTimeMs += 26 * HOUR_MS;
        backend.setNow(new Date(currentTimeMs));
        await prepare?.();
        await hostile.turnOn('kill', table);
        const result = await work().catch((error: unknown) => error);
        await hostile.turnOff();
        // A rating that has not changed is not written again.
        if (!isUnavailableResult(result)) continue;
        ended += 1;
        await expectSuccess(work);
      }
      expect(ended).toBeGreaterThan(0);
    },
    300_000,
  );

  it.each(selectTransactionNames(5, 1))(
    '%s: fails if it is ended at its commit, or cut before any statement, and succeeds the next time',
    async (name) => {
      const { prepare, work, longExpired, goesThroughTables } = transactionCases[name];
      await prepare?.();
      await hostile.turnOn('kill-at-commit');
      await expectUnavailable(work);
      await hostile.turnOff();
      const statements: string[] = [];
      beforeStatement = (statement) => {
        statements.push(statement);
      };
      await expectSuccess(work);
      const middle = Math.ceil(statements.length / 2);
      const all = statements.map((_, index) => index + 1);
      const kinds = statements.map(getStatementType);
      const some = all.filter(
        (at) =>
          at === 1 ||
          at === middle ||
          (kinds[at - 1] !== 'select' && kinds.indexOf(kinds[at - 1] ?? '') === at - 1),
      );
      const places = longExpired === undefined ? (goesThroughTables ? some : all) : [middle];
      for (const at of selectRotatedTestCases(places, transactionNames.indexOf(name))) {
        await backend.database.delete(review).where(isNull(review.importKey));
        await backend.database.delete(stockReminder);
        currentTimeMs += 26 * HOUR_MS;
        backend.setNow(new Date(currentTimeMs));
        await prepare?.();
        let seen = 0;
        beforeStatement = () => {
          seen += 1;
          if (seen === at) line.cut();
        };
        // Cached data is not read again, so the last statements may not be sent.
        const result = await work().catch((error: unknown) => error);
        beforeStatement = () => {};
        if (seen >= at)
          await expectUnavailable(() =>
            result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
          );
        await expectSuccess(work);
      }
    },
    300_000,
  );

  it.each(jobs)('fails a run of the job %s, which reports it and succeeds the next time', async (job) => {
    expect([...backend.jobNames].sort()).toEqual([...jobs]);
    await call('forgotPassword');
    beforeStatement = () => {
      beforeStatement = () => {};
      line.cut();
    };
    backend.errors.length = 0;
    await backend.runJob(job);
    expect(backend.errors).toEqual([expect.objectContaining({ failure: 'unavailable' })]);
    await backend.runJob(job);
    // The check of the books reports the orders that these tests have written without lines and payments.
    const others = backend.errors.slice(1).filter((error) => (error as Error).name !== 'BooksDisagreeError');
    expect(others).toEqual([]);
  });

  it('ends exclusive work and releases its lock', async () => {
    const work = backend.tryRunExclusively('import', async () => {
      await terminateAllSessions();
      await backend.database.execute(sql`select 1`);
    });
    await work.catch((error: unknown) => expect(error).toBeInstanceOf(DatabaseError));
    expect(await backend.tryRunExclusively('import', () => Promise.resolve())).toBe(true);
  });

  it('returns 503 for every call while the server is unavailable, and recovers afterwards', async () => {
    const inputs = new Map<CallWithInput, LooseInput>();
    for (const name of callNamesWithInput) inputs.set(name, await addCartToInput(name, callInputs[name]));
    line.block();
    line.cut();
    for (const name of callNamesWithInput) {
      const { status, body, headers } = await call(name, inputs.get(name));
      // Some calls need no database: cached data, and refusals.
      if (status < 500) continue;
      expect([name, status, body.code, headers['retry-after']]).toEqual([
        name,
        503,
        'backend_unavailable',
        '5',
      ]);
    }
    expect((await call('writeReview')).status).toBe(503);
    expect((await request(backend.app).get('/health/ready')).status).toBe(503);
    line.restore();
    expect((await call('writeReview')).status).toBe(204);
    expect((await request(backend.app).get('/health/ready')).status).toBe(200);
  });

  it('returns the expected response or 503 for each call while the server is restarted under load', async () => {
    const inputs = new Map<CallWithInput, LooseInput>();
    for (const name of callNamesWithInput) inputs.set(name, await addCartToInput(name, callInputs[name]));
    let asked = 0;
    const visit = async () => {
      const statuses: number[] = [];
      while (asked < 120) {
        asked += 1;
        if (asked % 40 === 20) await terminateAllSessions();
        const name = callNamesWithInput[asked % callNamesWithInput.length] ?? 'fetchProduct';
        statuses.push((await call(name, inputs.get(name))).status);
      }
      return statuses;
    };
    const statuses = (await Promise.all(Array.from({ length: 12 }, visit))).flat();
    expect(statuses.filter((status) => ![200, 204, 400, 401, 404, 503].includes(status))).toEqual([]);
    expect((await call('fetchProduct')).status).toBe(200);
  });
});
