import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { Response } from 'supertest';
import {
  createPasswordHasher,
  HasherBusyError,
} from '../../../server/backend/core/security/password-hasher.ts';
import { updateAccount } from '../../../server/backend/customers/accounts/queries.ts';
import {
  account,
  accountRequest,
  accountSession,
  accountToken,
  auditEntry,
  cart,
  cartAccess,
  customerOrder,
  outboxMail,
} from '../../../server/backend/schema/schema.ts';
import type { BotCheck } from '../../../shared/contract/accounts.ts';
import type { Cart } from '../../../shared/contract/carts.ts';
import {
  BOT_CHECK_DIFFICULTY,
  countZeroBits,
  formatBotCheckToken,
} from '../../../shared/rules/account/bot-check.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import { createSignedInAccount, PASSWORD, type SignedInCustomer } from '../../fixtures/accounts.ts';
import {
  type BackendFixture,
  FIXTURE_NOW,
  fixtureKeyRings,
  fixturePasswordHasher,
  openBackendFixture,
} from '../../fixtures/backend-fixture.ts';
import { belgianShopHeaders, createBackendCaller, type Headers } from '../../fixtures/call-backend.ts';
import { callInputs, RQS, VARIANT } from '../../fixtures/call-inputs.ts';
import { insertOrder } from '../../fixtures/orders.ts';

const OTHER_VARIANT_ID = 1004;
const WRONG_PASSWORD = 'Haverstro 13';
const corporateShopHeaders = { siteid: '12', languageid: '4' };

let backend: BackendFixture;
/** Number of hashed or compared passwords. */
let hashed = 0;
/** Whether all hashing workers are busy. */
let areWorkersBusy = false;
/** Whether the queue of the hashing workers is half full. */
let isHalfFull = false;

const { call, openCart, openImpersonation } = createBackendCaller(() => backend);

beforeAll(async () => {
  const work = <T>(done: () => Promise<T>): Promise<T> => {
    if (areWorkersBusy) return Promise.reject(new HasherBusyError());
    hashed += 1;
    return done();
  };
  backend = await openBackendFixture({
    passwordHasher: {
      hash: (password) => work(() => fixturePasswordHasher.hash(password)),
      verify: (password, kept) => work(() => fixturePasswordHasher.verify(password, kept)),
      isHalfFull: () => isHalfFull,
    },
  });
});
afterAll(() => backend.close());
beforeEach(() => {
  backend.setNow(FIXTURE_NOW);
  hashed = 0;
  areWorkersBusy = false;
  isHalfFull = false;
});

const setTimeAfterFixture = (ms: number) => backend.setNow(new Date(FIXTURE_NOW.getTime() + ms));

let addresses = 0;
/** Returns an address without an account. */
const createUnknownAddress = () => {
  addresses += 1;
  return `nobody-${addresses}@stal.example`;
};

interface Typed {
  readonly emailAddress: string;
  readonly password?: string;
  readonly keepSignedIn?: boolean;
}

const signIn = (
  { emailAddress, password = PASSWORD, ...rest }: Typed,
  headers: Headers = {},
  botCheckToken?: string,
): Promise<Response> =>
  call(
    'signIn',
    { body: { emailAddress, password, ...rest }, ...(botCheckToken !== undefined && { botCheckToken }) },
    headers,
  );

/** Returns the cookies of a response with their attributes, by name. */
const readCookies = ({ headers }: Response): Map<string, string> => {
  const lines: unknown = headers['set-cookie'] ?? [];
  return new Map((lines as string[]).map((line) => [line.slice(0, line.indexOf('=')), line]));
};
/** Returns the request header of a browser that has received a response's cookies. */
const createCookieHeaders = (answer: Response): Headers => ({
  cookie: [...readCookies(answer).values()].map((line) => line.slice(0, line.indexOf(';'))).join('; '),
});
const readCookie = (answer: Response, name: string): string | undefined =>
  /=([^;]*)/.exec(readCookies(answer).get(name) ?? '')?.[1];

async function isSignedIn(headers: Headers): Promise<boolean> {
  const { status, body } = await call('isAuthenticated', {}, headers);
  expect(status).toBe(200);
  return body;
}

const createRefusalResponse = (status: number, code: string) => expect.objectContaining({ status, code });

/** Solves a proof of work as a browser does. */
async function solveBotCheck(headers: Headers = {}, difficulty = 0): Promise<string> {
  const { body }: { body: BotCheck } = await call('fetchBotCheck', {}, headers);
  for (let nonce = 0; ; nonce += 1) {
    const token = formatBotCheckToken(body.challenge, nonce);
    if (countZeroBits(createHash('sha256').update(token).digest()) >= Math.max(body.difficulty, difficulty))
      return token;
  }
}

async function failSignIns(emailAddress: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { body } = await signIn({ emailAddress, password: WRONG_PASSWORD });
    expect(body).toEqual(createRefusalResponse(401, 'invalid_credentials'));
  }
}

describe('a customer who signs in with the right address and password', () => {
  it('has a session until the browser is closed, with an HttpOnly cookie', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const answer = await signIn({ emailAddress });
    expect(answer.status).toBe(204);
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookies = readCookies(answer);
    expect(cookies.get('sid')).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies.get('signedin')).toBe('signedin=1; Path=/; SameSite=Lax');
    expect(await isSignedIn(createCookieHeaders(answer))).toBe(true);
    expect(await isSignedIn({})).toBe(false);
  });

  it('has a session for at most 180 days with "stay signed in"', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const answer = await signIn({ emailAddress, keepSignedIn: true });
    for (const name of ['sid', 'signedin']) {
      expect(readCookies(answer).get(name)).toContain(`Max-Age=${180 * 86_400};`);
    }
  });

  it('gets over https a cookie that no other host can set', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const answer = await signIn({ emailAddress }, { 'x-forwarded-proto': 'https' });
    expect(readCookies(answer).get('__Host-sid')).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  it('can type the address in capitals and with spaces around it', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    expect((await signIn({ emailAddress: `  ${emailAddress.toUpperCase()} ` })).status).toBe(204);
  });

  it('leaves a hash of the cookie, the user agent, and the network', async () => {
    const { accountId, emailAddress } = await createSignedInAccount(backend);
    const answer = await signIn(
      { emailAddress },
      {
        'x-forwarded-for': '203.0.113.77',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
      },
    );
    const rows = await backend.database
      .select()
      .from(accountSession)
      .where(eq(accountSession.accountId, accountId));
    expect(rows.at(-1)).toMatchObject({ browser: 'Firefox', system: 'Linux', network: '203.0.113.0/24' });
    expect(JSON.stringify(rows)).not.toContain(readCookie(answer, 'sid'));
    expect(JSON.stringify(rows)).not.toContain('203.0.113.77');
  });

  it('gets a new session each time, which ends the previous one', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const first = createCookieHeaders(await signIn({ emailAddress }));
    const second = createCookieHeaders(await signIn({ emailAddress }, first));
    expect(second).not.toEqual(first);
    expect(await isSignedIn(first)).toBe(false);
    expect(await isSignedIn(second)).toBe(true);
  });

  it('ends the session of another account in the same browser', async () => {
    const former = await createSignedInAccount(backend);
    const { emailAddress } = await createSignedInAccount(backend);
    await signIn({ emailAddress }, { cookie: former.cookie });
    expect(await isSignedIn({ cookie: former.cookie })).toBe(false);
  });

  it('is independent of other customers: twenty concurrent sign-ins get separate sessions', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => createSignedInAccount(backend)));
    const answers = await Promise.all(people.map(({ emailAddress }) => signIn({ emailAddress })));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 204));
    expect(new Set(answers.map((answer) => readCookie(answer, 'sid'))).size).toBe(20);
  });

  it('has to activate the account first, which is reported only with the right password', async () => {
    const { emailAddress } = await createSignedInAccount(backend, { isActivated: false });
    const answer = await signIn({ emailAddress });
    expect(answer.body).toEqual(createRefusalResponse(403, 'account_not_activated'));
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect((await signIn({ emailAddress, password: WRONG_PASSWORD })).body).toEqual(
      createRefusalResponse(401, 'invalid_credentials'),
    );
  });

  it('has the password hashed again if the hash settings have been raised', async () => {
    const { accountId, emailAddress } = await createSignedInAccount(backend);
    const cheap = createPasswordHasher(fixtureKeyRings.passwords, {
      memory: 32,
      passes: 1,
      parallelism: 1,
    });
    const passwordHash = await cheap.hash(PASSWORD);
    await updateAccount(backend.database, accountId, { passwordHash });
    expect((await signIn({ emailAddress })).status).toBe(204);
    const [row] = await backend.database.select().from(account).where(eq(account.accountId, accountId));
    expect(row?.passwordHash).not.toBe(passwordHash);
    expect(await fixturePasswordHasher.verify(PASSWORD, row?.passwordHash ?? null)).toEqual({
      isRight: true,
      isOutdated: false,
    });
  });
});

describe('while the queue of the hashing workers is half full', () => {
  const required = expect.objectContaining({
    status: 403,
    code: 'bot_check_required',
    difficulty: BOT_CHECK_DIFFICULTY,
  });

  it('requires a proof of work of an unknown browser, before any hashing', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    isHalfFull = true;
    hashed = 0;
    expect((await signIn({ emailAddress })).body).toEqual(required);
    expect(hashed).toBe(0);
    const answer = await signIn({ emailAddress }, {}, await solveBotCheck());
    expect(answer.status).toBe(204);
    expect(readCookies(answer).get('known')).toMatch(
      /^known=[\w-]{72}; Max-Age=15552000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    // From then on the browser is known, also after a sign-out and with another account.
    const known = `known=${readCookie(answer, 'known')}`;
    const other = await createSignedInAccount(backend);
    expect((await signIn({ emailAddress: other.emailAddress }, { cookie: known })).status).toBe(204);
  });

  it('makes a form without script wait a moment', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    isHalfFull = true;
    const answer = await signIn({ emailAddress }, {}, 'unavailable');
    expect(answer.body).toEqual(createRefusalResponse(429, 'too_many_attempts'));
    expect(answer.headers['retry-after']).toMatch(/^[12]$/);
  });

  it.each(['registerAccount', 'confirmAccount', 'resetPassword', 'setCartPassword'] as const)(
    'requires a proof of work in %s as well',
    async (name) => {
      isHalfFull = true;
      expect((await call(name, callInputs[name])).body).toEqual(required);
    },
  );

  it('requires none of a signed-in customer', async () => {
    const { cookie } = await createSignedInAccount(backend);
    isHalfFull = true;
    const body = { currentPassword: PASSWORD, newPassword: `${PASSWORD} and more` };
    expect((await call('changePassword', { body }, { cookie })).status).toBe(204);
  });
});

describe('a sign-in with wrong credentials', () => {
  it.each([
    [
      'a wrong password',
      async () => ({ ...(await createSignedInAccount(backend)), password: WRONG_PASSWORD }),
    ],
    ['an unknown address', async () => ({ emailAddress: createUnknownAddress() })],
    ['an invalid address', async () => ({ emailAddress: 'no address' })],
    ['an empty address', async () => ({ emailAddress: '' })],
    ['an account of another site', async () => createSignedInAccount(backend, { siteId: 2 })],
    ['an empty password', async () => ({ ...(await createSignedInAccount(backend)), password: '' })],
    [
      'a password of 129 characters that the account once had',
      async () => {
        const password = `${'kw7'.repeat(42)}zzz`;
        return { ...(await createSignedInAccount(backend, { password })), password };
      },
    ],
    [
      'an account that has to set a new password',
      async () => {
        const { accountId, emailAddress } = await createSignedInAccount(backend);
        await updateAccount(backend.database, accountId, { passwordHash: null });
        return { emailAddress };
      },
    ],
  ])('%s: gets the same response after one hash', async (_what, prepare) => {
    const { emailAddress, password }: Typed = await prepare();
    hashed = 0;
    const answer = await signIn({ emailAddress, ...(password !== undefined && { password }) });
    expect(hashed).toBe(1);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({
      type: 'urn:problem:invalid_credentials',
      title: 'E-mail address and password are not known together',
      status: 401,
      code: 'invalid_credentials',
    });
  });

  it('takes one hash as a sign-in with the right password', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    hashed = 0;
    await signIn({ emailAddress });
    expect(hashed).toBe(1);
  });

  it('is not available on the corporate site', async () => {
    expect((await signIn({ emailAddress: createUnknownAddress() }, corporateShopHeaders)).status).toBe(404);
    expect((await call('fetchBotCheck', {}, corporateShopHeaders)).status).toBe(404);
  });
});

describe('a session', () => {
  it.each([
    ['idle for just under 2 hours', false, [2 * HOUR_MS - 1], true],
    ['idle for 2 hours', false, [2 * HOUR_MS], false],
    ['used continuously for just under 12 hours', false, listHourlyAttemptTimes(11, 12 * HOUR_MS - 1), true],
    ['used continuously for 12 hours', false, listHourlyAttemptTimes(11, 12 * HOUR_MS), false],
    ['persistent and idle for just under 30 days', true, [30 * DAY_MS - 1], true],
    ['persistent and idle for 30 days', true, [30 * DAY_MS], false],
    [
      'persistent and used for just under 180 days',
      true,
      listThreeWeeklyAttemptTimes(180 * DAY_MS - 1),
      true,
    ],
    ['persistent and used for 180 days', true, listThreeWeeklyAttemptTimes(180 * DAY_MS), false],
  ])('ends at its time limits: %s', async (_what, keepSignedIn, moments, isAlive) => {
    const { emailAddress } = await createSignedInAccount(backend);
    const browser = createCookieHeaders(await signIn({ emailAddress, keepSignedIn }));
    for (const moment of moments.slice(0, -1)) {
      setTimeAfterFixture(moment);
      expect(await isSignedIn(browser)).toBe(true);
    }
    setTimeAfterFixture(moments.at(-1) ?? 0);
    expect(await isSignedIn(browser)).toBe(isAlive);
    expect((await call('fetchSessions', {}, browser)).status).toBe(isAlive ? 200 : 401);
  });

  it.each([
    ['truncated', (token: string) => token.slice(0, -1)],
    ['forged', (token: string) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`],
    ['malformed', () => '%00'],
    ['the stored hash', (token: string) => createHash('sha256').update(token).digest('hex')],
  ])('is not found by a token that is %s', async (_what, spoil) => {
    const { emailAddress } = await createSignedInAccount(backend);
    const token = readCookie(await signIn({ emailAddress }), 'sid') ?? '';
    expect(await isSignedIn({ cookie: `sid=${token}` })).toBe(true);
    expect(await isSignedIn({ cookie: `sid=${spoil(token)}` })).toBe(false);
  });

  it('is not valid on another site', async () => {
    const { cookie } = await createSignedInAccount(backend);
    expect(await isSignedIn({ cookie })).toBe(true);
    expect(await isSignedIn({ ...belgianShopHeaders, cookie })).toBe(false);
  });

  it('does not depend on the cookie `signedin`', async () => {
    expect(await isSignedIn({ cookie: 'signedin=1' })).toBe(false);
  });
});

function listHourlyAttemptTimes(hours: number, last: number): number[] {
  return [...Array.from({ length: hours }, (_none, index) => (index + 1) * HOUR_MS), last];
}

function listThreeWeeklyAttemptTimes(last: number): number[] {
  return [...Array.from({ length: 8 }, (_none, index) => (index + 1) * 21 * DAY_MS), last];
}

describe('after three failures for an address', () => {
  it.each([
    ['of an account', async () => (await createSignedInAccount(backend)).emailAddress],
    ['without an account', async () => createUnknownAddress()],
  ])('%s, a proof of work is required', async (_what, prepare) => {
    const emailAddress = await prepare();
    await failSignIns(emailAddress, 3);
    hashed = 0;
    const refused = await signIn({ emailAddress, password: WRONG_PASSWORD });
    expect(refused.body).toEqual(createRefusalResponse(403, 'bot_check_required'));
    const waiting = await signIn({ emailAddress, password: WRONG_PASSWORD }, {}, 'unavailable');
    expect(waiting.body).toEqual(createRefusalResponse(429, 'too_many_attempts'));
    expect(waiting.headers['retry-after']).toBe('900');
    expect(hashed).toBe(0);
    const worked = await signIn({ emailAddress, password: WRONG_PASSWORD }, {}, await solveBotCheck());
    expect(worked.body).toEqual(createRefusalResponse(401, 'invalid_credentials'));
  });

  it('a mail warns the owner, once a day, after twenty failures', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const unknown = createUnknownAddress();
    let minutes = 0;
    const failThreeTimes = async (address: string) => {
      minutes += 16;
      setTimeAfterFixture(minutes * MINUTE_MS);
      await failSignIns(address, 3);
    };
    const listMails = async () => {
      await backend.runJob('queue');
      const rows = await backend.database.select().from(outboxMail);
      return rows.filter(({ kind }) => kind === 'sign-ins-failed').map(({ recipient }) => recipient);
    };
    for (let round = 0; round < 6; round += 1) await failThreeTimes(emailAddress);
    expect(await listMails()).toEqual([]);
    for (let round = 0; round < 7; round += 1) await failThreeTimes(emailAddress);
    for (let round = 0; round < 7; round += 1) await failThreeTimes(unknown);
    expect(await listMails()).toEqual([emailAddress]);
  });

  it('its owner can sign in with a proof of work, from anywhere', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    await failSignIns(emailAddress, 3);
    expect((await signIn({ emailAddress })).status).toBe(403);
    expect((await signIn({ emailAddress }, {}, await solveBotCheck())).status).toBe(204);
  });

  it('a proof of work is valid once, for two minutes, and on its own site', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    await failSignIns(emailAddress, 3);
    const used = await solveBotCheck();
    expect((await signIn({ emailAddress }, {}, used)).status).toBe(204);
    expect((await signIn({ emailAddress }, {}, used)).status).toBe(403);
    expect((await signIn({ emailAddress }, {}, await solveBotCheck(belgianShopHeaders))).status).toBe(403);
    const old = await solveBotCheck();
    setTimeAfterFixture(2 * MINUTE_MS);
    expect((await signIn({ emailAddress }, {}, old)).status).toBe(403);
  });

  it('no proof of work is required after a quarter of an hour', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    await failSignIns(emailAddress, 3);
    setTimeAfterFixture(15 * MINUTE_MS);
    expect((await signIn({ emailAddress })).status).toBe(204);
  });

  it('no proof of work is required for the same address on another site', async () => {
    const { emailAddress } = await createSignedInAccount(backend, {
      siteId: 2,
      emailAddress: 'both@stal.example',
    });
    await failSignIns(emailAddress, 3);
    expect((await signIn({ emailAddress }, belgianShopHeaders)).status).toBe(204);
  });
});

describe('the limit of failures', () => {
  it('counts failures only', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const visitor = { 'x-forwarded-for': '203.0.113.5' };
    for (let time = 0; time < 25; time += 1) {
      expect((await signIn({ emailAddress }, visitor)).status).toBe(204);
    }
  });

  it('does not count an attempt that was refused because all hashing workers were busy', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    areWorkersBusy = true;
    for (let time = 0; time < 5; time += 1) {
      const { body, headers } = await signIn({ emailAddress });
      expect(body).toEqual(createRefusalResponse(429, 'too_many_attempts'));
      expect(headers['retry-after']).toMatch(/^[12]$/);
    }
    areWorkersBusy = false;
    expect((await signIn({ emailAddress })).status).toBe(204);
  });

  it('applies to one visitor after 60 failures, and to no other', async () => {
    const visitor = { 'x-forwarded-for': '203.0.113.6' };
    for (let time = 0; time < 60; time += 1) {
      expect((await signIn({ emailAddress: createUnknownAddress() }, visitor)).status).toBe(401);
    }
    const { emailAddress } = await createSignedInAccount(backend);
    const refused = await signIn({ emailAddress }, visitor);
    expect(refused.body).toEqual(createRefusalResponse(429, 'too_many_attempts'));
    expect(refused.headers['retry-after']).toBe('900');
    expect((await signIn({ emailAddress })).status).toBe(204);
  });

  it('applies to one visitor after 20 failures for one address, and not to its owner', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const visitor = { 'x-forwarded-for': '203.0.113.7' };
    for (let time = 0; time < 20; time += 1) {
      const token = time < 3 ? undefined : await solveBotCheck();
      expect((await signIn({ emailAddress, password: WRONG_PASSWORD }, visitor, token)).status).toBe(401);
    }
    expect((await signIn({ emailAddress }, visitor, await solveBotCheck())).status).toBe(429);
    // After twenty failures on this day, the proof of work takes twice as long, also for the owner.
    const asked = await signIn({ emailAddress });
    expect(asked.body).toMatchObject({ code: 'bot_check_required', difficulty: BOT_CHECK_DIFFICULTY + 1 });
    const token = await solveBotCheck({}, BOT_CHECK_DIFFICULTY + 1);
    expect((await signIn({ emailAddress }, {}, token)).status).toBe(204);
  });
});

describe('the audit log', () => {
  const listAuditEntries = async (accountId: string) => {
    const rows = await backend.database.select().from(auditEntry).where(eq(auditEntry.resourceId, accountId));
    return rows.toSorted((a, b) => a.auditEntryId - b.auditEntryId);
  };

  it('contains sign-ins, failures and ends of sessions, and never an address', async () => {
    const { accountId, emailAddress } = await createSignedInAccount(backend);
    await failSignIns(emailAddress, 1);
    const browser = createCookieHeaders(await signIn({ emailAddress }));
    await call('signOut', {}, browser);
    const acts = await listAuditEntries(accountId);
    expect(acts.map(({ actorKind, actorId, act, resource }) => [actorKind, actorId, act, resource])).toEqual(
      ['sign-in-failed', 'sign-in', 'sign-out'].map((act) => ['account', accountId, act, 'account']),
    );
    expect(JSON.stringify(acts)).not.toContain(emailAddress);
  });

  it('contains no entry for an address without an account', async () => {
    const before = await backend.database.$count(auditEntry);
    await failSignIns(createUnknownAddress(), 1);
    expect(await backend.database.$count(auditEntry)).toBe(before);
  });
});

describe('sessions of an account', () => {
  it('are listed, the latest first, without expired ones', async () => {
    const { emailAddress, cookie } = await createSignedInAccount(backend);
    setTimeAfterFixture(HOUR_MS);
    const kept = createCookieHeaders(
      await signIn({ emailAddress, keepSignedIn: true }, { 'x-forwarded-for': '2001:db8:7:1::9' }),
    );
    const { body } = await call('fetchSessions', {}, kept);
    expect(body).toEqual([
      expect.objectContaining({ isCurrent: true, isKept: true, network: '2001:db8:7::/48' }),
      expect.objectContaining({ isCurrent: false, isKept: false, network: null }),
    ]);
    setTimeAfterFixture(2 * HOUR_MS);
    expect((await call('fetchSessions', {}, kept)).body).toHaveLength(1);
    expect(await isSignedIn({ cookie })).toBe(false);
  });

  it('are removed from a browser whose session has expired, without its cart', async () => {
    const answer = await call('isAuthenticated', {}, { cookie: `sid=${'A'.repeat(43)}; signedin=1` });
    expect(answer.body).toBe(false);
    expect([...readCookies(answer)].map(([name, line]) => [name, line.includes('Max-Age=0')])).toEqual([
      ['sid', true],
      ['signedin', true],
    ]);
    expect((await call('isAuthenticated', {}, {})).headers).not.toHaveProperty('set-cookie');
  });

  it('are ended separately, and by their owner only', async () => {
    const { emailAddress, cookie } = await createSignedInAccount(backend);
    const other = createCookieHeaders(await signIn({ emailAddress }));
    const anonymousVisitor = await createSignedInAccount(backend);
    const { body } = await call('fetchSessions', {}, { cookie });
    const { sessionId } = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const end = (headers: Headers) => call('endSession', { params: { sessionId } }, headers);
    expect((await end({ cookie: anonymousVisitor.cookie })).status).toBe(204);
    expect(await isSignedIn(other)).toBe(true);
    const ended = await end({ cookie });
    expect(ended.status).toBe(204);
    expect(ended.headers).not.toHaveProperty('set-cookie');
    expect(await isSignedIn(other)).toBe(false);
    expect(await isSignedIn({ cookie })).toBe(true);
    expect((await end({ cookie })).status).toBe(204);
  });

  it('are ended only if the password was confirmed within ten minutes', async () => {
    const { emailAddress, cookie } = await createSignedInAccount(backend);
    const other = createCookieHeaders(await signIn({ emailAddress }));
    const { body } = await call('fetchSessions', {}, { cookie });
    const { sessionId } = body.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const end = (headers: Headers) => call('endSession', { params: { sessionId } }, headers);
    const confirm = (password: string) => call('confirmPassword', { body: { password } }, { cookie });
    setTimeAfterFixture(10 * MINUTE_MS);
    expect((await end({ cookie })).body).toEqual(createRefusalResponse(401, 'reauthentication_required'));
    expect((await confirm(WRONG_PASSWORD)).body).toEqual(createRefusalResponse(401, 'invalid_credentials'));
    expect((await end({ cookie })).body).toEqual(createRefusalResponse(401, 'reauthentication_required'));
    expect(await isSignedIn(other)).toBe(true);
    const confirmed = await confirm(PASSWORD);
    expect(confirmed.status).toBe(204);
    // The session has a new id, and the previous one is invalid.
    expect(await isSignedIn({ cookie })).toBe(false);
    expect((await end(createCookieHeaders(confirmed))).status).toBe(204);
    expect(await isSignedIn(other)).toBe(false);
  });

  it('have their cookies removed if the present one is ended', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const { body } = await call('fetchSessions', {}, { cookie });
    const { sessionId } = body[0];
    const answer = await call('endSession', { params: { sessionId } }, { cookie });
    expect([...readCookies(answer).keys()].sort()).toEqual(['cart', 'openorder', 'order', 'sid', 'signedin']);
    expect(await isSignedIn({ cookie })).toBe(false);
  });
});

describe('a session in another language of the site', () => {
  const browser = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': '203.0.113.7' };
  /** The site of the accounts, in Dutch; calls without headers are in English. */
  const inDutch = { siteid: '1', languageid: '1' };

  const handOver = async (headers: Headers): Promise<string> => {
    const { status, body } = await call('handOverSession', {}, { ...browser, ...headers });
    expect(status).toBe(200);
    return body.token;
  };
  const receive = (token: string, headers: Headers = {}) =>
    call('receiveSession', { body: { token } }, { ...browser, ...inDutch, ...headers });

  it('starts with the token of the first one, expires at the same time, and has the same time of the last password', async () => {
    const { emailAddress } = await createSignedInAccount(backend);
    const english = createCookieHeaders(await signIn({ emailAddress, keepSignedIn: true }, browser));
    setTimeAfterFixture(HOUR_MS);
    const answer = await receive(await handOver(english));
    expect(answer).toMatchObject({ status: 200, body: { isChanged: true } });
    const dutch = createCookieHeaders(answer);
    expect(await isSignedIn(dutch)).toBe(true);
    expect(await isSignedIn(english)).toBe(true);
    // The password was given an hour ago.
    expect((await call('exportAccount', {}, dutch)).body.code).toBe('reauthentication_required');
    const { body } = await call('fetchSessions', {}, dutch);
    expect(body).toEqual([
      expect.objectContaining({ isCurrent: true, isKept: true, created: FIXTURE_NOW.toISOString() }),
      // The session from the creation of the account.
      expect.objectContaining({ isCurrent: false, isKept: false }),
    ]);
  });

  it('brings the cart of the account, merged with that of the browser', async () => {
    const own = await signInWithCart(await openCart([[VARIANT, 2]]), await createSignedInAccount(backend));
    const guest = await openCart([[OTHER_VARIANT_ID, 1]]);
    const answer = await receive(await handOver(own.headers), { cookie: `cart=${guest}` });
    const joined = await readAccountCart(createCookieHeaders(answer), readCookie(answer, 'cart') ?? '');
    expect(countPiecesByVariant(joined)).toEqual({ [VARIANT]: 2, [OTHER_VARIANT_ID]: 1 });
  });

  it.each([
    ['a second time', { isUsed: true }],
    ['after 60 seconds', { ageMs: MINUTE_MS }],
    ['in another browser', { headers: { 'user-agent': 'Mozilla/5.0 Chrome/150.0' } }],
    ['in another network', { headers: { 'x-forwarded-for': '198.51.100.7' } }],
    ['on another site', { headers: belgianShopHeaders }],
  ] as [string, { isUsed?: boolean; ageMs?: number; headers?: Headers }][])(
    'does not start %s',
    async (_case, { isUsed = false, ageMs = 0, headers = {} }) => {
      const { cookie } = await createSignedInAccount(backend);
      const token = await handOver({ cookie });
      if (isUsed) await receive(token);
      setTimeAfterFixture(ageMs);
      const answer = await receive(token, headers);
      expect(answer.body).toEqual(createRefusalResponse(400, 'token_invalid'));
      expect(answer.headers).not.toHaveProperty('set-cookie');
    },
  );

  it('does not start after the first one has ended', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const token = await handOver({ cookie });
    await call('signOut', {}, { cookie });
    expect((await receive(token)).body).toEqual(createRefusalResponse(400, 'token_invalid'));
  });

  it('ends with the first one, and the first one with it', async () => {
    for (const isLast of [false, true]) {
      const { cookie } = await createSignedInAccount(backend);
      const dutch = createCookieHeaders(await receive(await handOver({ cookie })));
      await call('signOut', {}, isLast ? dutch : { cookie });
      expect(await isSignedIn({ cookie })).toBe(false);
      expect(await isSignedIn(dutch)).toBe(false);
    }
  });

  it('replaces the session of another account', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const other = await createSignedInAccount(backend);
    const answer = await receive(await handOver({ cookie }), { cookie: other.cookie });
    expect(await isSignedIn(createCookieHeaders(answer))).toBe(true);
    expect(await isSignedIn({ cookie: other.cookie })).toBe(false);
  });

  it('remains when the browser returns to a language', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const dutch = createCookieHeaders(await receive(await handOver({ cookie })));
    const back = await call(
      'receiveSession',
      { body: { token: await handOver(dutch) } },
      { ...browser, cookie },
    );
    expect(back).toMatchObject({ status: 200, body: { isChanged: false } });
    expect(back.headers).not.toHaveProperty('set-cookie');
    expect(await isSignedIn({ cookie })).toBe(true);
    expect(await isSignedIn(dutch)).toBe(true);
  });

  it('brings the cart of the account when the browser returns to a language', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const dutch = createCookieHeaders(await receive(await handOver({ cookie })));
    const { body: own } = await call('createCart', {}, { cookie });
    const back = await receive(await handOver({ cookie }), dutch);
    expect(back.body).toEqual({ isChanged: true });
    const id = readCookie(back, 'cart') ?? '';
    expect((await readAccountCart({ ...dutch, ...inDutch }, id)).cartNumber).toBe(own.cartNumber);
  });

  it('keeps the address in the cart of the account if a guest has entered another one', async () => {
    const { body } = callInputs.setBilling;
    const setBilling = (id: string, firstName: string, headers: Headers = {}) =>
      call('setBilling', { params: { id }, body: { ...body, firstName } }, headers);
    const own = await signInWithCart(await openCart([[VARIANT, 1]]), await createSignedInAccount(backend));
    await setBilling(own.id, 'Marit', own.headers);
    const guest = await openCart([[OTHER_VARIANT_ID, 1]]);
    await setBilling(guest, 'Someone');
    const answer = await receive(await handOver(own.headers), { cookie: `cart=${guest}` });
    const joined = await readAccountCart(createCookieHeaders(answer), readCookie(answer, 'cart') ?? '');
    expect(joined.billing?.firstName).toBe('Marit');
  });

  it('ends when the password is confirmed on another host, as does a pending one', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const dutch = createCookieHeaders(await receive(await handOver({ cookie })));
    const pending = await handOver({ cookie });
    const renewed = await call('confirmPassword', { body: { password: PASSWORD } }, { cookie });
    expect(await isSignedIn(createCookieHeaders(renewed))).toBe(true);
    expect(await isSignedIn(dutch)).toBe(false);
    expect((await receive(pending)).body).toEqual(createRefusalResponse(400, 'token_invalid'));
  });
});

describe('signing out', () => {
  it('ends the session, and removes its cookies and the id of the cart', async () => {
    const { cookie } = await createSignedInAccount(backend);
    const { body: own } = await call('createCart', {}, { cookie });
    const id = own.shoppingcartId;
    const answer = await call('signOut', {}, { cookie: `${cookie}; cart=${id}` });
    expect(answer.status).toBe(204);
    for (const name of ['sid', 'signedin', 'cart']) {
      expect(readCookies(answer).get(name)).toMatch(new RegExp(`^${name}=; Max-Age=0; `));
    }
    expect(await isSignedIn({ cookie })).toBe(false);
    const left = await backend.database
      .select()
      .from(cartAccess)
      .where(eq(cartAccess.cartId, own.cartNumber));
    expect(left).toEqual([]);
  });

  it('leaves the cart to a visitor without a session', async () => {
    const id = await openCart([[VARIANT, 1]]);
    const answer = await call('signOut', {}, { cookie: `cart=${id}` });
    expect(answer.status).toBe(204);
    expect(readCookies(answer).has('cart')).toBe(false);
    expect((await call('fetchCart', { params: { id } })).status).toBe(200);
  });

  it('succeeds if the session has already expired', async () => {
    const { cookie } = await createSignedInAccount(backend);
    setTimeAfterFixture(3 * HOUR_MS);
    const answer = await call('signOut', {}, { cookie });
    expect(answer.status).toBe(204);
    expect(readCookies(answer).get('sid')).toMatch(/^sid=; Max-Age=0; /);
  });
});

/** Returns the pieces in the cart of the browser's account, by variant. */
async function readAccountCart(headers: Headers, id: string): Promise<Cart> {
  const { status, body } = await call('fetchCart', { params: { id } }, headers);
  expect(status).toBe(200);
  return body;
}
const countPiecesByVariant = ({ products }: Cart) =>
  Object.fromEntries(products.map(({ productVariantId, count }) => [productVariantId, count]));

/** Signs in with a cart in the browser. @returns the cookies and the cart id of the browser */
async function signInWithCart(
  cartId: string | null,
  { emailAddress }: Pick<SignedInCustomer, 'emailAddress'>,
) {
  const answer = await signIn({ emailAddress }, cartId === null ? {} : { cookie: `cart=${cartId}` });
  expect(answer.status).toBe(204);
  return { headers: createCookieHeaders(answer), id: readCookie(answer, 'cart') ?? '' };
}

const addLine = (id: string, productVariantId: number, quantity: number, headers: Headers = {}) =>
  call('addCartProduct', { params: { id }, query: { productVariantId, quantity } }, headers);
const nameRoughageSample = (id: string, sequence: number, samplename: string, headers: Headers = {}) =>
  call('nameRqsSample', { params: { id }, query: { productVariantId: RQS, sequence, samplename } }, headers);

it('a sign-in assigns guest orders with the address of the account', async () => {
  const person = await createSignedInAccount(backend);
  const place = (emailAddress: string, siteId = 1) =>
    insertOrder(backend.database, { emailAddress, siteId, totalAmount: 100 });
  const own = await place(person.emailAddress);
  const others = [await place('somebody@else.example'), await place(person.emailAddress, 2)];
  await signIn({ emailAddress: person.emailAddress });
  const findOwner = async (orderId: string) => {
    const [row] = await backend.database
      .select()
      .from(customerOrder)
      .where(eq(customerOrder.orderId, orderId));
    return row?.accountId ?? null;
  };
  expect(await findOwner(own)).toBe(person.accountId);
  for (const orderId of others) expect(await findOwner(orderId)).toBeNull();
});

describe('the cart of a browser', () => {
  it('becomes the cart of an account without one, with a new id', async () => {
    const person = await createSignedInAccount(backend);
    const former = await openCart([[VARIANT, 2]]);
    const { headers, id } = await signInWithCart(former, person);
    expect(id).not.toBe(former);
    expect(countPiecesByVariant(await readAccountCart(headers, id))).toEqual({ [VARIANT]: 2 });
    for (const asking of [{}, headers]) {
      expect((await call('fetchCart', { params: { id: former } }, asking)).status).toBe(404);
    }
  });

  it('is merged with that of the account: the larger quantity of each line, and its code', async () => {
    const person = await createSignedInAccount(backend);
    const first = await openCart([
      [VARIANT, 5],
      [OTHER_VARIANT_ID, 1],
    ]);
    await signInWithCart(first, person);
    const second = await openCart([
      [VARIANT, 2],
      [OTHER_VARIANT_ID, 4],
      [RQS, 1],
    ]);
    await call('setDiscountCode', { params: { id: second }, query: { code: 'STAL10' } });
    const { headers, id } = await signInWithCart(second, person);
    const joined = await readAccountCart(headers, id);
    expect(countPiecesByVariant(joined)).toEqual({ [VARIANT]: 5, [OTHER_VARIANT_ID]: 4, [RQS]: 1 });
    expect(joined.discountCode).toBe('STAL10');
  });

  it('keeps the code of the account if it has none', async () => {
    const person = await createSignedInAccount(backend);
    const first = await openCart([[VARIANT, 1]]);
    await call('setDiscountCode', { params: { id: first }, query: { code: 'STAL10' } });
    await signInWithCart(first, person);
    const { headers, id } = await signInWithCart(await openCart([[VARIANT, 1]]), person);
    expect((await readAccountCart(headers, id)).discountCode).toBe('STAL10');
  });

  it('replaces the data in the cart of the account with those typed before the sign-in', async () => {
    const person = await createSignedInAccount(backend);
    const fill = async (id: string, street: string) => {
      const { address } = callInputs.setBilling.body;
      const body = { ...callInputs.setBilling.body, address: { ...address, street } };
      expect((await call('setBilling', { params: { id }, body })).status).toBe(204);
    };
    const first = await openCart([[VARIANT, 1]]);
    await fill(first, 'Oude Weg');
    await signInWithCart(first, person);
    const second = await openCart([[VARIANT, 1]]);
    await fill(second, 'Nieuwe Weg');
    const typed = await signInWithCart(second, person);
    expect((await readAccountCart(typed.headers, typed.id)).billing?.address.street).toBe('Nieuwe Weg');
    const untyped = await signInWithCart(await openCart([[VARIANT, 1]]), person);
    expect((await readAccountCart(untyped.headers, untyped.id)).billing?.address.street).toBe('Nieuwe Weg');
  });

  it('has its samples merged by name', async () => {
    const person = await createSignedInAccount(backend);
    const first = await openCart([[RQS, 2]]);
    await nameRoughageSample(first, 1, 'Hay loft');
    await nameRoughageSample(first, 2, 'Meadow');
    await signInWithCart(first, person);
    const second = await openCart([[RQS, 2]]);
    await nameRoughageSample(second, 1, 'hay loft');
    await nameRoughageSample(second, 2, 'Barn');
    const { headers, id } = await signInWithCart(second, person);
    const { products } = await readAccountCart(headers, id);
    expect(products[0]?.rqsSamples.map(({ sampleName }) => sampleName)).toEqual([
      'Hay loft',
      'Meadow',
      'Barn',
    ]);
    expect(products[0]?.count).toBe(3);
  });

  it('is merged once: its id has no effect afterwards', async () => {
    const person = await createSignedInAccount(backend);
    const former = await openCart([[VARIANT, 3]]);
    const first = await signInWithCart(former, person);
    await call(
      'alterCartProduct',
      { params: { id: first.id, productVariantId: VARIANT }, query: { quantity: 1 } },
      first.headers,
    );
    const again = await signInWithCart(former, person);
    expect(countPiecesByVariant(await readAccountCart(again.headers, again.id))).toEqual({ [VARIANT]: 1 });
    const other = await signIn(
      { emailAddress: (await createSignedInAccount(backend)).emailAddress },
      { cookie: `cart=${former}` },
    );
    expect(readCookies(other).has('cart')).toBe(false);
  });

  it('is merged with one account if two sign in with it concurrently', async () => {
    const former = await openCart([[VARIANT, 3]]);
    const people = [await createSignedInAccount(backend), await createSignedInAccount(backend)];
    const answers = await Promise.all(
      people.map(({ emailAddress }) => signIn({ emailAddress }, { cookie: `cart=${former}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    expect(answers.filter((answer) => (readCookie(answer, 'cart') ?? '') !== '')).toHaveLength(1);
  });

  it('becomes the only cart of an account if several browsers sign in concurrently', async () => {
    const person = await createSignedInAccount(backend);
    const carts = await Promise.all([1, 2, 3].map((count) => openCart([[VARIANT, count]])));
    const browsers = await Promise.all(carts.map((id) => signInWithCart(id, person)));
    const open = await backend.database.select().from(cart).where(eq(cart.accountId, person.accountId));
    expect(open).toHaveLength(1);
    for (const { headers, id } of browsers) {
      expect(countPiecesByVariant(await readAccountCart(headers, id))).toEqual({ [VARIANT]: 3 });
    }
  });

  it('is not merged if an employee views it', async () => {
    const visitors = await openCart([[VARIANT, 4]]);
    const { body } = await call('impersonateCart', { query: { key: await openImpersonation(visitors) } });
    const answer = await signIn(
      { emailAddress: (await createSignedInAccount(backend)).emailAddress },
      { cookie: `cart=${body.shoppingcartId}` },
    );
    expect(answer.status).toBe(204);
    expect(readCookies(answer).has('cart')).toBe(false);
    expect(countPiecesByVariant(await readAccountCart({}, visitors))).toEqual({ [VARIANT]: 4 });
  });

  it('is not merged if it belongs to another account, and its id is removed from the browser', async () => {
    const owner = await signInWithCart(await openCart([[VARIANT, 4]]), await createSignedInAccount(backend));
    const answer = await signIn(
      { emailAddress: (await createSignedInAccount(backend)).emailAddress },
      { cookie: `cart=${owner.id}` },
    );
    expect(readCookies(answer).get('cart')).toMatch(/^cart=; Max-Age=0; /);
    expect((await call('fetchCart', { params: { id: owner.id } }, createCookieHeaders(answer))).status).toBe(
      404,
    );
  });

  it('gets the addresses of the account if none was typed', async () => {
    const { address } = callInputs.setBilling.body;
    const person = await createSignedInAccount(backend);
    const alternativeShippingAddress = { firstName: 'Joris', lastName: 'de Vries', address };
    await updateAccount(backend.database, person.accountId, {
      address,
      phoneNumber: '+31551234567',
      companyName: 'Stal De Linde',
      alternativeShippingAddress,
    });
    const { headers, id } = await signInWithCart(await openCart([[VARIANT, 1]]), person);
    const { billing, alternativeShippingAddress: alternative } = await readAccountCart(headers, id);
    expect(billing).toEqual({
      firstName: 'Marit',
      lastName: 'de Vries',
      phoneNumber: '+31551234567',
      emailAddress: person.emailAddress,
      address,
      companyName: 'Stal De Linde',
    });
    expect(alternative).toEqual(alternativeShippingAddress);
  });

  it('keeps typed data', async () => {
    const { address } = callInputs.setBilling.body;
    const person = await createSignedInAccount(backend);
    await updateAccount(backend.database, person.accountId, { address, phoneNumber: '+31551234567' });
    const typed = await openCart([[VARIANT, 1]]);
    const typing = { params: { id: typed }, body: { ...callInputs.setBilling.body, firstName: 'Typed' } };
    expect((await call('setBilling', typing)).status).toBe(204);
    const { headers, id } = await signInWithCart(typed, person);
    expect((await readAccountCart(headers, id)).billing?.firstName).toBe('Typed');
  });
});

describe('the cart of an account', () => {
  it('is accessible to its owner only', async () => {
    const owner = await signInWithCart(await openCart([[VARIANT, 1]]), await createSignedInAccount(backend));
    const other = await createSignedInAccount(backend);
    for (const headers of [{}, { cookie: other.cookie }, { cookie: `cart=${owner.id}` }]) {
      expect((await call('fetchCart', { params: { id: owner.id } }, headers)).status).toBe(404);
      expect((await addLine(owner.id, VARIANT, 1, headers)).status).toBe(404);
    }
    await readAccountCart(owner.headers, owner.id);
  });

  it('is created with a session, and is the same in all browsers of the customer', async () => {
    const person = await createSignedInAccount(backend);
    const { body: first } = await call('createCart', {}, { cookie: person.cookie });
    await addLine(first.shoppingcartId, VARIANT, 2, { cookie: person.cookie });
    expect((await call('fetchCart', { params: { id: first.shoppingcartId } })).status).toBe(404);
    const second = createCookieHeaders(await signIn(person));
    const { body: again } = await call('createCart', {}, second);
    expect(again.cartNumber).toBe(first.cartNumber);
    expect(again.shoppingcartId).not.toBe(first.shoppingcartId);
    expect(countPiecesByVariant(again)).toEqual({ [VARIANT]: 2 });
  });

  it('cannot be merged with by a caller who has only its id', async () => {
    const owner = await signInWithCart(await openCart([[VARIANT, 1]]), await createSignedInAccount(backend));
    const source = await openCart([[VARIANT, 9]], belgianShopHeaders);
    const to = { siteId: 1, languageId: 4 };
    const { body } = await call('handOverCart', { params: { id: source }, body: to }, belgianShopHeaders);
    const token = new URL(body.url).hash.slice(1);
    const received = await call('receiveCart', { body: { token } }, { cookie: `cart=${owner.id}` });
    expect(received.status).toBe(200);
    expect(received.body.cart.shoppingcartId).not.toBe(owner.id);
    expect(countPiecesByVariant(await readAccountCart(owner.headers, owner.id))).toEqual({ [VARIANT]: 1 });
  });
});

describe('the cleanup jobs', () => {
  it('delete expired sessions, links, requests and accounts, and no others', async () => {
    const person = await createSignedInAccount(backend);
    const stale = await createSignedInAccount(backend, { isActivated: false });
    const kept = createCookieHeaders(await signIn({ ...person, keepSignedIn: true }));
    const insertToken = (accountId: string, tokenHash: string, expiresAt: Date) =>
      backend.database
        .insert(accountToken)
        .values({ tokenHash, accountId, kind: 'confirm', createdAt: FIXTURE_NOW, expiresAt });
    await insertToken(person.accountId, 'old', FIXTURE_NOW);
    await insertToken(person.accountId, 'recent', new Date(FIXTURE_NOW.getTime() + 2 * DAY_MS));
    await insertToken(stale.accountId, 'of nobody', new Date(FIXTURE_NOW.getTime() + 2 * DAY_MS));
    await backend.database.insert(accountRequest).values({
      siteId: 1,
      languageId: 4,
      kind: 'forgot',
      subject: person.emailAddress,
      callbackPath: '/account/reset/',
      createdAt: FIXTURE_NOW,
    });
    const listSessions = () =>
      backend.database.select().from(accountSession).where(eq(accountSession.accountId, person.accountId));
    const listTokens = async () =>
      (await backend.database.select().from(accountToken)).map(({ tokenHash }) => tokenHash).sort();

    setTimeAfterFixture(7 * DAY_MS - 1);
    await backend.runJob('forget-accounts');
    expect(await listSessions()).toHaveLength(1);
    expect(await listTokens()).toEqual(['of nobody', 'old', 'recent']);
    expect(await backend.database.$count(accountRequest)).toBe(0);

    setTimeAfterFixture(7 * DAY_MS + 1);
    await backend.runJob('forget-accounts');
    expect(await listTokens()).toEqual(['recent']);
    const left = await backend.database
      .select()
      .from(account)
      .where(and(eq(account.accountId, stale.accountId)));
    expect(left).toEqual([]);
    expect(await isSignedIn(kept)).toBe(true);
    expect(backend.errors).toEqual([]);
  });

  it('delete carts of accounts as any other', async () => {
    const person = await createSignedInAccount(backend);
    await signInWithCart(await openCart([[VARIANT, 1]]), person);
    setTimeAfterFixture(90 * DAY_MS + 1);
    await backend.runJob('forget-carts');
    const left = await backend.database.select().from(cart).where(eq(cart.accountId, person.accountId));
    expect(left).toEqual([]);
  });
});
