import { once } from 'node:events';
import { type IncomingMessage, request as sendHttp } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { generousSettings } from '../../../test/fixtures/generous-settings.ts';
import { startTestWeb, type TestWeb, testPageInstant } from '../../../test/fixtures/test-web.ts';

const host = 'havero-nl.localhost';
let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { ...generousSettings, BODY_LIMIT_BYTES: '5000' },
  });
  await supertest(web.server).get('/').set('host', host);
  backend.seen.length = 0;
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

/** Starts a request whose body and answer the test handles as streams. */
function startRequest(options: { path: string; method?: string; headers?: Record<string, string> }) {
  return sendHttp({ port: web.port, host: '127.0.0.1', ...options, headers: { host, ...options.headers } });
}

async function getAnswer(outgoing: ReturnType<typeof startRequest>): Promise<IncomingMessage> {
  const [answer] = await once(outgoing, 'response');
  return answer;
}

/** Returns the last request that the backend received for a path. */
function findSeenRequest(path: string) {
  const seen = backend.seen.findLast(({ url }) => url.split('?')[0] === path);
  if (!seen) throw new Error(`The backend did not see ${path}`);
  return seen;
}

describe('createApiProxy', () => {
  it('informs the backend if half of the queue of the hash lane is taken', async () => {
    const trusting = await startTestWeb({
      baseUrl: backend.baseUrl,
      environment: { ...generousSettings, TRUST_PROXY: '127.0.0.1' },
    });
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const told: boolean[] = [];
    backend.handlers.set('/api/authentication/signin', async (request, response) => {
      told.push(request.headers['x-hash-crowded'] === '1');
      await isOver;
      response.writeHead(204).end();
    });
    const sockets = trusting.metrics.all.find(({ name }) => name === 'web_backend_sockets');
    const countWaiting = () => sockets?.readSamples().find(({ labels }) => labels.state === 'queued')?.value;
    const untilWaiting = async (count: number) => {
      for (let turn = 0; countWaiting() !== count; turn += 1) {
        if (turn > 1000) throw new Error(`${countWaiting()} wait, not ${count}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    const signIn = async (address: string) => {
      const { status } = await supertest(trusting.server)
        .post('/api/authentication/signin')
        .set({ host, 'content-type': 'application/json', 'x-forwarded-for': address })
        .send('{}');
      return status;
    };
    try {
      // One network gets half of the slots and half of the queue.
      const first = Array.from({ length: 8 }, () => signIn('203.0.113.7'));
      await untilWaiting(5);
      const second = Array.from({ length: 4 }, () => signIn('198.51.100.7'));
      await untilWaiting(6);
      end();
      await Promise.all([...first, ...second]);
      expect(told.filter((isCrowded) => isCrowded)).toHaveLength(4);
      expect(told).toHaveLength(12);
    } finally {
      end();
      await trusting.close();
    }
  });

  it('passes path, query and answer through unchanged', async () => {
    backend.handlers.set('/api/Sites', (_request, response) => {
      response.writeHead(203, { 'content-type': 'text/x-test', etag: '"1"' });
      response.end('body');
    });
    const answer = await supertest(web.server).get('/api/Sites?url=%2Fx&a=b%20c').set('host', host);
    expect(answer.status).toBe(203);
    expect(answer.text).toBe('body');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/x-test',
      etag: '"1"',
    });
    expect(findSeenRequest('/api/Sites').url).toBe('/api/Sites?url=%2Fx&a=b%20c');
  });

  it('overwrites site, language and time, and drops headers in which visitors could forge their identity', async () => {
    await supertest(web.server).get('/api/cart/1').set({
      host,
      siteid: '10',
      languageid: '2',
      datetime: '2030-01-01T00:00:00Z',
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=6.6.6.6',
      'x-real-ip': '6.6.6.6',
      'x-hash-crowded': '6.6.6.6',
      cookie: 'session=1; sid=planted words',
    });
    const { headers } = findSeenRequest('/api/cart/1');
    expect(headers).toMatchObject({
      siteid: '1',
      languageid: '1',
      datetime: testPageInstant,
    });
    expect(headers).not.toHaveProperty('cookie');
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil/);
    expect(headers['x-forwarded-proto']).toBe('http');
    expect(headers.host).toBe(new URL(backend.baseUrl).host);
  });

  it('passes on only cookies of the contract, and sets them with its own attributes', async () => {
    const key = 'k'.repeat(43);
    backend.handlers.set('/api/x', (_request, response) => {
      response.setHeader('set-cookie', [
        `cart=${key}; Domain=evil.example; Max-Age=60; SameSite=None`,
        'other=1; Path=/',
        `__Host-sid=${key}; Secure; Path=/`,
      ]);
      response.end('{}');
    });
    const answer = await supertest(web.server)
      .get('/api/x')
      .set({ host, cookie: `theme=dark; cart=${key}; sid=${key}; signedin=1; __Host-cart=${key}` });
    expect(findSeenRequest('/api/x').headers.cookie).toBe(`sid=${key}; cart=${key}`);
    expect(answer.headers['set-cookie']).toEqual([`cart=${key}; Path=/; Max-Age=60; SameSite=Lax`]);
  });

  it.each([
    ['GET', '/api/countries/2/localizedname', '2', '2'],
    ['GET', '/api/countries/2/localizedname', '99', '1'],
    ['GET', '/api/countries/localizedname', '2', '1'],
    ['POST', '/api/countries/2/localizedname', '2', '1'],
    ['GET', '/api/countries/2', '2', '1'],
  ])(
    'sends %s %s, requested with language %s, to the backend with language %s',
    async (method, path, asked, sent) => {
      const agent = supertest(web.server);
      await (method === 'GET' ? agent.get(path) : agent.post(path)).set({ host, languageid: asked });
      expect(findSeenRequest(path).headers.languageid).toBe(sent);
    },
  );

  it.each([
    ['POST', { 'sec-fetch-site': 'cross-site' }],
    ['PUT', { 'sec-fetch-site': 'same-site' }],
    ['DELETE', { origin: 'http://evil.example' }],
    ['POST', { origin: 'null' }],
  ])(
    'rejects a %s that a page of another site sends in the name of the visitor: %j',
    async (method, headers) => {
      const outgoing = startRequest({ path: '/api/x', method, headers });
      outgoing.end();
      const answer = await getAnswer(outgoing);
      expect(answer.statusCode).toBe(403);
      expect(JSON.parse(await text(answer))).toMatchObject({ status: 403, code: 'foreign_request' });
      expect(backend.seen.some(({ url }) => url === '/api/x')).toBe(false);
    },
  );

  it.each([
    ['POST', { 'sec-fetch-site': 'same-origin', origin: 'http://havero-nl.localhost' }],
    ['POST', { origin: 'http://havero-nl.localhost' }],
    ['POST', {}],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
  ])(
    'passes on a %s of its own pages, of programs and of other sites that only read: %j',
    async (method, headers) => {
      backend.handlers.set('/api/x', createJsonHandler({}));
      const outgoing = startRequest({ path: '/api/x', method, headers });
      outgoing.end();
      expect((await getAnswer(outgoing)).statusCode).toBe(200);
    },
  );

  it('drops hop-by-hop headers in both directions', async () => {
    backend.handlers.set('/api/x', (_request, response) => {
      response.writeHead(200, {
        connection: 'keep-alive, x-secret-hop',
        'x-secret-hop': '1',
        'proxy-authenticate': 'Basic',
        'x-powered-by': 'backend',
        'x-kept': '1',
      });
      response.end('x');
    });
    const outgoing = startRequest({
      path: '/api/x',
      headers: {
        connection: 'close, x-hop',
        'x-hop': '1',
        te: 'trailers',
        'proxy-authorization': 'x',
        'x-kept': '1',
      },
    });
    outgoing.end();
    const answer = await getAnswer(outgoing);
    await text(answer);
    const { headers } = findSeenRequest('/api/x');
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['x-hop']));
    expect(headers.te).toBeUndefined();
    expect(headers['proxy-authorization']).toBeUndefined();
    expect(headers['x-kept']).toBe('1');
    expect(answer.headers['x-secret-hop']).toBeUndefined();
    expect(answer.headers['proxy-authenticate']).toBeUndefined();
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['x-kept']).toBe('1');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('passes on a body once it is complete, and streams the answer', async () => {
    backend.handlers.set('/api/echo', (request, response) => {
      response.writeHead(200).write('started ');
      text(request).then((body) => response.end(body));
    });
    const outgoing = startRequest({ path: '/api/echo', method: 'POST' });
    outgoing.write('first ');
    const bystander = await supertest(web.server).get('/api/language').set('host', host);
    expect(bystander.status).toBe(200);
    expect(backend.count('/api/echo')).toBe(0);
    outgoing.end('second');
    const answer = await getAnswer(outgoing);
    expect(await text(answer)).toBe('started first second');
    expect(findSeenRequest('/api/echo').headers['content-length']).toBe('12');
  });

  it('streams the answer in chunks', async () => {
    let finish: () => void = () => {};
    backend.handlers.set('/api/slow', (_request, response) => {
      response.writeHead(200).write('first ');
      finish = () => response.end('second');
    });
    const outgoing = startRequest({ path: '/api/slow' });
    outgoing.end();
    const answer = await getAnswer(outgoing);
    const [chunk] = await once(answer, 'data');
    expect(String(chunk)).toBe('first ');
    finish();
    expect(await text(answer)).toBe('second');
  });

  it('closes the connection if the client sends Connection: close', async () => {
    const socket = connect(web.port, '127.0.0.1');
    socket.write(`GET /api/language HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  });

  it('reuses its connections to the backend', async () => {
    const before = backend.sockets.peak;
    for (let n = 0; n < 10; n += 1) await supertest(web.server).get('/api/cart/1').set('host', host);
    expect(backend.sockets.peak).toBe(before);
  });

  it.each([
    ['before the response starts', false],
    ['in the middle of the response', true],
  ])('aborts the call to the backend if the visitor disconnects %s', async (_when, isStarted) => {
    const left = new Promise<void>((resolve) => {
      backend.handlers.set('/api/slow', (_request, response) => {
        response.on('close', resolve);
        if (isStarted) response.write('x');
        else outgoing.destroy();
      });
    });
    const outgoing = startRequest({ path: '/api/slow' });
    outgoing.on('error', () => {});
    outgoing.end();
    if (isStarted) {
      const answer = await getAnswer(outgoing);
      answer.on('error', () => {});
      outgoing.destroy();
    }
    await left;
  });

  it('answers 503 backend_unavailable if the backend is down', async () => {
    await backend.close();
    const answer = await supertest(web.server).get('/api/cart/1').set('host', host);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'backend_unavailable' });
  });

  it('answers 503 backend_timeout at the deadline and closes the connection to the backend', async () => {
    const left = new Promise<void>((resolve) => {
      backend.handlers.set('/api/slow', (_request, response) => {
        response.on('close', resolve);
      });
    });
    const hasty = await startTestWeb({
      baseUrl: backend.baseUrl,
      environment: { ...generousSettings, REQUEST_TIMEOUT_MS: '1500' },
    });
    const answer = await supertest(hasty.server).get('/api/slow').set('host', host);
    await hasty.close();
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text).code).toBe('backend_timeout');
    await left;
  });

  it('answers 502 if the answer ends before its first byte', async () => {
    backend.handlers.set('/api/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': '100', 'x-from-backend': '1' });
      response.flushHeaders();
      setImmediate(() => response.destroy());
    });
    const answer = await supertest(web.server).get('/api/broken').set('host', host);
    expect(answer.status).toBe(502);
    expect(answer.headers['x-from-backend']).toBeUndefined();
    expect(JSON.parse(answer.text).status).toBe(502);
  });

  it('answers 502 if the backend does not speak HTTP', async () => {
    backend.handlers.set('/api/broken', (request) => {
      request.socket.end('220 mail.example ESMTP\r\n\r\n');
    });
    const answer = await supertest(web.server).get('/api/broken').set('host', host);
    expect(answer.status).toBe(502);
  });

  it('closes the connection of the visitor if the answer ends before it is complete', async () => {
    backend.handlers.set('/api/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const outgoing = startRequest({ path: '/api/broken' });
    outgoing.end();
    const answer = await getAnswer(outgoing);
    await expect(text(answer)).rejects.toThrow();
  });

  it.each([
    ['with a Content-Length', { 'content-length': '5001' }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('rejects a body above the limit sent %s', async (_how, headers) => {
    backend.handlers.set('/api/upload', (request, response) => {
      request.resume();
      request.on('end', () => createJsonHandler({})(request, response));
    });
    const outgoing = startRequest({ path: '/api/upload', method: 'POST', headers });
    outgoing.on('error', () => {});
    outgoing.write('a'.repeat(5001));
    const answer = await getAnswer(outgoing);
    expect(answer.statusCode).toBe(413);
    expect(JSON.parse(await text(answer)).code).toBe('body_too_large');
    outgoing.destroy();
  });

  it('accepts a body of exactly the limit', async () => {
    backend.handlers.set('/api/upload', (request, response) => {
      text(request).then((body) => createJsonHandler({ bytes: body.length })(request, response));
    });
    const outgoing = startRequest({ path: '/api/upload', method: 'POST' });
    outgoing.end('a'.repeat(5000));
    expect(JSON.parse(await text(await getAnswer(outgoing)))).toEqual({ bytes: 5000 });
  });

  it('rejects a chunked body for a method without bodies', async () => {
    const outgoing = startRequest({
      path: '/api/cart/1',
      method: 'DELETE',
      headers: { 'transfer-encoding': 'chunked' },
    });
    outgoing.on('error', () => {});
    outgoing.end('x');
    expect((await getAnswer(outgoing)).statusCode).toBe(411);
    expect(backend.seen).toHaveLength(0);
  });

  it.each(['/api/../secret', '/api/%2e%2e/secret', '/api/a/%2E./b', '/api/a%2fb', '/api/..\\x'])(
    'rejects %s, which could point outside the API',
    async (path) => {
      const socket = connect(web.port, '127.0.0.1');
      socket.end(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
      expect(backend.seen).toHaveLength(0);
    },
  );

  it('neither reads nor fills the response cache', async () => {
    for (let n = 0; n < 3; n += 1) await supertest(web.server).get('/api/sites').set('host', host);
    expect(backend.count('/api/sites')).toBe(3);
  });

  it('handles 200 concurrent calls over 50 sockets', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => supertest(web.server).get('/api/language').set('host', host)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(backend.sockets.peak).toBeLessThanOrEqual(50);
  });
});
