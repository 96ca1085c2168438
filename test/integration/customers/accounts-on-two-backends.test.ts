import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { Response } from 'supertest';
import { account, accountSession, rateLimit } from '../../../server/backend/schema/schema.ts';
import type { BotCheck } from '../../../shared/contract/accounts.ts';
import { countZeroBits, formatBotCheckToken } from '../../../shared/rules/account/bot-check.ts';
import { collectMails, parseMailedLink } from '../../fixtures/account-mails.ts';
import { createSignedInAccount, PASSWORD } from '../../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../../fixtures/backend-fixture.ts';
import { type BackendCaller, createBackendCaller } from '../../fixtures/call-backend.ts';
import { callInputs } from '../../fixtures/call-inputs.ts';

// Two processes on one database: state in the memory of one is not available to the other.
let one: BackendFixture;
let other: BackendFixture;
let callFirstBackend: BackendCaller['call'];
let callSecondBackend: BackendCaller['call'];

beforeAll(async () => {
  one = await openBackendFixture();
  const { database, tryRunExclusively } = one;
  other = await openBackendFixture({
    openShop: async () => ({
      database,
      tryRunExclusively,
      description: 'the database of the first backend',
      dump: null,
      runExclusively: (work) => work(),
      checkConnection: async () => undefined,
      close: async () => undefined,
    }),
  });
  callFirstBackend = createBackendCaller(() => one).call;
  // Uses other visitors, which the first backend has not counted.
  callSecondBackend = (name, input, headers) =>
    createBackendCaller(() => other).call(name, input, { 'x-forwarded-for': '192.0.2.7', ...headers });
});
afterAll(async () => {
  await other?.close();
  await one?.close();
});
beforeEach(() => one.database.delete(rateLimit));

const createCookieHeader = ({ headers }: Response) => {
  const fields: unknown = headers['set-cookie'] ?? [];
  return { cookie: (fields as string[]).map((field) => field.split(';')[0]).join('; ') };
};
const signIn = (call: BackendCaller['call'], emailAddress: string, password = PASSWORD, token?: string) =>
  call('signIn', {
    body: { emailAddress, password },
    ...(token !== undefined && { botCheckToken: token }),
  });

it('an account that is requested at one can be activated at the other, with sessions shared by both', async () => {
  const emailAddress = 'between@stal.example';
  const body = { ...callInputs.registerAccount.body, emailAddress, password: PASSWORD };
  await callFirstBackend('registerAccount', { query: { callbackUrl: '/account/confirm/' }, body });
  const mails = await collectMails(other);
  const { token, userId } = parseMailedLink(mails.find(({ recipient }) => recipient === emailAddress));
  const confirmed = await callSecondBackend('confirmAccount', {
    params: { userId },
    query: { token, password: PASSWORD },
  });
  expect(confirmed.status).toBe(204);

  const browser = createCookieHeader(await signIn(callFirstBackend, emailAddress));
  expect((await callSecondBackend('fetchAccount', {}, browser)).body).toMatchObject({ emailAddress });
  expect((await callSecondBackend('signOut', {}, browser)).status).toBe(204);
  expect((await callFirstBackend('fetchAccount', {}, browser)).status).toBe(401);
});

it('a mailed link is used once if both are requested at the same moment', async () => {
  const { accountId, emailAddress } = await createSignedInAccount(one);
  await callFirstBackend('forgotPassword', {
    query: { callbackUrl: '/account/reset/' },
    body: { emailAddress },
  });
  const { token, userId } = parseMailedLink((await collectMails(one)).at(-1));
  const reset = (call: BackendCaller['call'], newPassword: string) =>
    call('resetPassword', { params: { userId }, query: { token, newPassword } });
  const answers = await Promise.all([
    reset(callFirstBackend, 'Kniphaver 41'),
    reset(callSecondBackend, 'Luzernehooi 52'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
  const isFirst = answers[0]?.status === 204;
  expect(
    (await signIn(callSecondBackend, emailAddress, isFirst ? 'Kniphaver 41' : 'Luzernehooi 52')).status,
  ).toBe(204);
  expect(
    (await signIn(callFirstBackend, emailAddress, isFirst ? 'Luzernehooi 52' : 'Kniphaver 41')).status,
  ).toBe(401);
  expect(await one.database.$count(accountSession, eq(accountSession.accountId, accountId))).toBe(1);
});

it('failures of both are added up, and a proof of work is accepted once by either', async () => {
  const { emailAddress } = await createSignedInAccount(one);
  for (const call of [callFirstBackend, callSecondBackend, callFirstBackend]) {
    expect((await signIn(call, emailAddress, 'Haverstro 13')).status).toBe(401);
  }
  expect((await signIn(callSecondBackend, emailAddress)).body.code).toBe('bot_check_required');
  const { body }: { body: BotCheck } = await callFirstBackend('fetchBotCheck', {});
  const solve = (nonce: number): string => {
    const token = formatBotCheckToken(body.challenge, nonce);
    const digest = createHash('sha256').update(token).digest();
    return countZeroBits(digest) >= body.difficulty ? token : '';
  };
  let token = '';
  for (let nonce = 0; token === ''; nonce += 1) token = solve(nonce);
  const answers = await Promise.all(
    [callFirstBackend, callSecondBackend].map((call) => signIn(call, emailAddress, PASSWORD, token)),
  );
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
});

it('an address that registers at both concurrently gets one account', async () => {
  const emailAddress = 'twice@stal.example';
  const body = { ...callInputs.registerAccount.body, emailAddress, password: PASSWORD };
  const register = (call: BackendCaller['call']) =>
    call('registerAccount', { query: { callbackUrl: '/account/confirm/' }, body });
  expect(
    (await Promise.all([register(callFirstBackend), register(callSecondBackend)])).map(
      ({ status }) => status,
    ),
  ).toEqual([204, 204]);
  await Promise.all([collectMails(one), collectMails(other)]);
  expect(await one.database.$count(account, eq(account.emailAddress, emailAddress))).toBe(1);
  expect([...one.errors, ...other.errors]).toEqual([]);
});
