import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '../../../shared/api/api-error.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import {
  createJsonHandler,
  type FakeBackend,
  startFakeBackend,
} from '../../../test/fixtures/fake-backend.ts';
import { type Answer, fetchRaw } from '../../../test/fixtures/fetch-raw.ts';
import { createSeededRandom } from '../../../test/fixtures/seeded-random.ts';
import { isLongTestRun } from '../../../test/fixtures/test-case-sampling.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { PageRenderer, RenderedPage } from '../render/page-renderer.ts';

const dutchHost = 'havero-nl.localhost';
const englishHost = 'en.havero-nl.localhost';
const germanHost = 'hafero-de.localhost';
const publicCacheControl = 'public, max-age=0, s-maxage=2, stale-while-revalidate=300, stale-if-error=86400';

let backend: FakeBackend;
let web: TestWeb;
/** Rendered URLs with their site and language. */
let renders: string[];
let render: (address: string) => Promise<RenderedPage> | RenderedPage;

function createDocument(html: string, changes: Partial<Extract<RenderedPage, { kind: 'document' }>> = {}) {
  return {
    kind: 'document',
    status: 200,
    cachePolicy: 'public',
    pageKind: 'content',
    surrogateKeys: ['site-1'],
    isComplete: true,
    timings: { dataMs: 1, renderMs: 1 },
    pipe: (destination) => void destination.end(html),
    ...changes,
  } satisfies RenderedPage as RenderedPage;
}

const renderPage: PageRenderer = async ({ context, url }) => {
  const address = `${context.site.siteId}/${context.language.languageId} ${url}`;
  renders.push(address);
  return render(address);
};

/** Handler of the content tree: two lists and a page. */
const answerRoute: Parameters<FakeBackend['handlers']['set']>[1] = (request, response) => {
  const url = new URL(request.url ?? '', backend.baseUrl).searchParams.get('url') ?? '';
  const scope = { siteId: 1, languageId: 1, title: '', alternates: [] };
  const parameters = { filters: [], sort: null };
  const list = { kind: 'productSearch', searchType: 'category', categoryId: 5, parameters, ...scope };
  const routes: Record<string, object> = {
    '/muesli/': list,
    '/a/': list,
    '/service/': { kind: 'contentPage', contentPageId: 102, ...scope },
  };
  const route = routes[url];
  createJsonHandler(
    route ?? { type: 'urn:problem:not_found', title: 'Not Found', status: 404, code: 'not_found' },
    route ? 200 : 404,
  )(request, response);
};

beforeEach(async () => {
  renders = [];
  render = (address) => createDocument(`<p>${address} #${renders.length}</p>`);
  backend = await startFakeBackend();
  backend.handlers.set('/api/routing/getbyurl', answerRoute);
  web = await startTestWeb({ baseUrl: backend.baseUrl, renderPage });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return fetchRaw({ port: web.port, path, method, headers: { host: dutchHost, ...headers } });
}

/**
 * Repeats a request until the page contains a text, since background renders may be slow on a busy machine.
 */
async function getUntil(path: string, text: string): Promise<Answer> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const answer = await get(path);
    if (answer.text.includes(text) || Date.now() > deadline) return answer;
    await waitForBackgroundWork();
  }
}

/** Waits for background work to finish. */
async function waitForBackgroundWork() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('page cache', () => {
  it('renders a page once and sends the same bytes for two seconds', async () => {
    const first = await get('/muesli/');
    web.time.ms = 1999;
    const second = await get('/muesli/');
    expect(second.text).toBe(first.text);
    expect(renders).toEqual(['1/1 /muesli/']);
    expect(first.headers['cache-control']).toBe(publicCacheControl);
    expect(second.headers['cache-control']).toBe(publicCacheControl);
    expect(second.headers.age).toBe('1');
    expect(second.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  it('sends a page older than two seconds at once and renders a new one in the background', async () => {
    const first = await get('/muesli/');
    web.time.ms = 2000;
    expect((await get('/muesli/')).text).toBe(first.text);
    expect((await getUntil('/muesli/', '#2')).text).toContain('#2');
    expect(renders).toHaveLength(2);
  });

  it('makes the visitor wait for a new page if the old one is older than stale-while-revalidate', async () => {
    await get('/muesli/');
    web.time.ms = 302_000;
    expect((await get('/muesli/')).text).toContain('#2');
  });

  it('serves thirty concurrent misses with one render and one set of calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => get(`/muesli/?utm_source=mail-${n}`, { cookie: `cart=${n}` })),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(renders).toEqual(['1/1 /muesli/']);
    expect(backend.count('/api/sites')).toBe(1);
    expect(backend.count('/api/sites/getbydomain')).toBe(1);
  });

  it('starts one refresh, however many requests arrive in the meantime', async () => {
    await get('/muesli/');
    web.time.ms = 5000;
    await Promise.all(Array.from({ length: 30 }, () => get('/muesli/')));
    await waitForBackgroundWork();
    expect(renders).toHaveLength(2);
  });

  it('separates sites and languages', async () => {
    const hosts = [dutchHost, englishHost, germanHost, 'nl.hafero-de.localhost'];
    const first = await Promise.all(hosts.map((host) => get('/x/', { host })));
    const second = await Promise.all(hosts.map((host) => get('/x/', { host })));
    expect(second.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(first.map(({ text }) => text.slice(3, 7).trim())).toEqual(['1/1', '1/4', '10/2', '10/1']);
  });

  it.each([
    ['the port of the host', '/muesli/', { host: 'havero-nl.localhost:3000' }],
    ['the short name of the host', '/muesli/', { host: 'localhost' }],
    ['unknown parameters', '/muesli/?utm_source=mail&gclid=1', {}],
    ['parameters of other pages', '/muesli/?ids=9&languages=all&q=hay&token=1', {}],
    [
      'an X-Forwarded-Host header',
      '/muesli/',
      { 'x-forwarded-host': germanHost, forwarded: `host=${germanHost}` },
    ],
    ['an Accept-Language header', '/muesli/', { 'accept-language': 'de' }],
    ['a cart cookie', '/muesli/', { cookie: 'cartid=secret-cart; localization=2026-11-20; xsid=1; sidx=2' }],
    ['an X-Forwarded-Proto header', '/muesli/', { 'x-forwarded-proto': 'https' }],
    [
      'a header with a rewritten URL',
      '/muesli/',
      { 'x-original-url': '/admin/', 'x-rewrite-url': '/admin/' },
    ],
    ['an Authorization header', '/muesli/', { authorization: 'Bearer secret-token' }],
    ['a Range header', '/muesli/', { range: 'bytes=0-3' }],
  ])('ignores %s in the key of a page', async (_what, path, headers) => {
    const first = await get(path, headers);
    expect(first.status).toBe(200);
    expect(first.text).toBe('<p>1/1 /muesli/ #1</p>');
    expect((await get('/muesli/')).text).toBe(first.text);
    expect(JSON.stringify([first.headers, first.text])).not.toMatch(/secret|admin|utm_|gclid/);
  });

  it.each([
    ['/muesli/?p=2&sort=name', '/muesli/?sort=name&p=2', true],
    ['/muesli/?p=2&utm=1', '/muesli/?p=2', true],
    ['/muesli/?p=2', '/muesli/', false],
    ['/muesli/?p=2', '/muesli/?p=3', false],
    ['/muesli/?labour=light', '/muesli/?labour=none', false],
    ['/muesli/?labour=a%26p%3D2', '/muesli/?labour=a&p=2', false],
    ['/muesli/', '/Muesli/', false],
    ['/a%3Fp=2/', '/a/?p=2', false],
    ['/a%2Fb/', '/a/b/', false],
  ])('treats %s and %s as the same page: %s', async (one, other, isSame) => {
    await get(one);
    await get(other);
    expect(renders).toHaveLength(isSame ? 1 : 2);
  });

  it.each(['/m%75esli/', '/x/../muesli/', '/x/%2E%2e/muesli/', '//muesli/', '/./muesli'])(
    'stores nothing under another spelling of a path: %s',
    async (path) => {
      const { status, headers } = await get(path);
      expect({ status, location: headers.location }).toEqual({ status: 301, location: '/muesli/' });
      expect(renders).toEqual([]);
      await get('/muesli/');
      expect((await get(path)).status).toBe(301);
      expect(renders).toHaveLength(1);
    },
  );

  it.each([
    ['/service/?q=1', '/service/'],
    ['/service/?ids=9&p=2&sale=yes', '/service/'],
    ['/none/?p=2', '/none/'],
    ['/media/?p=2&q=1', '/media/?p=2'],
    ['/muesli/?q=1', '/muesli/'],
  ])('drops query parameters that the page does not read: %s', async (path, page) => {
    await get(path);
    await get(page);
    expect(renders).toEqual([`1/1 ${page}`]);
  });

  it('still knows the query parameters of a page while the backend is down', async () => {
    const second = await get('/muesli/?p=2');
    await get('/muesli/');
    backend.handlers.set('/api/routing/getbyurl', (_request, response) => response.destroy());
    web.time.ms = 1500;
    expect((await get('/muesli/?ids=2&p=2&q=1')).text).toBe(second.text);
    expect((await get('/muesli/?ids=2')).text).toContain('1/1 /muesli/ #2');
    expect(renders).toHaveLength(2);
  });

  it('gives each URL the same answer as without the cache', async () => {
    await get('/muesli/');
    for (const [path, status] of [
      ['/muesli', 301],
      ['/muesli/?', 301],
      ['/muesli/?p=1', 301],
      ['/muesli/?&utm=1', 301],
      ['//muesli/', 301],
      ['/muesli/?utm=%zz', 400],
      ['/muesli/%00/', 400],
    ] as const) {
      expect([path, (await get(path)).status]).toEqual([path, status]);
    }
    expect((await get('/muesli/', {}, 'POST')).status).toBe(405);
    expect((await get('/muesli/', { host: 'evil.example' })).status).toBe(421);
  });

  it('answers HEAD with the headers of the page and no body', async () => {
    const page = await get('/muesli/');
    const head = await get('/muesli/', {}, 'HEAD');
    expect(head.text).toBe('');
    expect(head.headers['content-length']).toBe(String(page.text.length));
    expect(head.headers.etag).toBe(page.headers.etag);
    expect(renders).toHaveLength(1);
  });
});

describe('requests with a session', () => {
  it.each(['__Host-sid=abc', 'sid=abc', 'a=b; sid=abc', 'cart=1;__Host-sid=abc'])(
    'neither fill nor read the cache (%s)',
    async (cookie) => {
      const own = await get('/muesli/', { cookie });
      expect(own.headers['cache-control']).toBe('private, no-store');
      expect(own.headers.etag).toBeUndefined();
      expect(own.headers['surrogate-key']).toBeUndefined();
      expect((await get('/muesli/')).text).toContain('#2');
      expect((await get('/muesli/', { cookie })).text).toContain('#3');
      expect((await get('/muesli/')).text).toContain('#2');
    },
  );

  it('leave no traces in the pages of other visitors in any mix of requests', async () => {
    const visitors = [
      { mark: 'mark-anna', cookie: 'sid=mark-anna' },
      { mark: 'mark-bert', cookie: '__Host-sid=mark-bert; cart=mark-bert' },
      { mark: 'mark-carl', cookie: 'cart=mark-carl' },
    ];
    const { below: pick } = createSeededRandom(20_261_121);
    const hosts = [dutchHost, englishHost, germanHost];
    for (let round = 0; round < 30; round += 1) {
      web.time.ms += pick(3000);
      const asked = Array.from({ length: 12 }, () => ({
        visitor: visitors[pick(3)]!,
        host: hosts[pick(3)]!,
        path: `/page-${pick(4)}/?ref=mark-${pick(100)}`,
      }));
      const answers = await Promise.all(
        asked.map(({ visitor, host, path }) =>
          get(path, { host, cookie: visitor.cookie, 'user-agent': visitor.mark, referer: visitor.mark }),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        const isAnonymous = asked[index]!.visitor.mark === 'mark-carl';
        expect(answer.status).toBe(200);
        expect(answer.headers['set-cookie']).toBeUndefined();
        // The test renderer repeats the requested path, which only a private page may do.
        if (isAnonymous) expect(JSON.stringify([answer.headers, answer.text])).not.toContain('mark-');
        expect(answer.headers['cache-control']).toBe(isAnonymous ? publicCacheControl : 'private, no-store');
      }
    }
  });
});

describe('failures of a render', () => {
  const failures: [string, () => Promise<RenderedPage> | RenderedPage][] = [
    ['a page of status 500', () => createDocument('<p>failed</p>', { status: 500 })],
    ['a page of status 503', () => createDocument('<p>failed</p>', { status: 503 })],
    ['a render that throws', () => Promise.reject(new Error('failed'))],
    ['a timeout', () => Promise.reject(new ApiError('timeout'))],
    [
      'an aborted page',
      () =>
        createDocument('', {
          pipe: (destination) => {
            destination.write('<p>half');
            destination.destroy(new Error('failed'));
          },
        }),
    ],
  ];

  it.each(failures)('are never cached: %s', async (_what, fail) => {
    render = fail;
    const failed = await get('/muesli/');
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(failed.headers['cache-control']).toBe('no-store');
    expect(failed.text).not.toContain('half');
    render = () => createDocument('<p>good</p>');
    expect((await get('/muesli/')).text).toBe('<p>good</p>');
  });

  it.each(failures)('leave the old page in use with its true age: %s', async (_what, fail) => {
    await get('/muesli/');
    render = fail;
    for (const ms of [3000, 250_000, 400_000, 86_000_000]) {
      web.time.ms = ms;
      const old = await get('/muesli/');
      await waitForBackgroundWork();
      expect(old).toMatchObject({ status: 200, text: '<p>1/1 /muesli/ #1</p>' });
      expect(old.headers.age).toBe(String(ms / 1000));
      expect(old.headers.warning).toBeUndefined();
    }
    web.time.ms = 86_403_000;
    expect((await get('/muesli/')).status).toBeGreaterThanOrEqual(500);
  });

  it('are retried after a second, so that a page is renewed soon after the backend recovers', async () => {
    await get('/muesli/');
    render = () => Promise.reject(new ApiError('unavailable'));
    web.time.ms = 3000;
    for (let n = 0; n < 10; n += 1) {
      await get('/muesli/');
      await waitForBackgroundWork();
    }
    expect(renders).toHaveLength(2);
    render = () => createDocument('<p>new</p>');
    web.time.ms = 4000;
    expect((await getUntil('/muesli/', 'new')).text).toBe('<p>new</p>');
  });

  it('are returned to all requests that wait for the page', async () => {
    let arrived = 0;
    const all = new Promise<void>((resolve) => {
      web.server.prependListener('request', () => {
        arrived += 1;
        if (arrived === 20) resolve();
      });
    });
    render = async () => {
      await all;
      await waitForBackgroundWork();
      return createDocument('<p>failed</p>', { status: 503 });
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/muesli/')));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503));
    expect(answers[0]?.headers['retry-after']).toBe('5');
    expect(renders).toHaveLength(1);
  });

  it('do not affect cached pages and hosts during an outage, after which pages are renewed', async () => {
    await get('/muesli/');
    await backend.close();
    render = () => Promise.reject(new ApiError('unavailable'));
    web.time.ms = 20 * MINUTE_MS;
    expect((await get('/muesli/')).status).toBe(200);
    await waitForBackgroundWork();

    backend = await startFakeBackend(Number(new URL(backend.baseUrl).port));
    render = () => createDocument('<p>back</p>');
    web.time.ms += 5000;
    expect((await getUntil('/muesli/', 'back')).text).toBe('<p>back</p>');
  });

  it('differ from a 404, which is cached for two seconds here and not at all elsewhere', async () => {
    render = () => createDocument('<p>none</p>', { status: 404 });
    const first = await get('/none/');
    expect(first).toMatchObject({ status: 404, text: '<p>none</p>' });
    expect(first.headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(first.headers.etag).toBeUndefined();
    await get('/none/');
    expect(renders).toHaveLength(1);
    web.time.ms = 2000;
    render = () => createDocument('<p>there</p>');
    expect(await get('/none/')).toMatchObject({ status: 200, text: '<p>there</p>' });
  });

  it('differ from the 404 of a removed page, which replaces the page at the next refresh', async () => {
    await get('/muesli/');
    render = () => createDocument('<p>gone</p>', { status: 404 });
    web.time.ms = 3000;
    expect((await getUntil('/muesli/', 'gone')).status).toBe(404);
  });

  it('differ from an incomplete page, which is cached for two seconds and never replaces a complete one', async () => {
    render = () => createDocument('<p>gap</p>', { isComplete: false });
    expect((await get('/gap/')).headers['cache-control']).toBe('public, max-age=0, s-maxage=2');
    web.time.ms = 2000;
    render = () => createDocument('<p>whole</p>');
    expect((await get('/gap/')).text).toBe('<p>whole</p>');
    render = () => createDocument('<p>gap</p>', { isComplete: false });
    web.time.ms = 5000;
    await get('/gap/');
    await waitForBackgroundWork();
    expect((await get('/gap/')).text).toBe('<p>whole</p>');
  });
});

describe('an incomplete page that replaces an expired complete one', () => {
  const failed = () => createDocument('<p>failed</p>', { status: 503 });

  beforeEach(async () => {
    render = () => createDocument('<p>whole</p>', { surrogateKeys: ['site-1', 'product-7'] });
    await get('/gap/');
    render = () => createDocument('<p>gap</p>', { isComplete: false });
    web.time.ms = 400_000;
    expect((await get('/gap/')).text).toBe('<p>gap</p>');
    render = failed;
    web.time.ms += 3000;
  });

  it('is sent while pages can be rendered, and the complete one if they cannot', async () => {
    expect(await get('/gap/')).toMatchObject({ status: 200, text: '<p>whole</p>' });
    const before = renders.length;
    expect(await get('/gap/')).toMatchObject({ status: 200, text: '<p>whole</p>' });
    expect(renders).toHaveLength(before);
  });

  it('does not preserve a complete page that was purged', async () => {
    web.purge(new Set(['product-7']));
    expect((await get('/gap/')).status).toBe(503);
  });
});

describe('answers that are not cached', () => {
  it('include private pages, which are rendered for each visitor with their own URL', async () => {
    render = (address) => createDocument(`<p>${address} #${renders.length}</p>`, { cachePolicy: 'private' });
    const first = await get('/mine/?a=1');
    const second = await get('/mine/?a=1');
    expect(first.text).toContain('/mine/?a=1');
    expect(second.text).not.toBe(first.text);
    expect(second.headers['cache-control']).toBe('private, no-store');
    // The first render detected that the page is private. Afterwards each request causes one render.
    expect(renders).toHaveLength(3);
  });

  it('include redirects', async () => {
    render = () => ({ kind: 'redirect', status: 301, location: '/new/' });
    for (const _ of [1, 2]) {
      const answer = await get('/old/');
      expect(answer.status).toBe(301);
      expect(answer.headers.location).toBe('/new/');
    }
  });

  it('include all pages if the maximum number of entries is 0', async () => {
    await web.close();
    web = await startTestWeb({
      baseUrl: backend.baseUrl,
      renderPage,
      environment: { PAGE_CACHE_MAX_ENTRIES: '0' },
    });
    await get('/muesli/');
    await get('/muesli/');
    expect(renders).toHaveLength(2);
  });
});

describe('encodings and entity tags of a cached page', () => {
  const words = [
    'hay',
    'oats',
    'barley',
    'chaff',
    'linseed',
    'grass',
    'bran',
    'carrot',
    'molasses',
    'straw',
    'salt',
  ];
  const html = `<p>${Array.from({ length: 3000 }, (_, n) => words[((n * n * 7 + n * 3) % 1009) % 11]).join(' ')} €</p>`;
  const decode = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    identity: (bytes: Buffer) => bytes,
  };

  beforeEach(() => {
    render = () => createDocument(html);
  });

  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'br;q=0.1, gzip;q=0.9'],
    ['br', '*'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'br;q=0, gzip'],
    ['gzip', 'x-gzip'],
    ['identity', ''],
    ['identity', 'deflate'],
    ['identity', 'identity;q=1, *;q=0'],
    ['identity', 'br;q=0, gzip;q=0.000'],
    ['identity', 'gzip;q=nonsense'],
  ] as const)(
    'include %s for Accept-Encoding "%s", at the first and later requests',
    async (encoding, accept) => {
      for (const _ of [1, 2, 3]) {
        const answer = await get('/x/', { 'accept-encoding': accept });
        expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
        expect(answer.headers.vary).toBe('Accept-Encoding');
        expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
        expect(decode[encoding](answer.bytes).toString()).toBe(html);
      }
    },
  );

  it('include a different strong tag for each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', ''].map(
        async (accept) => (await get('/x/', { 'accept-encoding': accept })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
  });

  it('lead to 304 for a matching tag, even after a render with the same content', async () => {
    const { headers } = await get('/x/', { 'accept-encoding': 'br' });
    const tag = String(headers.etag);
    for (const condition of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const answer = await get('/x/', { 'accept-encoding': 'br', 'if-none-match': condition });
      expect(answer).toMatchObject({ status: 304, text: '' });
      expect(answer.headers).toMatchObject({
        etag: tag,
        'cache-control': publicCacheControl,
        vary: 'Accept-Encoding',
      });
      expect(answer.headers['content-length']).toBeUndefined();
    }
    web.time.ms = 3000;
    await get('/x/');
    await waitForBackgroundWork();
    expect((await get('/x/', { 'if-none-match': tag })).status).toBe(304);
    render = () => createDocument(`${html}!`);
    web.time.ms = 6000;
    await getUntil('/x/', '</p>!');
    expect((await get('/x/', { 'if-none-match': tag })).status).toBe(200);
  });

  it('improve their compression after repeated requests', async () => {
    const sizes: number[] = [];
    for (let n = 0; n < 200 && new Set(sizes).size < 2; n += 1) {
      sizes.push((await get('/x/', { 'accept-encoding': 'br' })).bytes.length);
    }
    expect(sizes.at(-1)).toBeLessThan(sizes[0]!);
    expect((await get('/x/')).text).toBe(html);
  });
});

describe('purge of the page cache', () => {
  beforeEach(() => {
    render = (address) =>
      createDocument(`<p>${address} #${renders.length}</p>`, {
        surrogateKeys: address.includes('muesli') ? ['site-1', 'product-101', 'category-11'] : ['site-1'],
      });
  });

  it('removes the pages of a key at once, and no others', async () => {
    await get('/muesli/');
    await get('/mash/');
    expect(web.purge(new Set(['product-101']))).toBe(1);
    expect((await get('/muesli/')).text).toContain('#3');
    expect((await get('/mash/')).text).toContain('#2');
    expect(web.purge('all')).toBe(2);
    expect((await get('/mash/')).text).toContain('#4');
  });

  it('removes the cached answers of the backend as well', async () => {
    await get('/muesli/');
    const asked = backend.count('/api/sites');
    web.purge(new Set(['product-999']));
    await get('/other/');
    expect(backend.count('/api/sites')).toBe(asked + 1);
  });

  it('does not store a page whose render started before it', async () => {
    let release: (page: RenderedPage) => void = () => {};
    render = () => new Promise((resolve) => (release = resolve));
    const early = get('/muesli/');
    while (renders.length === 0) await waitForBackgroundWork();
    web.purge(new Set(['product-101']));
    render = () => createDocument('<p>new price</p>');
    expect((await get('/muesli/')).text).toBe('<p>new price</p>');
    release(createDocument('<p>old price</p>'));
    expect((await early).text).toBe('<p>old price</p>');
    expect((await get('/muesli/')).text).toBe('<p>new price</p>');
  });

  it('uses keys that are also sent to caches in front', async () => {
    for (const _ of [1, 2]) {
      const { headers } = await get('/muesli/');
      expect(headers['surrogate-key']).toBe('site-1 product-101 category-11');
      expect(headers['cache-tag']).toBe('site-1,product-101,category-11');
    }
  });
});

describe('limits of the page cache', () => {
  it('restrict the number of pages, and unknown URLs evict only each other', async () => {
    await web.close();
    web = await startTestWeb({
      baseUrl: backend.baseUrl,
      renderPage,
      environment: { PAGE_CACHE_MAX_ENTRIES: '40' },
    });
    await get('/muesli/');
    render = (address) =>
      address.includes('?') ? createDocument('<p>found</p>') : createDocument('<p>none</p>', { status: 404 });
    for (let n = 0; n < 60; n += 1) {
      await get(`/none-${n}/`);
      await get(`/muesli/?p=${n + 2}`);
    }
    const before = renders.length;
    expect((await get('/muesli/')).text).toContain('#1');
    expect(renders).toHaveLength(before);
    await get('/muesli/?p=2');
    expect(renders).toHaveLength(before + 1);
  });
});

describe('unknown query parameters', () => {
  const count = isLongTestRun ? 10_000 : 1000;

  it('cause no further renders and evict no page from the cache', async () => {
    await web.close();
    web = await startTestWeb({
      baseUrl: backend.baseUrl,
      renderPage,
      environment: { PAGE_CACHE_MAX_ENTRIES: '40' },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const pages = ['/', '/service/', '/muesli/', '/muesli/?p=2', '/media/', '/none/'];
    for (const page of pages) await get(page);
    expect(renders).toHaveLength(pages.length);
    const names = ['q', 'ids', 'p', 'languages', 'token', 'sale', 'foo', '__proto__', '%3Cb%3E', 'utm_x'];
    const ask = async (n: number) => {
      // Lists read `p` and filters, so only unknown names are used for them.
      const isList = n % 6 >= 2 && n % 6 <= 4;
      const name = isList ? `x${n}` : (names[n % names.length] ?? '');
      const page = pages[n % 6] ?? '/';
      const path = `${page}${page.includes('?') ? '&' : '?'}${name}=${n}`;
      const sent = request({ port: web.port, path, headers: { host: dutchHost }, agent }).end();
      const [incoming] = await once(sent, 'response');
      incoming.resume();
      return incoming.statusCode;
    };
    for (let n = 0; n < count; n += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(n + index)));
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(renders).toHaveLength(pages.length);
    agent.destroy();
  });
});

describe('private pages', () => {
  it.each(['/zoeken/?q=a', '/vergelijken/?ids=1'])('are rendered once per request: %s', async (path) => {
    render = () => createDocument('<p>private</p>', { cachePolicy: 'private' });
    for (const count of [1, 2]) {
      const { headers } = await get(path);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(renders).toHaveLength(count);
    }
  });
});

describe('request log of cached pages', () => {
  it('has one line for each answer, whatever its source, and no query', async () => {
    await get('/muesli/?q=secret');
    await get('/muesli/?q=secret', { 'x-request-id': 'from-the-cdn-1' });
    await get('/muesli/', { cookie: 'sid=1' });
    await waitForBackgroundWork();
    const lines = web.lines.filter(({ msg }) => msg === 'request');
    expect(lines).toMatchObject([
      { status: 200, cache: 'miss', siteId: 1, languageId: 1 },
      { status: 200, cache: 'hit', siteId: 1, languageId: 1, method: 'GET', requestId: 'from-the-cdn-1' },
      { status: 200, cache: 'bypass' },
    ]);
    expect(new Set(lines.map(({ path }) => path)).size).toBe(1);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});
