import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FaultBackend, startFaultBackend } from './fault-backend.ts';
import { fetchPageAddresses, fetchShopHosts, type PageAddresses, type ShopHost } from './shop-hosts.ts';
import { eventually, type Visit, visit } from './visit.ts';
import { startWebProcess, type WebProcess } from './web-process.ts';

let backend: FaultBackend;
let web: WebProcess;
let host: ShopHost;
let pages: PageAddresses;
/** Heading of the product page in the data. */
let product: string;

beforeAll(async () => {
  backend = await startFaultBackend();
  host = (await fetchShopHosts(backend.baseUrl))[0]!;
  pages = (await fetchPageAddresses(backend.baseUrl, [host])).get(host.host)!;
  web = await startWebProcess({
    apiBaseUrl: backend.baseUrl,
    // Tests how connections are shared, also by searches.
    environment: {
      SEARCHES_LIMIT: '200',
      ADDRESS_SEARCHES_LIMIT: '200',
      // Pages and cached responses become stale soon.
      PAGE_FRESH_SECONDS: '1',
      RESPONSE_SHORT_SECONDS: '1',
    },
  });
  product = await fetchProductHeading();
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

/** Requests every page. */
function visitAllPages(): Promise<Visit[]> {
  const { missing: _notThere, ...there } = pages;
  return Promise.all(Object.values(there).map((path) => visit({ port: web.port, host: host.host, path })));
}

/** Returns the text of a page's heading, without its elements. */
const readHeading = ({ text }: Visit): string | undefined =>
  /<h1[^>]*>(.*?)<\/h1>/s
    .exec(text)?.[1]
    ?.replaceAll(/<[^>]*>/g, '')
    .trim();

/** Returns the headings that visitors see, without links and request ids. */
const readHeadings = (visits: readonly Visit[]): (string | undefined)[] => visits.map(readHeading);

const isStaleVisit = ({ headers }: Visit): boolean => headers['server-timing'] === 'cache;desc=stale';

/** Returns the heading of the product page that a visitor sees. */
async function fetchProductHeading(): Promise<string> {
  return readHeading(await visit({ port: web.port, host: host.host, path: pages.product! })) ?? '';
}

describe.each(['refused', 'blackHoled', 'status500'] as const)(
  'a backend that becomes unavailable: %s',
  (fault) => {
    it('leaves cached pages unchanged, and shows new data after it is available again', async () => {
      await eventually(async () => {
        expect((await visitAllPages()).every(({ status }) => status === 200)).toBe(true);
        expect(await fetchProductHeading()).toBe(product);
      });
      const visits = await visitAllPages();
      const before = readHeadings(visits);

      await backend.setFault(fault);
      // A page that is rendered again from cached responses is fresh again, so each page counts once it was
      // served stale. A page for one visitor is not cached and has no age.
      const wereStale = visits.map(({ headers }) => headers.age === undefined);
      while (wereStale.includes(false)) {
        const during = await visitAllPages();
        expect(during.map(({ status }) => status)).toEqual(during.map(() => 200));
        expect(readHeadings(during)).toEqual(before);
        for (const [index, answer] of during.entries()) wereStale[index] ||= isStaleVisit(answer);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }

      backend.setRewrite((text) => text.replaceAll(product, `${product} ${fault}`));
      await backend.setFault(null);
      await eventually(async () => expect(await fetchProductHeading()).toBe(`${product} ${fault}`));
      backend.setRewrite(null);
    });
  },
);

describe('a slow backend', () => {
  it('is waited for', async () => {
    backend.setDelay(150);
    const visits = await visitAllPages();
    backend.setDelay(0);
    expect(visits.map(({ status }) => status)).toEqual(visits.map(() => 200));
  });
});

describe('two hundred concurrent visitors', () => {
  it('share 50 connections to the backend, of which at most 10 stay open', async () => {
    const getTerm = (n: number) =>
      visit({ port: web.port, host: host.host, path: `/${host.searchSegment}/?q=term-${n}` });
    // Tests the connections, not the speed of the database.
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
