import { describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import Type from 'typebox';
import type { CallContract } from '../../../../shared/contract/call-contract.ts';
import type { CallPath } from '../../../../shared/contract/paths/call-path.ts';
import type { ProblemMembers } from '../../../../shared/contract/problem.ts';
import { createLog, type Log } from '../../../platform/logging.ts';
import type { Database } from '../database/database.ts';
import type { Call } from './call.ts';
import { createCallRoutes } from './call-routes.ts';
import type { PasswordHashGate } from './password-hash-gate.ts';
import { answerErrors } from './problem-answers.ts';
import { createRefusal, ProblemError } from './problem-error.ts';
import type { ScopeDirectory, ScopeLanguage, ScopeSite } from './scope.ts';

const key = 'K'.repeat(43);
const cart = {
  cartId: 7,
  shoppingcartId: key,
  impersonatedUntil: null,
  isOrdered: false,
  accountId: null,
};
const previewCookie = 'P'.repeat(60);
const previewTime = new Date('2026-12-24T17:00:00Z');
const site = { site: { siteId: 1 }, languages: [{ languageId: 4 }] };
const language = { languageId: 4, code: 'nl' };
/** One site and one language. */
const sites: ScopeDirectory<ScopeSite, ScopeLanguage> = {
  findSite: async () => site,
  findLanguage: async () => language,
  listLanguages: async () => [language],
};
type TestCall = Call<ScopeSite, ScopeLanguage>;

/** Creates an application with one call that is not in the contract. */
function createTestApp(
  handler: TestCall['handler'],
  {
    path = {},
    contract = {},
    checkAnswers = true,
    log = createLog({ name: 'backend', level: 'silent' }),
    passwordHashGate = { isQueueHalfFull: () => false, admit: async () => {} },
  }: {
    path?: Partial<CallPath>;
    contract?: Partial<CallContract>;
    checkAnswers?: boolean;
    log?: Log;
    passwordHashGate?: PasswordHashGate<ScopeSite>;
  } = {},
) {
  const errors: unknown[] = [];
  const call: TestCall = {
    name: 'endStockReminder',
    path: { method: 'POST', path: '/api/things', cache: 'never', scoped: true, ...path },
    contract: { summary: '', needs: 'open', isIdempotent: true, answer: null, refusals: [], ...contract },
    handler,
  };
  const app = express();
  app.use(
    createCallRoutes({
      calls: [call],
      sites,
      callers: {
        findAccount: async (token) =>
          token === key ? { accountId: 'anna', sessionId: 's1', isFresh: false } : null,
        findCart: async (id) => (id === key ? cart : null),
        findStaffMember: async (token) => (token === key ? { name: 'Kees' } : null),
      },
      readPreview: (cookie) => (cookie === previewCookie ? { instant: previewTime } : null),
      passwordHashGate,
      // Requests in these tests are never repeated.
      isFormToken: (account, token) => account !== null && token === `form-of-${account.sessionId}`,
      answers: { find: async () => undefined, run: async (_request, { run }) => run({} as Database) },
      log,
      clock: () => Date.parse('2026-11-05T12:00:00Z'),
      checkAnswers,
      maxPerCall: 1,
    }),
  );
  app.use(answerErrors({ errors: { reportError: (error) => errors.push(error), flush: async () => {} } }));
  const send = (headers: Record<string, string> = {}, target = call.path.path) =>
    (call.path.method === 'GET' ? request(app).get(target) : request(app).post(target)).set({
      siteid: '1',
      languageid: '4',
      ...headers,
    });
  return { send, errors };
}

const answerNothing = async () => undefined;
const https = { 'x-forwarded-proto': 'https' };

describe('response of a call', () => {
  it('is 204 without a body and content type if the handler returns nothing', async () => {
    const answer = await createTestApp(answerNothing).send();
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it('is 200 with the returned body', async () => {
    const { send } = createTestApp(async () => ({ name: 'Anna' }), {
      contract: { answer: Type.Object({ name: Type.String() }) },
    });
    expect(await send()).toMatchObject({ status: 200, body: { name: 'Anna' } });
  });
});

describe('date of a response', () => {
  const present = '2026-11-05T12:00:00.000Z';
  const tell: TestCall['handler'] = async ({ now }) => ({ now: now.toISOString() });
  const answer = Type.Object({ now: Type.String() });
  const ask = async (
    headers: Record<string, string>,
    path: Partial<CallPath> = { method: 'GET', cache: 'short' },
    contract: Partial<CallContract> = {},
  ) => createTestApp(tell, { path, contract: { answer, ...contract } }).send(headers);

  it.each([
    [{}, present],
    [{ datetime: '2026-11-05T12:00:59.000Z' }, '2026-11-05T12:00:59.000Z'],
    [{ datetime: '2026-11-05T11:59:01.000Z' }, '2026-11-05T11:59:01.000Z'],
    [{ datetime: '2026-11-05T12:01:01.000Z' }, present],
    [{ datetime: '2027-01-01T00:00:00Z' }, present],
    [{ datetime: '2025-01-01T00:00:00Z' }, present],
    [{ cookie: `preview=${'x'.repeat(60)}`, datetime: '2027-01-01T00:00:00Z' }, present],
    [{ cookie: `__Host-preview=${previewCookie}` }, present],
    [{ cookie: `preview=${previewCookie}`, ...https }, present],
  ])('is the present if the request has %j: %s', async (headers, now) => {
    const { body, headers: answered } = await ask(headers);
    expect(body).toEqual({ now });
    expect(answered).not.toHaveProperty('x-preview');
  });

  it.each([
    [{ cookie: `preview=${previewCookie}`, datetime: present }],
    [{ cookie: `__Host-preview=${previewCookie}`, ...https }],
  ])('is that of a verified preview, and is returned in a header: %j', async (headers) => {
    const { body, headers: answered } = await ask(headers);
    expect(body).toEqual({ now: previewTime.toISOString() });
    expect(answered).toMatchObject({ 'x-preview': previewTime.toISOString(), 'cache-control': 'no-store' });
  });

  it.each([
    [{ method: 'POST', cache: 'never' }, {}, present],
    [{ method: 'GET', cache: 'never' }, {}, present],
    [{ method: 'POST', cache: 'never' }, { followsPreview: true }, previewTime.toISOString()],
    [{ method: 'POST', cache: 'short' }, {}, previewTime.toISOString()],
  ] as const)('for %j with %j is %s in a preview', async (path, contract, now) => {
    const { body } = await ask({ cookie: `preview=${previewCookie}` }, path, contract);
    expect(body).toEqual({ now });
  });

  it('does not allow orders in a preview', async () => {
    const contract = { isRefusedInPreview: true } as const;
    const handler = jest.fn<TestCall['handler']>(answerNothing);
    const { send } = createTestApp(handler, { contract });
    const refused = await send({ cookie: `preview=${previewCookie}` });
    expect(refused).toMatchObject({ status: 409, body: { code: 'order_in_preview' } });
    expect(handler).not.toHaveBeenCalled();
    expect((await send()).status).toBe(204);
  });
});

describe('authorisation of a call', () => {
  it.each([
    ['session', {}, 401, 'not_authenticated'],
    ['session', { cookie: `sid=${'x'.repeat(43)}` }, 401, 'not_authenticated'],
    ['freshSession', { cookie: `sid=${key}` }, 401, 'reauthentication_required'],
    ['cart', {}, 404, 'not_found'],
    ['cart', { cookie: `cart=${'x'.repeat(43)}` }, 404, 'not_found'],
    ['staff', { authorization: `Basic ${key}` }, 401, 'not_authenticated'],
    ['staff', { cookie: `sid=${key}; cart=${key}` }, 401, 'not_authenticated'],
  ] as const)('refuses a call that needs %s if the caller has %j', async (needs, headers, status, code) => {
    const handler = jest.fn<TestCall['handler']>(answerNothing);
    const { send, errors } = createTestApp(handler, { contract: { needs } });
    expect(await send(headers)).toMatchObject({ status, body: { code } });
    expect(handler).not.toHaveBeenCalled();
    expect(errors).toEqual([]);
  });

  it.each([
    ['open', {}, { account: null, cart: null, staff: null }],
    [
      'session',
      { cookie: `sid=${key}` },
      { account: { accountId: 'anna', sessionId: 's1', isFresh: false } },
    ],
    ['cart', { cookie: `cart=${key}` }, { cart }],
    ['staff', { authorization: `Bearer ${key}` }, { staff: { name: 'Kees' } }],
  ] as const)(
    'passes the caller to a call that needs %s if the caller has %j',
    async (needs, headers, proven) => {
      const handler = jest.fn<TestCall['handler']>(answerNothing);
      const { send } = createTestApp(handler, { contract: { needs } });
      expect((await send(headers)).status).toBe(204);
      expect(handler).toHaveBeenCalledWith(expect.objectContaining(proven), {});
    },
  );

  it('is checked before the input, so errors of the input are reported to authorised callers only', async () => {
    const { send } = createTestApp(answerNothing, {
      contract: { needs: 'session', body: Type.Object({ name: Type.String() }) },
    });
    const bodies: [string, string, number][] = [
      ['application/json', '{"name":', 400],
      ['application/json', '{}', 400],
      ['text/plain', 'name', 415],
      ['application/json', JSON.stringify({ name: 'x'.repeat(70_000) }), 413],
    ];
    for (const [type, body, status] of bodies) {
      expect((await send({ 'content-type': type }).send(body)).status).toBe(401);
      expect((await send({ 'content-type': type, cookie: `sid=${key}` }).send(body)).status).toBe(status);
    }
  });

  it('uses the cart of the path instead of the one of the cookie', async () => {
    const { send } = createTestApp(answerNothing, {
      path: { path: '/api/things/{id}' },
      contract: { needs: 'cart', params: Type.Object({ id: Type.String() }) },
    });
    expect((await send({}, `/api/things/${key}`)).status).toBe(204);
    expect((await send({ cookie: `cart=${key}` }, '/api/things/another')).status).toBe(404);
  });

  it('passes no visitor to a call with cached responses', async () => {
    const handler = jest.fn(async () => ({}));
    const { send } = createTestApp(handler, {
      path: { method: 'GET', cache: 'short' },
      contract: { answer: Type.Object({}) },
    });
    expect((await send({ cookie: `sid=${key}; cart=${key}` })).status).toBe(200);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(handler.mock.calls)).not.toMatch(new RegExp(`${key}|cookies|account|cart`));
  });
});

describe('visitor cookies', () => {
  const readCookies = async (headers: Record<string, string>) => {
    const handler = jest.fn<TestCall['handler']>(answerNothing);
    await createTestApp(handler).send(headers);
    return handler.mock.calls[0]?.[0].cookies;
  };

  it('are read without prefix over http only, and with prefix over https only', async () => {
    const cookie = `sid=${'a'.repeat(43)}; __Host-sid=${'b'.repeat(43)}; __Host-cart=${'c'.repeat(43)}`;
    expect(await readCookies({ cookie })).toEqual({
      session: 'a'.repeat(43),
      cart: null,
      order: null,
      preview: null,
      known: null,
    });
    expect(await readCookies({ cookie, ...https })).toEqual({
      session: 'b'.repeat(43),
      cart: 'c'.repeat(43),
      order: null,
      preview: null,
      known: null,
    });
  });

  it.each([
    ['none', 'other=1'],
    ['an empty body', 'sid=; cart='],
    ['a short body', 'sid=1; cart=2'],
    ['8 KB', `sid=${'x'.repeat(8000)}`],
    ['JSON', 'sid=j:{"toString":1}; cart=j:[]'],
    ['a line end', `sid=${'a'.repeat(30)}%0d%0a${'a'.repeat(13)}`],
    ['broken encoding', `sid=%${'a'.repeat(40)}`],
  ])('are ignored if their values are not valid keys: %s', async (_what, cookie) => {
    expect(await readCookies({ cookie })).toEqual({
      session: null,
      cart: null,
      order: null,
      preview: null,
      known: null,
    });
  });

  it('use the first of two cookies of the same name', async () => {
    const cookie = `sid=${'a'.repeat(43)}; sid=${'b'.repeat(43)}`;
    expect(await readCookies({ cookie })).toMatchObject({ session: 'a'.repeat(43) });
  });

  const set = (cookies: Parameters<Parameters<TestCall['handler']>[0]['setCookie']>[0][]) =>
    createTestApp(async ({ setCookie }) => cookies.forEach(setCookie));

  it('are limited to one host, with HttpOnly for the session but not for the cart', async () => {
    const { send } = set([
      { name: 'session', value: key, maxAgeSeconds: null },
      { name: 'cart', value: key, maxAgeSeconds: 60 },
    ]);
    const expires = /; Expires=[^;]+/;
    const read = async (headers = {}) => {
      const cookies = (await send(headers)).headers['set-cookie'] as unknown as string[];
      return cookies.map((cookie) => cookie.replace(expires, ''));
    };
    expect(await read()).toEqual([
      `sid=${key}; Path=/; HttpOnly; SameSite=Lax`,
      `cart=${key}; Max-Age=60; Path=/; SameSite=Lax`,
    ]);
    expect(await read(https)).toEqual([
      `__Host-sid=${key}; Path=/; HttpOnly; Secure; SameSite=Lax`,
      `__Host-cart=${key}; Max-Age=60; Path=/; Secure; SameSite=Lax`,
    ]);
  });

  it('have the same name for the signed-in flag with and without https', async () => {
    const { send } = set([{ name: 'signedIn', value: '1', maxAgeSeconds: null }]);
    expect((await send()).headers['set-cookie']).toEqual(['signedin=1; Path=/; SameSite=Lax']);
    expect((await send(https)).headers['set-cookie']).toEqual(['signedin=1; Path=/; Secure; SameSite=Lax']);
  });

  it('are deleted by an empty value', async () => {
    const { send } = set([{ name: 'session', value: '', maxAgeSeconds: null }]);
    expect((await send(https)).headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^__Host-sid=; Max-Age=0; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it('are not set if the call is refused', async () => {
    const { send } = createTestApp(
      async ({ setCookie }) => {
        setCookie({ name: 'session', value: key, maxAgeSeconds: null });
        throw new ProblemError('token_expired');
      },
      { contract: { refusals: ['token_expired'] } },
    );
    const answer = await send();
    expect(answer.status).toBe(410);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });
});

describe('call with an Idempotency-Key', () => {
  const good = 'k'.repeat(16);

  it.each([
    ['optional', undefined, 204, {}],
    ['optional', good, 204, { idempotencyKey: good }],
    ['required', good, 204, { idempotencyKey: good }],
  ] as const)('passes a key that is %s to the handler: %s', async (key, sent, status, input) => {
    const handler = jest.fn<TestCall['handler']>(({ once }) => once('write-review', answerNothing));
    const { send } = createTestApp(handler, { contract: { key } });
    expect((await send(sent === undefined ? {} : { 'idempotency-key': sent })).status).toBe(status);
    expect(handler).toHaveBeenCalledWith(expect.anything(), input);
  });

  it.each([
    ['required', undefined, 'parameter_missing'],
    ['required', '', 'validation_failed'],
    ['optional', 'short', 'validation_failed'],
    ['optional', 'k'.repeat(101), 'validation_failed'],
    ['optional', 'a key with spaces', 'validation_failed'],
  ] as const)('refuses a key that is %s and has the value %j', async (key, sent, code) => {
    const { send } = createTestApp(answerNothing, { contract: { key } });
    expect(await send(sent === undefined ? {} : { 'idempotency-key': sent })).toMatchObject({
      status: 400,
      body: { code, errors: [{ field: 'idempotency-key' }] },
    });
  });

  it('fails if the handler does not use the function that stores the response', async () => {
    const { send, errors } = createTestApp(answerNothing, { contract: { key: 'optional' } });
    expect((await send({ 'idempotency-key': good })).status).toBe(500);
    expect(errors).toHaveLength(1);
    expect((await send()).status).toBe(204);
  });

  it('is the only type of call whose handler receives the key', async () => {
    const handler = jest.fn<TestCall['handler']>(answerNothing);
    expect((await createTestApp(handler).send({ 'idempotency-key': good })).status).toBe(204);
    expect(handler).toHaveBeenCalledWith(expect.anything(), {});
  });
});

describe('refusal that the contract does not declare', () => {
  const refuse = async () => {
    throw new ProblemError('in_stock');
  };

  it('is an error if responses are validated', async () => {
    const { send, errors } = createTestApp(refuse);
    expect((await send()).status).toBe(500);
    expect(errors).toEqual([
      expect.objectContaining({
        message: "endStockReminder refuses with 'in_stock', which its contract does not name",
      }),
    ]);
  });

  it('reaches the caller and the log in production', async () => {
    const log = createLog({ name: 'backend', level: 'silent' });
    const write = jest.spyOn(log, 'error');
    const { send, errors } = createTestApp(refuse, { checkAnswers: false, log });
    expect(await send()).toMatchObject({ status: 409, body: { code: 'in_stock' } });
    expect(errors).toEqual([]);
    expect(write).toHaveBeenCalledWith({ call: 'endStockReminder', code: 'in_stock' }, 'undeclared_refusal');
  });

  it.each([
    ['the members that the contract declares', [{ productVariantId: 7, amount: 2 }], 409],
    ['other members', [{ productVariantId: 7 }], 500],
  ])('is validated: its document contains %s', async (_what, lines, status) => {
    const { send } = createTestApp(
      async () => {
        throw createRefusal('insufficient_stock', { lines } as ProblemMembers<'insufficient_stock'>);
      },
      { contract: { refusals: ['insufficient_stock'] } },
    );
    const answer = await send();
    expect(answer.status).toBe(status);
    if (status === 409) expect(answer.body).toMatchObject({ code: 'insufficient_stock', status, lines });
  });

  it('is no error if it is declared', async () => {
    const { send } = createTestApp(refuse, { contract: { refusals: ['in_stock'] } });
    expect(await send()).toMatchObject({ status: 409, body: { code: 'in_stock' } });
  });
});

describe('call that hashes a password', () => {
  it('queues a few requests, and refuses more with Retry-After', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
    let started = 0;
    const { send } = createTestApp(
      async () => {
        started += 1;
        return isOver;
      },
      { contract: { hashesPassword: true, refusals: ['too_many_attempts'] } },
    );
    // Requests are refused while the earlier ones wait.
    const refused: { status: number; headers: Record<string, string> }[] = [];
    const { promise: isFull, resolve: tellFull } = Promise.withResolvers<void>();
    const all = Array.from({ length: 60 }, async () => {
      const answer = await send();
      if (answer.status === 429) refused.push(answer);
      if (refused.length > 0) tellFull();
      return answer.status;
    });
    await isFull;
    end(undefined);
    const statuses = await Promise.all(all);
    expect(new Set(statuses)).toEqual(new Set([204, 429]));
    expect(started).toBe(statuses.filter((status) => status === 204).length);
    for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[12]$/);
  });
});

describe('call that hashes a password and may require a proof of work', () => {
  const contract = { hashesPassword: true, botCheck: true, refusals: ['too_many_attempts'] } as const;
  const openGated = (isCrowded: boolean) => {
    const admitted: unknown[] = [];
    const refuse = async (visitor: Parameters<PasswordHashGate<ScopeSite>['admit']>[0]) => {
      admitted.push(visitor);
      throw createRefusal('bot_check_required', { difficulty: 15 });
    };
    const app = createTestApp(answerNothing, {
      contract,
      passwordHashGate: { isQueueHalfFull: () => isCrowded, admit: refuse },
    });
    return { ...app, admitted };
  };

  it('does not require one while few requests wait', async () => {
    const { send, admitted } = openGated(false);
    expect((await send()).status).toBe(204);
    expect(admitted).toEqual([]);
  });

  it.each([
    ['according to the hasher', true, {}],
    ['according to the web', false, { 'x-hash-crowded': '1' }],
  ])('requires one while many requests wait: %s', async (_who, isCrowded, headers) => {
    const { send, admitted } = openGated(isCrowded);
    const known = 'k'.repeat(60);
    const answer = await send({ ...headers, cookie: `known=${known}`, 'x-bot-check-token': 'c.1' });
    expect(answer).toMatchObject({ status: 403, body: { code: 'bot_check_required', difficulty: 15 } });
    expect(admitted).toEqual([expect.objectContaining({ knownCookie: known, botCheckToken: 'c.1' })]);
  });

  it('requires one while the queue is half full, before the request is queued', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<undefined>();
    const asked: unknown[] = [];
    const { promise: isAsked, resolve: tellAsked } = Promise.withResolvers<void>();
    const { send } = createTestApp(async () => isOver, {
      contract,
      passwordHashGate: {
        isQueueHalfFull: () => false,
        async admit(visitor) {
          asked.push(visitor);
          tellAsked();
          throw createRefusal('bot_check_required', { difficulty: 15 });
        },
      },
    });
    const all = Array.from({ length: 28 }, async () => (await send()).status);
    await isAsked;
    end(undefined);
    const statuses = await Promise.all(all);
    // One request runs and fifteen wait; the queue of thirty is never full.
    expect(statuses.filter((status) => status === 403)).toHaveLength(asked.length);
    expect(new Set(statuses)).toEqual(new Set([204, 403]));
  });

  it('does not require one if the call does not hash', async () => {
    const admit = async () => Promise.reject(new Error('Must not be called'));
    const { send } = createTestApp(answerNothing, {
      passwordHashGate: { isQueueHalfFull: () => true, admit },
    });
    expect((await send()).status).toBe(204);
  });
});
