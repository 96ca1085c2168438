import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';
import type { RenderedPage } from '../render/page-renderer.ts';

let backend: FakeBackend;
let web: TestWeb;
let delayMs: number;
let renderCount: number;
let held: (() => void)[];

beforeEach(async () => {
  delayMs = 0;
  renderCount = 0;
  held = [];
  backend = await startFakeBackend();
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { EVENT_LOOP_DELAY_LIMIT_MS: '100', IN_FLIGHT_LIMIT: '2', PAGE_CACHE_MAX_ENTRIES: '0' },
    delayMeter: { read: () => delayMs, close: () => {} },
    renderPage: async ({ url }) => {
      renderCount += 1;
      const page: RenderedPage = {
        kind: 'document',
        status: 200,
        cachePolicy: 'private',
        surrogateKeys: [],
        isComplete: true,
        pageKind: 'content',
        timings: { dataMs: 1, renderMs: 1 },
        pipe: (destination) => void destination.end('<p>page</p>'),
      };
      if (!url.startsWith('/held/')) return page;
      return new Promise((resolve) => held.push(() => resolve(page)));
    },
  });
});

afterEach(async () => {
  for (const release of held) release();
  await web.close();
  await backend.close();
});

function get(path: string, host = 'havero-nl.localhost') {
  return supertest(web.server).get(path).set('host', host).redirects(0);
}

/** Returns the number of requests that were shed for a reason, from the metrics. */
function countShed(reason: string): number | undefined {
  const measure = web.metrics.all.find(({ name }) => name === 'web_requests_shed_total');
  return measure?.readSamples().find(({ labels }) => labels.reason === reason)?.value;
}

/** Sets the event loop delay of the last two windows. */
function setDelay(ms: number) {
  delayMs = ms;
  web.load.endWindow();
  web.load.endWindow();
}

describe('createLoadShedding', () => {
  it('answers 503 with Retry-After and a message of the shop, without rendering', async () => {
    setDelay(150);
    const answer = await get('/');
    expect(answer.status).toBe(503);
    expect(answer.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.text).toContain('<html lang="nl-NL">');
    expect(answer.text).toContain('Back in a moment');
    expect(renderCount).toBe(0);
    expect(countShed('event_loop')).toBe(1);
  });

  it('serves pages again as soon as the event loop recovers', async () => {
    setDelay(150);
    await get('/').expect(503);
    setDelay(5);
    await get('/').expect(200);
  });

  it('never rejects health probes', async () => {
    setDelay(10_000);
    await get('/health/live').expect(200);
    await get('/health/ready').expect(200);
  });

  it('rejects API calls with problem documents, and those of an order last', async () => {
    setDelay(150);
    const answer = await get('/api/products/1');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(JSON.parse(answer.text)).toMatchObject({ status: 503, code: 'overloaded' });
    await get('/api/cart/1').expect(404);
    await get('/bestellen/delivery/').expect(200);
    setDelay(300);
    await get('/api/cart/1').expect(503);
    await get('/bestellen/delivery/').expect(503);
  });

  it('rejects a page if too many are in progress, and accepts the next when one is done', async () => {
    const slow = [get('/held/1/'), get('/held/2/')].map((sent) => sent.then(({ status }) => status));
    while (held.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await get('/').expect(503);
    expect(countShed('in_flight')).toBe(1);
    held.shift()!();
    await Promise.race(slow);
    while (web.load.inFlight > 1) await new Promise((resolve) => setImmediate(resolve));
    await get('/').expect(200);
  });
});
