import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import {
  account,
  accountSession,
  auditEntry,
  customerOrder,
  outboxMail,
  rateLimit,
} from '../../../server/backend/schema/schema.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/rules/durations.ts';
import { parseMailedLink, collectMails as takeMailsOf } from '../../fixtures/account-mails.ts';
import { createSignedInAccount, PASSWORD, type SignedInCustomer } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  fixturePasswordHasher,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';
import { insertOrder } from '../../fixtures/orders.ts';
import { createTestClock } from '../../fixtures/test-clock.ts';

const NEW_PASSWORD = 'Another 12345';

let backend: BackendFixture;
const { getNow, advanceClock, resetClock } = createTestClock(() => backend);
const { call } = createBackendCaller(() => backend);

beforeAll(async () => {
  backend = await openBackendFixture();
});

afterAll(() => backend?.close());

beforeEach(async () => {
  resetClock();
  backend.mails.length = 0;
  await backend.database.delete(rateLimit);
});

afterEach(async () => {
  jest.restoreAllMocks();
  await backend.database.delete(outboxMail);
  expect(backend.errors).toEqual([]);
});

let count = 0;
const createEmailAddress = () => {
  count += 1;
  return `changed-${count}@linde.example`;
};

const collectMails = () => takeMailsOf(backend);
const as = ({ cookie }: Pick<SignedInCustomer, 'cookie'>) => ({ cookie });
const isSignedIn = async (owner: Pick<SignedInCustomer, 'cookie'>) =>
  (await call('fetchAccount', {}, as(owner))).status === 200;
const findAccount = async (accountId: string) =>
  (await backend.database.select().from(account).where(eq(account.accountId, accountId)))[0]!;
const hasPassword = async ({ accountId }: SignedInCustomer, password: string) =>
  (await fixturePasswordHasher.verify(password, (await findAccount(accountId)).passwordHash)).isRight;
const listAuditEntries = async (accountId: string) =>
  (await backend.database.select().from(auditEntry).where(eq(auditEntry.resourceId, accountId))).map(
    ({ actorKind, actorId, act, details }) => ({ actorKind, actorId, act, details }),
  );

/** Opens another session of the same customer. */
async function openOtherSession(
  { accountId }: SignedInCustomer,
  isKept = false,
): Promise<{ cookie: string }> {
  const cookies = await backend.database.transaction('change-account', (transaction) =>
    backend.shop.sessions.begin(transaction, {
      accountId,
      isKept,
      origin: { userAgent: null, network: null },
      now: getNow(),
    }),
  );
  return { cookie: `sid=${cookies.find(({ name }) => name === 'session')?.value}; signedin=1` };
}

const forgot = (emailAddress: string) =>
  call('forgotPassword', { query: { callbackUrl: '/account/reset/' }, body: { emailAddress } });
async function collectResetLink(owner: SignedInCustomer) {
  await forgot(owner.emailAddress);
  return parseMailedLink((await collectMails()).at(-1));
}
const reset = (
  { token, userId }: { token: string; userId: string },
  newPassword = NEW_PASSWORD,
  headers = {},
) => call('resetPassword', { params: { userId }, query: { token, newPassword } }, headers);
/** Confirms a link with the password of the account, which is required without a session. */
const confirm = (
  { token, userId }: { token: string; userId: string },
  headers = {},
  password: string | null = PASSWORD,
) =>
  call(
    'confirmAccount',
    { params: { userId }, query: { token, ...(password !== null && { password }) } },
    headers,
  );
const changePassword = (
  owner: Pick<SignedInCustomer, 'cookie'>,
  { currentPassword = PASSWORD, newPassword = NEW_PASSWORD } = {},
) => call('changePassword', { body: { currentPassword, newPassword } }, as(owner));
const requestEmailChange = (
  owner: Pick<SignedInCustomer, 'cookie'>,
  emailAddress: string,
  password = PASSWORD,
) =>
  call(
    'changeEmailAddress',
    { query: { callbackUrl: '/account/confirm/' }, body: { emailAddress, password } },
    as(owner),
  );
const update = (owner: Pick<SignedInCustomer, 'cookie'>, body: object) =>
  call('updateAccount', { query: { callbackUrl: '/account/' }, body }, as(owner));

const noContentResponse = { status: 204, text: '' };
const refused = (status: number, code: string) => ({ status, body: { code } });

describe('a new password by a mailed link', () => {
  it('is valid at once, ends all sessions, and is reported to the owner', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const other = await openOtherSession(owner);
    const link = await collectResetLink(owner);
    expect(await reset(link)).toMatchObject(noContentResponse);
    expect(await hasPassword(owner, NEW_PASSWORD)).toBe(true);
    expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([false, false]);
    const mails = await collectMails();
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['password-changed', owner.emailAddress],
    ]);
    expect(mails[0]?.text).toContain('/account/forgot/');
    expect(await listAuditEntries(owner.accountId)).toEqual([
      { actorKind: 'account', actorId: owner.accountId, act: 'reset-password', details: {} },
    ]);
  });

  it('can be set once, within the hour, for its own account and site', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const other = await createSignedInAccount(backend, { now: getNow() });
    const link = await collectResetLink(owner);
    const invalid = refused(400, 'token_invalid');
    expect(await reset({ ...link, userId: other.accountId })).toMatchObject(invalid);
    expect(await reset(link, NEW_PASSWORD, belgianShopHeaders)).toMatchObject(invalid);
    expect(await reset({ ...link, token: link.token.slice(1) })).toMatchObject(invalid);
    expect(await confirm(link)).toMatchObject(invalid);
    expect(await reset(link, 'short1')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'newPassword', code: 'password' }] },
    });
    advanceClock(HOUR_MS - 1);
    const both = await Promise.all([reset(link), reset(link)]);
    expect(both.map(({ status }) => status).sort()).toEqual([204, 410]);
    expect(await reset(link)).toMatchObject(refused(410, 'token_expired'));

    const late = await collectResetLink(other);
    advanceClock(HOUR_MS);
    expect(await reset(late)).toMatchObject(refused(410, 'token_expired'));
    expect(await hasPassword(other, PASSWORD)).toBe(true);
  });

  it('ends earlier mailed links, and a pending change of address', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    await requestEmailChange(owner, createEmailAddress());
    const change = parseMailedLink((await collectMails()).at(-1));
    const first = await collectResetLink(owner);
    advanceClock(1000);
    const second = await collectResetLink(owner);
    expect(await reset(first)).toMatchObject(refused(410, 'token_expired'));
    expect(await reset(second)).toMatchObject(noContentResponse);
    expect(await confirm(change)).toMatchObject(refused(410, 'token_expired'));
  });

  it('activates an account, and assigns the orders of its address', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const orderId = await insertOrder(backend.database, { status: 'sent', emailAddress: owner.emailAddress });
    const link = await collectResetLink(owner);
    await backend.database
      .update(account)
      .set({ activatedAt: null })
      .where(eq(account.accountId, owner.accountId));
    expect(await reset(link)).toMatchObject(noContentResponse);
    expect((await findAccount(owner.accountId)).activatedAt).toEqual(getNow());
    const { rows } = (await backend.database.execute(
      `select account_id from customer_order where order_id = '${orderId}'`,
    )) as unknown as { rows: { account_id: string }[] };
    expect(rows).toEqual([{ account_id: owner.accountId }]);
  });
});

describe('a new password of a signed-in customer', () => {
  it('requires the present one, renews this session and ends the others', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const kept = await openOtherSession(owner, true);
    const answer = await changePassword(kept);
    expect(answer).toMatchObject(noContentResponse);
    expect(await hasPassword(owner, NEW_PASSWORD)).toBe(true);
    const cookies = String(answer.headers['set-cookie']);
    const renewed = { cookie: `sid=${/sid=([\w-]{43})/.exec(cookies)?.[1]}` };
    // A session with "stay signed in" keeps that setting.
    expect(cookies).toMatch(/Max-Age=15552000/);
    expect([await isSignedIn(owner), await isSignedIn(kept), await isSignedIn(renewed)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await backend.database.$count(accountSession, eq(accountSession.accountId, owner.accountId))).toBe(
      1,
    );
    expect((await collectMails()).map(({ kind }) => kind)).toEqual(['password-changed']);
  });

  it('is refused with a wrong one ten times an hour, and afterwards without hashing', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    // An invalid new password with the right present one does not count.
    expect(await changePassword(owner, { newPassword: 'short1' })).toMatchObject(
      refused(400, 'validation_failed'),
    );
    const verify = jest.spyOn(fixturePasswordHasher, 'verify');
    for (let at = 0; at < 10; at += 1) {
      const answer = await changePassword(owner, { currentPassword: `Wrong ${at} 1234` });
      expect(answer).toMatchObject(refused(401, 'invalid_credentials'));
    }
    expect(verify).toHaveBeenCalledTimes(10);
    expect(await changePassword(owner)).toMatchObject(refused(429, 'too_many_attempts'));
    expect(await requestEmailChange(owner, createEmailAddress())).toMatchObject(
      refused(429, 'too_many_attempts'),
    );
    expect(verify).toHaveBeenCalledTimes(10);
    advanceClock(HOUR_MS);
    expect(await changePassword(owner)).toMatchObject(noContentResponse);
  });

  it('with a present one of 129 characters is refused after one hash, as any other', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const verify = jest.spyOn(fixturePasswordHasher, 'verify');
    const answer = await changePassword(owner, { currentPassword: `${'q7'.repeat(64)}x` });
    expect(answer).toMatchObject(refused(401, 'invalid_credentials'));
    expect(verify).toHaveBeenCalledWith('', null);
  });

  it('is set once by concurrent requests of two tabs', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const both = await Promise.all([
      changePassword(owner, { newPassword: 'Another 12345' }),
      changePassword(owner, { newPassword: 'Different 12345' }),
    ]);
    expect(both.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('an account without an address', () => {
  it('gets the billing details of its latest order as a suggestion, until it has an address', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const fetchBilling = async () => {
      const { body } = await call('fetchAccount', {}, as(owner));
      return [body.billing, body.latestBilling];
    };
    expect(await fetchBilling()).toEqual([null, null]);
    for (const [emailAddress, createdAt] of [
      ['first@linde.example', new Date(getNow().getTime() - DAY_MS)],
      ['latest@linde.example', getNow()],
    ] as const) {
      const orderId = await insertOrder(backend.database, { emailAddress, createdAt });
      await backend.database
        .update(customerOrder)
        .set({ accountId: owner.accountId })
        .where(eq(customerOrder.orderId, orderId));
    }
    const { address } = callInputs.setBilling.body;
    expect(await fetchBilling()).toEqual([
      null,
      expect.objectContaining({ emailAddress: 'latest@linde.example' }),
    ]);
    await backend.database.update(account).set({ address }).where(eq(account.accountId, owner.accountId));
    expect(await fetchBilling()).toEqual([expect.objectContaining({ address }), null]);
  });
});

describe('a new email address', () => {
  it('is valid after its confirmation, which is then reported to the previous address', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const other = await openOtherSession(owner);
    const address = createEmailAddress();
    expect(await requestEmailChange(owner, ` ${address.toUpperCase()}`)).toMatchObject(noContentResponse);
    const [question, ...more] = await collectMails();
    expect(more).toEqual([]);
    expect(question).toMatchObject({ kind: 'email-change-confirm', recipient: address });
    const link = parseMailedLink(question);
    expect(link.url.search).toMatch(/&change=1$/);
    const told = await call('fetchAccount', {}, as(owner));
    expect(told.body).toMatchObject({ emailAddress: owner.emailAddress, newEmailAddress: address });

    expect(await confirm(link, as(owner))).toMatchObject(noContentResponse);
    expect((await call('fetchAccount', {}, as(owner))).body).toMatchObject({
      emailAddress: address,
      newEmailAddress: null,
    });
    // The session that followed the link remains; the others are ended.
    expect(await isSignedIn(other)).toBe(false);
    const [former, ...others] = await collectMails();
    expect(others).toEqual([]);
    expect(former).toMatchObject({ kind: 'email-changed', recipient: owner.emailAddress });
    expect(former?.text).not.toContain(address);
    expect(parseMailedLink(former).url.search).toMatch(/&undo=1$/);
    // Confirmed twice.
    expect(await confirm(link)).toMatchObject(noContentResponse);
    expect(await collectMails()).toEqual([]);
  });

  it('ends all sessions if the link is followed without a session', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const anonymousVisitor = await createSignedInAccount(backend, { now: getNow() });
    await requestEmailChange(owner, createEmailAddress());
    const link = parseMailedLink((await collectMails())[0]);
    expect(await confirm(link, as(anonymousVisitor))).toMatchObject(noContentResponse);
    expect([await isSignedIn(owner), await isSignedIn(anonymousVisitor)]).toEqual([false, true]);
  });

  it('requires its owner: the reader of a mailbox cannot confirm a change that another person requested', async () => {
    const anonymousVisitor = await createSignedInAccount(backend, { now: getNow() });
    const victim = createEmailAddress();
    await requestEmailChange(anonymousVisitor, victim);
    const link = parseMailedLink((await collectMails())[0]);
    const wrong = refused(401, 'invalid_credentials');
    expect(await confirm(link, {}, null)).toMatchObject(wrong);
    expect(await confirm(link, {}, 'Wrong 12345')).toMatchObject(wrong);
    expect(
      await confirm(link, as(await createSignedInAccount(backend, { now: getNow() })), null),
    ).toMatchObject(wrong);
    expect((await findAccount(anonymousVisitor.accountId)).emailAddress).toBe(anonymousVisitor.emailAddress);
    expect(await confirm(link, as(anonymousVisitor), null)).toMatchObject(noContentResponse);
    expect((await findAccount(anonymousVisitor.accountId)).emailAddress).toBe(victim);
  });

  it('requires the password, and an address other than the present one', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    expect(await requestEmailChange(owner, createEmailAddress(), 'Wrong 12345')).toMatchObject(
      refused(401, 'invalid_credentials'),
    );
    for (const address of ['', 'marit', owner.emailAddress]) {
      const answer = await requestEmailChange(owner, address);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'emailAddress' }] } });
    }
    expect(await collectMails()).toEqual([]);
  });

  it('of another account has the same response, and only its owner is notified', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const other = await createSignedInAccount(backend, { now: getNow() });
    const free = createEmailAddress();
    const answers = [await requestEmailChange(owner, free)];
    const shown = [(await call('fetchAccount', {}, as(owner))).body.newEmailAddress];
    await collectMails();
    answers.push(await requestEmailChange(owner, other.emailAddress));
    shown.push((await call('fetchAccount', {}, as(owner))).body.newEmailAddress);
    const look = ({ status, headers, text }: (typeof answers)[number]) => [
      status,
      Object.entries(headers).filter(([name]) => name !== 'date'),
      text,
    ];
    expect(look(answers[1]!)).toEqual(look(answers[0]!));
    expect(shown).toEqual([free, other.emailAddress]);
    const mails = await collectMails();
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['account-already-registered', other.emailAddress],
    ]);
    expect(mails[0]?.text).not.toContain('token=');
  });

  it('that was registered meanwhile is refused, and the link can be used again', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const address = createEmailAddress();
    await requestEmailChange(owner, address);
    const link = parseMailedLink((await collectMails())[0]);
    const other = await createSignedInAccount(backend, { emailAddress: address, now: getNow() });
    expect(await confirm(link)).toMatchObject(refused(409, 'email_address_taken'));
    expect((await findAccount(owner.accountId)).emailAddress).toBe(owner.emailAddress);
    await backend.database
      .update(account)
      .set({ emailAddress: createEmailAddress() })
      .where(eq(account.accountId, other.accountId));
    expect(await confirm(link)).toMatchObject(noContentResponse);
  });

  it('that was registered without an activation is available to the owner of its mailbox', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const address = createEmailAddress();
    const inactiveAccount = await createSignedInAccount(backend, {
      emailAddress: address,
      isActivated: false,
      now: getNow(),
    });
    await requestEmailChange(owner, address);
    const [mail] = await collectMails();
    expect(mail).toMatchObject({ kind: 'email-change-confirm', recipient: address });
    expect(await confirm(parseMailedLink(mail), as(owner))).toMatchObject(noContentResponse);
    expect((await findAccount(owner.accountId)).emailAddress).toBe(address);
    expect(await findAccount(inactiveAccount.accountId)).toBeUndefined();
  });

  it('has one valid link, the latest, for 24 hours', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    await requestEmailChange(owner, createEmailAddress());
    const first = parseMailedLink((await collectMails())[0]);
    advanceClock(1000);
    await requestEmailChange(owner, createEmailAddress());
    const second = parseMailedLink((await collectMails())[0]);
    expect(await confirm(first)).toMatchObject(refused(410, 'token_expired'));
    advanceClock(DAY_MS);
    expect(await confirm(second)).toMatchObject(refused(410, 'token_expired'));
    expect((await findAccount(owner.accountId)).emailAddress).toBe(owner.emailAddress);
  });

  it('invalidates links in the previous mailbox', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const forgotten = await collectResetLink(owner);
    await requestEmailChange(owner, createEmailAddress());
    const link = parseMailedLink((await collectMails())[0]);
    await confirm(link);
    expect(await reset(forgotten)).toMatchObject(refused(410, 'token_expired'));
  });
});

describe('a change of address that the owner did not make', () => {
  async function change(owner: SignedInCustomer, cookie = owner.cookie) {
    await requestEmailChange({ cookie }, createEmailAddress());
    const link = parseMailedLink((await collectMails())[0]);
    expect(await confirm(link, { cookie })).toMatchObject(noContentResponse);
    return parseMailedLink((await collectMails())[0]);
  }

  it('can be undone from the previous mailbox for 7 days, which ends all sessions and requires a new password', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const undo = await change(owner);
    advanceClock(7 * DAY_MS - 1);
    const thief = await openOtherSession(owner);
    expect(await confirm(undo)).toMatchObject(noContentResponse);
    expect(await findAccount(owner.accountId)).toMatchObject({
      emailAddress: owner.emailAddress,
      passwordHash: null,
    });
    expect(await isSignedIn(thief)).toBe(false);
    const mails = await collectMails();
    expect(mails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['password-reset', owner.emailAddress],
    ]);
    expect(await confirm(undo)).toMatchObject(noContentResponse);
    expect(await collectMails()).toEqual([]);
    expect(await reset(parseMailedLink(mails[0]))).toMatchObject(noContentResponse);
    expect(await hasPassword(owner, NEW_PASSWORD)).toBe(true);
  });

  it('can be undone although the previous address was registered again without an activation', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const undo = await change(owner);
    const inactiveAccount = await createSignedInAccount(backend, {
      emailAddress: owner.emailAddress,
      isActivated: false,
      now: getNow(),
    });
    expect(await confirm(undo)).toMatchObject(noContentResponse);
    expect((await findAccount(owner.accountId)).emailAddress).toBe(owner.emailAddress);
    expect(await findAccount(inactiveAccount.accountId)).toBeUndefined();
  });

  it('cannot be undone after 7 days', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const undo = await change(owner);
    advanceClock(7 * DAY_MS);
    expect(await confirm(undo)).toMatchObject(refused(410, 'token_expired'));
  });

  it('made twice is undone permanently by the first mailbox: the link of the thief has no effect', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const undo = await change(owner);
    advanceClock(1000);
    const attackerUndo = await change(owner);
    advanceClock(1000);
    await requestEmailChange(owner, createEmailAddress());
    const open = parseMailedLink((await collectMails())[0]);
    expect(await confirm(undo)).toMatchObject(noContentResponse);
    expect(await confirm(attackerUndo)).toMatchObject(refused(410, 'token_expired'));
    expect(await confirm(open)).toMatchObject(refused(410, 'token_expired'));
    expect((await findAccount(owner.accountId)).emailAddress).toBe(owner.emailAddress);
  });

  it('made twice can be undone step by step: the link of the thief does not end that of the owner', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const undo = await change(owner);
    advanceClock(1000);
    const attackerUndo = await change(owner);
    expect(await confirm(attackerUndo)).toMatchObject(noContentResponse);
    await collectMails();
    expect(await confirm(undo)).toMatchObject(noContentResponse);
    expect((await findAccount(owner.accountId)).emailAddress).toBe(owner.emailAddress);
  });
});

describe('the data of an account', () => {
  const { isAddressConfirmed: _flag, ...whole } = callInputs.updateAccount.body;

  it('are returned to the signed-in customer, with the form token', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const { status, body } = await call('fetchAccount', {}, as(owner));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userId: owner.accountId,
      emailAddress: owner.emailAddress,
      newEmailAddress: null,
      firstName: 'Marit',
      billing: null,
      shipping: null,
      alternativeShippingAddress: null,
      unreadQuickscanResults: 0,
      unreadFeedAdvice: 0,
      created: getNow().toISOString(),
    });
    const { formToken } = body;
    expect((await call('fetchAccount', {}, { ...as(owner), 'x-form-token': formToken })).status).toBe(200);
    const other = await createSignedInAccount(backend, { now: getNow() });
    const foreign = await call(
      'updateAccount',
      { query: { callbackUrl: '/account/' }, body: { firstName: 'Eve' } },
      { ...as(other), 'x-form-token': formToken },
    );
    expect(foreign).toMatchObject(refused(403, 'foreign_request'));
  });

  it('are stored in the format of their country', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    expect(await update(owner, whole)).toMatchObject(noContentResponse);
    const { body } = await call('fetchAccount', {}, as(owner));
    expect(body).toMatchObject({
      phoneNumber: '+31551234567',
      mobilePhoneNumber: '+31612345678',
      companyName: 'Stal De Linde',
      vatNumber: 'NL001234560B01',
      billing: {
        firstName: whole.firstName,
        emailAddress: owner.emailAddress,
        phoneNumber: '+31551234567',
        address: { zipcode: '7311 KZ' },
      },
      shipping: { shippingMethod: 0 },
      alternativeShippingAddress: { firstName: whole.firstName },
    });
    const act = (await listAuditEntries(owner.accountId)).at(-1);
    expect(act).toMatchObject({ act: 'change-details', details: { fields: Object.keys(whole).sort() } });
    expect(JSON.stringify(act)).not.toContain('Linde');
  });

  it('are unchanged if omitted, and deleted if null', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    await update(owner, whole);
    expect(await update(owner, { firstName: ' Anna ' })).toMatchObject(noContentResponse);
    expect((await call('fetchAccount', {}, as(owner))).body).toMatchObject({
      firstName: 'Anna',
      lastName: whole.lastName,
      companyName: 'Stal De Linde',
    });
    await update(owner, { address: null, shipping: null, alternativeShippingAddress: null, companyName: '' });
    expect((await call('fetchAccount', {}, as(owner))).body).toMatchObject({
      billing: null,
      shipping: null,
      alternativeShippingAddress: null,
      companyName: '',
    });
    expect(await update(owner, {})).toMatchObject(noContentResponse);
  });

  it.each([
    [{ firstName: ' ' }, 'firstName', 'required'],
    [{ lastName: 'x'.repeat(51) }, 'lastName', 'maxLength'],
    [{ phoneNumber: '12' }, 'phoneNumber', 'format'],
    [{ mobilePhoneNumber: 'mobile' }, 'mobilePhoneNumber', 'format'],
    [{ vatNumber: 'NL1' }, 'vatNumber', 'format'],
    [{ languageId: 9 }, 'languageId', 'unknown'],
    [{ address: { ...whole.address, zipcode: '99' } }, 'address.zipcode', 'format'],
    [{ address: { ...whole.address, countryId: 999 } }, 'address.countryId', 'unknown'],
    [{ shipping: { ...whole.shipping, firstName: '' } }, 'shipping.firstName', 'required'],
    [
      { shipping: { ...whole.shipping, address: { ...whole.address, city: '' } } },
      'shipping.address.city',
      'required',
    ],
    [
      { alternativeShippingAddress: { ...whole.alternativeShippingAddress, lastName: '' } },
      'alternativeShippingAddress.lastName',
      'required',
    ],
  ])('are refused: %j', async (body, field, code) => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const before = await findAccount(owner.accountId);
    const answer = await update(owner, body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, code }] } });
    expect(await findAccount(owner.accountId)).toEqual(before);
  });

  it('are validated by the rules of the country of the address', async () => {
    const owner = await createSignedInAccount(backend, { now: getNow() });
    const { body: countries } = await call('fetchCountries');
    const belgium = countries.find(({ regionCode }: { regionCode: string }) => regionCode === 'BE');
    const belgian = {
      zipcode: '2000',
      street: 'Meir',
      streetNumber: '1',
      streetNumberAddition: null,
      city: 'Antwerpen',
      countryId: belgium.countryId,
    };
    expect(await update(owner, { address: belgian, vatNumber: 'BE 0428.759.497' })).toMatchObject(
      noContentResponse,
    );
    expect(await update(owner, { phoneNumber: '0470 12 34 56' })).toMatchObject(noContentResponse);
    expect((await call('fetchAccount', {}, as(owner))).body).toMatchObject({
      vatNumber: 'BE0428759497',
      phoneNumber: '+32470123456',
    });
  });
});
