import { EventEmitter, once } from 'node:events';
import { request as sendHttp } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import supertest from 'supertest';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import { createBodyReader } from './request-body.ts';

const host = 'havero-nl.localhost';
const form = 'application/x-www-form-urlencoded';

let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { TRUST_PROXY: 'loopback', ADDRESS_BODIES_LIMIT: '2', BODY_LIMIT_BYTES: '5000' },
    reportBrowserError: () => {},
  });
  await supertest(web.server).get('/').set('host', host);
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

/** Starts a request whose body the test sends. */
function startUpload(path: string, type: string, address: string) {
  const headers = {
    host,
    'content-type': type,
    'content-length': '10',
    'x-forwarded-for': address,
    connection: 'close',
  };
  const outgoing = sendHttp({
    port: web.port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers,
    agent: false,
  });
  outgoing.on('error', () => {});
  outgoing.flushHeaders();
  return outgoing;
}

describe.each([
  ['calls', '/api/x', 'application/json'],
  ['forms', '/', form],
  ['error reports', '/errors', 'application/json'],
  ['requests of mail providers', '/stock-reminder/unsubscribe/?token=x', 'multipart/form-data; boundary=x'],
])('bodies of %s', (_name, path, type) => {
  it('are accepted for two concurrent requests of an address, and for other addresses as well', async () => {
    const slow = [startUpload(path, type, '203.0.113.1'), startUpload(path, type, '203.0.113.1')];
    // Two are in progress when the third is rejected, in whichever order they arrived.
    const third = startUpload(path, type, '203.0.113.1');
    const [refused] = await Promise.race([...slow, third].map((sent) => once(sent, 'response')));
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '5', connection: 'close' });
    expect(web.load.inFlight).toBe(0);
    const other = startUpload(path, type, '203.0.113.2');
    other.end('x=12345678');
    const [answer] = await once(other, 'response');
    await text(answer);
    expect(answer.statusCode).not.toBe(429);
    for (const sent of [...slow, third]) sent.destroy();
  });
});

describe('createBodyReader', () => {
  it('copies a body of many small chunks into one buffer and retains none of the chunks', async () => {
    const request = Object.assign(new EventEmitter(), {
      headers: { 'transfer-encoding': 'chunked' },
      ip: '203.0.113.1',
    });
    const reading = createBodyReader({ perAddress: 1 }).read(
      request as unknown as Request,
      {} as Response,
      5000,
    );
    // A chunk of one byte takes some 200 in memory, so retained chunks would let a client fill it.
    const piece = Buffer.alloc(1);
    for (let n = 0; n < 5000; n += 1) {
      piece[0] = n % 256;
      request.emit('data', piece);
    }
    request.emit('end');
    expect(await reading).toEqual(Buffer.from(Array.from({ length: 5000 }, (_, n) => n % 256)));
  });
});

describe('form body', () => {
  it('is rejected if it has too many fields', async () => {
    const answer = await supertest(web.server)
      .post('/')
      .set({ host, 'content-type': form })
      .send(Array.from({ length: 1101 }, (_, n) => `f${n}=1`).join('&'));
    expect(answer.status).toBe(413);
  });

  it('is rejected if it exceeds the size limit', async () => {
    const answer = await supertest(web.server)
      .post('/')
      .set({ host, 'content-type': form })
      .send(`text=${'a'.repeat(5000)}`);
    expect(answer.status).toBe(413);
    expect(answer.headers.connection).toBe('close');
  });
});
