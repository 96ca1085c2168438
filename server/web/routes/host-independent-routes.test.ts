import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';

const immutable = 'public, max-age=31536000, immutable';
let backend: FakeBackend;
let web: TestWeb;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'web-assets-'));
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl, clientDirectory: folder });
});

afterEach(async () => {
  await web.close();
  await backend.close();
  await rm(folder, { recursive: true });
});

function get(url: string, host = 'havero-nl.localhost') {
  return supertest(web.server).get(url).set('host', host).redirects(0);
}

async function getRaw(target: string): Promise<string> {
  const socket = connect(web.port, '127.0.0.1');
  socket.end(`GET ${target} HTTP/1.1\r\nHost: havero-nl.localhost\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('assets', () => {
  beforeEach(async () => {
    await writeFile(path.join(folder, 'main-AB12CD34.js'), 'plain');
    await writeFile(path.join(folder, 'main-AB12CD34.js.br'), brotliCompressSync('as brotli'));
    await writeFile(path.join(folder, 'main-AB12CD34.js.gz'), gzipSync('as gzip'));
    await writeFile(path.join(folder, 'font-EF56AB78.woff2'), 'font');
    await writeFile(path.join(folder, 'plain.css'), 'css');
    await writeFile(path.join(folder, '.secret.js'), 'secret');
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('are sent for Accept-Encoding %s with Content-Encoding %s', async (accepted, encoding) => {
    const answer = await get('/assets/main-AB12CD34.js').set('accept-encoding', accepted);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': immutable,
      vary: 'Accept-Encoding',
    });
  });

  it('are the same on every host, known or unknown, and need no backend', async () => {
    await backend.close();
    expect(
      (await get('/assets/main-AB12CD34.js', 'cdn.example').set('accept-encoding', 'identity')).text,
    ).toBe('plain');
  });

  it('have the right content types, and are revalidated if the name has no hash', async () => {
    expect((await get('/assets/font-EF56AB78.woff2')).headers['content-type']).toBe('font/woff2');
    const plain = await get('/assets/plain.css');
    expect(plain.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, no-cache',
    });
    expect((await get('/assets/plain.css').set('if-none-match', plain.headers.etag!)).status).toBe(304);
  });

  it.each([
    'none.js',
    'main-AB12CD34.js.br',
    '.secret.js',
    'main-AB12CD34.js/',
    '',
    'x/main-AB12CD34.js',
    '%2e%2e%2fpackage.json',
  ])('answer 404 to /assets/%s with no-store', async (name) => {
    const answer = await get(`/assets/${name}`);
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/plain|secret|"name"/);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['/assets/../package.json', '/assets/..%2fpackage.json', '/assets/%2e%2e/package.json'])(
    'reject the path traversal %s',
    async (target) => {
      expect(await getRaw(target)).toMatch(/^HTTP\/1\.1 4\d\d /);
    },
  );
});

describe('pictures', () => {
  const picture = '/images/0123456789abcdef/480.avif';

  beforeEach(() => {
    backend.handlers.set(picture, (_request, response) => {
      response
        .writeHead(200, { 'content-type': 'image/avif', etag: '"p"', 'set-cookie': 'a=1' })
        .end('picture');
    });
  });

  it('are fetched from the backend on every host without cookies, and are immutable', async () => {
    const answer = await get(`${picture}?a=1`, 'cdn.example').set({
      cookie: 'session=1',
      'if-none-match': '"x"',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': immutable,
      etag: '"p"',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(backend.seen).toHaveLength(1);
    expect(backend.seen[0]?.url).toBe(picture);
    expect(backend.seen[0]?.headers).toMatchObject({ 'if-none-match': '"x"' });
    expect(backend.seen[0]?.headers.cookie).toBeUndefined();
  });

  it.each([
    '/images/0123456789abcdef/481.avif',
    '/images/0123456789abcdef/480.gif',
    '/images/0123456789ABCDEF/480.avif',
    '/images/0123/480.avif',
    '/images/0123456789abcdef/480.avif/x',
    '/images/x/0123456789abcdef/480.avif',
  ])('are not requested from the backend for %s', async (target) => {
    expect((await get(target)).status).toBe(404);
    expect(backend.seen).toHaveLength(0);
  });

  it('answer 404 with no-store if they do not exist', async () => {
    const answer = await get('/images/fedcba9876543210/480.avif');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answer 503 while the backend is down', async () => {
    await backend.close();
    const answer = await get(picture);
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
  });
});

describe('icons', () => {
  it.each([
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/apple-touch-icon.png', 'image/png'],
  ])('include %s on every host', async (target, type) => {
    const answer = await get(target, 'cdn.example');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(type);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(500);
  });
});

describe('GET /visitor-country', () => {
  it.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['XX', null],
    ['T1', null],
    ['Germany', null],
    ['<b', null],
    [undefined, null],
  ])('returns for the header %j the country %j', async (header, countryCode) => {
    const request = get('/visitor-country');
    const answer = await (header === undefined ? request : request.set('cf-ipcountry', header));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ countryCode });
    expect(answer.headers['cache-control']).toBe('private, no-store');
  });

  it('does not affect pages: the country header does not change their HTML', async () => {
    const [one, other] = await Promise.all(['DE', 'FR'].map((code) => get('/').set('cf-ipcountry', code)));
    expect(one?.text).toBe(other?.text);
  });
});

describe('unknown query parameters', () => {
  it('are not part of any key of the response cache', async () => {
    await get('/muesli/?utm_source=a');
    const before = backend.seen.length;
    for (const value of ['b', 'c', 'd']) await get(`/muesli/?utm_source=${value}`);
    expect(backend.seen.length).toBe(before);
  });
});
