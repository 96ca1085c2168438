import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { ErrorReport } from '../../../shared/contract/error-report.ts';
import { MINUTE_MS } from '../../../shared/rules/durations.ts';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { BrowserError } from '../../platform/sentry.ts';
import { parseStack } from './error-reports.ts';

const host = 'havero-nl.localhost';
const report: ErrorReport = {
  type: 'TypeError',
  message: 'x is undefined',
  stack: 'TypeError: x is undefined\n    at inner (http://havero-nl.localhost/assets/main-1.js:1:20)',
  path: '/muesli/',
  isRejection: false,
};
let backend: FakeBackend;
let web: TestWeb;
let reportedErrors: BrowserError[];

beforeEach(async () => {
  reportedErrors = [];
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { TRUST_PROXY: '1' },
    reportBrowserError: (error) => reportedErrors.push(error),
  });
});

afterEach(async () => {
  await web.close();
  await backend.close();
});

const post = (body: object | string = report, headers: Record<string, string> = {}) =>
  supertest(web.server)
    .post('/errors')
    .set({ host, 'content-type': 'application/json', ...headers })
    .send(body);

describe('POST /errors', () => {
  it('forwards an error with site, language, browser and the template of the path', async () => {
    const userAgent = 'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/153.0.1.2 Safari/537.36';
    const answer = await post(
      { ...report, path: '/account/orders/123456/' },
      { 'user-agent': userAgent, 'x-request-id': 'request-1', 'sec-fetch-site': 'same-origin' },
    );
    expect(answer.status).toBe(204);
    expect(reportedErrors).toEqual([
      {
        type: 'TypeError',
        message: 'x is undefined',
        frames: [{ name: 'inner', file: 'http://havero-nl.localhost/assets/main-1.js', line: 1, column: 20 }],
        fields: {
          path: '/account/orders/{id}/',
          isRejection: 'false',
          browser: 'Chrome 153',
          siteId: 1,
          languageId: 1,
          requestId: 'request-1',
        },
      },
    ]);
  });

  it.each([
    [405, () => supertest(web.server).get('/errors').set({ host })],
    [403, () => post(report, { 'sec-fetch-site': 'cross-site' })],
    [415, () => post('{}', { 'content-type': 'text/plain' })],
    [400, () => post('{')],
    [400, () => post({})],
    [400, () => post({ ...report, message: 'x'.repeat(501) })],
    [400, () => post({ ...report, cookie: 'a=1' })],
    [413, () => post({ ...report, stack: 'x'.repeat(20_000) })],
    [421, () => post(report, { host: 'unknown.example' })],
  ])('answers %i to an invalid report', async (status, send) => {
    expect((await send()).status).toBe(status);
    expect(reportedErrors).toEqual([]);
  });

  it('accepts ten reports per minute and address, sixty in total, and then again', async () => {
    const send = async (address: string) => (await post(report, { 'x-forwarded-for': address })).status;
    for (let index = 0; index < 10; index += 1) expect(await send('192.0.2.1')).toBe(204);
    expect(await send('192.0.2.1')).toBe(429);
    for (let index = 0; index < 50; index += 1) expect(await send(`198.51.100.${index}`)).toBe(204);
    expect(await send('203.0.113.1')).toBe(429);
    expect(reportedErrors).toHaveLength(60);
    web.time.ms += MINUTE_MS;
    expect(await send('192.0.2.1')).toBe(204);
  });

  it('does not exist if no error service is configured', async () => {
    const other = await startTestWeb({ baseUrl: backend.baseUrl });
    const answer = await supertest(other.server).post('/errors').set('host', host).send(report);
    await other.close();
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('parseStack', () => {
  it('parses the stacks of Chrome', () => {
    expect(
      parseStack(
        'Error: x\n    at Menu.open (http://a/m.js?v=1:10:5)\n    at http://a/n.js:2:3\n    at <anonymous>',
      ),
    ).toEqual([
      { name: 'Menu.open', file: 'http://a/m.js', line: 10, column: 5 },
      { name: '?', file: 'http://a/n.js', line: 2, column: 3 },
    ]);
  });

  it('parses the stacks of Firefox and Safari', () => {
    expect(parseStack('open@http://a/m.js:10:5\n@http://a/n.js:2:3\n[native code]')).toEqual([
      { name: 'open', file: 'http://a/m.js', line: 10, column: 5 },
      { name: '?', file: 'http://a/n.js', line: 2, column: 3 },
    ]);
  });

  it.each([
    ['many words in a row', `${' at '.repeat(1400)}\n`],
    ['many brackets in a row', `    at ${'(:'.repeat(2900)}`],
  ])('returns no frames, without delay, for a stack designed to be slow: %s', (_name, stack) => {
    expect(parseStack(stack)).toEqual([]);
  });
});
