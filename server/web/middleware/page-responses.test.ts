import { once } from 'node:events';
import { get as getHttp, request as sendHttp } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { ApiError } from '../../../shared/api/api-error.ts';
import { getOrderPath } from '../../../shared/rules/checkout/checkout-paths.ts';
import { REVIEW_CONFIRM_PATH, STOCK_REMINDER_CONFIRM_PATH } from '../../../shared/rules/path-constants.ts';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { PageRenderer } from '../render/page-renderer.ts';

const host = 'havero-nl.localhost';
let backend: FakeBackend;
let web: TestWeb;
let render: PageRenderer;

const documentDetails = {
  kind: 'document',
  surrogateKeys: ['site-1', 'content-101'],
  isComplete: true,
  pageKind: 'content',
  timings: { dataMs: 3, renderMs: 2 },
} as const;

const createDocument =
  (status: number, cachePolicy: 'public' | 'private', html = '<p>x</p>'): PageRenderer =>
  async () => ({
    ...documentDetails,
    status,
    cachePolicy,
    pipe: (destination) => void destination.end(html),
  });

beforeEach(async () => {
  render = createDocument(200, 'public');
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    renderPage: (request) => render(request),
    environment: { TRUST_PROXY: '1' },
  });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

function get(path: string) {
  return supertest(web.server).get(path).set('host', host).redirects(0);
}

function getRequestLines() {
  return web.lines.filter(({ msg }) => msg === 'request');
}

describe('page answers', () => {
  const publicHeader = 'public, max-age=0, s-maxage=2, stale-while-revalidate=300, stale-if-error=86400';

  it.each([
    [200, 'public', publicHeader],
    [200, 'private', 'private, no-store'],
    [404, 'public', 'no-store'],
    [500, 'public', 'no-store'],
    [503, 'public', 'no-store'],
  ] as const)('have status %d, if %s, and Cache-Control %s', async (status, cachePolicy, cacheControl) => {
    render = createDocument(status, cachePolicy);
    const answer = await get('/');
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe(cacheControl);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('have the same headers and no body for HEAD', async () => {
    const answer = await supertest(web.server).head('/').set('host', host);
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe(publicHeader);
    expect(answer.text ?? '').toBe('');
  });

  it.each([
    [301, '/new/', publicHeader],
    [302, '/new/?a=b', 'no-store'],
    [301, 'http://hafero-de.localhost:3000/x/', publicHeader],
  ] as const)('redirect with %d to %s', async (status, location, cacheControl) => {
    render = async () => ({ kind: 'redirect', status, location });
    const answer = await get('/old/');
    expect(answer.status).toBe(status);
    expect(answer.headers.location).toBe(location);
    expect(answer.headers['cache-control']).toBe(cacheControl);
  });

  describe.each([
    getOrderPath('nl', { orderId: '0b6f3a52-6f0e-4a5d-9a53-0d8f6f9d2c11', token: 'secret' }),
    `${REVIEW_CONFIRM_PATH}?token=secret`,
    `${STOCK_REMINDER_CONFIRM_PATH}?token=secret`,
  ])('for a link in mails or from banks, %s,', (link) => {
    const [path = '', query = ''] = link.split('?');

    it.each([
      ['without its trailing slash', `${path.slice(0, -1)}?${query}`],
      ['with a duplicate slash', `/${path}?${query}`],
      ['with a page number', `${path}?p=1&${query}`],
      ['with campaign parameters', `${path.slice(0, -1)}?utm_source=mail&${query}`],
    ])('redirect the URL %s with all its parameters and without caching', async (_how, address) => {
      const { status, headers } = await get(address);
      expect(status).toBe(301);
      const target = new URL(headers.location ?? '', 'http://shop.example');
      expect(target.pathname).toBe(path);
      for (const [name, value] of new URLSearchParams(query)) {
        expect(target.searchParams.getAll(name)).toEqual([value]);
      }
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    });

    it('are not cached if the page redirects', async () => {
      render = async () => ({ kind: 'redirect', status: 301, location: `/new/?${query}` });
      const { headers } = await get(link);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(headers['referrer-policy']).toBe('no-referrer');
    });
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'http://hafero-de.localhost/',
  ])('never redirect to %s, even if a route contains it', async (location) => {
    render = async () => ({ kind: 'redirect', status: 301, location });
    const answer = await get('/old/');
    expect(answer.status).toBe(500);
    expect(answer.headers.location).toBeUndefined();
  });
});

describe('last-resort page', () => {
  it.each([
    [new Error('secret at /etc/x'), 500],
    [new ApiError('unavailable'), 503],
    [new ApiError('timeout'), 503],
    [new ApiError('invalid'), 500],
    [new ApiError('status', { status: 404 }), 404],
  ])(
    'answers %s with %d in the language of the site, with the request id and without the reason',
    async (error, status) => {
      render = () => Promise.reject(error);
      const answer = await get('/').set('x-request-id', 'from-the-cdn-1');
      expect(answer.status).toBe(status);
      expect(answer.text).toContain('<html lang="nl-NL">');
      expect(answer.text).toContain('from-the-cdn-1');
      expect(answer.text).not.toMatch(/secret|stack|ApiError|style=|<script/);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['retry-after']).toBe(status === 503 ? '5' : undefined);
    },
  );

  it('uses translated texts of the site, and English ones if a text is missing', async () => {
    render = () => Promise.reject(new ApiError('status', { status: 404 }));
    const { text } = await get('/');
    expect(text).toContain('<h1>[nl]</h1>');
    expect(text).toContain('There is nothing at this address.');
  });

  it('reports an unexpected error once and a rejected request not at all', async () => {
    const error = new Error('unexpected');
    render = () => Promise.reject(error);
    await get('/');
    expect(web.reported).toEqual([error]);
    await get('/%zz/');
    expect(web.reported).toHaveLength(1);
  });

  it('closes the connection if half of the page has been sent', async () => {
    render = async () => ({
      ...documentDetails,
      status: 200,
      cachePolicy: 'private',
      pipe: (destination) => {
        destination.write('<p>half');
        destination.destroy(new Error('render failed'));
      },
    });
    await expect(get('/')).rejects.toThrow();
    expect((await get('/health/live')).status).toBe(200);
  });
});

describe('request log', () => {
  it('writes one line with path, status, duration, site and language, and without the query', async () => {
    await get('/muesli/?q=secret');
    expect(getRequestLines()).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/muesli/',
        status: 200,
        siteId: 1,
        languageId: 1,
        ms: expect.any(Number),
      }),
    ]);
    expect(JSON.stringify(web.lines)).not.toContain('secret');
  });

  it('uses a valid request id of the client and otherwise creates one', async () => {
    expect((await get('/').set('x-request-id', 'abcd-1234')).headers['x-request-id']).toBe('abcd-1234');
    for (const id of ['short', 'a'.repeat(200), 'abcd efgh ijkl', '<script>alert</script>']) {
      expect((await get('/').set('x-request-id', id)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(getRequestLines()[0]).toMatchObject({ requestId: 'abcd-1234' });
  });

  it('sends the request id to the backend', async () => {
    await get('/').set('x-request-id', 'abcd-1234');
    expect(backend.seen[0]?.headers['x-request-id']).toBe('abcd-1234');
  });

  it('logs a visitor who disconnects before the answer, and aborts the render', async () => {
    const ended = new Promise<void>((resolve) => {
      render = ({ context: { signal } }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            resolve();
            reject(new ApiError('aborted'));
          });
          outgoing.destroy();
        });
    });
    const outgoing = getHttp({ port: web.port, host: '127.0.0.1', path: '/', headers: { host } });
    outgoing.on('error', () => {});
    await ended;
    expect(getRequestLines()).toEqual([expect.objectContaining({ aborted: true, status: 499, path: '/' })]);
    expect(web.reported).toEqual([]);
  });
});

describe('security headers', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

  it.each(['/', '/assets/none.js', '/favicon.svg', '/robots.txt', '/%zz', '/api/x'])(
    'are sent with %s',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'content-security-policy': policy,
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
      });
      expect(headers['x-powered-by']).toBeUndefined();
    },
  );

  it('include Strict-Transport-Security over https only', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined();
    const secure = await get('/').set('x-forwarded-proto', 'https');
    expect(secure.headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('compression', () => {
  const html = `<p>${'hay and oats '.repeat(500)}</p>`;

  it('uses Brotli if the browser accepts it, even if it accepts gzip as well', async () => {
    render = createDocument(200, 'public', html);
    const outgoing = getHttp({
      port: web.port,
      host: '127.0.0.1',
      path: '/',
      headers: { host, 'accept-encoding': 'gzip, deflate, br, zstd' },
    });
    const [answer] = await once(outgoing, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers.vary).toBe('Accept-Encoding');
    expect(brotliDecompressSync(Buffer.concat(chunks)).toString()).toBe(html);
  });

  /** Fetches an answer without decoding it. */
  async function fetchRaw(accepted: string, method = 'GET') {
    const headers = { host, 'accept-encoding': accepted };
    const outgoing = sendHttp({ port: web.port, host: '127.0.0.1', path: '/', method, headers }).end();
    const [answer] = await once(outgoing, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of answer) chunks.push(chunk);
    return { headers: answer.headers, bytes: Buffer.concat(chunks) };
  }

  const codings = [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const;

  it.each(codings)(
    'of a complete private page: for %s it is %s, with a Content-Length',
    async (accepted, coding, unpack) => {
      const bytes = Buffer.from(html);
      render = async () => ({
        ...documentDetails,
        status: 200,
        cachePolicy: 'private',
        bytes,
        pipe: () => {},
      });
      const answer = await fetchRaw(accepted);
      expect(answer.headers['content-encoding']).toBe(coding);
      expect(answer.headers.vary).toBe('Accept-Encoding');
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(unpack(answer.bytes).toString()).toBe(html);
    },
  );

  it.each(codings)('of a streamed page: for %s it is %s', async (accepted, coding, unpack) => {
    render = async () => ({
      ...documentDetails,
      status: 200,
      cachePolicy: 'private',
      pipe: (destination) => {
        destination.write(html);
        setImmediate(() => destination.end('<p>the end</p>'));
      },
    });
    const answer = await fetchRaw(accepted);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers['content-length']).toBeUndefined();
    expect(unpack(answer.bytes).toString()).toBe(`${html}<p>the end</p>`);
  });

  it('is not applied to HEAD or to very small pages', async () => {
    const bytes = Buffer.from('<p>some words</p>');
    render = async () => ({ ...documentDetails, status: 200, cachePolicy: 'private', bytes, pipe: () => {} });
    const answer = await fetchRaw('br');
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.bytes).toEqual(bytes);
    expect((await fetchRaw('br', 'HEAD')).bytes).toHaveLength(0);
  });

  it('is gzip for older browsers and none for those that accept neither', async () => {
    render = createDocument(200, 'public', html);
    expect((await get('/').set('accept-encoding', 'gzip')).headers['content-encoding']).toBe('gzip');
    const plain = await get('/').set('accept-encoding', 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.text).toBe(html);
  });
});
