import type { Agent } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { getErrorPageStatus } from '../../../shared/api/api-error.ts';
import { createApi } from '../../../shared/api/client.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/rules/durations.ts';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { fakeSites } from '../../../test/fixtures/fake-shop.ts';
import { createLog } from '../../platform/logging.ts';
import { createTrace } from '../../platform/trace-context.ts';
import { createParseMemo } from '../cache/parse-memo.ts';
import { createResponseCache } from '../cache/response-cache.ts';
import { createConfig } from '../config.ts';
import { createWebMetrics } from '../metrics/web-metrics.ts';
import { createBackendAgent } from './backend-agent.ts';
import { type BackendClient, createBackendClient } from './backend-client.ts';
import { createBackendTransport } from './backend-transport.ts';
import { createCallGuard } from './call-guard.ts';

const log = createLog({ name: 'web', level: 'silent' });
const now = new Date('2026-11-20T12:00:00+02:00');

let backend: FakeBackend;
let agent: Agent;

beforeEach(async () => {
  backend = await startFakeBackend();
  agent = createBackendAgent(backend.baseUrl, 20_000);
});

afterEach(async () => {
  agent.destroy();
  await backend.close();
});

const traceId = '0af7651916cd43dd8448eb211c80319c';
function createTestClient({
  guard = createCallGuard({ limits: createConfig({}).callLimits, log }),
  maxAnswerBytes = 1_000_000,
} = {}) {
  return createBackendClient({ baseUrl: backend.baseUrl, agent, guard, maxAnswerBytes });
}

function createTestTransport(
  options: {
    signal?: AbortSignal;
    timeoutMs?: number;
    remainingMs?: number;
    siteId?: number;
    cache?: ReturnType<typeof createResponseCache>;
    parseMemo?: ReturnType<typeof createParseMemo>;
    client?: BackendClient;
  } = {},
) {
  return createBackendTransport({
    client: options.client ?? createTestClient(),
    cache: options.cache ?? createResponseCache(() => 0),
    parseMemo: options.parseMemo ?? createParseMemo(),
    metrics: createWebMetrics({ agent }),
    scope: { siteId: options.siteId ?? 1, languageId: 4, now },
    log,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? 5000,
    getRemainingMs: () => options.remainingMs ?? MINUTE_MS,
    requestId: 'request-1',
    trace: createTrace(`00-${traceId}-b7ad6b7169203331-01`),
  });
}

const createTestApi = (options?: Parameters<typeof createTestTransport>[0]) =>
  createApi(createTestTransport(options));

describe('createBackendTransport', () => {
  it.each([
    ['204', { status: 204, text: '' }],
    ['200 with any body', { status: 200, text: 'done' }],
  ])('accepts %s as the success of a call without a response body', async (_what, { status, text }) => {
    backend.handlers.set('/api/stockreminders/unsubscribe', (_request, response) =>
      response.writeHead(status).end(text),
    );
    expect(await createTestApi().endStockReminder({ body: { token: 'x' } })).toBeUndefined();
  });

  it('sends the idempotency key of a call that takes one', async () => {
    const transport = createTestTransport();
    const api = createApi((request) => transport({ ...request, idempotencyKey: 'k'.repeat(16) }));
    await api.fetchLanguages();
    expect(backend.seen[0]?.headers).toMatchObject({ 'idempotency-key': 'k'.repeat(16) });
  });

  it('treats 204 as no answer for a call with a response body', async () => {
    backend.handlers.set('/api/language', (_request, response) => response.writeHead(204).end());
    await expect(createTestApi().fetchLanguages()).rejects.toMatchObject({ failure: 'invalid', status: 204 });
  });

  it('sends site, language and the time in UTC, and requests an identity encoding', async () => {
    await createTestApi().fetchLanguages();
    expect(backend.seen[0]?.headers).toMatchObject({
      siteid: '1',
      languageid: '4',
      datetime: '2026-11-20T10:00:00.000Z',
      'x-request-id': 'request-1',
      'accept-encoding': 'identity',
    });
  });

  it('resolves with the parsed answer', async () => {
    expect(await createTestApi().fetchSites()).toEqual(fakeSites);
  });

  it('sends bodies as JSON and combines equal concurrent product searches into one call', async () => {
    const api = createTestApi();
    let body = '';
    backend.handlers.set('/api/routing/geturl', (request, response) => {
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => createJsonHandler({ url: 'http://havero-nl.localhost/x/' })(request, response));
    });
    const question = { body: { kind: 'contentPage', contentPageId: 1 } } as const;
    await Promise.all([api.resolveUrl(question), api.resolveUrl(question)]);
    expect(JSON.parse(body)).toEqual(question.body);
    expect(backend.count('/api/routing/geturl')).toBe(1);
  });

  it('repeats a call whose answer is not cached, and reuses the parsed object of equal bytes', async () => {
    const ttls = { longMs: 0, shortMs: 0 };
    const parseMemo = createParseMemo();
    const fetchSites = () =>
      createTestApi({
        parseMemo,
        cache: createResponseCache(
          () => 0,
          () => {},
          ttls,
        ),
      }).fetchSites();
    const first = await fetchSites();
    expect(await fetchSites()).toBe(first);
    expect(backend.count('/api/sites')).toBe(2);
    const renamed = fakeSites.map((site) => ({ ...site, name: `${site.name} 2` }));
    backend.handlers.set('/api/sites', createJsonHandler(renamed));
    expect(await fetchSites()).toEqual(renamed);
  });

  it('sends a search as JSON with its length in bytes', async () => {
    let sent = '';
    backend.handlers.set('/api/products/search', (request, response) => {
      request.setEncoding('utf8').on('data', (chunk) => {
        sent += chunk;
      });
      request.on('end', () => createJsonHandler({}, 404)(request, response));
    });
    const body = { page: 1, pageSize: 24, query: 'müsli €' };
    const search = createTestApi().searchProducts({ body } as never);
    await expect(search).rejects.toMatchObject({ status: 404 });
    expect(JSON.parse(sent)).toEqual(body);
    expect(backend.seen.at(-1)?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('separates two sites in one cache', async () => {
    const cache = createResponseCache(() => 0);
    const answers = await Promise.all(
      [1, 10].map((siteId) => createTestApi({ cache, siteId }).fetchFooter({ params: { id: 12 } })),
    );
    expect(answers).toHaveLength(2);
    expect(backend.seen.map(({ headers }) => headers.siteid).sort()).toEqual(['1', '10']);
  });

  it.each([
    ['a refused connection', 'unavailable', 0, async () => backend.close()],
    [
      'a status of 500',
      'status',
      500,
      async () => backend.handlers.set('/api/language', createJsonHandler({}, 500)),
    ],
    [
      'a status of 404',
      'status',
      404,
      async () => backend.handlers.set('/api/language', createJsonHandler({ code: 'x' }, 404)),
    ],
    [
      'a redirect',
      'status',
      302,
      async () => backend.handlers.set('/api/language', createJsonHandler({}, 302)),
    ],
    [
      'a response that violates the contract',
      'invalid',
      200,
      async () => backend.handlers.set('/api/language', createJsonHandler([{ languageId: 'x' }])),
    ],
    [
      'no JSON',
      'invalid',
      200,
      async () => backend.handlers.set('/api/language', (_request, response) => response.end('<html>')),
    ],
    [
      'JSON with another content type',
      'invalid',
      200,
      async () =>
        backend.handlers.set('/api/language', (_request, response) =>
          response.setHeader('content-type', 'text/html').end('[]'),
        ),
    ],
    [
      'an answer with a too large Content-Length',
      'invalid',
      0,
      async () =>
        backend.handlers.set('/api/language', (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000001' });
          response.write('[');
        }),
    ],
    [
      'an endless response',
      'invalid',
      0,
      async () =>
        backend.handlers.set('/api/language', (_request, response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          const chunk = `"${'x'.repeat(100_000)}",`;
          const write = () => {
            while (!response.destroyed && response.write(chunk));
          };
          response.on('drain', write);
          write();
        }),
    ],
    [
      'an aborted response',
      'unavailable',
      0,
      async () =>
        backend.handlers.set('/api/language', (_request, response) => {
          response.writeHead(200, { 'content-length': '100' });
          response.write('[');
          setImmediate(() => response.destroy());
        }),
    ],
  ] as const)('rejects with an ApiError after %s: %s %d', async (_what, failure, status, arrange) => {
    await arrange();
    const answer = backend.handlers.get('/api/language');
    if (answer) backend.handlers.set('/api/routing/geturl', answer);
    const expected = {
      name: 'ApiError',
      message: 'An unexpected server error occurred.',
      failure,
      status: failure === 'invalid' ? expect.any(Number) : status,
    };
    const api = createTestApi();
    await expect(api.fetchLanguages()).rejects.toMatchObject(expected);
    // A call that is not a read for a page uses the other client and must fail in the same way.
    await expect(api.resolveUrl({ body: { kind: 'contentPage', contentPageId: 1 } })).rejects.toMatchObject(
      expected,
    );
  });

  it.each([
    ['its database is unavailable', { code: 'backend_unavailable' }, 'unavailable', 503],
    ['the answer has no details', { detail: 'backend_unavailable' }, 'status', 500],
  ] as const)(
    'treats 503 of the backend as no answer if %s, and keeps the circuit closed',
    async (_what, problem, failure, pageStatus) => {
      backend.handlers.set('/api/language', createJsonHandler(problem, 503));
      const guard = createCallGuard({ limits: createConfig({}).callLimits, log });
      const api = createTestApi({ client: createTestClient({ guard }) });
      for (let n = 0; n < createConfig({}).callLimits.breakerCalls; n += 1) {
        const error = await api.fetchLanguages().catch((failed: unknown) => failed);
        expect(error).toMatchObject({ failure, status: 503, body: problem });
        expect(getErrorPageStatus(error)).toBe(pageStatus);
      }
      expect(guard.circuit).toBe('closed');
      // It is not repeated: the backend has already waited for its database.
      expect(backend.count('/api/language')).toBe(createConfig({}).callLimits.breakerCalls);
    },
  );

  it('serves an expired answer while the database is down', async () => {
    let ms = 0;
    const api = createTestApi({ cache: createResponseCache(() => ms) });
    expect(await api.fetchSites()).toEqual(fakeSites);
    ms += HOUR_MS;
    backend.handlers.set('/api/sites', createJsonHandler({ code: 'backend_unavailable' }, 503));
    expect(await api.fetchSites()).toEqual(fakeSites);
    expect(backend.count('/api/sites')).toBe(2);
  });

  it.each([
    ['again if its contract allows a repeat', 'endStockReminder', {}, 2],
    ['once if its contract does not', 'requestStockReminder', {}, 1],
    ['again if it has an idempotency key', 'requestStockReminder', { idempotencyKey: 'k'.repeat(16) }, 2],
  ] as const)('sends a POST without an answer %s', async (_what, name, change, times) => {
    const path = {
      endStockReminder: '/api/stockreminders/unsubscribe',
      requestStockReminder: '/api/products/7/stockreminder',
    }[name];
    backend.handlers.set(path, (request) => request.socket.resetAndDestroy());
    const transport = createTestTransport();
    const api = createApi((request) => transport({ ...request, ...change }));
    const sent =
      name === 'endStockReminder'
        ? api.endStockReminder({ body: { token: 'x' } })
        : api.requestStockReminder({
            params: { productVariantId: 7 },
            body: { emailAddress: 'a@example.com' },
          });
    await expect(sent).rejects.toMatchObject({ failure: 'unavailable' });
    expect(backend.count(path)).toBe(times);
  });

  it('gives no call more time than the page has left', async () => {
    backend.handlers.set('/api/language', () => {});
    const remaining = [40, 0, -5];
    for (const remainingMs of remaining) {
      const call = createTestApi({ timeoutMs: MINUTE_MS, remainingMs }).fetchLanguages();
      await expect(call).rejects.toMatchObject({ failure: 'timeout' });
    }
  });

  it.each(['before the first byte', 'in the middle of an answer'])(
    'gives up at the deadline %s and closes the connection',
    async (when) => {
      const left = new Promise<void>((resolve) => {
        backend.handlers.set('/api/language', (_request, response) => {
          response.on('close', resolve);
          if (when.startsWith('in'))
            response.writeHead(200, { 'content-type': 'application/json' }).write('[');
        });
      });
      await expect(createTestApi({ timeoutMs: 50 }).fetchLanguages()).rejects.toMatchObject({
        failure: 'timeout',
      });
      await left;
    },
  );

  it('cancels the call if the visitor disconnects', async () => {
    const visitor = new AbortController();
    const left = new Promise<void>((resolve) => {
      backend.handlers.set('/api/language', (_request, response) => {
        response.on('close', resolve);
        visitor.abort();
      });
    });
    await expect(createTestApi({ signal: visitor.signal }).fetchLanguages()).rejects.toMatchObject({
      failure: 'aborted',
    });
    await left;
  });

  it('repeats a call once if the backend closed the idle connection', async () => {
    const api = createTestApi();
    await api.fetchLanguages();
    let isFirst = true;
    backend.handlers.set('/api/sites', (request, response) => {
      if (isFirst) {
        isFirst = false;
        request.socket.resetAndDestroy();
      } else {
        createJsonHandler(fakeSites)(request, response);
      }
    });
    expect(await api.fetchSites()).toEqual(fakeSites);
    expect(backend.count('/api/sites')).toBe(2);
  });
});

describe('createBackendAgent', () => {
  it('carries 200 concurrent calls over at most 50 sockets and keeps at most 10 of them open', async () => {
    const client = createTestClient();
    const { signal } = new AbortController();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        client({
          method: 'GET',
          path: `/api/footers/${n}`,
          headers: {},
          body: undefined,
          isPageRead: true,
          isRepeatable: true,
          signal,
        }),
      ),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(backend.sockets.peak).toBeLessThanOrEqual(50);
    expect(backend.sockets.peak).toBeGreaterThan(10);
    const free = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    expect(free.length).toBeLessThanOrEqual(10);
    expect(free.length).toBeGreaterThan(0);
  });

  it('reuses one connection for sequential calls', async () => {
    const client = createTestClient();
    const { signal } = new AbortController();
    for (let n = 0; n < 20; n += 1) {
      await client({
        method: 'GET',
        path: '/api/sites',
        headers: {},
        body: undefined,
        isPageRead: true,
        isRepeatable: true,
        signal,
      });
    }
    expect(backend.sockets.peak).toBe(1);
  });
});
