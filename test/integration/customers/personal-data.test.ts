import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq, getTableColumns, getTableName, sql } from 'drizzle-orm';
import { insertCredit } from '../../../server/backend/commerce/orders/credit-queries.ts';
import { putDocument } from '../../../server/backend/core/mail/stored-documents.ts';
import type { Person } from '../../../server/backend/core/privacy/personal-data-source.ts';
import type { RetentionRule } from '../../../server/backend/core/privacy/retention.ts';
import { hashToken } from '../../../server/backend/core/security/token.ts';
import * as schema from '../../../server/backend/schema/schema.ts';
import { tableOrigins } from '../../../server/backend/schema/table-origins.ts';
import { hashEmailAddress } from '../../../server/backend/service-desk/mail-campaigns/queries.ts';
import { listPersonTables } from '../../../server/backend/service-desk/personal-data/queries.ts';
import { createLog } from '../../../server/platform/logging.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import type { Advice } from '../../../shared/rules/feed-advice/feed-advice.ts';
import { createSignedInAccount, PASSWORD, type SignedInCustomer } from '../../fixtures/accounts.ts';
import { type BackendFixture, FIXTURE_NOW, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { createBackendCaller, dutchShopHeaders } from '../../fixtures/call-backend.ts';
import { PRODUCT, VARIANT } from '../../fixtures/call-inputs.ts';
import { dumpTables } from '../../fixtures/dump-tables.ts';
import { insertLabResult } from '../../fixtures/lab-results.ts';
import { createLine, insertWholeOrder } from '../../fixtures/whole-orders.ts';

const now = FIXTURE_NOW;
const siteScope = { siteId: 1, languageId: 4 };
const variantParameter = { productVariantId: VARIANT };

/** An ordinary ration (case 1 of the model). */
const adviceResult: Advice = {
  energyLevel: 'medium',
  gramsPerDay: 1200,
  feedsPerDay: 3,
  gramsPerFeed: 400,
  scoopsPerDay: 1.9,
  scoopsPerFeed: 0.6,
  servingsPerPack: 50,
  daysPerPack: 16,
  costPerDay: 96,
  roughageKgPerDay: 11.5,
  needDE: 100.3,
  balancePct: 99,
  warnings: [],
};

let backend: BackendFixture;
/** All output of the process except responses and mails. */
const writtenOutput: string[] = [];
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  const log = createLog(
    { name: 'backend', level: 'trace' },
    { write: (line) => void writtenOutput.push(line) },
  );
  backend = await openBackendFixture({ log });
});

afterAll(() => backend?.close());

beforeEach(() => {
  backend.setNow(FIXTURE_NOW);
  writtenOutput.length = 0;
});

const as = ({ cookie }: SignedInCustomer) => ({ ...dutchShopHeaders, cookie });

/**
 * Creates a customer with all possible data, and a different marked string in every field that a person can
 * fill.
 */
async function createCustomerWithAllData(word: string) {
  const { database } = backend;
  /** Marked strings by field. */
  const words = new Map<string, string>();
  const mark = (where: string): string => {
    words.set(where, `${word}-${where}`);
    return `${word}-${where}`;
  };
  const address = (where: string) => ({
    zipcode: mark(`${where}-zipcode`),
    street: mark(`${where}-street`),
    streetNumber: mark(`${where}-number`),
    streetNumberAddition: mark(`${where}-addition`),
    city: mark(`${where}-city`),
    countryId: 1,
  });
  const person = (where: string) => ({
    firstName: mark(`${where}-first`),
    lastName: mark(`${where}-last`),
    address: address(where),
  });
  const emailAddress = `${word}-box@stal.example`;
  words.set('address', emailAddress);
  const account = await createSignedInAccount(backend, { emailAddress });
  const { accountId } = account;
  await database
    .update(schema.account)
    .set({
      firstName: mark('first-name'),
      lastName: mark('last-name'),
      phoneNumber: mark('phone'),
      mobilePhoneNumber: mark('mobile'),
      companyName: mark('company'),
      vatNumber: mark('vat'),
      address: address('account'),
      shipping: { shippingMethod: 0, ...person('account-shipping') },
      alternativeShippingAddress: person('account-alternative'),
    })
    .where(eq(schema.account.accountId, accountId));
  await database.insert(schema.accountAddress).values({
    addressId: randomUUID(),
    accountId,
    addressName: mark('address-name'),
    nameKey: mark('address-name'),
    recipient: person('saved-address'),
    createdAt: now,
    changedAt: now,
  });
  await database.insert(schema.accountToken).values({
    tokenHash: `${word}-secret-token`,
    accountId,
    kind: 'email-change',
    emailAddress: mark('new-address'),
    createdAt: now,
    expiresAt: now,
  });
  await database.insert(schema.accountRequest).values({
    kind: 'forgot',
    ...siteScope,
    subject: emailAddress,
    callbackPath: mark('callback'),
    createdAt: now,
  });

  const [cart] = await database
    .insert(schema.cart)
    .values({
      ...siteScope,
      accountId,
      created: now,
      lastModified: now,
      clientIp: mark('network'),
      billing: { ...person('cart-billing'), phoneNumber: mark('cart-phone'), emailAddress },
      shipping: { shippingMethod: 0, ...person('cart-shipping') },
      alternativeShippingAddress: person('cart-alternative'),
      discountCode: mark('code'),
      parcelShopZipcodeOrCity: mark('parcel-city'),
      storeId: mark('store'),
      passwordHash: `${word}-secret-hash`,
    })
    .returning();
  const cartId = cart?.cartId ?? 0;
  await database.insert(schema.cartAccess).values({ idHash: `${word}-secret-id`, cartId });
  await database.insert(schema.cartProduct).values({ cartId, ...variantParameter, count: 1, position: 1 });
  await database
    .insert(schema.cartSample)
    .values({ cartId, ...variantParameter, sequence: 1, sampleName: mark('cart-sample') });
  await database
    .insert(schema.cartHandover)
    .values({ tokenHash: `${word}-secret-handover`, cartId, ...siteScope, createdAt: now });
  await database
    .insert(schema.cartImpersonation)
    .values({ keyHash: `${word}-secret-key`, cartId, createdAt: now });

  const order = await insertWholeOrder(database, {
    lines: [createLine()],
    sampleNames: { 1: [mark('order-sample')] },
    changes: {
      accountId,
      tokenHash: hashToken(`${word}-secret-order`),
      billing: { ...person('order-billing'), phoneNumber: mark('order-phone'), emailAddress },
      delivery: {
        kind: 'home',
        name: mark('delivery-name'),
        address: address('delivery'),
        deliveryTimeDays: null,
      },
      trackingUrl: `https://carrier.example/${mark('tracking')}`,
    },
  });
  const { orderId } = order;
  await database
    .insert(schema.orderNote)
    .values({ orderId, at: now, staffMemberId: null, text: mark('order-note') });
  const [promotion] = await database.select().from(schema.promotion).limit(1);
  await database.insert(schema.orderPromotion).values({ orderId, promotionId: promotion?.promotionId ?? 0 });
  const paymentId = randomUUID();
  await database.insert(schema.payment).values({
    paymentId,
    orderId,
    providerConfigurationId: 'test',
    paymentMethodId: 1,
    status: 'paid',
    amount: 3195,
    paymentUrl: `https://bank.example/${word}-secret-page`,
    transferAccountHolder: mark('account-holder'),
    createdAt: now,
    changedAt: now,
  });
  await database
    .insert(schema.refund)
    .values({ refundId: randomUUID(), paymentId, amount: 1, reason: 'shop', status: 'done', createdAt: now });
  const [card] = await database
    .insert(schema.giftCard)
    .values({
      numberHash: `${word}-secret-number`,
      pinHash: `${word}-secret-pin`,
      lastFour: '8153',
      initialAmount: 100,
      balance: 100,
      createdAt: now,
    })
    .returning();
  const giftCardId = card?.giftCardId ?? 0;
  await database
    .insert(schema.giftCardMovement)
    .values({ giftCardId, orderId, kind: 'held', amount: 1, at: now });
  await database.insert(schema.cartGiftCard).values({ cartId, giftCardId });
  await database
    .insert(schema.stockMovement)
    .values({ orderId, ...variantParameter, kind: 'taken', pieces: 1, at: now });
  const document = {
    mediaType: 'application/pdf',
    fileName: `${word}.pdf`,
    bytes: Buffer.from(`${word}-document`),
    keepUntil: new Date(now.getTime() + HOUR_MS),
    now,
  };
  await database.insert(schema.invoice).values({
    siteId: 1,
    number: mark('invoice'),
    kind: 'invoice',
    orderId,
    totalAmount: 3195,
    createdAt: now,
    storedDocumentId: await putDocument(database, document),
  });
  await database.insert(schema.withdrawal).values({
    withdrawalId: randomUUID(),
    ...siteScope,
    name: mark('withdrawal-name'),
    contract: mark('withdrawal-contract'),
    emailAddress,
    lines: mark('withdrawal-lines'),
    receivedAt: now,
    receiptTokenHash: `${word}-secret-receipt`,
    receiptDocumentId: await putDocument(database, document),
  });

  await insertCredit(database, {
    orderCreditId: randomUUID(),
    orderId,
    reason: 'refund',
    giftCardAmount: 0,
    createdAt: now,
    parts: [{ kind: 'goodwill', position: null, quantity: null, amount: 1, vatRatePercentage: 21 }],
  });

  const returnId = randomUUID();
  await database.insert(schema.productReturn).values({
    returnId,
    accountId,
    orderId,
    ...variantParameter,
    reason: 'damaged',
    text: mark('return-text'),
    createdAt: now,
  });
  await database
    .insert(schema.returnAnswer)
    .values({ returnId, status: 'answered', text: mark('return-answer'), at: now });
  const sample = { accountId, sampleName: mark('result-sample'), key: `${word}-secret-result` };
  const { sampleId } = await insertLabResult(database, 'rqs', { sample });
  await database.insert(schema.feedAdvice).values({
    adviceId: randomUUID(),
    accountId,
    horseName: mark('horse'),
    horseType: 'horse',
    workLevel: 'light',
    roughageType: 'hay',
    sampleId,
    productVariantId: variantParameter.productVariantId,
    figures: adviceResult,
    isRead: true,
    createdAt: now,
    changedAt: now,
  });
  const photo = Buffer.from(`${word}-photo`);
  await database
    .insert(schema.returnPhoto)
    .values({ returnId, position: 1, bytes: photo, width: 1, height: 1 });
  const writeReview = async (status: 'waiting' | 'published', where: string) => {
    const [row] = await database
      .insert(schema.review)
      .values({
        productId: PRODUCT,
        ...siteScope,
        rating: 4,
        authorName: mark(`${where}-author`),
        status,
        contentHash: `${word}-secret-content-${where}`,
        createdAt: now,
        publishedAt: status === 'published' ? now : null,
        accountId,
      })
      .returning();
    await database.insert(schema.reviewTranslation).values({
      reviewId: row?.reviewId ?? 0,
      languageId: 4,
      title: mark(`${where}-title`),
      opinion: mark(`${where}-opinion`),
      text: mark(`${where}-words`),
    });
  };
  await writeReview('waiting', 'waiting');
  await writeReview('published', 'published');
  await database.insert(schema.stockReminder).values({
    ...siteScope,
    ...variantParameter,
    emailAddress,
    confirmTokenHash: `${word}-secret-reminder`,
    createdAt: now,
    confirmedAt: now,
  });
  await database.insert(schema.newsletterSubscriber).values({
    ...siteScope,
    emailAddress,
    newsletter: true,
    offers: false,
    unsubscribeKey: `${word}-secret-letters`,
    createdAt: now,
  });
  await database.insert(schema.newsletterConsent).values({
    ...siteScope,
    emailAddress,
    kind: 'newsletter',
    source: 'account',
    words: mark('consent-words'),
    network: '198.51.100.0/24',
    confirmTokenHash: `${word}-secret-consent`,
    createdAt: now,
    confirmedAt: now,
  });
  const [campaign] = await database
    .insert(schema.campaign)
    .values({ name: 'November', kind: 'newsletter', status: 'sent', createdAt: now, changedAt: now })
    .returning();
  await database.insert(schema.campaignRecipient).values({
    campaignId: campaign?.campaignId ?? 0,
    addressHash: hashEmailAddress(emailAddress),
    createdAt: now,
  });
  await database.insert(schema.siloQuotation).values({
    ...siteScope,
    name: mark('silo-name'),
    emailAddress,
    phoneNumber: mark('silo-phone'),
    zipcode: mark('silo-zip'),
    city: mark('silo-city'),
    horses: 3,
    kilograms: 1000,
    message: mark('silo-message'),
    createdAt: now,
  });
  const mail = { ...siteScope, recipient: emailAddress, html: '', createdAt: now, nextAttemptAt: now };
  await database.insert(schema.outboxMail).values([
    {
      ...mail,
      kind: 'order-sent',
      subject: mark('sent-subject'),
      text: `${mark('sent-text')} https://shop.example/?token=${word}-secret-link`,
      sentAt: now,
    },
    { ...mail, kind: 'order-confirmed', subject: mark('owed-subject'), text: mark('owed-text') },
    { ...mail, kind: 'stock-reminder-back', subject: mark('unsent-subject'), text: mark('unsent-text') },
  ]);
  return { ...account, words, photo, orderId };
}

const dumpTableRows = async (): Promise<Map<string, string>> =>
  new Map(Object.entries(await dumpTables(backend.database)).map(([name, rows]) => [name, rows.join('\n')]));

/** Returns the tables that contain a text, as a string or as the bytes of a file. */
const listTablesContaining = (tables: ReadonlyMap<string, string>, text: string): string[] => {
  const hex = Buffer.from(text).toString('hex');
  return [...tables].filter(([, rows]) => rows.includes(text) || rows.includes(hex)).map(([name]) => name);
};

const listSources = () => backend.shop.modules.flatMap(({ personalData = [] }) => personalData);

/** Formats a retention rule as a row of docs/privacy.md. */
const formatRetentionRow = (tableName: string, { what, since, days, why }: RetentionRule): string => {
  const period =
    days === null
      ? 'no fixed period'
      : days === 'retentionYears'
        ? `\`retentionYears\` of the site after the year of \`${since}\``
        : `${days} ${days === 1 ? 'day' : 'days'} after \`${since}\``;
  return `| \`${tableName}\` | ${what} | ${period} | ${why} |`;
};

describe('the personal data of all modules', () => {
  it('has retention rules that refer to existing date columns', () => {
    for (const [, { table, retention }] of listPersonTables(listSources())) {
      const columns = Object.values(getTableColumns(table)).map(({ name }) => name);
      for (const { since, days } of retention) {
        expect(since === null).toBe(days === null);
        if (since !== null) expect(columns).toContain(since);
      }
    }
  });

  it('has the retention rules of docs/privacy.md', () => {
    const page = readFileSync(path.join(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');
    const rows = listPersonTables(listSources())
      .map(([, { table, retention }]) => ({ name: getTableName(table), retention }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap(({ name, retention }) => retention.map((rule) => formatRetentionRow(name, rule)));
    expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual(rows);
  });

  it('contains every table that is declared as written by or about people, once', () => {
    const ofPeople = Object.entries(tableOrigins).flatMap(([name, origin]) =>
      origin === 'person' ? [name] : [],
    );
    expect(
      listPersonTables(listSources())
        .map(([name]) => name)
        .sort(),
    ).toEqual(ofPeople.sort());
  });

  it('is erased in an order that does not depend on the order of the modules', () => {
    for (const kind of ['accountErasure', 'guestErasure'] as const) {
      const positions = listSources().flatMap((source) => source[kind]?.position ?? []);
      expect([kind, new Set(positions).size]).toEqual([kind, positions.length]);
    }
  });

  it('names each table as the schema does, and leaves out secrets', () => {
    for (const [name, { table, whereOwnedBy, excludedColumns: leftOut }] of listPersonTables(listSources())) {
      expect(getTableName(table)).toBe(getTableName(Reflect.get(schema, name)));
      const secrets = Object.keys(getTableColumns(table)).filter((column) =>
        /^token$|tokenHash|idHash|keyHash|pinHash|numberHash|passwordHash|contentHash/i.test(column),
      );
      if (whereOwnedBy !== null) {
        expect([name, leftOut]).toEqual([name, expect.arrayContaining(secrets)]);
      }
    }
  });

  it('finds the rows of a person in every table that identifies persons', async () => {
    const { accountId, emailAddress } = await createCustomerWithAllData('every');
    // An action for the account is logged.
    await call(
      'exportAccount',
      {},
      as({ accountId, emailAddress, cookie: await signInForCookie(accountId) }),
    );
    const person: Person = { accountId, siteId: 1, emailAddress };
    for (const [name, { table, whereOwnedBy }] of listPersonTables(listSources())) {
      if (whereOwnedBy === null) continue;
      const count = await backend.database.$count(table, whereOwnedBy(backend.database, person));
      expect([name, count > 0]).toEqual([name, true]);
    }
  });
});

/** Signs in again, and returns the cookie. */
async function signInForCookie(accountId: string): Promise<string> {
  const cookies = await backend.database.transaction('sign-in', (transaction) =>
    backend.shop.sessions.begin(transaction, {
      accountId,
      isKept: false,
      origin: { userAgent: null, network: null },
      now,
    }),
  );
  return `sid=${cookies.find(({ name }) => name === 'session')?.value}`;
}

describe('the export', () => {
  it('contains all stored data of a person including photos, no data of another person, and no secrets', async () => {
    const owner = await createCustomerWithAllData('exported');
    await createCustomerWithAllData('foreign');
    const { status, body, text, headers } = await call('exportAccount', {}, as(owner));
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename=my-data.json');
    expect(headers['cache-control']).toBe('no-store');
    expect(body.exportedAt).toBe(FIXTURE_NOW.toISOString());
    const missing = [...owner.words.values()].filter((word) => !text.includes(word));
    expect(missing).toEqual([]);
    expect(text).toContain(owner.photo.toString('base64'));
    expect(text).not.toMatch(/secret|foreign|argon2/);
    expect(body.tables.customerOrder).toHaveLength(1);
    expect(body.tables.outboxMail.map((row: { subject: string }) => row.subject)).toContain(
      'exported-sent-subject',
    );
  });

  it('requires a session whose password was confirmed recently', async () => {
    const owner = await createSignedInAccount(backend);
    backend.setNow(new Date(now.getTime() + HOUR_MS));
    expect(await call('exportAccount', {}, as(owner))).toMatchObject({
      status: 401,
      body: { code: 'reauthentication_required' },
    });
  });

  it('is available five times an hour, and logged', async () => {
    const owner = await createSignedInAccount(backend);
    for (let count = 0; count < 5; count += 1) {
      expect((await call('exportAccount', {}, as(owner))).status).toBe(200);
    }
    expect(await call('exportAccount', {}, as(owner))).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    });
    const acts = await backend.database
      .select()
      .from(schema.auditEntry)
      .where(eq(schema.auditEntry.actorId, owner.accountId));
    expect(acts).toHaveLength(5);
    expect(acts[0]).toMatchObject({ actorKind: 'account', act: 'export', resource: 'account', details: {} });
  });
});

describe('closing an account', () => {
  const close = (who: SignedInCustomer, password: string) =>
    call('deleteAccount', { body: { password } }, as(who));

  it('deletes all data that the law does not require, and no data of others', async () => {
    const owner = await createCustomerWithAllData('closing');
    const other = await createCustomerWithAllData('staying');
    const before = await dumpTableRows();
    writtenOutput.length = 0;
    const { status, headers } = await close(owner, PASSWORD);
    expect(status).toBe(204);
    for (const name of ['sid', 'signedin', 'cart']) {
      expect(String(headers['set-cookie'])).toMatch(new RegExp(`(^|,)${name}=; Max-Age=0;`));
    }
    await backend.runJob('queue');
    const after = await dumpTableRows();

    const kept = [
      'customer_order',
      'order_line',
      'order_sample',
      'payment',
      'invoice',
      'stored_document',
      'withdrawal',
    ];
    for (const [where, word] of owner.words) {
      const tables = listTablesContaining(after, word).filter((name) => !kept.includes(name));
      // Published reviews stay with the name that their author chose to show.
      const isPublished = where.startsWith('published-');
      // Waiting mails of an order were sent now, and are deleted by age.
      const isOwed = where.startsWith('owed-') || where === 'address';
      const rest = tables.filter(
        (name) =>
          !(isPublished && ['review', 'review_translation'].includes(name)) &&
          !(isOwed && name === 'outbox_mail'),
      );
      expect([where, rest]).toEqual([where, []]);
    }
    for (const word of ['closing-photo', 'closing-secret-content-published', 'closing-secret-token']) {
      expect([word, listTablesContaining(after, word)]).toEqual([word, []]);
    }
    // The account's random id is in the log of actions, and nowhere else.
    expect(listTablesContaining(after, owner.accountId)).toEqual(['audit_entry']);
    for (const word of [...other.words.values(), other.accountId]) {
      expect(listTablesContaining(after, word)).toEqual(listTablesContaining(before, word));
    }
    expect(writtenOutput.join('\n')).not.toMatch(/closing-|@stal/);

    const told = backend.mails.filter(({ recipient }) => recipient === owner.emailAddress);
    expect(told).toMatchObject([{ kind: 'account-closed', subject: 'Your account has been closed' }]);
    expect(
      await backend.database.$count(schema.outboxMail, eq(schema.outboxMail.kind, 'account-closed')),
    ).toBe(0);

    expect(await call('fetchOrders', {}, as(owner))).toMatchObject({
      status: 401,
      body: { code: 'not_authenticated' },
    });
    // The order is accessible by the link in its mails.
    const query = { token: 'closing-secret-order' };
    expect((await call('fetchOrderStatus', { params: { orderId: owner.orderId }, query })).status).toBe(200);
  });

  it('requires the password, and has one response for all wrong ones', async () => {
    const owner = await createSignedInAccount(backend);
    for (const wrong of ['haverstro 12', `${PASSWORD} `, 'a'.repeat(129), ' ']) {
      expect(await close(owner, wrong)).toMatchObject({
        status: 401,
        body: { code: 'invalid_credentials' },
      });
    }
    expect((await call('fetchOrders', {}, as(owner))).status).toBe(200);
    expect((await close(owner, PASSWORD)).status).toBe(204);
  });

  it('limits wrong passwords, and does not count right ones', async () => {
    const owner = await createSignedInAccount(backend);
    for (let count = 0; count < 10; count += 1) {
      expect((await close(owner, 'wrong 123')).status).toBe(401);
    }
    expect(await close(owner, PASSWORD)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    backend.setNow(new Date(now.getTime() + HOUR_MS));
    expect((await close(owner, PASSWORD)).status).toBe(204);
  });

  it('happens once, however often the button is pressed', async () => {
    const owner = await createSignedInAccount(backend);
    const answers = await Promise.all([close(owner, PASSWORD), close(owner, PASSWORD)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  it('is refused to a session of an account with the same address on another site', async () => {
    const dutch = await createSignedInAccount(backend, { emailAddress: 'twice@stal.example' });
    const belgian = await createSignedInAccount(backend, { siteId: 2, emailAddress: 'twice@stal.example' });
    expect((await close(belgian, PASSWORD)).status).toBe(401);
    expect((await close(dutch, PASSWORD)).status).toBe(204);
    expect(
      await backend.database.$count(schema.account, eq(schema.account.accountId, belgian.accountId)),
    ).toBe(1);
  });
});

it('deletes the returns of an order together with the order', async () => {
  const { orderId } = await createCustomerWithAllData('old');
  const longAgo = new Date('2000-01-01T00:00:00Z');
  const { database } = backend;
  await database.delete(schema.withdrawal);
  await database.transaction('change-order', async (transaction) => {
    // Otherwise the database refuses to change an invoice.
    await transaction.execute(sql`select set_config('shop.retention', 'on', true)`);
    await transaction
      .update(schema.invoice)
      .set({ createdAt: longAgo })
      .where(eq(schema.invoice.orderId, orderId));
  });
  await database
    .update(schema.customerOrder)
    .set({ createdAt: longAgo })
    .where(eq(schema.customerOrder.orderId, orderId));
  await backend.runJob('forget-orders');
  expect(backend.errors).toEqual([]);
  expect(await database.$count(schema.customerOrder, eq(schema.customerOrder.orderId, orderId))).toBe(0);
  expect(await database.$count(schema.productReturn, eq(schema.productReturn.orderId, orderId))).toBe(0);
  expect(
    await database.$count(schema.returnPhoto, sql`${schema.returnPhoto.bytes} = ${Buffer.from('old-photo')}`),
  ).toBe(0);
});

describe('subscriptions', () => {
  const fetch = (who: SignedInCustomer) => call('fetchSubscriptions', {}, as(who));
  const update = (who: SignedInCustomer, body: object) => call('updateSubscriptions', { body }, as(who));
  const remind = async (
    emailAddress: string,
    options: { siteId?: number; confirmedAt?: Date | null } = {},
  ) => {
    const { siteId = 1, confirmedAt = now } = options;
    const [row] = await backend.database
      .insert(schema.stockReminder)
      .values({
        siteId,
        languageId: 4,
        productVariantId: 1042,
        emailAddress,
        confirmTokenHash: randomUUID(),
        createdAt: now,
        confirmedAt,
      })
      .returning();
    return row?.stockReminderId ?? 0;
  };

  it('initially include test results only, and are changed separately', async () => {
    const owner = await createSignedInAccount(backend);
    const first = { newsletter: false, offers: false, labResults: true, stockReminders: [] };
    expect(await fetch(owner)).toMatchObject({ status: 200, body: first });
    expect((await update(owner, { newsletter: true })).status).toBe(204);
    expect((await fetch(owner)).body).toEqual({ ...first, newsletter: true });
    expect((await update(owner, {})).status).toBe(204);
    expect((await update(owner, { offers: true, labResults: false })).status).toBe(204);
    expect((await fetch(owner)).body).toEqual({
      ...first,
      newsletter: true,
      offers: true,
      labResults: false,
    });
  });

  it('change no other field of the account', async () => {
    const owner = await createSignedInAccount(backend);
    await update(owner, { newsletter: true, passwordHash: null, emailAddress: 'taken@stal.example' });
    const [row] = await backend.database
      .select()
      .from(schema.account)
      .where(eq(schema.account.accountId, owner.accountId));
    expect(row).toMatchObject({
      emailAddress: owner.emailAddress,
      passwordHash: expect.stringMatching(/^\$argon2id/),
    });
  });

  it('include the confirmed stock reminders of the address on the site, and end no others', async () => {
    const owner = await createSignedInAccount(backend);
    const own = await remind(owner.emailAddress);
    const elsewhere = await remind(owner.emailAddress, { siteId: 2 });
    const foreign = await remind('neighbour@stal.example');
    const { body } = await fetch(owner);
    expect(body.stockReminders).toEqual([
      {
        stockReminderId: own,
        title: expect.stringMatching(/\S/),
        product: expect.objectContaining({ productVariantId: 1042 }),
      },
    ]);
    await update(owner, { endedStockReminderIds: [own, elsewhere, foreign] });
    expect((await fetch(owner)).body.stockReminders).toEqual([]);
    const left = await backend.database.select().from(schema.stockReminder);
    const ids = left.map(({ stockReminderId }) => stockReminderId);
    expect(ids).toEqual(expect.arrayContaining([elsewhere, foreign]));
    expect(ids).not.toContain(own);
  });

  it('do not include unconfirmed stock reminders', async () => {
    const owner = await createSignedInAccount(backend);
    await remind(owner.emailAddress, { confirmedAt: null });
    expect((await fetch(owner)).body.stockReminders).toEqual([]);
  });
});
