import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq, sql } from 'drizzle-orm';
import { insertApprovalRequest } from '../../../server/backend/core/admin/approval-requests.ts';
import type { AdminOperations } from '../../../server/backend/core/admin/operation-runner.ts';
import {
  adminLog,
  orderNote,
  paymentDifference,
  productReturn,
  queueItem,
  refund,
  roughageSample,
} from '../../../server/backend/schema/schema.ts';
import { fetchRows } from '../../../server/backend/shop-store/write-rows.ts';
import { isSurrogateKey } from '../../../shared/rules/surrogate-key.ts';
import { createSignedInAccount, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { insertSiloRequest, prepareAdminShop } from '../../fixtures/admin-shop.ts';
import type { AdminResponse } from '../../fixtures/back-office-fixture.ts';
import { FIXTURE_NOW } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { insertLabResult } from '../../fixtures/lab-results.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { completeTestBankPayment, runPaymentJobs } from '../../fixtures/payments.ts';
import { drawPhoto } from '../../fixtures/return-forms.ts';
import { openSmallShopDatabase } from '../../fixtures/shop-folder.ts';

/** prado-balance, 20 kg. */
const ARTICLE_NUMBER = '1010111';
const LATER = '2026-11-09T08:00';
/** Operations that change nothing. */
const READING_OPERATIONS = ['person.find', 'price.preview'];
/** Operations that change nothing but are logged, because they export personal data. */
const LOGGED_READ_OPERATIONS = ['person.export'];

/** The effects of one run of an operation. */
interface ObservedRun {
  readonly name: string;
  readonly kind: string;
  /** Tables with changed rows, without the log. */
  readonly tables: readonly string[];
  readonly log: readonly (typeof adminLog.$inferSelect)[];
}

const shop = prepareAdminShop({ openShop: openSmallShopDatabase });
let owner: SignedInCustomer;
let names: string[];
const observedRuns: ObservedRun[] = [];
const backendCaller = createBackendCaller(() => shop.backend);
const { openOrderableCart, place } = createOrderPlacer(backendCaller);

/** Returns the number of rows by table, with the latest transaction that wrote one. */
async function readTableVersions(): Promise<Map<string, string>> {
  const count = names.map(
    (name) =>
      sql`select ${name}::text as name, count(*) || '/' || coalesce(max(xmin::text::bigint), 0) as version from ${sql.identifier(name)}`,
  );
  const rows = await fetchRows<{ name: string; version: string }>(
    shop.backend.database,
    sql.join(count, sql` union all `),
  );
  return new Map(rows.map(({ name, version }) => [name, version]));
}

/** Records the effects of every run of an operation, by page or by command. */
function observeRuns(operations: AdminOperations): void {
  const run = operations.run.bind(operations);
  const watched: AdminOperations['run'] = async (operation, asked) => {
    const [before, noted] = [await readTableVersions(), await shop.backend.database.$count(adminLog)];
    const done = await run(operation, asked);
    const after = await readTableVersions();
    observedRuns.push({
      name: operation.name,
      kind: done.kind,
      tables: [...after].filter(([name, version]) => before.get(name) !== version).map(([name]) => name),
      log: await shop.backend.database.select().from(adminLog).orderBy(adminLog.adminLogId).offset(noted),
    });
    return done;
  };
  Reflect.set(operations, 'run', watched);
}

beforeAll(async () => {
  owner = await createSignedInAccount(shop.backend, { emailAddress: 'eigenaar@stal.example' });
  const tables = await fetchRows<{ name: string }>(
    shop.backend.database,
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'keeper_log' order by 1`,
  );
  names = tables.map(({ name }) => name);
  observeRuns(shop.backend.admin.operations);
});

/** Runs an operation by command, as the same staff member. */
async function run(name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const operation = shop.backend.admin.operations.find(name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  await shop.backend.admin.operations.run(operation, {
    written: new Map(Object.entries(fields).map(([field, value]) => [field, [value]])),
    files: new Map(),
    actor: { kind: 'keeper', id: shop.anna.staffMemberId },
    now: FIXTURE_NOW,
  });
}

const readField = ({ document }: AdminResponse, name: string): string =>
  document.querySelector<HTMLInputElement>(`main [name="${name}"]`)?.value ?? '';

const has = (field: string, value: string) => (form: HTMLFormElement) =>
  form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.value === value;

const createFieldsByLanguage = (prefix: string) =>
  Object.fromEntries(
    ['nl', 'de', 'da', 'en', 'it', 'pt', 'es', 'sv', 'et'].map((code) => [
      `${prefix}_${code}`,
      `Hay ${code}`,
    ]),
  );

const readNewestVersion = async (): Promise<string> => {
  const rows = await fetchRows<{ id: number }>(
    shop.backend.database,
    sql`select max(text_version_id) as id from text_version`,
  );
  return String(rows[0]?.id);
};

/** Creates an order of two bags, paid at the test bank. */
async function createTestOrder(): Promise<{ readonly orderId: string; readonly orderNumber: string }> {
  const { body } = await place(await openOrderableCart([[VARIANT, 2]]));
  const { orderId, orderNumber } = body as { orderId: string; orderNumber: string };
  await completeTestBankPayment(shop.backend, orderId);
  return { orderId, orderNumber };
}

/** Creates a sent order and a return of it. */
async function createTestReturn(): Promise<string> {
  const { orderId } = await createTestOrder();
  await shop.backend.database.execute(
    sql`update customer_order set status = 'sent' where order_id = ${orderId}`,
  );
  const returnId = randomUUID();
  await shop.backend.database.insert(productReturn).values({
    returnId,
    accountId: owner.accountId,
    orderId,
    productVariantId: VARIANT,
    reason: 'damaged',
    text: 'Torn',
    createdAt: FIXTURE_NOW,
  });
  return returnId;
}

const startCampaign = async (): Promise<string> => {
  const page = await shop.anna.submit('/admin/campaigns', 'campaign.create', {
    name: 'Spring',
    kind: 'newsletter',
    siteIds: ['1'],
    languageId: '1',
    subject: 'Hay',
    markdown: 'Good **day**.',
  });
  return readField(page, 'campaignId');
};

/** Steps that run each operation at least once: a missing operation fails the test below. */
const operationSteps: readonly (readonly [what: string, does: () => Promise<unknown>])[] = [
  [
    'orders',
    async () => {
      const one = await createTestOrder();
      await run('order.pack', one);
      await run('order.pack', { orderId: one.orderId });
      await run('order.ship', { orderId: one.orderId });
      await run('order.track', { orderId: one.orderId, trackingUrl: 'https://parcels.example/2' });
      await run('order.receive', { orderId: one.orderId, receivedOn: '2026-11-05' });
      const two = await createTestOrder();
      await run('order.packAll', { orders: two.orderId });
      await run('order.shipAll', { shipments: `havero-nl ${two.orderNumber}` });
      const three = await createTestOrder();
      await run('order.note', { orderId: three.orderId, text: 'Rings at the back door' });
      const [note] = await shop.backend.database
        .select()
        .from(orderNote)
        .where(eq(orderNote.orderId, three.orderId));
      await run('order.deleteNote', { orderId: three.orderId, noteId: String(note?.orderNoteId) });
      await run('order.refund', { orderId: three.orderId, goodwill: '1.00' });
      await runPaymentJobs(shop.backend);
      await shop.backend.runJob('queue');
      // The bank could not complete the refund, and a payment names a lost order.
      const [refunded] = await shop.backend.database
        .update(refund)
        .set({ status: 'failed' })
        .returning({ refundId: refund.refundId });
      const found = { amount: 100, foundAt: FIXTURE_NOW, orderNumber: '2026-000009' };
      const [failed] = await shop.backend.database
        .insert(paymentDifference)
        .values([
          {
            ...found,
            kind: 'refund-failed',
            providerObjectId: 're_1',
            providerPaymentId: 'tr_1',
            orderId: three.orderId,
            refundId: refunded!.refundId,
          },
          { ...found, kind: 'unknown-order', providerObjectId: 'tr_2', providerPaymentId: 'tr_2' },
        ])
        .returning({ id: paymentDifference.paymentDifferenceId });
      const page = await shop.anna.get('/admin/payments');
      expect(page.document.querySelector('main')?.textContent).toMatch(/re_1[\s\S]*tr_2/);
      await run('paymentDifference.refundAgain', { paymentDifferenceId: String(failed!.id) });
      await runPaymentJobs(shop.backend);
      await shop.anna.submit('/admin/payments', 'paymentDifference.close', {
        closeReason: 'order-placed-again',
      });
      expect((await shop.anna.get('/admin/payments')).html).not.toContain('tr_2');
      const path = `/admin/orders/${three.orderId}`;
      await shop.anna.submit(path, 'order.resendMail');
      await shop.anna.submit(path, 'order.sendDocument');
      await run('order.cancel', { orderId: three.orderId });
      await runPaymentJobs(shop.backend);
    },
  ],
  [
    'what was not delivered',
    async () => {
      const [item] = await shop.backend.database
        .select()
        .from(queueItem)
        .where(sql`${queueItem.orderingKey} like 'payments of order %'`)
        .orderBy(desc(queueItem.queueItemId))
        .limit(1);
      const id = item!.queueItemId;
      const fail = () =>
        shop.backend.database
          .update(queueItem)
          .set({ failure: 'no', attempts: 9, deadAt: FIXTURE_NOW, doneAt: null })
          .where(eq(queueItem.queueItemId, id));
      await fail();
      await run('outbox.retry', { letter: `item-${id}` });
      await fail();
      await run('outbox.discard', { letter: `item-${id}` });
    },
  ],
  [
    'returns',
    async () => {
      const returnId = await createTestReturn();
      await run('return.answer', { returnId, text: 'Which batch?' });
      await run('return.refund', { returnId, text: 'Sorry.', quantity: '1' });
      await run('return.replace', { returnId: await createTestReturn(), text: 'New ones.', quantity: '1' });
      await run('return.reject', { returnId: await createTestReturn(), text: 'No.' });
      await runPaymentJobs(shop.backend);
    },
  ],
  [
    'withdrawals',
    async () => {
      const { body } = await backendCaller.call('createWithdrawal', {
        body: callInputs.createWithdrawal.body,
      });
      const { withdrawalId } = body as { withdrawalId: string };
      const { orderId, orderNumber } = await createTestOrder();
      await run('order.pack', { orderId });
      await run('order.ship', { orderId });
      await run('withdrawal.link', { withdrawalId, orderNumber });
      await run('withdrawal.answer', { withdrawalId, text: 'Send them back.' });
      await run('withdrawal.close', { withdrawalId });
      await run('withdrawal.reopen', { withdrawalId });
    },
  ],
  [
    'silo requests',
    async () => {
      const request = { name: 'Jan', message: '' };
      const siloQuotationId = await insertSiloRequest(shop.backend.database, request);
      await run('siloQuotation.answer', { siloQuotationId, answer: '480 a tonne' });
      await run('siloQuotation.close', { siloQuotationId });
      await run('siloQuotation.reopen', { siloQuotationId });
    },
  ],
  [
    'keys of carts',
    async () => {
      const { body } = await backendCaller.call('fetchCart', {
        params: { id: await backendCaller.openCart([[VARIANT, 1]]) },
      });
      const { cartNumber } = body as { cartNumber: number };
      await run('cart.makeKey', { cartId: String(cartNumber) });
      await shop.anna.submit('/admin/cart-keys', 'cart.revokeKey');
    },
  ],
  [
    'prices',
    async () => {
      const set = {
        articleNumber: ARTICLE_NUMBER,
        amount: '19.95',
        basis: 'inclVat',
        siteIds: '1',
        from: LATER,
      };
      await run('price.preview', set);
      await run('price.set', set);
      await run('price.revoke', { articleNumber: ARTICLE_NUMBER, from: LATER, siteIds: '1' });
    },
  ],
  [
    'stock',
    async () => {
      await run('stock.set', { articleNumber: ARTICLE_NUMBER, amount: '31' });
      await run('stock.count', { articleNumber: ARTICLE_NUMBER, amount: '29' });
      await run('stock.deliver', { articleNumber: ARTICLE_NUMBER, pieces: '3' });
      await run('stock.list', { act: 'deliver', list: `${ARTICLE_NUMBER};2` });
    },
  ],
  [
    'requests for a second person',
    async () => {
      const bert = await shop.pages.signIn('bert');
      const ask = (amount: string) =>
        insertApprovalRequest(shop.backend.database, {
          operation: 'stock.count',
          fields: new Map([
            ['articleNumber', [ARTICLE_NUMBER]],
            ['amount', [amount]],
          ]),
          amount: 100,
          page: '/stock',
          askedBy: bert.staffMemberId,
          askedAt: FIXTURE_NOW,
        });
      const confirmed = await ask('44');
      await shop.anna.submit(`/admin/requests/${confirmed}`, 'request.confirm', { _consent: 'true' });
      const declined = await ask('45');
      await shop.anna.submit(`/admin/requests/${declined}`, 'request.decline');
    },
  ],
  [
    'promotions and gift cards',
    async () => {
      await run('promotion.add', {
        promotionKey: 'spring',
        gives: 'percentage',
        percentage: '10',
        siteIds: '1',
        ...createFieldsByLanguage('name'),
      });
      await run('promotion.end', { promotionKey: 'spring' });
      await run('giftcard.create', { amount: '25.00' });
      const [card] = await fetchRows<{ id: number }>(
        shop.backend.database,
        sql`select max(gift_card_id) as id from gift_card`,
      );
      const giftCardId = String(card?.id);
      await run('giftcard.correct', { giftCardId, balance: '20.00', reason: 'mistake' });
      await run('giftcard.block', { giftCardId });
    },
  ],
  [
    'reviews',
    async () => {
      const [review] = await fetchRows<{ id: number }>(
        shop.backend.database,
        sql`select min(review_id) as id from review where published_at is not null`,
      );
      const reviewId = String(review?.id);
      await run('review.hide', { reviewId, reason: 'fake' });
      await run('review.show', { reviewId });
    },
  ],
  [
    'samples',
    async () => {
      const { sampleNumber } = await insertLabResult(shop.backend.database, 'rqs', {
        sample: { accountId: owner.accountId },
      });
      await run('lab.tell', { sampleNumber });
      await run('lab.withdraw', { sampleNumber });
      const waiting = await insertLabResult(shop.backend.database, 'qs');
      await shop.backend.database.execute(sql`delete from lab_result where sample_id = ${waiting.sampleId}`);
      await shop.backend.database
        .update(roughageSample)
        .set({ state: 'ordered', receiptDate: null })
        .where(eq(roughageSample.sampleId, waiting.sampleId));
      await run('lab.send', { sampleNumbers: waiting.sampleNumber });
      const bytes = Buffer.from(`sampleNumber,receiptDate\n${waiting.sampleNumber},2026-11-05\n`);
      await shop.anna.submit(
        '/admin/samples',
        'lab.take',
        { tells: 'received' },
        { files: { file: [{ name: 'in.csv', bytes }] } },
      );
    },
  ],
  [
    'dealers',
    async () => {
      const { dealers } = JSON.parse((await shop.anna.get('/admin/places/dealers.json')).html) as {
        dealers: { name: string }[];
      };
      const list = JSON.stringify({ dealers: dealers.slice(1) });
      await run('places.replace', { places: 'dealers', list, isSeen: 'true' });
    },
  ],
  [
    'campaigns',
    async () => {
      const campaignId = await startCampaign();
      const path = `/admin/campaigns/${campaignId}`;
      await shop.anna.submit(path, 'campaign.save', { name: 'Summer' });
      await shop.anna.submit(path, 'campaign.write', { subject: 'Straw', markdown: 'Other.' });
      await run('campaign.test', { campaignId, emailAddress: 'anna@example.com' });
      await shop.anna.submit(path, 'campaign.send', { _consent: 'true' });
      await run('campaign.pause', { campaignId });
      await run('campaign.resume', { campaignId });
      await run('campaign.cancel', { campaignId });
    },
  ],
  [
    'open positions',
    async () => {
      const started = await shop.anna.submit('/admin/jobs', 'vacancy.save', {
        vacancyKey: 'miller',
        countryId: '1',
        town: 'Zutphen',
        hoursFrom: '24',
        hoursTo: '36',
        publishedOn: '2026-11-01',
        openUntil: '2026-11-30',
        siteIds: ['1'],
      });
      const vacancyId = readField(started, 'vacancyId');
      await run('vacancy.write', { vacancyId, languageId: '4', title: 'Miller', markdown: 'You mill.' });
      await run('vacancy.remove', { vacancyId });
      await shop.anna.submit('/admin/jobs', 'vacancy.restore');
    },
  ],
  [
    'pictures',
    async () => {
      const files = { picture: [{ name: 'hay.jpg', bytes: await drawPhoto().toBuffer() }] };
      await shop.anna.submit(
        '/admin/pictures',
        'picture.add',
        { pictureKey: 'hay', ...createFieldsByLanguage('alt') },
        { files },
      );
      await shop.anna.submit('/admin/pictures/hay', 'picture.describe', { alt_nl: 'Hooi' });
      await run('picture.remove', { pictureKey: 'hay' });
    },
  ],
  [
    'texts',
    async () => {
      const path = '/admin/texts/page/returns/nl';
      await shop.anna.submit(path, 'text.save', { title: 'Terug' });
      const published = await readNewestVersion();
      await shop.anna.submit(
        `/admin/texts/versions/${published}`,
        'text.restore',
        {},
        { pick: has('to', 'before') },
      );
      await shop.anna.submit(path, 'text.save', { title: 'Retour', publish: 'draft' });
      await run('text.plan', { textVersionId: await readNewestVersion(), publishAt: LATER });
      await run('text.withdraw', { textVersionId: await readNewestVersion() });
      await shop.anna.submit(path, 'text.save', { title: 'Retouren', publish: 'draft' });
      await run('text.publish', { textVersionId: await readNewestVersion() });
      await shop.anna.submit(path, 'preview.open');
      await shop.anna.submit('/admin/texts/new-article', 'article.add', {
        articleKey: 'frost',
        publishedOn: '2026-11-30',
        title: 'Vorst',
        slug: 'vorst',
        summary: 'Water bij vorst.',
        body: 'Lauw water.',
      });
      await run('article.remove', { articleKey: 'frost' });
      await shop.anna.submit('/admin/texts/entries/shop/nl', 'entry.add', {
        entry: 'contact',
        below: 'feed',
      });
      await run('entry.addColumn', { columnKey: 'offers', label: 'Aanbiedingen' });
    },
  ],
  [
    'a person',
    async () => {
      const found = await shop.anna.submit('/admin/people', 'person.find', {
        site: 'havero-nl',
        emailAddress: owner.emailAddress,
      });
      const key = readField(found, 'key');
      await run('person.export', { key });
      await run('person.forget', { key });
    },
  ],
];

describe('every operation of the back office', () => {
  beforeAll(async () => {
    for (const [, does] of operationSteps) await does();
  });

  it('is run by the steps above', () => {
    const done = new Set(observedRuns.filter(({ kind }) => kind === 'done').map(({ name }) => name));
    const missing = shop.backend.admin.operations.list
      .map(({ name }) => name)
      .filter((name) => !done.has(name));
    expect([
      missing,
      observedRuns.filter(({ kind }) => kind !== 'done').map(({ name, kind }) => [name, kind]),
    ]).toEqual([
      [],
      // Refused because of an unknown field.
      [['order.pack', 'faults']],
    ]);
    expect(shop.backend.errors).toEqual([]);
  });

  it('is logged if it changed data, and not logged otherwise', () => {
    for (const { name, kind, tables, log } of observedRuns) {
      const isNoted = LOGGED_READ_OPERATIONS.includes(name) || (kind === 'done' && tables.length > 0);
      expect([name, tables, log.length > 0]).toEqual([name, tables, isNoted]);
    }
    const changers = new Set(observedRuns.filter(({ log }) => log.length > 0).map(({ name }) => name));
    const silent = shop.backend.admin.operations.list
      .map(({ name }) => name)
      .filter((name) => !changers.has(name));
    expect(silent.toSorted()).toEqual(READING_OPERATIONS);
  });

  it('purges pages with known surrogate keys', async () => {
    for (let round = 0; round < 3; round += 1) await shop.backend.runJob('queue');
    expect(shop.backend.forgotten).toEqual(
      expect.arrayContaining(['dealers', expect.stringMatching(/^product-/)]),
    );
    expect(shop.backend.forgotten.filter((key) => !isSurrogateKey(key))).toEqual([]);
  });

  it('is logged with actor, object, and the state before and after', () => {
    for (const { name, log } of observedRuns) {
      // A confirmed request runs as the requester, and has a separate row.
      for (const row of log.filter(({ operation }) => operation === name || name !== 'request.confirm')) {
        expect(row).toMatchObject({
          operation: name,
          staffMemberId: shop.anna.staffMemberId,
          at: FIXTURE_NOW,
        });
        expect([name, row.resource, row.resourceId]).not.toContain('');
        if (!LOGGED_READ_OPERATIONS.includes(name)) expect([name, row.after]).not.toEqual([name, row.before]);
      }
    }
  });

  it('is logged without personal data', () => {
    const rows = JSON.stringify(observedRuns.flatMap(({ log }) => log));
    expect(rows).not.toMatch(/@stal\.example|anna@example|back door|Send them back|Which batch|480 a tonne/);
  });
});
