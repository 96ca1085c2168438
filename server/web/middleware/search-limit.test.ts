import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type FakeBackend, startFakeBackend } from '../../../test/fixtures/fake-backend.ts';
import { fetchRaw } from '../../../test/fixtures/fetch-raw.ts';
import { startTestWeb, type TestWeb } from '../../../test/fixtures/test-web.ts';

const host = 'havero-nl.localhost';

let backend: FakeBackend;
let web: TestWeb;
/** Searches in progress at the backend. */
let heldSearches: (() => void)[];

beforeEach(async () => {
  heldSearches = [];
  backend = await startFakeBackend();
  backend.handlers.set('/api/products/search', (_request, response) => {
    heldSearches.push(() => response.end('{}'));
  });
  web = await startTestWeb({
    baseUrl: backend.baseUrl,
    environment: { TRUST_PROXY: 'loopback', SEARCHES_LIMIT: '3', ADDRESS_SEARCHES_LIMIT: '2' },
  });
  await supertest(web.server).get('/').set('host', host).expect(200);
});

afterEach(async () => {
  for (const end of heldSearches) end();
  await web.close();
  await backend.close();
});

function sendRequest(path: string, address: string, method = 'GET') {
  const headers = { host, 'x-forwarded-for': address };
  return fetchRaw({ port: web.port, path, method, headers });
}

const search = (address: string) => sendRequest('/api/products/search', address, 'POST');

/** Waits until the given number of searches is in progress at the backend. */
async function waitForHeldSearches(count: number): Promise<void> {
  while (heldSearches.length < count) await new Promise((resolve) => setImmediate(resolve));
}

describe('createSearchLimit', () => {
  it('limits each network to its share, and admits the next search when one is done', async () => {
    const greedy = Array.from({ length: 5 }, (_none, host) => search(`203.0.113.${host}`));
    await waitForHeldSearches(2);
    const other = search('198.51.100.2');
    await waitForHeldSearches(3);
    // Other requests do not wait.
    expect((await sendRequest('/api/countries', '203.0.113.1')).status).toBe(200);
    expect((await sendRequest('/', '203.0.113.1')).status).toBe(200);
    expect(heldSearches).toHaveLength(3);
    heldSearches[2]!();
    expect((await other).status).toBe(200);
    heldSearches[0]!();
    await Promise.race(greedy);
    await waitForHeldSearches(4);
    for (const end of heldSearches) end();
    await waitForHeldSearches(6);
    for (const end of heldSearches) end();
    expect((await Promise.all(greedy)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('counts calculations of rations as searches, but not the calculator page without answers', async () => {
    backend.handlers.set('/api/feedadvice/calculate', (_request, response) => {
      heldSearches.push(() => response.end('{}'));
    });
    const greedy = Array.from({ length: 40 }, () =>
      sendRequest('/api/feedadvice/calculate', '203.0.113.1', 'POST'),
    );
    expect((await Promise.race(greedy)).status).toBe(429);
    expect(heldSearches).toHaveLength(2);
    expect((await sendRequest('/voeradvies/?roughage=hay&type=horse&work=light', '203.0.113.1')).status).toBe(
      429,
    );
    expect((await sendRequest('/api/feedadvice/horsetypes', '203.0.113.1')).status).not.toBe(429);
    expect((await sendRequest('/voeradvies/', '203.0.113.1')).status).not.toBe(429);
    for (const sent of greedy) sent.catch(() => {});
  });

  it('answers 429 to an address that fills its queue, and serves others', async () => {
    const greedy = Array.from({ length: 40 }, () => search('203.0.113.1'));
    const refused = await Promise.race(greedy);
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('5');
    const other = search('198.51.100.2');
    await waitForHeldSearches(3);
    heldSearches[2]!();
    expect((await other).status).toBe(200);
    expect((await sendRequest('/zoeken/?q=muesli', '203.0.113.1')).status).toBe(429);
    for (const sent of greedy) sent.catch(() => {});
  });
});
