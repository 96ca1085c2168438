import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import type { OutgoingMail } from '../../../server/backend/core/mail/mail-transport.ts';
import { accountRequestRateLimits } from '../../../server/backend/customers/accounts/account-requests.ts';
import {
  account,
  accountRequest,
  accountSession,
  accountToken,
  cart,
  customerOrder,
  outboxMail,
  queueItem,
  rateLimit,
} from '../../../server/backend/schema/schema.ts';
import { type CallName, callPaths } from '../../../shared/contract/paths.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { parseMailedLink, collectMails as takeMailsOf } from '../../fixtures/account-mails.ts';
import { createSignedInAccount, PASSWORD } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  fixturePasswordHasher,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, type LooseInput } from '../../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../../fixtures/call-inputs.ts';
import { createOrderPlacer } from '../../fixtures/order-placer.ts';
import { insertOrder } from '../../fixtures/orders.ts';
import { runQueueWorker } from '../../fixtures/queue-items.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const CONFIRM_PATH = '/account/confirm/';
const corporateShopHeaders = { siteid: '12', languageid: '4' };

let backend: BackendFixture;
const { getNow, advanceClock, resetClock } = createTestClock(() => backend);
const calls = createBackendCaller(() => backend);
const { call } = calls;
const { openOrderableCart, place } = createOrderPlacer(calls);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(async () => {
  resetClock();
  backend.mails.length = 0;
  await backend.database.delete(rateLimit);
  await backend.database.delete(outboxMail);
  await backend.database.delete(queueItem);
});

afterEach(() => {
  jest.restoreAllMocks();
  expect(backend.errors).toEqual([]);
});

let personCount = 0;
const createEmailAddress = () => {
  personCount += 1;
  return `rider-${personCount}@stal.example`;
};

const collectMails = () => takeMailsOf(backend);
const sendRegistration = (emailAddress: string, own: object = {}, headers = {}) =>
  call(
    'registerAccount',
    {
      query: { callbackUrl: CONFIRM_PATH },
      body: { ...callInputs.registerAccount.body, emailAddress, ...own },
    },
    headers,
  );
const confirm = (
  { token, userId }: { token: string; userId: string },
  typed: { password?: string; newPassword?: string } = {},
  headers = {},
) => call('confirmAccount', { params: { userId }, query: { token, ...typed } }, headers);
const findAccount = async (emailAddress: string, siteId = 1) =>
  (await backend.database.select().from(account).where(eq(account.emailAddress, emailAddress))).find(
    (row) => row.siteId === siteId,
  );
const hasPassword = async (emailAddress: string, password: string) =>
  (await fixturePasswordHasher.verify(password, (await findAccount(emailAddress))?.passwordHash ?? null))
    .isRight;
const listKindsAndRecipients = (mails: readonly OutgoingMail[]) =>
  mails.map(({ kind, recipient }) => [kind, recipient]);

/** Registers, and returns the link of the mail. */
async function registerAndCollectLink(emailAddress: string, own: object = {}, headers = {}) {
  expect((await sendRegistration(emailAddress, own, headers)).status).toBe(204);
  const mails = await collectMails();
  expect(listKindsAndRecipients(mails)).toEqual([['account-activation', emailAddress]]);
  return parseMailedLink(mails[0]);
}

const insertOrderOf = (emailAddress: string, siteId = 1) =>
  insertOrder(backend.database, {
    status: 'sent',
    emailAddress,
    siteId,
    lines: [{ productId: 101, productVariantId: VARIANT, quantity: 1, unitAmount: 1995 }],
  });
const listOrdersOfAccount = async (accountId: string) =>
  (
    await backend.database
      .select({ orderId: customerOrder.orderId })
      .from(customerOrder)
      .where(eq(customerOrder.accountId, accountId))
  ).map(({ orderId }) => orderId);

const noContentResponse = { status: 204, text: '' };
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('a registration', () => {
  it('creates an account with the typed data once the mailed link is followed', async () => {
    const address = createEmailAddress();
    const { url, token, userId } = await registerAndCollectLink(address, {
      emailAddress: ` ${address.toUpperCase()} `,
    });
    expect(url.href).toMatch(
      /^http:\/\/en\.havero-nl\.localhost:3000\/account\/confirm\/\?token=[\w-]{43}&userId=[\w-]{36}$/,
    );
    expect(await findAccount(address)).toMatchObject({
      accountId: userId,
      activatedAt: null,
      firstName: callInputs.registerAccount.body.firstName,
      companyName: 'Stal De Linde',
      newsletter: true,
      languageId: 4,
    });

    expect(await confirm({ token, userId }, { password: PASSWORD })).toMatchObject(noContentResponse);
    expect(await findAccount(address)).toMatchObject({ activatedAt: getNow() });
    expect(listKindsAndRecipients(await collectMails())).toEqual([['account-welcome', address]]);
    // The request is deleted.
    expect(await backend.database.$count(accountRequest)).toBe(0);
  });

  it('is mailed in the chosen language, with a link to the host of that language', async () => {
    const address = createEmailAddress();
    await sendRegistration(address, { languageId: 1 });
    const [mail] = await collectMails();
    expect(mail?.subject).toBe('Activeer je account bij Havero');
    expect(mail?.text).toContain('http://havero-nl.localhost:3000/account/confirm/');
  });

  it.each([
    ['an invalid address', { emailAddress: 'marit@stal' }, 'emailAddress', 'format'],
    ['no address', { emailAddress: ' ' }, 'emailAddress', 'required'],
    ['two addresses', { emailAddress: 'a@stal.example,b@stal.example' }, 'emailAddress', 'format'],
    [
      'a header injection in the address',
      { emailAddress: 'a@stal.example\r\nBcc: b@c.example' },
      'emailAddress',
      'format',
    ],
    ['no name', { firstName: ' ' }, 'firstName', 'required'],
    ['a name of 51 characters', { lastName: 'x'.repeat(51) }, 'lastName', 'maxLength'],
    ['a company of 101 characters', { companyName: 'x'.repeat(101) }, 'companyName', 'maxLength'],
    ['an invalid VAT number', { vatNumber: 'NL001234561B01' }, 'vatNumber', 'format'],
    ['a language that the site does not have', { languageId: 9 }, 'languageId', 'unknown'],
    ['6 characters', { password: 'haver1' }, 'password', 'password'],
    ['digits only', { password: '7310483920' }, 'password', 'password'],
    ['129 characters', { password: `${'q7'.repeat(64)}x` }, 'password', 'password'],
    ['a common password', { password: 'password1' }, 'password', 'password'],
  ])('is refused with %s', async (_what, own, field, code) => {
    const answer = await sendRegistration(createEmailAddress(), own);
    expect(answer).toMatchObject(refused(400, 'validation_failed'));
    expect(answer.body.errors).toMatchObject([{ field, code }]);
    expect(await collectMails()).toEqual([]);
  });

  it.each(['Haverstro 12', '  spaces count 1 ', 'лошадь и овёс ٣', '🐴🐴🐴🐴🐴a1', `${'q7'.repeat(64)}`])(
    'accepts the password %j without truncating it',
    async (password) => {
      const address = createEmailAddress();
      const link = await registerAndCollectLink(address, { password });
      expect(await confirm(link, { password: password.slice(0, -1) })).toMatchObject(
        refused(401, 'invalid_credentials'),
      );
      expect(await confirm(link, { password })).toMatchObject(noContentResponse);
    },
  );

  it.each([
    '//evil.example/',
    'http://evil.example/',
    'javascript:alert(1)',
    '/\\evil.example',
    'http://havero-be.localhost:3000/account/confirm/',
    'http://a:b@havero-nl.localhost:3000/',
  ])('cannot have a link to %s, nor can any other call', async (callbackUrl) => {
    const { cookie } = await createSignedInAccount(backend, { now: getNow() });
    const id = await calls.openCart();
    const asked: readonly (readonly [CallName, LooseInput])[] = [
      ['registerAccount', { ...callInputs.registerAccount, query: { callbackUrl } }],
      ['forgotPassword', { ...callInputs.forgotPassword, query: { callbackUrl } }],
      ['resendConfirmation', { query: { userId: 'marit@stal.example', callbackUrl } }],
      ['updateAccount', { query: { callbackUrl }, body: {} }],
      ['changeEmailAddress', { ...callInputs.changeEmailAddress, query: { callbackUrl } }],
      ['setCartPassword', { params: { id }, query: { password: PASSWORD, confirmUrl: callbackUrl } }],
    ];
    for (const [name, input] of asked) {
      const { status, body } = await call(name, input, name === 'setCartPassword' ? {} : { cookie });
      const field = name === 'setCartPassword' ? 'confirmUrl' : 'callbackUrl';
      expect([name, status, body.errors]).toMatchObject([name, 400, [{ field, code: 'host' }]]);
    }
    expect(await collectMails()).toEqual([]);
  });

  it('has a link that depends neither on the Host header nor on a query in the callback address', async () => {
    const address = createEmailAddress();
    await call(
      'registerAccount',
      {
        query: { callbackUrl: 'http://havero-nl.localhost:3000/account/confirm/?next=//evil.example#x' },
        body: { ...callInputs.registerAccount.body, emailAddress: address },
      },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    );
    const [mail] = await collectMails();
    expect(mail?.text).not.toContain('evil');
    expect(mail?.html).not.toContain('evil');
  });

  it('is not available on the corporate site', async () => {
    for (const name of ['registerAccount', 'forgotPassword', 'resendConfirmation'] as const) {
      expect(await call(name, callInputs[name], corporateShopHeaders)).toMatchObject(
        refused(404, 'not_found'),
      );
    }
  });

  it('sends a mailbox a limited number of mails, in any spelling of its address', async () => {
    const { maxAttempts: acts } = accountRequestRateLimits.perMailbox;
    for (let at = 0; at < acts; at += 1)
      expect((await sendRegistration(`flood+${at}@stal.example`)).status).toBe(204);
    const answer = await sendRegistration('flood@stal.example');
    expect(answer).toMatchObject(refused(429, 'too_many_attempts'));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    // Other requests are counted separately, so that a flood does not prevent a new password.
    const forgot = {
      query: { callbackUrl: '/account/reset/' },
      body: { emailAddress: 'flood@stal.example' },
    };
    expect((await call('forgotPassword', forgot)).status).toBe(204);
    expect(await collectMails()).toHaveLength(acts);
  });

  it('asks the visitor to retry later if all hashing workers are busy', async () => {
    jest
      .spyOn(fixturePasswordHasher, 'hash')
      .mockRejectedValueOnce(
        new (await import('../../../server/backend/core/security/password-hasher.ts')).HasherBusyError(),
      );
    const answer = await sendRegistration(createEmailAddress());
    expect(answer).toMatchObject(refused(429, 'too_many_attempts'));
    expect(answer.headers['retry-after']).toBe('2');
  });
});

describe('an address that has an account', () => {
  it('keeps it unchanged after another registration, and its owner is notified', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const before = await findAccount(owner.emailAddress);
    await sendRegistration(owner.emailAddress, { password: 'Another 12345' });
    const [mail, ...others] = await collectMails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: 'account-already-registered', recipient: owner.emailAddress });
    expect(mail?.text).toMatch(/http:\/\/en\.havero-nl\S*\/account\/login\//);
    expect(mail?.text).toMatch(/http:\/\/en\.havero-nl\S*\/account\/forgot\//);
    expect(mail?.text).not.toContain('token=');
    expect(await findAccount(owner.emailAddress)).toEqual(before);
  });

  it('can have another one on another site', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    await registerAndCollectLink(owner.emailAddress, { vatNumber: '' }, belgianShopHeaders);
    expect(await findAccount(owner.emailAddress, 2)).toMatchObject({ siteId: 2, activatedAt: null });
  });

  it('that was never activated goes to the latest registration, and the first link is invalid', async () => {
    const address = createEmailAddress();
    const first = await registerAndCollectLink(address, { password: 'Haverstro 11', firstName: 'First' });
    advanceClock(1000);
    const second = await registerAndCollectLink(address, { password: 'Haverstro 22', firstName: 'Second' });
    expect(second.userId).toBe(first.userId);
    expect(await findAccount(address)).toMatchObject({ firstName: 'Second' });
    expect(await confirm(first, { password: 'Haverstro 11' })).toMatchObject(refused(410, 'token_expired'));
    expect(await confirm(second, { password: 'Haverstro 11' })).toMatchObject(
      refused(401, 'invalid_credentials'),
    );
    expect(await confirm(second, { password: 'Haverstro 22' })).toMatchObject(noContentResponse);
  });

  it('has one account after two concurrent registrations', async () => {
    const address = createEmailAddress();
    const answers = await Promise.all([sendRegistration(address), sendRegistration(address)]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    const mails = await collectMails();
    expect(mails.map(({ kind }) => kind)).toEqual(['account-activation', 'account-activation']);
    const rows = await backend.database.select().from(account).where(eq(account.emailAddress, address));
    expect(rows).toHaveLength(1);
    expect(await confirm(parseMailedLink(mails[0]))).toMatchObject(refused(410, 'token_expired'));
    expect(await confirm(parseMailedLink(mails[1]))).toMatchObject(noContentResponse);
  });
});

describe('information for third parties about an address', () => {
  const ask = {
    registerAccount: (emailAddress: string) => ({
      query: { callbackUrl: CONFIRM_PATH },
      body: { ...callInputs.registerAccount.body, emailAddress },
    }),
    forgotPassword: (emailAddress: string) => ({
      query: { callbackUrl: '/account/reset/' },
      body: { emailAddress },
    }),
    resendConfirmation: (emailAddress: string) => ({
      query: { userId: emailAddress, callbackUrl: CONFIRM_PATH },
    }),
  };

  it.each(['registerAccount', 'forgotPassword', 'resendConfirmation'] as const)(
    '%s has the same response and number of hashes for known, not activated and unknown addresses, before any mail',
    async (name) => {
      const known = await createSignedInAccount(backend, { now: getNow() });
      const waiting = await createSignedInAccount(backend, { isActivated: false, now: getNow() });
      const told: unknown[] = [];
      for (const emailAddress of [known.emailAddress, waiting.emailAddress, createEmailAddress()]) {
        const hash = jest.spyOn(fixturePasswordHasher, 'hash');
        const verify = jest.spyOn(fixturePasswordHasher, 'verify');
        const mailsBefore = await backend.database.$count(outboxMail);
        const { status, headers, text } = await call(name, ask[name](emailAddress));
        told.push([status, Object.entries(headers).filter(([header]) => header !== 'date'), text]);
        expect(hash.mock.calls.length + verify.mock.calls.length).toBe(name === 'registerAccount' ? 1 : 0);
        expect(await backend.database.$count(outboxMail)).toBe(mailsBefore);
        jest.restoreAllMocks();
      }
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
      await collectMails();
    },
  );

  it('is not revealed by repetition: a proof of work is required at the same attempt', async () => {
    const known = await createSignedInAccount(backend, { isActivated: false, now: getNow() });
    for (const userId of [known.emailAddress, createEmailAddress(), known.accountId, crypto.randomUUID()]) {
      const answers: number[] = [];
      for (let at = 0; at < 4; at += 1) {
        answers.push(
          (await call('resendConfirmation', { query: { userId, callbackUrl: CONFIRM_PATH } })).status,
        );
      }
      expect(answers).toEqual([204, 204, 204, 403]);
    }
    await collectMails();
  });

  it('is not contained in items of the queue', async () => {
    await sendRegistration(createEmailAddress());
    const items = await backend.database
      .select({ name: queueItem.name, payload: queueItem.payload })
      .from(queueItem);
    expect(items).toEqual([{ name: 'account-request', payload: { accountRequestId: expect.any(Number) } }]);
    await collectMails();
  });
});

describe('a forgotten password and a lost activation', () => {
  const forgot = (emailAddress: string, headers = {}) =>
    call('forgotPassword', { query: { callbackUrl: '/account/reset/' }, body: { emailAddress } }, headers);
  const resend = (userId: string, headers = {}) =>
    call('resendConfirmation', { query: { userId, callbackUrl: CONFIRM_PATH } }, headers);

  it('sends a link only to an address with an account', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    expect(await forgot(owner.emailAddress.toUpperCase())).toMatchObject(noContentResponse);
    const mails = await collectMails();
    expect(listKindsAndRecipients(mails)).toEqual([['password-reset', owner.emailAddress]]);
    expect(parseMailedLink(mails[0]).url.pathname).toBe('/account/reset/');
    await forgot(createEmailAddress());
    await forgot(owner.emailAddress, belgianShopHeaders);
    expect(await collectMails()).toEqual([]);
  });

  it('sends the activation link if the account is not activated yet', async () => {
    const address = createEmailAddress();
    const first = await registerAndCollectLink(address);
    advanceClock(1000);
    await forgot(address);
    const mails = await collectMails();
    expect(listKindsAndRecipients(mails)).toEqual([['account-activation', address]]);
    expect(parseMailedLink(mails[0]).url.pathname).toBe(CONFIRM_PATH);
    expect(await confirm(first)).toMatchObject(refused(410, 'token_expired'));
    expect(await confirm(parseMailedLink(mails[0]))).toMatchObject(noContentResponse);
  });

  it('sends the activation again by id or address, and reports if there is no account to activate', async () => {
    const waiting = await createSignedInAccount(backend, { isActivated: false, now: getNow() });
    const active = await createSignedInAccount(backend, { now: getNow() });
    for (const userId of [waiting.accountId, waiting.emailAddress, waiting.accountId.toUpperCase()]) {
      await resend(userId);
      const mails = await collectMails();
      expect(listKindsAndRecipients(mails)).toEqual([['account-activation', waiting.emailAddress]]);
      expect(parseMailedLink(mails[0]).userId).toBe(waiting.accountId);
    }
    await resend(active.accountId);
    expect(listKindsAndRecipients(await collectMails())).toEqual([
      ['account-already-registered', active.emailAddress],
    ]);
    for (const nobody of [createEmailAddress(), crypto.randomUUID()]) await resend(nobody);
    await resend(waiting.accountId, belgianShopHeaders);
    expect(await collectMails()).toEqual([]);
    expect(await resend('neither')).toMatchObject(refused(400, 'validation_failed'));
  });

  it('sends one mail even if its job runs twice', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    await forgot(owner.emailAddress);
    const [waiting] = await backend.database.select().from(queueItem);
    const runWorker = () => runQueueWorker(backend, 'account-request', waiting!.payload, getNow());
    await Promise.all([runWorker(), runWorker()]);
    await runWorker();
    expect(listKindsAndRecipients(await collectMails())).toEqual([['password-reset', owner.emailAddress]]);
  });
});

describe('the activation link', () => {
  it('assigns the earlier orders of the address if the password of the registration is given', async () => {
    const address = createEmailAddress();
    const own = await insertOrderOf(address);
    await insertOrderOf(createEmailAddress());
    await insertOrderOf(address, 2);
    const link = await registerAndCollectLink(address);
    expect(await listOrdersOfAccount(link.userId)).toEqual([]);
    expect(await confirm(link, { password: PASSWORD })).toMatchObject(noContentResponse);
    expect(await listOrdersOfAccount(link.userId)).toEqual([own]);
  });

  it('gives an attacker who has registered the address of a victim none of the orders', async () => {
    const address = createEmailAddress();
    const own = await insertOrderOf(address);
    const link = await registerAndCollectLink(address, { password: 'Attackers own 1' });
    // The victim does not know the attacker's password, and a wrong password does not use up the link.
    expect(await confirm(link, { password: 'My own 12345' })).toMatchObject(
      refused(401, 'invalid_credentials'),
    );
    // Without the password, the attacker could sign in to an empty account.
    const other = createEmailAddress();
    const hers = await insertOrderOf(other);
    const theirs = await registerAndCollectLink(other, { password: 'Attackers own 1' });
    expect(await confirm(theirs)).toMatchObject(noContentResponse);
    expect(await listOrdersOfAccount(theirs.userId)).toEqual([]);
    expect((await findAccount(other))?.activatedAt).toEqual(getNow());
    // The victim's new password replaces that of the attacker.
    expect(await confirm(link, { newPassword: 'My own 12345' })).toMatchObject(noContentResponse);
    expect(await listOrdersOfAccount(link.userId)).toEqual([own]);
    expect(await hasPassword(address, 'My own 12345')).toBe(true);
    expect(await hasPassword(address, 'Attackers own 1')).toBe(false);
    expect(hers).not.toBe(own);
  });

  it('refuses an invalid new password, and can be used afterwards', async () => {
    const address = createEmailAddress();
    const link = await registerAndCollectLink(address);
    const answer = await confirm(link, { newPassword: 'short1' });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'newPassword', code: 'password' }] },
    });
    expect(await confirm(link, { password: PASSWORD, newPassword: 'Haverstro 13' })).toMatchObject(
      refused(400, 'validation_failed'),
    );
    expect(await confirm(link, { newPassword: 'Haverstro 13' })).toMatchObject(noContentResponse);
  });

  it('can be used twice with the same data, sequentially or concurrently, and is used up for other data', async () => {
    const address = createEmailAddress();
    const link = await registerAndCollectLink(address);
    const both = await Promise.all([
      confirm(link, { password: PASSWORD }),
      confirm(link, { password: PASSWORD }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect(await confirm(link, { password: PASSWORD })).toMatchObject(noContentResponse);
    expect(await confirm(link)).toMatchObject(noContentResponse);
    expect(await confirm(link, { newPassword: 'Another 12345' })).toMatchObject(
      refused(410, 'token_expired'),
    );
    expect(await hasPassword(address, PASSWORD)).toBe(true);
    expect(listKindsAndRecipients(await collectMails())).toEqual([['account-welcome', address]]);
    advanceClock(DAY_MS);
    expect(await confirm(link)).toMatchObject(refused(410, 'token_expired'));
  });

  it('is valid for 24 hours', async () => {
    const link = await registerAndCollectLink(createEmailAddress());
    advanceClock(DAY_MS - 1);
    expect(await confirm(link)).toMatchObject(noContentResponse);
    await collectMails();
    const late = await registerAndCollectLink(createEmailAddress());
    advanceClock(DAY_MS);
    expect(await confirm(late)).toMatchObject(refused(410, 'token_expired'));
  });

  it('is valid for 24 hours after it was mailed again, even if the account is a week old', async () => {
    const address = createEmailAddress();
    await registerAndCollectLink(address);
    advanceClock(7 * DAY_MS - HOUR_MS);
    const link = await registerAndCollectLink(address);
    advanceClock(2 * HOUR_MS);
    await backend.runJob('forget-accounts');
    expect(await confirm(link)).toMatchObject(noContentResponse);

    const forgotten = createEmailAddress();
    await collectMails();
    await registerAndCollectLink(forgotten);
    advanceClock(7 * DAY_MS + 1);
    await backend.runJob('forget-accounts');
    expect(await findAccount(forgotten)).toBeUndefined();
  });

  it('is valid for no other account, site or purpose', async () => {
    const link = await registerAndCollectLink(createEmailAddress());
    const other = await registerAndCollectLink(createEmailAddress());
    const invalid = refused(400, 'token_invalid');
    expect(await confirm({ token: link.token, userId: other.userId })).toMatchObject(invalid);
    expect(await confirm(link, {}, belgianShopHeaders)).toMatchObject(invalid);
    for (const token of [link.token.slice(0, -1), `${link.token}A`, link.token.toLowerCase(), 'x']) {
      expect(await confirm({ ...link, token })).toMatchObject(invalid);
    }
    const reset = {
      params: { userId: link.userId },
      query: { token: link.token, newPassword: 'Haverstro 13' },
    };
    expect(await call('resetPassword', reset)).toMatchObject(invalid);
    expect(await confirm(link)).toMatchObject(noContentResponse);
    // The stored value cannot be used as a token.
    const [kept] = await backend.database
      .select()
      .from(accountToken)
      .where(eq(accountToken.accountId, other.userId));
    expect(await confirm({ token: kept!.tokenHash, userId: other.userId })).toMatchObject(invalid);
  });

  it('accepts ten passwords an hour, and afterwards refuses without hashing', async () => {
    const link = await registerAndCollectLink(createEmailAddress());
    const verify = jest.spyOn(fixturePasswordHasher, 'verify');
    for (let at = 0; at < 10; at += 1) {
      expect((await confirm(link, { password: `Wrong ${at} 1234` })).status).toBe(401);
    }
    expect(await confirm(link, { password: PASSWORD })).toMatchObject(refused(429, 'too_many_attempts'));
    expect(verify).toHaveBeenCalledTimes(10);
    advanceClock(HOUR_MS);
    expect(await confirm(link, { password: PASSWORD })).toMatchObject(noContentResponse);
  });

  it('has no effect when it is only opened', async () => {
    const link = await registerAndCollectLink(createEmailAddress());
    const path = callPaths.confirmAccount.path.replace('{userId}', link.userId);
    const { default: request } = await import('supertest');
    await request(backend.app)
      .get(path)
      .query({ token: link.token })
      .set({ siteid: '1', languageid: '4' })
      .expect(405);
    expect(await confirm(link)).toMatchObject(noContentResponse);
  });
});

describe('a guest who chooses a password in the checkout', () => {
  const setPassword = (id: string, password: string, headers = {}) =>
    call('setCartPassword', { params: { id }, query: { password, confirmUrl: CONFIRM_PATH } }, headers);
  const bill = (id: string, emailAddress: string) =>
    call('setBilling', { params: { id }, body: { ...callInputs.setBilling.body, emailAddress } });
  const readCart = async () =>
    (await backend.database.select().from(cart).orderBy(sql`${cart.cartId} desc`).limit(1))[0]!;

  it('gets an account with the order after its activation', async () => {
    const address = createEmailAddress();
    const id = await openOrderableCart([[VARIANT, 1]]);
    await bill(id, address);
    expect(await setPassword(id, PASSWORD)).toMatchObject(noContentResponse);
    const kept = await readCart();
    expect(kept.confirmPath).toBe(CONFIRM_PATH);
    expect((await fixturePasswordHasher.verify(PASSWORD, kept.passwordHash)).isRight).toBe(true);
    expect((await call('fetchCart', { params: { id } })).text).not.toContain('argon2');

    const placed = await place(id);
    expect(placed.status).toBe(200);
    expect(await readCart()).toMatchObject({ passwordHash: null, confirmPath: null });
    expect(await findAccount(address)).toBeUndefined();
    const mail = (await collectMails()).find(({ kind }) => kind === 'account-activation');
    expect(mail?.recipient).toBe(address);
    const billing = callInputs.setBilling.body;
    expect(await findAccount(address)).toMatchObject({
      activatedAt: null,
      firstName: billing.firstName,
      address: { city: billing.address.city },
    });
    const link = parseMailedLink(mail);
    expect(await confirm(link, { password: PASSWORD })).toMatchObject(noContentResponse);
    expect(await listOrdersOfAccount(link.userId)).toEqual([placed.body.orderId]);
  });

  it('gets none if the password was removed again, or the order was never placed', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    await bill(id, createEmailAddress());
    await setPassword(id, PASSWORD);
    expect(await collectMails()).toEqual([]);
    expect(await setPassword(id, '')).toMatchObject(noContentResponse);
    expect(await readCart()).toMatchObject({ passwordHash: null, confirmPath: null });
    expect((await place(id)).status).toBe(200);
    expect((await collectMails()).map(({ kind }) => kind)).not.toContain('account-activation');
  });

  it('cannot choose an invalid password, or one made from the address', async () => {
    const id = await openOrderableCart([[VARIANT, 1]]);
    await bill(id, 'zonneschijn@stal.example');
    for (const password of ['short1', 'zonneschijn12']) {
      expect(await setPassword(id, password)).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'password', code: 'password' }] },
      });
    }
  });

  it('must not be signed in, and not an employee', async () => {
    const { cookie } = await createSignedInAccount(backend, { now: getNow() });
    const id = await openOrderableCart([[VARIANT, 1]]);
    expect(await setPassword(id, PASSWORD, { cookie })).toMatchObject(noContentResponse);
    expect(await readCart()).toMatchObject({ passwordHash: null });
    const key = await calls.openImpersonation(id);
    const { body } = await call('impersonateCart', { query: { key } });
    expect(await setPassword(body.shoppingcartId, PASSWORD)).toMatchObject(noContentResponse);
    expect(await readCart()).toMatchObject({ passwordHash: null });
  });

  it('is notified if the address has an account, and the order remains that of a guest', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const id = await openOrderableCart([[VARIANT, 1]]);
    await bill(id, owner.emailAddress);
    await setPassword(id, 'Another 12345');
    expect((await place(id)).status).toBe(200);
    expect((await collectMails()).map(({ kind }) => kind)).toContain('account-already-registered');
    expect(await listOrdersOfAccount(owner.accountId)).toEqual([]);
    expect(await hasPassword(owner.emailAddress, PASSWORD)).toBe(true);
  });
});

it('an activation starts no session', async () => {
  const link = await registerAndCollectLink(createEmailAddress());
  const answer = await confirm(link, { password: PASSWORD });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  const rows = await backend.database
    .select()
    .from(accountSession)
    .where(eq(accountSession.accountId, link.userId));
  expect(rows).toEqual([]);
});
