import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import express from 'express';
import request from 'supertest';
import Type from 'typebox';
import type { Database } from '../../../server/backend/core/database/database.ts';
import type { OpenDatabase } from '../../../server/backend/core/database/open-database.ts';
import { createCallRoutes } from '../../../server/backend/core/http/call-routes.ts';
import { answerErrors } from '../../../server/backend/core/http/problem-answers.ts';
import { ProblemError } from '../../../server/backend/core/http/problem-error.ts';
import { createAnswerStore } from '../../../server/backend/core/idempotency/stored-answers.ts';
import { idempotentAnswer } from '../../../server/backend/core/idempotency/tables.ts';
import { createExpiredDataDeletionJob } from '../../../server/backend/core/privacy/jobs.ts';
import { enqueue } from '../../../server/backend/core/queue/enqueue.ts';
import { queueItem } from '../../../server/backend/core/queue/tables.ts';
import type { Call } from '../../../server/backend/sites/scoped-call.ts';
import type { SiteDirectory } from '../../../server/backend/sites/site-directory.ts';
import { createLog } from '../../../server/platform/logging.ts';
import { HOUR_MS } from '../../../shared/rules/durations.ts';
import { openEmptyDatabase } from '../../fixtures/sample-database.ts';

const START_MS = Date.parse('2026-11-05T12:00:00Z');
const IDEMPOTENCY_KEY = 'key-of-this-order';
const CART_ID = 'C'.repeat(43);

let open: OpenDatabase;
let nowMs: number;

beforeAll(async () => {
  open = await openEmptyDatabase();
});

afterAll(() => open?.close());

beforeEach(async () => {
  nowMs = START_MS;
  await open.database.delete(queueItem);
  await open.database.delete(idempotentAnswer);
});

const sites = {
  findSite: async (siteId: number) => ({ site: { siteId }, languages: [{ languageId: 4 }] }),
  findLanguage: async () => ({ languageId: 4 }),
} as unknown as SiteDirectory;

interface CallWork {
  readonly needs?: 'open' | 'cart';
  readonly hasAnswer?: boolean;
  readonly before?: () => void;
  /** Runs in the transaction, after its own work. */
  readonly within?: (transaction: Database) => Promise<void> | void;
  /** Runs after the commit and before the response. */
  readonly after?: () => void;
}

/** Opens a backend with one call, which queues one job and returns the number of jobs. */
function openKeyedApp(work: CallWork = {}) {
  const { needs = 'open', hasAnswer = true, before, within, after } = work;
  const errors: unknown[] = [];
  const answer = Type.Object({ amount: Type.Integer(), count: Type.Integer() });
  const call: Call = {
    name: 'endStockReminder',
    path: { method: 'POST', path: '/api/things', cache: 'never', scoped: true },
    contract: {
      summary: '',
      needs,
      isIdempotent: false,
      key: 'optional',
      body: Type.Object({ amount: Type.Integer(), note: Type.Optional(Type.String()) }),
      answer: hasAnswer ? answer : null,
      refusals: ['in_stock'],
    },
    handler: async ({ once, now }, input) => {
      const { amount } = Reflect.get(input as object, 'body') as { amount: number };
      before?.();
      const result = await once('write-review', async (transaction) => {
        await enqueue(transaction, [{ name: 'price-turn', payload: { amount }, now }]);
        await within?.(transaction);
        const count = await transaction.$count(queueItem);
        return hasAnswer ? { amount, count } : undefined;
      });
      after?.();
      return result;
    },
  };
  const app = express();
  app.use(
    createCallRoutes({
      calls: [call],
      sites,
      callers: {
        findAccount: async () => null,
        findCart: async (shoppingcartId) => ({
          cartId: 1,
          shoppingcartId,
          impersonatedUntil: null,
          isOrdered: false,
          accountId: null,
        }),
        findStaffMember: async () => null,
      },
      readPreview: () => null,
      isFormToken: () => false,
      passwordHashGate: { isQueueHalfFull: () => false, admit: async () => {} },
      answers: createAnswerStore(open.database),
      log: createLog({ name: 'backend', level: 'silent' }),
      clock: () => nowMs,
      checkAnswers: true,
      maxPerCall: 5,
    }),
  );
  app.use(answerErrors({ errors: { reportError: (error) => errors.push(error), flush: async () => {} } }));
  /** @param key null for none */
  const send = (
    headers: Record<string, string> = {},
    body: object = { amount: 2 },
    key: string | null = IDEMPOTENCY_KEY,
  ) =>
    request(app)
      .post('/api/things')
      .set({
        siteid: '1',
        languageid: '4',
        'x-forwarded-for': '198.51.100.7',
        ...(key === null ? {} : { 'idempotency-key': key }),
        ...headers,
      })
      .send(body);
  return { send, errors };
}

const countItems = () => open.database.$count(queueItem);

describe('a call with an idempotency key', () => {
  it('takes effect once, and its repetition gets the same response', async () => {
    const { send } = openKeyedApp();
    const first = await send();
    expect(first).toMatchObject({ status: 200, body: { amount: 2, count: 1 } });
    const repeat = await openKeyedApp({
      before: () => {
        throw new ProblemError('in_stock');
      },
    }).send({ languageid: '4' });
    expect([repeat.status, repeat.text]).toEqual([200, first.text]);
    expect(await countItems()).toBe(1);
  });

  it('takes effect once if it has no response body', async () => {
    const { send } = openKeyedApp({ hasAnswer: false });
    expect(await send()).toMatchObject({ status: 204, text: '' });
    expect(await send()).toMatchObject({ status: 204, text: '' });
    expect(await countItems()).toBe(1);
  });

  it('takes effect once for twenty concurrent requests, which all get one response', async () => {
    const { send, errors } = openKeyedApp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
      Array<string>(20).fill('200 {"amount":2,"count":1}'),
    );
    expect(await countItems()).toBe(1);
    expect(errors).toEqual([]);
  });

  it('is refused if the key was used with another request, in whatever order its fields are', async () => {
    const { send } = openKeyedApp();
    const answer = await send({}, { amount: 2, note: 'a' });
    expect(await send({}, { note: 'a', amount: 2 })).toMatchObject({ status: 200, body: answer.body });
    expect(await send({}, { amount: 3, note: 'a' })).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await countItems()).toBe(1);
  });

  it('takes effect again for another key, site, visitor or cart', async () => {
    const { send } = openKeyedApp();
    const others = [
      {},
      { 'idempotency-key': 'key-of-another-one' },
      { siteid: '2' },
      { 'x-forwarded-for': '198.51.100.8' },
      { cookie: `cart=${CART_ID}` },
    ];
    for (const headers of others) expect((await send(headers)).status).toBe(200);
    // A cart identifies its visitor at any address.
    await send({ cookie: `cart=${CART_ID}`, 'x-forwarded-for': '198.51.100.9' });
    expect(await countItems()).toBe(others.length);
    // A proven cart is identified by its number, with any of its ids.
    const byCart = openKeyedApp({ needs: 'cart' });
    for (const id of [CART_ID, 'D'.repeat(43)]) await byCart.send({ cookie: `cart=${id}` });
    expect(await countItems()).toBe(others.length + 1);
  });

  it('takes effect each time without a key', async () => {
    const { send } = openKeyedApp();
    for (const count of [1, 2]) {
      const answer = await send({}, { amount: 2 }, null);
      expect(answer.body).toEqual({ amount: 2, count });
    }
    expect(await open.database.$count(idempotentAnswer)).toBe(0);
  });

  it('has no effect if it is refused, and can be retried', async () => {
    let isRefused = true;
    const { send } = openKeyedApp({
      within: () => {
        if (isRefused) throw new ProblemError('in_stock');
      },
    });
    expect((await send()).status).toBe(409);
    expect(await countItems()).toBe(0);
    isRefused = false;
    expect(await send()).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('is treated as new after a day, whether the old response is deleted by then or not', async () => {
    const { send } = openKeyedApp();
    await send();
    nowMs += 24 * HOUR_MS - 1;
    expect((await send()).body.count).toBe(1);
    nowMs += 1;
    expect((await send()).body.count).toBe(2);
    nowMs += 24 * HOUR_MS;
    await createExpiredDataDeletionJob({
      database: open.database,
      clock: () => nowMs,
      documentReferences: [],
    }).run(new AbortController().signal);
    expect(await open.database.$count(idempotentAnswer)).toBe(0);
  });
});

describe('a backend that dies', () => {
  it('before the commit has no effect and stores no response', async () => {
    const isOnServer = open.dump === null;
    const dying = openKeyedApp({
      within: async (transaction) => {
        // The server ends the connection, as for a dead process; the embedded database ends with the process.
        if (isOnServer) await transaction.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        throw new Error('gone');
      },
    });
    expect((await dying.send()).status).toBeGreaterThanOrEqual(500);
    expect([await countItems(), await open.database.$count(idempotentAnswer)]).toEqual([0, 0]);
    expect(await openKeyedApp().send()).toMatchObject({ status: 200, body: { count: 1 } });
  });

  it('after the commit leaves the response to another backend', async () => {
    const dying = openKeyedApp({
      after: () => {
        throw new Error('gone');
      },
    });
    expect((await dying.send()).status).toBe(500);
    expect(await countItems()).toBe(1);
    expect(await openKeyedApp().send()).toMatchObject({ status: 200, body: { amount: 2, count: 1 } });
    expect(await countItems()).toBe(1);
  });
});
