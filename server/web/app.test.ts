import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createJsonHandler, type FakeBackend, startFakeBackend } from '../../test/fixtures/fake-backend.ts';
import { fakeLanguages } from '../../test/fixtures/fake-shop.ts';
import { startTestWeb, type TestWeb } from '../../test/fixtures/test-web.ts';

let backend: FakeBackend;
let web: TestWeb;

beforeEach(async () => {
  backend = await startFakeBackend();
  web = await startTestWeb({ baseUrl: backend.baseUrl });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

function get(path: string, host = 'havero-nl.localhost') {
  return supertest(web.server).get(path).set('host', host).redirects(0);
}

describe('createWebApp', () => {
  it('sends Strict-Transport-Security with includeSubDomains on every answer if HSTS_INCLUDE_SUBDOMAINS is set', async () => {
    const secure = await startTestWeb({
      baseUrl: backend.baseUrl,
      environment: { PUBLIC_SCHEME: 'https', TRUST_PROXY: 'false', HSTS_INCLUDE_SUBDOMAINS: 'true' },
    });
    // A rendered page, the same page from the cache, a redirect, a private page, an unknown host, an invalid
    // path.
    for (const [path, host] of [
      ['/muesli/', 'havero-nl.localhost'],
      ['/muesli/', 'havero-nl.localhost'],
      ['/muesli', 'havero-nl.localhost'],
      ['/cart/', 'en.havero-nl.localhost'],
      ['/', 'unknown.example'],
      ['/%zz', 'havero-nl.localhost'],
    ] as const) {
      const { headers } = await supertest(secure.server).get(path).set('host', host).redirects(0);
      expect([path, host, headers['strict-transport-security']]).toEqual([
        path,
        host,
        'max-age=31536000; includeSubDomains',
      ]);
    }
    await secure.close();
  });

  it.each(['http', 'https', undefined])(
    'treats all requests as https if the public scheme is https and the proxy reports %s',
    async (proto) => {
      const secure = await startTestWeb({
        baseUrl: backend.baseUrl,
        environment: { PUBLIC_SCHEME: 'https', TRUST_PROXY: 'false' },
      });
      const ask = (path: string) => {
        const asked = supertest(secure.server).get(path).set('host', 'havero-nl.localhost').redirects(0);
        return proto === undefined ? asked : asked.set('x-forwarded-proto', proto);
      };
      for (const path of ['/muesli/', '/muesli/', '//a']) {
        expect([path, (await ask(path)).headers['strict-transport-security']]).toEqual([
          path,
          expect.stringContaining('max-age='),
        ]);
      }
      await secure.close();
    },
  );

  it.each([
    ['havero-nl.localhost', '1/1'],
    ['havero-nl.localhost:3000', '1/1'],
    ['en.havero-nl.localhost', '1/4'],
    ['hafero-de.localhost', '10/2'],
    ['nl.hafero-de.localhost', '10/1'],
    ['localhost', '1/1'],
  ])('serves %s as site and language %s', async (host, expected) => {
    const answer = await get('/muesli/', host);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(`<p>${expected} /muesli/</p>`);
  });

  it('does not mix up two sites and two languages in concurrent requests', async () => {
    const hosts = [
      'havero-nl.localhost',
      'en.havero-nl.localhost',
      'hafero-de.localhost',
      'nl.hafero-de.localhost',
    ];
    const expected = ['1/1', '1/4', '10/2', '10/1'];
    const rounds = Array.from({ length: 10 }, (_, round) => round);
    const answers = await Promise.all(
      rounds.flatMap((round) => hosts.map((host) => get(`/page-${round}/`, host).then(({ text }) => text))),
    );
    expect(answers).toEqual(
      rounds.flatMap((round) => expected.map((scope) => `<p>${scope} /page-${round}/</p>`)),
    );
  });

  it.each([
    'evil.example',
    'havero-nl.localhost.evil.example',
    'x.havero-nl.localhost',
    '127.0.0.1',
    '[::1]',
  ])('answers 421 to %s on every path, in a message without internals', async (host) => {
    for (const path of ['/', '/muesli', '/api/sites', '/robots.txt', '/visitor-country']) {
      const answer = await get(path, host);
      expect(answer.status).toBe(421);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.text).not.toMatch(/havero|127\.0\.0\.1|scope|stack|error:/i);
    }
  });

  it('does not call the backend for unknown hosts once the sites are loaded', async () => {
    await get('/');
    const before = backend.seen.length;
    for (let n = 0; n < 20; n += 1) await get('/', `host-${n}.example`);
    expect(backend.seen.length).toBe(before);
  });

  it('uses only the Host header and ignores forwarded host headers', async () => {
    const answer = await get('/')
      .set('x-forwarded-host', 'hafero-de.localhost')
      .set('forwarded', 'host=hafero-de.localhost');
    expect(answer.text).toBe('<p>1/1 /</p>');
  });

  it('is live and ready without a known host, and not ready after the first stop signal', async () => {
    expect((await get('/health/live', 'probe.internal')).status).toBe(200);
    expect((await get('/health/ready', 'probe.internal')).status).toBe(200);
    web.readiness.stop();
    expect((await get('/health/ready', 'probe.internal')).status).toBe(503);
    expect((await get('/health/live', 'probe.internal')).status).toBe(200);
  });

  it('answers 503 with Retry-After while the backend is down, and recovers automatically', async () => {
    await backend.close();
    const down = await get('/');
    expect(down.status).toBe(503);
    expect(down.headers['retry-after']).toBe('5');
    expect(down.headers['cache-control']).toBe('no-store');
    expect((await get('/health/live')).status).toBe(200);

    backend = await startFakeBackend(Number(new URL(backend.baseUrl).port));
    expect((await get('/')).status).toBe(200);
  });

  it('answers 500 if the backend violates the contract, and logs which call did', async () => {
    backend.handlers.set('/api/sites', createJsonHandler([{ siteId: 'from-the-data' }]));
    const answer = await get('/');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('siteId');
    expect(web.reported).toHaveLength(1);
    const line = web.lines.find(({ msg }) => msg === 'backend_call_failed');
    expect(line).toMatchObject({
      call: 'fetchSites',
      failure: 'invalid',
      status: 200,
      reason: expect.stringMatching(/^\/0 /),
    });
    expect(JSON.stringify(line)).not.toContain('from-the-data');
  });

  it('answers 503 to an API call with a problem document', async () => {
    await backend.close();
    const answer = await get('/api/products/1');
    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toMatch('application/problem+json');
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'backend_unavailable' });
  });

  it.each(['PUT', 'POST', 'DELETE', 'PATCH'])('answers 405 with Allow to %s on a page', async (method) => {
    const agent = supertest(web.server);
    const send = { PUT: agent.put, POST: agent.post, DELETE: agent.delete, PATCH: agent.patch }[method]!;
    const answer = await send.call(agent, '/muesli/').set('host', 'havero-nl.localhost');
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });

  describe('POST of a form to its page', () => {
    const sendForm = (body: string, headers: Record<string, string> = {}) =>
      supertest(web.server)
        .post('/muesli/')
        .set({ host: 'havero-nl.localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers })
        .send(body);

    it.each([
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://havero-nl.localhost' },
      {},
    ])('answers a form that was sent from the same site: %j', async (headers) => {
      const answer = await sendForm('form=no-such-form', headers);
      expect(answer.status).toBe(400);
      expect(answer.headers['cache-control']).toContain('no-store');
    });

    it.each([
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])('rejects a form that was sent from another site: %j', async (headers) => {
      expect((await sendForm('form=no-such-form', headers)).status).toBe(403);
    });

    it('rejects a body above the size limit', async () => {
      expect((await sendForm(`form=${'x'.repeat(1_100_000)}`)).status).toBe(413);
    });
  });

  it('rejects malformed URLs with 400 and overlong ones with 414', async () => {
    expect((await get('/%zz/')).status).toBe(400);
    expect((await get('/a/?q=%')).status).toBe(400);
    expect((await get(`/${'a'.repeat(2100)}/`)).status).toBe(414);
  });

  it('rejects a header above 16 kB', async () => {
    expect((await get('/').set('x-large', 'a'.repeat(17_000))).status).toBe(431);
  });

  it('never redirects to another host', async () => {
    const answer = await get('//evil.example/x');
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('/evil.example/x/');
  });

  it('redirects to the canonical URL in one hop', async () => {
    const answer = await get('/compare?p=1&utm_id=b&ids=1&a=b');
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('/vergelijken/?utm_id=b&ids=1');
    expect((await get('/vergelijken/?a=b')).status).toBe(200);
  });

  it.each([
    ['/muesli/', 'http://havero-nl.localhost:3000/muesli/'],
    ['/compare?p=1&a=b', 'http://havero-nl.localhost:3000/vergelijken/'],
  ])('redirects %s of a host in capitals in one hop to %s', async (path, location) => {
    const answer = await get(path, 'HAVERO-NL.localhost:3000');
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(location);
  });

  it.each([
    ['/old-name', '/new-name/'],
    ['/old-name/?p=1', '/new-name/'],
    ['/old-name?p=2&ref=x&gclid=1', '/new-name/?p=2&gclid=1'],
    ['//old-name', 'http://hafero-de.localhost:3000/new-name/'],
  ])('redirects %s, which is not canonical and has moved, to %s in one hop', async (path, location) => {
    const [url] = location.split('?');
    const moved = { kind: 'redirect', url, permanent: true, siteId: 1, languageId: 1, title: '' };
    backend.handlers.set('/api/routing/getbyurl', createJsonHandler(moved));
    const answer = await get(path);
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe(location);
    expect(backend.seen.map(({ url }) => url)).toContain('/api/routing/getbyurl?url=%2Fold-name%2F');
  });

  it.each([
    ['to an unknown host', { url: 'https://evil.example/' }],
    ['that is temporary', { permanent: false }],
  ])('leaves a redirect %s to the page', async (_name, part) => {
    const moved = { kind: 'redirect', url: '/x/', permanent: true, siteId: 1, languageId: 1, title: '' };
    backend.handlers.set('/api/routing/getbyurl', createJsonHandler({ ...moved, ...part }));
    expect((await get('/old-name')).headers.location).toBe('/old-name/');
  });

  it.each([
    ['/robots.txt/', '/robots.txt'],
    ['/Robots.txt', '/robots.txt'],
    ['/SITEMAP.xml/', '/sitemap.xml'],
    ['/feeds/Products.xml', '/feeds/products.xml'],
    ['/Media/', '/media/'],
    ['/Stock-Reminder/Confirm?token=a&foo=1', '/stock-reminder/confirm/?token=a'],
    ['/favicon.svg/', '/favicon.svg'],
  ])('redirects %s, another spelling of a fixed path, to %s', async (path, location) => {
    const answer = await get(path);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status: 301, location });
  });

  it('rejects a request with two Host headers, even if one of them is a site', async () => {
    await get('/');
    for (const hosts of [
      ['havero-nl.localhost', 'evil.example'],
      ['havero-nl.localhost', 'havero-nl.localhost'],
    ]) {
      const socket = connect(web.port, '127.0.0.1');
      socket.end(
        `GET / HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
      );
      expect((await text(socket)).split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
    }
  });

  it.each([
    ['on', 'havero-nl.localhost', 200],
    ['local', 'havero-nl.localhost', 200],
    ['local', 'www.havero.example', 404],
    ['off', 'havero-nl.localhost', 404],
  ])(
    'shows the API documentation with the setting %s on %s with status %i',
    async (setting, host, status) => {
      await web.close();
      const environment = {
        API_DOCS: setting,
        ...(host.endsWith('example') && { SITE_DOMAINS: JSON.stringify({ 'havero-nl.localhost': host }) }),
      };
      web = await startTestWeb({ baseUrl: backend.baseUrl, environment });
      for (const path of ['/api/docs', '/api/openapi.json', '/api/docs.css']) {
        backend.handlers.set(path, createJsonHandler({}));
        expect({ path, status: (await get(path, host)).status }).toEqual({ path, status });
      }
      if (status === 404) expect((await get('/api/Docs/', host)).status).toBe(404);
      expect((await get('/api/sites', host)).status).toBe(200);
    },
  );

  it.each([
    ['esp', '/comparar/'],
    ['SE', '/jamfor/'],
  ])('accepts the former language code %s from a backend and uses its locale', async (code, path) => {
    const languages = fakeLanguages.map((language) =>
      language.languageId === 1 ? { ...language, code } : language,
    );
    backend.handlers.set('/api/language', createJsonHandler(languages));
    expect((await get('/compare')).headers.location).toBe(path);
    expect((await get(path)).status).toBe(200);
  });

  it('redirects to the canonical URL even if the backend cannot report redirects', async () => {
    backend.handlers.set('/api/routing/getbyurl', createJsonHandler({}, 500));
    const answer = await get('/muesli?p=1');
    expect(answer.status).toBe(301);
    expect(answer.headers.location).toBe('/muesli/');
  });
});
