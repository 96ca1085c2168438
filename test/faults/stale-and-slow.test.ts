import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultBackend, startFaultBackend } from './fault-backend.ts';
import { fetchPageAddresses, fetchShopHosts, type PageAddresses, type ShopHost } from './shop-hosts.ts';
import { eventually, type Visit, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

let backend: FaultBackend;
let web: WebProcess;
let host: ShopHost;
let pages: PageAddresses;
/** Heading of the product's page, as it is in the data. */
let product: string;

beforeAll(async () => {
  backend = await startFaultBackend();
  host = (await fetchShopHosts(backend.baseUrl))[0]!;
  pages = (await fetchPageAddresses(backend.baseUrl, [host])).get(host.host)!;
  web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    // What is asked here is how connections are shared, by searches among others.
    environment: {
      SEARCHES_LIMIT: '200',
      ADDRESS_SEARCHES_LIMIT: '200',
      // Pages and short-lived answers are soon stale.
      PAGE_FRESH_SECONDS: '1',
      RESPONSE_SHORT_SECONDS: '1',
    },
  });
  product = await readProduct();
});

afterEach(async () => {
  backend.setRewrite(null);
  backend.setDelay(0);
  backend.setReplay(false);
  await backend.setFault(null);
});

afterAll(async () => {
  await web?.stop();
  await backend?.close();
});

/** Every page that there is. */
function getAll(): Promise<Visit[]> {
  const { missing: _notThere, ...there } = pages;
  return Promise.all(Object.values(there).map((path) => visit({ port: web.port, host: host.host, path })));
}

/** The heading of a page as a visitor reads it: the words without the elements that they stand in. */
const readHeading = ({ text }: Visit): string | undefined =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim();

/** What a visitor reads: without references and the addresses of requests. */
const readHeadings = (visits: readonly Visit[]): (string | undefined)[] => visits.map(readHeading);

const isStale = ({ headers }: Visit): boolean => headers['server-timing'] === 'cache;desc=stale';

/** Heading of the product's page as a visitor reads it. */
async function readProduct(): Promise<string> {
  return readHeading(await visit({ port: web.port, host: host.host, path: pages.product! })) ?? '';
}

describe.each(['refused', 'blackHoled', 'status500'] as const)('a backend that goes away: %s', (fault) => {
  it('leaves the pages that were seen before as they were, and shows new data after its return', async () => {
    await eventually(async () => {
      expect((await getAll()).every(({ status }) => status === 200)).toBe(true);
      expect(await readProduct()).toBe(product);
    });
    const visits = await getAll();
    const before = readHeadings(visits);

    await backend.setFault(fault);
    // A page that is rendered again from stored answers is fresh again, so each page counts once it was served stale.
    // A page for one visitor is not stored and has no age.
    const wereStale = visits.map(({ headers }) => headers.age === undefined);
    while (wereStale.includes(false)) {
      const during = await getAll();
      expect(during.map(({ status }) => status)).toEqual(during.map(() => 200));
      expect(readHeadings(during)).toEqual(before);
      for (const [index, answer] of during.entries()) wereStale[index] ||= isStale(answer);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }

    backend.setRewrite((text) => text.replaceAll(product, `${product} ${fault}`));
    await backend.setFault(null);
    await eventually(async () => expect(await readProduct()).toBe(`${product} ${fault}`));
    backend.setRewrite(null);
  });
});

describe('a backend that is only slow', () => {
  it('is waited for', async () => {
    backend.setDelay(150);
    const visits = await getAll();
    backend.setDelay(0);
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
  });
});

describe('two hundred visitors at once', () => {
  it('share 50 connections to the backend, of which at most 10 stay', async () => {
    const getTerm = (n: number) =>
      visit({ port: web.port, host: host.host, path: `/${host.searchSegment}/?q=term-${n}` });
    // The connections are the question here, not how fast the database is.
    backend.setReplay(true);
    await getTerm(200);
    backend.sockets.peak = 0;
    backend.setDelay(20);
    const visits = await Promise.all(Array.from({ length: 200 }, (_, n) => getTerm(n)));
    backend.setDelay(0);
    backend.setReplay(false);
    expect(visits.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
    expect(backend.sockets.peak).toBeLessThanOrEqual(50);
    expect(backend.sockets.peak).toBeGreaterThan(10);
    await eventually(async () => expect(backend.sockets.open.size).toBeLessThanOrEqual(10));
  });
});
