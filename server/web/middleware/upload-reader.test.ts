import { EventEmitter, once } from 'node:events';
import { request as sendHttp } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import { createUploadReader, type UploadLimits, type UploadReader, uploadLimits } from './upload-reader.ts';

const kilobyte = Buffer.alloc(1024, 'x');

/** Creates a request with the given address and length. */
function createRequest(ip: string, contentLength?: number) {
  const headers =
    contentLength === undefined
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(contentLength) };
  const request = Object.assign(new EventEmitter(), {
    ip,
    headers,
    complete: false,
    destroyed: false,
    resume: () => {},
  });
  const told: Record<string, string> = {};
  const response = Object.assign(new EventEmitter(), {
    destroyed: false,
    set: (name: string, value: string) => {
      told[name] = value;
    },
  });
  return { request, response, told };
}

describe('createUploadReader', () => {
  let ms: number;
  let reader: UploadReader;

  beforeEach(() => {
    ms = 0;
    reader = createUploadReader({ now: () => ms });
  });

  function begin(ip: string, contentLength?: number) {
    const parts = createRequest(ip, contentLength);
    const { request, response } = parts;
    const outcome: { bytes?: number; code?: string } = {};
    const done = reader.read(request as unknown as Request, response as unknown as Response, 30_000).then(
      (bytes) => {
        outcome.bytes = bytes.length;
      },
      (error: { code?: string; failure?: string }) => {
        outcome.code = error.code ?? error.failure ?? 'other';
      },
    );
    return { ...parts, outcome, done };
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  it('reads a whole body, with or without a Content-Length', async () => {
    for (const length of [2048, undefined]) {
      const sent = begin('203.0.113.1', length);
      await settle();
      sent.request.emit('data', kilobyte);
      sent.request.emit('data', kilobyte);
      sent.request.emit('end');
      await sent.done;
      expect(sent.outcome).toEqual({ bytes: 2048 });
      sent.response.emit('close');
    }
    expect(reader.count).toBe(0);
  });

  it('rejects an upload without data for ten seconds', async () => {
    const sent = begin('203.0.113.1');
    await settle();
    ms = 10_000;
    reader.checkTimeouts();
    await settle();
    expect(sent.outcome).toEqual({});
    sent.request.emit('data', kilobyte.subarray(0, 1));
    ms = 10_001;
    reader.checkTimeouts();
    await settle();
    // One byte has arrived, which is too slow.
    expect(sent.outcome).toEqual({ code: 'upload_too_slow' });
    expect(sent.told).toEqual({ connection: 'close' });
    const silent = begin('203.0.113.2');
    await settle();
    ms += 10_001;
    reader.checkTimeouts();
    await silent.done;
    expect(silent.outcome).toEqual({ code: 'upload_too_slow' });
  });

  it('accepts an upload of 16 kB per second for at most ten minutes', async () => {
    reader = createUploadReader({ now: () => ms });
    const { request, response } = createRequest('203.0.113.1');
    let code = '';
    const done = reader
      .read(request as unknown as Request, response as unknown as Response, 1_000_000_000)
      .catch((error: { code: string }) => {
        code = error.code;
      });
    await settle();
    for (let second = 1; second <= 600; second += 1) {
      ms = second * 1000;
      request.emit('data', Buffer.alloc(uploadLimits.bytesPerSecond));
      reader.checkTimeouts();
    }
    await settle();
    expect(code).toBe('');
    ms += 1;
    reader.checkTimeouts();
    await done;
    expect(code).toBe('upload_too_slow');
  });

  it('reads four uploads at once, one per address; others wait for a short time', async () => {
    const first = ['1', '2', '3', '4'].map((n) => begin(`203.0.113.${n}`));
    const fifth = begin('203.0.113.5');
    const sixth = begin('203.0.113.6');
    await settle();
    expect(reader.count).toBe(4);
    first[0]?.request.emit('end');
    await first[0]?.done;
    await settle();
    // Its bytes remain in memory until it is answered.
    expect(fifth.request.listenerCount('data')).toBe(0);
    first[0]?.response.emit('close');
    await settle();
    expect([fifth, sixth].map(({ request }) => request.listenerCount('data'))).toEqual([1, 0]);
    ms = 5001;
    reader.checkTimeouts();
    await sixth.done;
    expect(sixth.outcome).toEqual({ code: 'overloaded' });
  });

  it('lets an address wait with one more upload, and rejects a third', async () => {
    const sent = [begin('203.0.113.1'), begin('203.0.113.1'), begin('203.0.113.1')];
    await sent[2]?.done;
    expect(sent.map(({ outcome }) => outcome)).toEqual([{}, {}, { code: 'too_many_attempts' }]);
    expect(reader.count).toBe(1);
    sent[0]?.request.emit('end');
    sent[0]?.response.emit('close');
    await settle();
    expect(sent[1]?.request.listenerCount('data')).toBe(1);
  });

  it('releases the slot of a client that disconnects while waiting or sending', async () => {
    const [sending, waiting] = [begin('203.0.113.1'), begin('203.0.113.1')];
    await settle();
    waiting?.request.emit('close');
    await waiting?.done;
    sending?.request.emit('close');
    sending?.response.emit('close');
    await sending?.done;
    expect([sending?.outcome, waiting?.outcome]).toEqual([{ code: 'aborted' }, { code: 'aborted' }]);
    expect(reader.count).toBe(0);
    expect(begin('203.0.113.1').outcome).toEqual({});
  });

  it('rejects an oversized upload as soon as the size is known', async () => {
    const told = begin('203.0.113.1', 100_000_000);
    await told.done;
    expect([told.outcome, told.told, reader.count]).toEqual([
      { code: 'body_too_large' },
      { connection: 'close' },
      0,
    ]);
    const untold = begin('203.0.113.1');
    await settle();
    for (let n = 0; n < 30; n += 1) untold.request.emit('data', kilobyte);
    untold.request.complete = true;
    untold.request.emit('end');
    await untold.done;
    expect(untold.outcome).toEqual({ code: 'body_too_large' });
  });
});

describe('uploads over the network', () => {
  const host = 'havero-nl.localhost';
  const type = 'multipart/form-data; boundary=x';
  const cookie = `sid=${'A'.repeat(43)}`;
  let backend: FakeBackend;
  let web: TestWeb;
  let received: number[];
  const sockets: Socket[] = [];

  async function start(limits: Partial<UploadLimits> = {}) {
    web = await startTestWeb({
      baseUrl: backend.baseUrl,
      environment: { TRUST_PROXY: 'loopback' },
      uploadLimits: { ...uploadLimits, ...limits },
    });
  }

  beforeEach(async () => {
    received = [];
    backend = await startFakeBackend();
    backend.handlers.set('/api/authentication/isauthenticated', (request, response) => {
      const isKnown = request.headers.cookie?.includes(cookie) === true;
      response.writeHead(200, { 'content-type': 'application/json' }).end(String(isKnown));
    });
    backend.handlers.set('/api/returns', (request, response) => {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      request.on('end', () => {
        received.push(bytes);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"returnId":"r"}');
      });
    });
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await web?.close();
    await backend.close();
  });

  const createHeaders = (address: string, length: number, own: Record<string, string> = {}) => ({
    host,
    cookie,
    'content-type': type,
    'content-length': String(length),
    'x-forwarded-for': address,
    ...own,
  });

  /** Starts a request whose body the test sends. */
  function begin(
    path: string,
    options: { readonly address?: string; readonly length: number; readonly own?: Record<string, string> },
  ) {
    const { address = '203.0.113.1', length, own } = options;
    const outgoing = sendHttp({
      port: web.port,
      host: '127.0.0.1',
      path,
      method: 'POST',
      agent: false,
      headers: createHeaders(address, length, own),
    });
    outgoing.on('error', () => {});
    outgoing.on('socket', (socket) => sockets.push(socket));
    outgoing.flushHeaders();
    const answer = once(outgoing, 'response').then(async ([response]) => ({
      status: response.statusCode as number,
      headers: response.headers,
      text: await text(response),
    }));
    // Some requests are never answered because the client has disconnected.
    answer.catch(() => {});
    return { outgoing, answer };
  }

  it('are passed on completely, six at once, while pages are served', async () => {
    await start();
    const body = Buffer.alloc(300_000, 'x');
    const sent = ['1', '2', '3', '4', '5', '6'].map((n) =>
      begin('/api/returns', { address: `203.0.113.${n}`, length: body.length }),
    );
    for (const { outgoing } of sent) outgoing.write(body.subarray(0, 150_000));
    const page = sendHttp({ port: web.port, host: '127.0.0.1', path: '/', headers: { host }, agent: false });
    page.end();
    const [answer] = await once(page, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(backend.count('/api/returns')).toBe(0);
    for (const { outgoing } of sent) outgoing.end(body.subarray(150_000));
    const answers = await Promise.all(sent.map((one) => one.answer));
    expect(answers.map(({ status, text: said }) => [status, said])).toEqual(
      Array(6).fill([200, '{"returnId":"r"}']),
    );
    expect(received).toEqual(Array(6).fill(body.length));
  });

  it('are rejected with 408 if no data arrives', async () => {
    await start({ silenceMs: 0 });
    const { outgoing, answer } = begin('/api/returns', { length: 1000 });
    outgoing.write('x');
    // Advances the test clock continuously.
    const clock = setInterval(() => {
      web.time.ms += 10;
    }, 5);
    const { status, headers, text: said } = await answer.finally(() => clearInterval(clock));
    expect([status, headers.connection]).toEqual([408, 'close']);
    expect(JSON.parse(said).code).toBe('upload_too_slow');
    expect(backend.count('/api/returns')).toBe(0);
  });

  it('release their slot if they break off, at any tenth', async () => {
    await start();
    const body = Buffer.alloc(200_000, 'x');
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const socket = connect(web.port, '127.0.0.1');
      const headers = Object.entries(createHeaders('203.0.113.1', body.length)).map(
        ([name, value]) => `${name}: ${value}`,
      );
      await once(socket, 'connect');
      socket.write(`POST /api/returns HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
      await new Promise((resolve) => socket.write(body.subarray(0, (body.length * tenth) / 10), resolve));
      socket.resetAndDestroy();
      await once(socket, 'close');
      // The slot of the address is free again, possibly after a moment.
      const { outgoing, answer } = begin('/api/returns', { length: body.length });
      outgoing.end(body);
      expect((await answer).status).toBe(200);
    }
    expect(received).toEqual(Array(10).fill(body.length));
  });

  it('are rejected before their body is sent if they have 100 MB', async () => {
    await start();
    const { answer } = begin('/api/returns', { length: 100_000_000 });
    const { status, headers, text: said } = await answer;
    expect([status, headers.connection, JSON.parse(said).code]).toEqual([413, 'close', 'body_too_large']);
  });

  it('are rejected without a session and from pages of other sites', async () => {
    await start();
    const anonymousVisitor = await begin('/api/returns', { length: 10, own: { cookie: '' } }).answer;
    expect([anonymousVisitor.status, JSON.parse(anonymousVisitor.text).code]).toEqual([
      401,
      'not_authenticated',
    ]);
    // The body is never sent: the answer does not wait for it, and it has no slot.
    const madeUp = await begin('/api/returns', { length: 10, own: { cookie: `sid=${'B'.repeat(43)}` } })
      .answer;
    expect([madeUp.status, JSON.parse(madeUp.text).code]).toEqual([401, 'not_authenticated']);
    const foreign = await begin('/api/returns', { length: 10, own: { 'sec-fetch-site': 'cross-site' } })
      .answer;
    expect([foreign.status, JSON.parse(foreign.text).code]).toEqual([403, 'foreign_request']);
    expect(backend.count('/api/returns')).toBe(0);
  });

  describe('uploads of a page without JavaScript', () => {
    const path = '/account/returns/';
    const orderId = '0b7a54b4-3f0e-4c5c-8a3d-5a0f4f0d1c11';
    const field = (name: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const form = Buffer.from(
      [
        field('form', 'return'),
        field('goods', `${orderId} 1001`),
        field('quantity', '1'),
        field('reason', 'damaged'),
        `--x\r\nContent-Disposition: form-data; name="photo"; filename="my bag.jpg"\r\nContent-Type: image/jpeg\r\n\r\n${'y'.repeat(90_000)}\r\n`,
        '--x--\r\n',
      ].join(''),
    );

    it('take a slot as well, without using up the time of the page after it', async () => {
      await start();
      const { outgoing, answer } = begin(path, { length: form.length });
      outgoing.write(form.subarray(0, 1000));
      // Far more than the time limit of a page.
      web.time.ms += 9000;
      outgoing.end(form.subarray(1000));
      const { status, headers } = await answer;
      expect([status, headers.location]).toEqual([303, path]);
      expect(received).toHaveLength(1);
      expect(received[0]).toBeGreaterThan(90_000);
      expect(backend.seen.at(-1)?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    });

    it('are answered with the sign-in page without a session', async () => {
      await start();
      const { answer } = begin(path, { length: form.length, own: { cookie: '' } });
      const { status, headers } = await answer;
      expect([status, headers.location, headers.connection]).toEqual([303, path, 'close']);
    });

    it('are rejected if another site has sent them or they are too large', async () => {
      await start();
      const foreign = begin(path, { length: form.length, own: { 'sec-fetch-site': 'cross-site' } });
      expect((await foreign.answer).status).toBe(403);
      expect((await begin(path, { length: 100_000_000 }).answer).status).toBe(413);
      expect(backend.count('/api/returns')).toBe(0);
    });
  });
});
