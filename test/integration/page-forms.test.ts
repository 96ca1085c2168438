import { readdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { count } from 'drizzle-orm';
import { sentTexts } from '../../client/pages/form-sent/FormSentPage.tsx';
import en from '../../locales/en.json' with { type: 'json' };
import { review } from '../../server/backend/modules/reviews/tables.ts';
import { readAssetManifest } from '../../server/web/render/asset-manifest.ts';
import { readMessages } from '../../server/web/render/messages.ts';
import { createPageRenderer } from '../../server/web/render/render-page.tsx';
import { eventually } from '../faults/visit.ts';
import { type BackendFixture, openBackend } from '../fixtures/backend-app.ts';
import { type Answer, fetchRaw } from '../fixtures/fetch-raw.ts';
import { startTestWeb, type TestWeb } from '../fixtures/test-web.ts';

const root = path.join(import.meta.dirname, '../..');
const host = 'en.havero-nl.localhost';
const productPath = '/prado-balance-muesli/';
const reviewsCall = 'POST /api/products/101/reviews';

let backend: BackendFixture;
let backendServer: Server;
let web: TestWeb;
/** What answers a call instead of the backend. */
const instead = new Map<string, RequestListener>();

beforeAll(async () => {
  backend = await openBackend();
  backendServer = createServer((request, response) => {
    const answer = instead.get(`${request.method} ${request.url?.split('?')[0]}`) ?? backend.app;
    answer(request, response);
  });
  await new Promise<void>((resolve) => backendServer.listen(0, '127.0.0.1', resolve));
  web = await startTestWeb({
    baseUrl: `http://127.0.0.1:${(backendServer.address() as AddressInfo).port}`,
    environment: { TRUST_PROXY: 'true', ADDRESS_BODIES_LIMIT: '1000' },
    renderPage: createPageRenderer({
      manifest: readAssetManifest(path.join(root, 'dist/server/asset-manifest.json')),
      getMessages: readMessages(path.join(root, 'locales')),
      reportsErrors: false,
      timeouts: { requestMs: 20_000, optionalMs: 20_000 },
    }),
  });
});

afterEach(() => instead.clear());

afterAll(async () => {
  await web?.close();
  backendServer?.closeAllConnections();
  backendServer?.close();
  await backend?.close();
});

const written = {
  form: 'review',
  productId: '101',
  rating: '5',
  title: 'Eats it gladly',
  opinion: 'Good feed',
  text: 'My mare has eaten this muesli gladly for years.',
  name: 'Anna',
  emailAddress: 'anna.marker@example.com',
};

interface Sending {
  readonly to?: string;
  readonly headers?: Record<string, string>;
}

/** Sends a form as a browser without script does. */
function send(body: string, type: string, { to = productPath, headers = {} }: Sending = {}): Promise<Answer> {
  return fetchRaw({
    port: web.port,
    path: to,
    method: 'POST',
    headers: { host, 'content-type': type, 'sec-fetch-site': 'same-origin', ...headers },
    body,
  });
}
const sendPlain = (fields: Record<string, string>, sending?: Sending) =>
  send(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded', sending);

const boundary = '----boundary7MA4YWxk';
const withParts = `multipart/form-data; boundary=${boundary}`;
const writeParts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--${boundary}--\r\n`;

const get = (to: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetchRaw({ port: web.port, path: to, method, headers: { host, ...headers } });

const cookiesOf = ({ headers }: Answer) => headers['set-cookie'] ?? [];
const countReviews = async () =>
  (await backend.database.select({ rows: count() }).from(review))[0]?.rows ?? 0;
/** Another visitor for each, so that limits of one do not count for the next. */
let visitors = 0;
const asAnother = () => ({ 'x-forwarded-for': `10.1.${visitors >> 8}.${visitors++ & 255}` });

describe('a form without script that succeeds', () => {
  it.each([
    ['plain', (fields: Record<string, string>, sending: Sending) => sendPlain(fields, sending)],
    [
      'with parts',
      (fields: Record<string, string>, sending: Sending) => send(writeParts(fields), withParts, sending),
    ],
  ])('leads to a private page that says so once (%s)', async (how, sendForm) => {
    const fields = { ...written, emailAddress: `anna.${how.replace(' ', '-')}@example.com` };
    const answer = await sendForm(fields, { headers: asAnother() });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/form/sent/');
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const [cookie = '', ...others] = cookiesOf(answer);
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^notice=[\w-]+; Path=\/; Max-Age=120; SameSite=Lax; HttpOnly$/);
    const notice = cookie.slice(0, cookie.indexOf(';'));
    // Nothing of what was typed travels on.
    const told = Buffer.from(notice.slice('notice='.length), 'base64url').toString();
    for (const value of Object.values(fields).slice(3)) expect(told).not.toContain(value);

    const looked = await get('/form/sent/', { cookie: notice }, 'HEAD');
    expect(cookiesOf(looked)).toEqual([]);
    const page = await get('/form/sent/', { cookie: notice });
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(page.text).toContain(en['review.thanks']);
    expect(page.text).toContain(`href="${productPath}"`);
    expect(cookiesOf(page)).toEqual(['notice=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);

    const again = await get('/form/sent/');
    expect(again.text).toContain(en['form.sentBefore']);
    expect(again.text).not.toContain(en['review.thanks']);
    expect(cookiesOf(again)).toEqual([]);
  });

  it('has words for each form that has no page of its own to lead to', async () => {
    const folder = path.join(root, 'client/pages');
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const modules: object[] = await Promise.all(
      folders.map(({ name }) => import(path.join(folder, name, 'page.ts'))),
    );
    const names = modules
      .flatMap((module): { readonly actions?: object }[] => Object.values(module))
      .flatMap(({ actions }) => Object.keys(actions ?? {}));
    expect(names.sort()).toEqual(Object.keys(sentTexts).sort());
  });

  it('has no notice on a page that others see, too', async () => {
    const answer = await sendPlain(
      { ...written, emailAddress: 'anna.public@example.com' },
      { headers: asAnother() },
    );
    const cookie = cookiesOf(answer)[0]?.split(';')[0] ?? '';
    const page = await get(productPath, { cookie });
    expect(page.text).not.toContain(en['review.thanks']);
    expect(cookiesOf(page)).toEqual([]);
  });
});

describe('a form without script that is refused', () => {
  it.each([
    ['plain', (fields: Record<string, string>) => sendPlain(fields)],
    ['with parts', (fields: Record<string, string>) => send(writeParts(fields), withParts)],
  ])('comes again with what was typed, whole (%s)', async (_how, sendForm) => {
    const text = `${'word '.repeat(1000)}a <b>&amp; --${boundary} "end`;
    const answer = await sendForm({ ...written, rating: '', text });
    expect(answer.status).toBe(422);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    expect(answer.headers.location).toBeUndefined();
    expect(cookiesOf(answer)).toEqual([]);
    expect(answer.text).toContain(en['review.ratingRequired']);
    expect(answer.text).toContain(`a &lt;b&gt;&amp;amp; --${boundary} &quot;end`);
    expect(answer.text).toContain('word '.repeat(1000));
  });

  it('keeps its 41st field', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`more-${n}`, 'x']));
    const answer = await sendPlain({ ...many, ...written, rating: '' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(written.emailAddress);
  });
});

describe('what is no form of ours', () => {
  const half = writeParts(written).slice(0, 400);
  const large = 'x'.repeat(9_000_000);
  it.each([
    ['half of one with parts', () => send(half, withParts), 400],
    ['parts without their boundary', () => send(writeParts(written), 'multipart/form-data'), 400],
    [
      'parts with another boundary',
      () => send(writeParts(written), 'multipart/form-data; boundary=other'),
      400,
    ],
    ['9 MB', () => sendPlain({ ...written, text: large }), 413],
    ['9 MB with parts', () => send(writeParts({ ...written, text: large }), withParts), 413],
    [
      '101 fields',
      () => sendPlain(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, '']))),
      413,
    ],
    [
      '101 parts',
      () =>
        send(writeParts(Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`f${n}`, '']))), withParts),
      413,
    ],
    ['a form that there is not', () => sendPlain({ form: 'constructor' }), 400],
    ['nothing', () => sendPlain({}), 400],
    ["another site's", () => sendPlain(written, { headers: { 'sec-fetch-site': 'cross-site' } }), 403],
    ['one that names no page', () => sendPlain(written, { headers: { 'content-type': 'text/plain' } }), 405],
  ])('is refused in words: %s', async (_case, sendForm, status) => {
    const before = await countReviews();
    const answer = await sendForm();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).not.toContain(written.emailAddress);
    expect(cookiesOf(answer)).toEqual([]);
    expect(await countReviews()).toBe(before);
  });
});

describe('a backend on a bad day', () => {
  const json = { 'content-type': 'application/json' };
  it.each<[string, RequestListener]>([
    ['fails', (_request, response) => response.writeHead(500, json).end('{"code":"internal_error"}')],
    ['cuts the connection', (request) => request.socket.destroy()],
    [
      'cuts it after the head',
      (_request, response) => {
        response.writeHead(200, { ...json, 'content-length': '100' });
        response.write('{');
        setImmediate(() => response.destroy());
      },
    ],
    ['refuses in nonsense', (_request, response) => response.writeHead(422, json).end('"<b>')],
    [
      'sets cookies that are none of ours',
      (_request, response) =>
        response
          .writeHead(500, {
            ...json,
            'set-cookie': [
              'evil=1; Domain=.localhost',
              'notice=abc',
              '__Host-notice=abc',
              'sid=a b; Path=/x',
            ],
          })
          .end('{}'),
    ],
  ])('that %s leaves the visitor what they typed', async (_case, answerCall) => {
    instead.set(reviewsCall, answerCall);
    const answer = await sendPlain(written, { headers: asAnother() });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain(written.text);
    expect(answer.text).toContain(en['error.tryLater']);
    expect(cookiesOf(answer)).toEqual([]);
  });
});

it('takes each of 200 forms at once for itself', async () => {
  const before = await countReviews();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      // Half of them are wrong, each in a way of its own.
      sendPlain(
        {
          ...written,
          emailAddress: `visitor-${n}@example.com`,
          title: `Title of ${n}.`,
          rating: n % 2 ? '' : '4',
        },
        { headers: asAnother() },
      ),
    ),
  );
  const taken = answers.filter(({ status }) => status === 303);
  expect(await countReviews()).toBe(before + taken.length);
  expect(taken.length).toBeGreaterThan(0);
  for (const [n, { status, text }] of answers.entries()) {
    expect([303, 422]).toContain(status);
    if (status === 303) continue;
    const mine = [`visitor-${n}@example.com`, `Title of ${n}.`];
    expect(mine.filter((mark) => text.includes(mark))).toEqual(mine);
    expect(text.match(/visitor-\d+@example\.com/g)?.filter((mark) => mark !== mine[0])).toEqual([]);
  }
});

describe('a private page', () => {
  it('is streamed, whole, in the order in which it is read', async () => {
    const { headers, text } = await get('/search/?q=muesli');
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(headers['content-length']).toBeUndefined();
    expect(text.startsWith('<!DOCTYPE html><html')).toBe(true);
    expect(text.endsWith('</body></html>')).toBe(true);
    // What React would put in its place by a script is nowhere.
    expect(text).not.toMatch(/<div hidden id="S:|\$RC\(/);
    expect(text.match(/<!DOCTYPE/g)).toHaveLength(1);
  });

  it('may be left at any moment: nothing is reported, and the next visitor is served', async () => {
    const { bytes } = await get('/search/?q=muesli');
    const reportedBefore = web.reported.length;
    for (let n = 0; n < 40; n += 1) {
      const leaveAfter = Math.floor((bytes.length * n) / 40);
      await new Promise<void>((resolve) => {
        let received = 0;
        const socket = connect(web.port, '127.0.0.1', () => {
          socket.write(
            `GET /search/?q=muesli HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 10.2.0.${n}\r\n\r\n`,
          );
          if (leaveAfter === 0) setImmediate(() => socket.destroy());
        });
        socket.on('data', (chunk) => {
          received += chunk.length;
          if (received >= leaveAfter) socket.destroy();
        });
        socket.on('close', () => resolve());
      });
    }
    expect((await get('/search/?q=muesli')).bytes.length).toBe(bytes.length);
    await eventually(async () => expect(web.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]));
    expect(web.reported.length).toBe(reportedBefore);
  });
});
