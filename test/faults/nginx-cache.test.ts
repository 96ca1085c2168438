import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createSignedInAccount } from '../fixtures/accounts.ts';
import { type BackendFixture, openBackendFixture } from '../fixtures/backend-fixture.ts';
import { createBackendCaller } from '../fixtures/call-backend.ts';
import { callInputs, VARIANT } from '../fixtures/call-inputs.ts';
import { type Answer, fetchRaw } from '../fixtures/fetch-raw.ts';
import { findFreePort } from '../fixtures/free-port.ts';
import { generousSettings } from '../fixtures/generous-settings.ts';
import { createOrderPlacer } from '../fixtures/order-placer.ts';
import {
  createFieldParts,
  createForm,
  createPhotoPart,
  drawPhoto,
  insertDispatchedOrder,
  MULTIPART_CONTENT_TYPE,
} from '../fixtures/return-forms.ts';
import { type Edge, findNginx, startNginxCache } from './nginx-cache.ts';
import { eventually } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

const nginx = findNginx();
if (nginx === null) console.log('deploy/nginx: SKIPPED, nginx is not installed');
const describeWithNginx = nginx === null ? describe.skip : describe;

const HOST = 'en.havero-nl.localhost';
const LIST_PATH = '/horse-feed/muesli/';
/** A token as in links of mails. It must be in no log and in no stored response. */
const SECRET = `SECRET${'a'.repeat(37)}`;

let backend: BackendFixture;
let backendServer: Server;
let backendUrl: string;
let web: WebProcess;
let nginxCache: Edge;

const startWeb = (environment: Readonly<Record<string, string>>, port?: number) =>
  startWebProcess({
    apiBaseUrl: backendUrl,
    ...(port !== undefined && { port }),
    environment: { ...generousSettings, TRUST_PROXY: 'loopback', ...environment },
  });

beforeAll(async () => {
  if (nginx === null) return;
  backend = await openBackendFixture();
  backendServer = createServer(backend.app);
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  backendUrl = `http://127.0.0.1:${(backendServer.address() as AddressInfo).port}`;
  // Pages stay fresh during a test, on a slow machine too.
  web = await startWeb({ PAGE_FRESH_SECONDS: '600' });
});

afterAll(async () => {
  await web?.stop();
  backendServer?.closeAllConnections();
  await new Promise((resolve) => (backendServer ? backendServer.close(resolve) : resolve(null)));
  await backend?.close();
});

// Each test starts with an empty cache.
beforeEach(async () => {
  if (nginx !== null) nginxCache = await startNginxCache(nginx, web.port);
});

afterEach(() => nginxCache?.stop());

type RequestHeaders = Readonly<Record<string, string>>;

const requestNginx = (url: string, headers: RequestHeaders = {}, method = 'GET'): Promise<Answer> =>
  fetchRaw({ port: nginxCache.port, path: url, method, headers: { host: HOST, ...headers } });

const readCacheStatus = ({ headers }: Answer) => headers['x-cache'];
const readContentCoding = ({ headers }: Answer) => headers['content-encoding'] ?? 'identity';

function decodeBody(answer: Answer): string {
  const coding = readContentCoding(answer);
  if (coding === 'br') return brotliDecompressSync(answer.bytes).toString();
  return (coding === 'gzip' ? gunzipSync(answer.bytes) : answer.bytes).toString();
}

/** Sends raw bytes and reads until nginx closes the connection. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: nginxCache.port });
  socket.write(text);
  return (await buffer(socket)).toString();
}

/** Returns a script of the build that also exists compressed. */
function findCompressedScript(): string {
  const names = readdirSync(path.resolve(import.meta.dirname, '../../dist/client'));
  const name = names.find((one) => one.endsWith('.js') && names.includes(`${one}.br`));
  if (name === undefined) throw new Error('The build has no script file');
  return `/assets/${name}`;
}

describeWithNginx('the cache in front of the shop', () => {
  describe('content codings', () => {
    it.each([
      ['gzip, deflate, br, zstd', 'br'],
      ['br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['GZIP', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['br; q=0.000, gzip;q=0.5', 'gzip'],
      ['br;q=0.1', 'br'],
      ['gzip;q=0', 'identity'],
      ['deflate', 'identity'],
      ['zstd', 'identity'],
      ['', 'identity'],
    ])('answers Accept-Encoding %j with %s', async (accepted, coding) => {
      for (const url of [LIST_PATH, findCompressedScript()]) {
        const plain = await requestNginx(url);
        const answer = await requestNginx(url, accepted === '' ? {} : { 'accept-encoding': accepted });
        expect({ url, status: answer.status, coding: readContentCoding(answer) }).toEqual({
          url,
          status: 200,
          coding,
        });
        expect(decodeBody(answer)).toBe(plain.text);
      }
    });

    it('stores one copy for each coding, however browsers write Accept-Encoding', async () => {
      for (const url of [LIST_PATH, findCompressedScript()]) {
        const first = await requestNginx(url, { 'accept-encoding': 'gzip, deflate, br' });
        const second = await requestNginx(url, { 'accept-encoding': 'gzip, deflate, br, zstd' });
        const third = await requestNginx(url, { 'accept-encoding': 'br,gzip' });
        expect([first, second, third].map(readCacheStatus)).toEqual(['MISS', 'HIT', 'HIT']);
        expect([first, second, third].map(readContentCoding)).toEqual(['br', 'br', 'br']);
      }
      expect(await nginxCache.listKeys()).toHaveLength(2);
    });

    it('has no collision between the coding and the end of an address in its keys', async () => {
      for (const [url, accepted] of [
        [`${LIST_PATH}?`, 'gzip'],
        [findCompressedScript(), 'br'],
      ] as const) {
        const compressed = await requestNginx(url, { 'accept-encoding': accepted });
        const other = await requestNginx(`${url}${accepted}`);
        expect(readContentCoding(other)).toBe('identity');
        expect(readCacheStatus(other)).not.toBe('HIT');
        expect(compressed.status).toBeLessThan(400);
      }
    });
  });

  describe('spellings of an address', () => {
    it('stores no redirect of another path, and returns the page itself', async () => {
      const spellings = [
        '//horse-feed/muesli/',
        '/./horse-feed/muesli/',
        '/horse-feed/./muesli/',
        '/horse-feed//muesli/',
        '/nowhere/../horse-feed/muesli/',
        '/horse%2Dfeed/muesli/',
        '/horse-feed/muesli',
        '/horse-feed\\muesli/',
        '/horse-feed/muesli/;x',
      ];
      for (const spelling of spellings) {
        for (let times = 0; times < 2; times += 1) {
          const answer = await requestNginx(spelling);
          expect({ spelling, isKept: readCacheStatus(answer) === 'HIT' }).toEqual({
            spelling,
            isKept: false,
          });
          expect({ spelling, status: answer.status }).not.toEqual({ spelling, status: 200 });
          expect(answer.headers['cache-control']).toMatch(/no-store/);
        }
      }
      expect(await nginxCache.listKeys()).toEqual([]);
      const first = await requestNginx(LIST_PATH);
      const second = await requestNginx(LIST_PATH);
      expect([first.status, readCacheStatus(first), second.status, readCacheStatus(second)]).toEqual([
        200,
        'MISS',
        200,
        'HIT',
      ]);
      expect(second.text).toContain('</html>');
    });

    it('keeps paths with capitals or an encoded slash apart from the page', async () => {
      for (const spelling of [
        '/HORSE-FEED/muesli/',
        '/Horse-Feed/Muesli/',
        '/horse-feed%2Fmuesli/',
        '/horse-feed/muesli%2F',
        '/horse-feed%2fmuesli/',
      ]) {
        await requestNginx(spelling);
        await requestNginx(spelling);
      }
      const first = await requestNginx(LIST_PATH);
      expect([first.status, readCacheStatus(first)]).toEqual([200, 'MISS']);
      expect(await nginxCache.listKeys()).toContain(` ${HOST}${LIST_PATH}`);
    });

    it('stores no response under another spelling of the path of a script', async () => {
      const script = findCompressedScript();
      const name = script.slice('/assets/'.length);
      const spellings = [
        `//assets/${name}`,
        `/./assets/${name}`,
        `/assets/./${name}`,
        `/assets//${name}`,
        `/assets/../assets/${name}`,
        `/nowhere/../assets/${name}`,
        `/%61ssets/${name}`,
        `/assets%2F${name}`,
        `/ASSETS/${name}`,
        `/assets/${name.toUpperCase()}`,
        `/assets/${name}/`,
        `/assets/${name}%00`,
      ];
      for (const spelling of spellings) {
        for (let times = 0; times < 2; times += 1) {
          const answer = await requestNginx(spelling);
          expect({ spelling, isKept: readCacheStatus(answer) === 'HIT' }).toEqual({
            spelling,
            isKept: false,
          });
          expect({ spelling, status: answer.status }).not.toEqual({ spelling, status: 200 });
        }
      }
      expect(await nginxCache.listKeys()).toEqual([]);
      const first = await requestNginx(script);
      expect([first.status, readCacheStatus(first)]).toEqual([200, 'MISS']);
      expect(first.headers['content-type']).toMatch(/^text\/javascript/);
    });

    it('returns parameters in another order as the shop does, from their own entry', async () => {
      const one = `${LIST_PATH}?sort=price&p=2`;
      const other = `${LIST_PATH}?p=2&sort=price`;
      const direct = await fetchRaw({ port: web.port, path: other, headers: { host: HOST } });
      await requestNginx(one);
      const first = await requestNginx(other);
      const second = await requestNginx(other);
      for (const answer of [first, second]) {
        expect([answer.status, answer.headers.location]).toEqual([direct.status, direct.headers.location]);
      }
      expect(readCacheStatus(first)).toBe('MISS');
    });

    it('returns a stored redirect only at the redirected address', async () => {
      const first = await requestNginx(`${LIST_PATH}?p=1`);
      const second = await requestNginx(`${LIST_PATH}?p=1`);
      for (const { status, headers } of [first, second]) {
        expect({ status, location: headers.location }).toEqual({ status: 301, location: LIST_PATH });
      }
      expect(readCacheStatus(second)).toBe('HIT');
      const page = await requestNginx(LIST_PATH);
      expect([page.status, readCacheStatus(page)]).toEqual([200, 'MISS']);
    });
  });

  describe('forged hosts', () => {
    it('refuses a foreign or malformed Host header and stores no response', async () => {
      const foreign = 'evil.example';
      const heads = [
        `Host: ${foreign}\r\n`,
        `Host: ${HOST}\r\nHost: ${foreign}\r\n`,
        `Host: ${foreign}\r\nHost: ${HOST}\r\n`,
        `Host: ${HOST}@${foreign}\r\n`,
        `Host: ${foreign}#${HOST}\r\n`,
        `Host: ../${HOST}\r\n`,
        `Host: ${HOST}/../${foreign}\r\n`,
        `Host: \r\n`,
        '',
      ];
      for (const head of heads) {
        const answer = await sendRaw(`GET ${LIST_PATH} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
        expect({ head, line: answer.split('\r\n')[0] }).toMatchObject({
          line: expect.stringMatching(/ 4(00|21) /),
        });
        expect(answer).not.toContain(foreign);
      }
      const absolute = await sendRaw(
        `GET http://${foreign}${LIST_PATH} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`,
      );
      expect(absolute).toMatch(/^HTTP\/1.1 421 /);
      expect(await nginxCache.listKeys()).toEqual([]);
    });

    it('ignores headers of the visitor that name another host, scheme, address or country', async () => {
      const lies = {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '203.0.113.99',
        'x-forwarded-port': '666',
        forwarded: 'for=203.0.113.99;host=evil.example;proto=https',
        'x-original-url': '/evil.example/',
        'x-rewrite-url': '/evil.example/',
        'x-host': 'evil.example',
        'cf-ipcountry': 'ZZ',
      };
      const poisoned = await requestNginx(LIST_PATH, lies);
      const honest = await requestNginx(LIST_PATH);
      expect([readCacheStatus(poisoned), readCacheStatus(honest)]).toEqual(['MISS', 'HIT']);
      expect(honest.text).not.toMatch(/evil\.example|:666/);
      expect(honest.headers['strict-transport-security']).toBeUndefined();
      const direct = await fetchRaw({ port: web.port, path: LIST_PATH, headers: { host: HOST } });
      expect(honest.text).toBe(direct.text);
      const country = await requestNginx('/visitor-country', lies);
      expect(country.text).not.toContain('ZZ');
    });

    it('stores the pages of each host separately', async () => {
      const first = await requestNginx(LIST_PATH);
      const other = await requestNginx(LIST_PATH, { host: 'havero-nl.localhost' });
      const upper = await requestNginx(LIST_PATH, { host: HOST.toUpperCase() });
      expect(readCacheStatus(other)).not.toBe('HIT');
      expect(upper.text).toBe(first.text);
    });
  });

  describe('private responses', () => {
    const privatePaths = [
      '/cart/',
      '/checkout/login/',
      '/checkout/billing/',
      '/checkout/delivery/',
      '/checkout/payment/',
      `/checkout/complete/?orderId=1&token=${SECRET}`,
      '/account/',
      '/account/login/',
      '/account/orders/',
      '/account/information/',
      `/account/confirm/?token=${SECRET}&userId=abc`,
      `/account/reset/?token=${SECRET}&userId=abc`,
      `/account/reset?token=${SECRET}&userId=abc`,
      `/review/confirm/?token=${SECRET}`,
      `/stock-reminder/confirm/?token=${SECRET}`,
      `/stock-reminder/unsubscribe/?token=${SECRET}`,
      `/newsletter/?token=${SECRET}`,
      `/en/rqs/${SECRET}/`,
      `/${SECRET}/rqs/1/`,
      `/search/?q=${SECRET}`,
      `/search?q=${SECRET}`,
      '/compare/?ids=101,102',
      '/there-is-no-such-page/',
      '/visitor-country',
      '/api/account',
      `/api/cart/${SECRET}`,
      '/api/orders',
    ];

    it('stores no page of the cart, the checkout, the account or a mailed link', async () => {
      const { cookie } = await createSignedInAccount(backend);
      for (const url of privatePaths) {
        for (const headers of [{}, { cookie }, {}]) {
          const answer = await requestNginx(url, headers);
          expect({ url, cache: readCacheStatus(answer) ?? 'MISS' }).toEqual({ url, cache: 'MISS' });
          expect({ url, policy: answer.headers['cache-control'] }).toEqual({
            url,
            policy: expect.stringContaining('no-store'),
          });
        }
      }
      expect(await nginxCache.listKeys()).toEqual([]);
    });

    it('stores no page that shows the cart, the order or the account of a visitor', async () => {
      const { cookie, emailAddress } = await createSignedInAccount(backend);
      const placeOrders = createOrderPlacer(createBackendCaller(() => backend));
      const cartId = await placeOrders.openOrderableCart([[VARIANT, 1]]);
      const buyer = callInputs.setBilling.body.emailAddress;
      const shown: (readonly [url: string, cookie: string, mark: string])[] = [
        ['/cart/', `cart=${cartId}`, cartId],
        ['/checkout/billing/', `cart=${cartId}`, buyer],
        ['/checkout/payment/', `cart=${cartId}`, buyer],
        ['/account/', cookie, 'Marit'],
        ['/account/information/', cookie, emailAddress],
      ];
      const expectPrivate = async ([url, cookies, mark]: (typeof shown)[number]) => {
        const own = await requestNginx(url, cookies === '' ? {} : { cookie: cookies });
        expect({ url, status: own.status, isShown: own.text.includes(mark) }).toEqual({
          url,
          status: 200,
          isShown: true,
        });
        const other = await requestNginx(url.split('?')[0] ?? '');
        expect({ url, isShown: other.text.includes(mark) }).toEqual({ url, isShown: false });
      };
      for (const one of shown) await expectPrivate(one);
      const { status, body } = await placeOrders.place(cartId);
      expect(status).toBe(200);
      const { orderId, token }: { orderId: string; token: string } = body;
      await expectPrivate([`/checkout/complete/?orderId=${orderId}&token=${token}`, '', orderId]);
      expect(await nginxCache.listKeys()).toEqual([]);
    });

    it('stores no cookie, and no public page that was rendered for a visitor with a session', async () => {
      const { cookie, emailAddress } = await createSignedInAccount(backend, { firstName: 'Zwaantje' });
      const signedIn = await requestNginx(LIST_PATH, { cookie });
      expect([readCacheStatus(signedIn), signedIn.headers['cache-control']]).toEqual([
        'MISS',
        'private, no-store',
      ]);
      expect(await nginxCache.listKeys()).toEqual([]);

      const cart = await fetchRaw({
        port: nginxCache.port,
        path: '/api/cart',
        method: 'POST',
        headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const cookies = cart.headers['set-cookie'] ?? [];
      expect([cart.status, cookies.length > 0]).toEqual([200, true]);
      const values = cookies.map((one) => one.split(';')[0] ?? '');
      const own = await requestNginx(LIST_PATH, { cookie: values.join('; ') });
      const other = await requestNginx(LIST_PATH);
      expect(own.status).toBe(200);
      expect(other.headers['set-cookie']).toBeUndefined();
      const marks = ['Zwaantje', emailAddress, 'Set-Cookie', ...values.map((one) => one.split('=')[1] ?? '')];
      for (const stored of await nginxCache.readStored()) {
        const text = stored.toString('latin1').toLowerCase();
        for (const mark of marks.filter(({ length }) => length > 3)) {
          expect(text).not.toContain(mark.toLowerCase());
        }
      }
    });

    it('neither stores the page of a preview nor returns it from the cache', async () => {
      const stored = await requestNginx(LIST_PATH);
      for (const cookie of ['preview=abc', 'a=b; __Host-preview=abc', 'a=b;preview=abc']) {
        const preview = await requestNginx(LIST_PATH, { cookie });
        expect({ cookie, cache: readCacheStatus(preview) }).toEqual({ cookie, cache: 'BYPASS' });
        expect(preview.headers['cache-control']).toBe('private, no-store');
      }
      const after = await requestNginx(LIST_PATH);
      expect([readCacheStatus(after), after.text]).toEqual(['HIT', stored.text]);
    });
  });

  describe('methods, ranges and conditions', () => {
    it('answers HEAD as GET without a body, from the same entry', async () => {
      for (const url of [LIST_PATH, findCompressedScript()]) {
        const head = await requestNginx(url, {}, 'HEAD');
        const get = await requestNginx(url);
        expect([head.status, head.text, readCacheStatus(head), readCacheStatus(get)]).toEqual([
          200,
          '',
          'MISS',
          'HIT',
        ]);
        expect(get.text.length).toBeGreaterThan(100);
        expect(head.headers['content-type']).toBe(get.headers['content-type']);
      }
    });

    it('stores the complete response if a range is requested', async () => {
      const script = findCompressedScript();
      for (const url of [script, LIST_PATH]) {
        const part = await requestNginx(url, { range: 'bytes=0-9' });
        const whole = await requestNginx(url);
        expect([200, 206]).toContain(part.status);
        if (part.status === 206) expect(part.text).toBe(whole.text.slice(0, 10));
        else expect(part.text).toBe(whole.text);
        expect([whole.status, readCacheStatus(whole)]).toEqual([200, 'HIT']);
        expect(whole.text.length).toBeGreaterThan(100);
      }
      const part = await requestNginx(script, { range: 'bytes=10-19' });
      const whole = await requestNginx(script);
      expect([part.status, part.text]).toEqual([206, whole.text.slice(10, 20)]);
    });

    it('stores the complete response if the request is conditional', async () => {
      for (const url of [LIST_PATH, findCompressedScript()]) {
        const { headers } = await fetchRaw({ port: web.port, path: url, headers: { host: HOST } });
        const held = await requestNginx(url, { 'if-none-match': headers.etag ?? '' });
        expect([held.status, held.text]).toEqual([304, '']);
        const whole = await requestNginx(url);
        expect([whole.status, readCacheStatus(whole)]).toEqual([200, 'HIT']);
        expect(whole.text.length).toBeGreaterThan(100);
      }
    });

    it.each(['POST', 'PUT', 'DELETE', 'PURGE', 'TRACE', 'OPTIONS'])(
      'stores no response to %s',
      async (method) => {
        const answer = await requestNginx(LIST_PATH, { 'content-length': '0' }, method);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(await nginxCache.listKeys()).toEqual([]);
        expect(readCacheStatus(await requestNginx(LIST_PATH))).toBe('MISS');
      },
    );

    it('exposes no probe, metrics or purge under any spelling', async () => {
      for (const url of [
        '/health/live',
        '/health/ready',
        '//health/live',
        '/./health/live',
        '/%68ealth/live',
        '/x/../health/live',
        '/health//live',
        '/HEALTH/live',
        '/metrics',
        '/purge',
      ]) {
        const { status, text } = await requestNginx(url);
        expect({ url, isShown: status < 300 || text.includes('"status"') }).toEqual({ url, isShown: false });
      }
    });
  });

  describe('request bodies', () => {
    /** Creates a photo of this size, with unused segments before its pixels. */
    async function drawLargePhoto(size: number): Promise<Buffer> {
      const photo = await drawPhoto().toBuffer();
      const segment = Buffer.alloc(65_537, 0x20);
      segment.writeUInt32BE(0xffef_ffff);
      const count = Math.floor((size - photo.length) / segment.length);
      const padding = Array.from({ length: count }, () => segment);
      return Buffer.concat([photo.subarray(0, 2), ...padding, photo.subarray(2)]);
    }

    const sendForm = async (form: Buffer, cookie: string, url = '/api/returns') => {
      const headers = {
        host: HOST,
        cookie,
        origin: `http://${HOST}`,
        'content-type': MULTIPART_CONTENT_TYPE,
      };
      const sent = request({
        host: '127.0.0.1',
        port: nginxCache.port,
        path: url,
        method: 'POST',
        headers,
        agent: false,
      });
      sent.setHeader('content-length', form.length);
      // A refusal may arrive and close the connection while the body is still being sent.
      sent.on('error', () => {});
      sent.end(form);
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode, text: (await buffer(answer)).toString() };
    };

    it('passes a return with three photos of 8 MB', async () => {
      const { accountId, cookie } = await createSignedInAccount(backend);
      const orderId = await insertDispatchedOrder(backend, accountId);
      const photo = await drawLargePhoto(8_000_000);
      const fields = { productVariantId: String(VARIANT), orderId, quantity: '1', reason: 'damaged' };
      const form = createForm([...createFieldParts(fields), ...[1, 2, 3].map(() => createPhotoPart(photo))]);
      expect(form.length).toBeGreaterThan(23_700_000);
      const { status, text } = await sendForm(form, cookie);
      expect({ status, text }).toMatchObject({ status: 200 });
    });

    it.each([
      ['more than the shop accepts', 24_500_000],
      ['more than nginx accepts', 27_000_000],
    ])('refuses a body of %s with 413', async (_what, size) => {
      const { cookie } = await createSignedInAccount(backend);
      const { status } = await sendForm(Buffer.alloc(size, 0x20), cookie);
      expect(status).toBe(413);
    });
  });

  describe('security headers', () => {
    it('are on responses of nginx, and once on those of the shop', async () => {
      const script = findCompressedScript();
      const answers = [
        await requestNginx('/health/live'),
        await requestNginx(LIST_PATH, { 'content-length': '99000000' }, 'POST'),
        await requestNginx(LIST_PATH),
        await requestNginx(LIST_PATH),
        await requestNginx(script),
        await requestNginx(script),
        await requestNginx('/api/countries'),
      ];
      await nginxCache.stop();
      nginxCache = await startNginxCache(nginx ?? '', await findFreePort());
      answers.push(
        await requestNginx('/assets/nothing.js'),
        await requestNginx('/api/countries'),
        await requestNginx(LIST_PATH),
      );
      expect(answers.map(({ status }) => status)).toEqual([404, 413, 200, 200, 200, 200, 200, 502, 502, 503]);
      for (const { status, headers } of answers) {
        expect({ status, sniffing: headers['x-content-type-options'] }).toEqual({
          status,
          sniffing: 'nosniff',
        });
        // Node joins duplicate headers.
        expect(headers['content-security-policy']).toMatch(/^default-src 'none'(?!.*default-src)/);
        expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      }
    });
  });

  describe('logs', () => {
    const mailed = [
      `/account/reset/?token=${SECRET}&userId=abc`,
      `/account/confirm?token=${SECRET}`,
      `/review/confirm/?token=${SECRET}`,
      `/checkout/complete/?orderId=1&token=${SECRET}`,
      `//account/reset/?token=${SECRET}`,
      `/assets/nothing.js?token=${SECRET}`,
      `/api/orders/${SECRET}?token=${SECRET}`,
      `/en/rqs/${SECRET}/`,
    ];

    async function expectNoSecret(requests: number) {
      const { access, error } = await eventually(async () => {
        const logs = await nginxCache.readLogs();
        expect(logs.access.split('\n').length).toBeGreaterThan(requests);
        return logs;
      });
      for (const log of [access, error]) {
        expect(log).not.toContain('SECRET');
        expect(log).not.toMatch(/token|userId|query/i);
      }
      for (const line of access.trim().split('\n')) {
        expect(Object.keys(JSON.parse(line) as object)).toEqual([
          'time',
          'status',
          'cache',
          'seconds',
          'requestId',
        ]);
      }
      return access;
    }

    it('contain no query and no token of a mailed link', async () => {
      for (const url of mailed) await requestNginx(url, { referer: `http://${HOST}${url}` });
      await sendRaw(`GET /account/reset/?token=${SECRET} HTTP/9.9\r\nHost: ${HOST}\r\n\r\n`);
      await sendRaw(`GET /account/reset/?token=${SECRET}\x01 HTTP/1.1\r\nHost: a/b\r\n\r\n`);
      await expectNoSecret(mailed.length);
    });

    it('contain none while no web responds and while nginx cannot write', async () => {
      const port = await findFreePort();
      await nginxCache.stop();
      nginxCache = await startNginxCache(nginx ?? '', port);
      for (const url of mailed) {
        const { status } = await requestNginx(url);
        expect([502, 503]).toContain(status);
      }
      // A body larger than the memory buffer is written to a folder that was removed.
      await nginxCache.loseTemporaryFolder();
      const answer = await fetchRaw({
        port: nginxCache.port,
        path: mailed[0] ?? '',
        method: 'POST',
        headers: { host: HOST },
        body: 'x'.repeat(200_000),
      });
      expect(answer.status).toBe(500);
      const access = await expectNoSecret(mailed.length + 1);
      expect(access).toContain('"status":503');
    });
  });

  describe('an outage of the web', () => {
    it('is bridged with stored pages and files, and with an error page of the host for other requests', async () => {
      const short = await startWeb({ PAGE_FRESH_SECONDS: '1' });
      await nginxCache.stop();
      nginxCache = await startNginxCache(nginx ?? '', short.port);
      const script = findCompressedScript();
      const [page, file] = [await requestNginx(LIST_PATH), await requestNginx(script)];
      expect([page.status, file.status]).toEqual([200, 200]);
      await short.stop();

      const stale = await eventually(async () => {
        const answer = await requestNginx(LIST_PATH);
        expect(['STALE', 'UPDATING']).toContain(readCacheStatus(answer));
        return answer;
      });
      expect([stale.status, stale.text]).toEqual([200, page.text]);
      expect([(await requestNginx(script)).status, (await requestNginx(script)).text]).toEqual([
        200,
        file.text,
      ]);

      for (const [host, language] of [
        [HOST, 'en-GB'],
        ['hafero-de.localhost', 'de-DE'],
        ['nobody.example', 'en-GB'],
      ] as const) {
        for (const url of ['/horse-feed/', '/cart/', `/account/reset/?token=${SECRET}`]) {
          const closed = await requestNginx(url, { host });
          expect({ host, status: closed.status }).toEqual({ host, status: 503 });
          expect(closed.text).toContain(`<html lang="${language}">`);
          expect(closed.text).not.toContain('SECRET');
          expect(closed.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '30' });
        }
      }
      expect((await requestNginx('/assets/nothing.js')).status).toBe(502);
      expect((await requestNginx('/api/countries')).status).toBe(502);

      const again = await startWeb({ PAGE_FRESH_SECONDS: '1' }, short.port);
      try {
        await eventually(async () => expect((await requestNginx('/horse-feed/')).status).toBe(200));
      } finally {
        await again.stop();
      }
    });
  });
});
