import { request } from 'node:http';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createFormats } from '../../shared/i18n/create-formats.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { readTags } from '../html/read-html.ts';
import {
  fetchMerchantFeed,
  findLanguageTag,
  findPriceDifferences,
  findVisiblePrice,
} from './compare-prices.ts';
import { fetchFromShop, getShopPort } from './shop-client.ts';
import {
  fetchSitemapPages,
  findFaultsOfPages,
  findHreflangFaults,
  listShopHosts,
  pickPages,
  type SitemapPage,
} from './sitemap-crawl.ts';

/**
 * Hosts of which `crawl.test.ts` requests every page. This file requests some pages of each of the others,
 * and all pages with `npm run test:long -- sitemap`.
 */
const crawledHosts = ['havero-nl.localhost', 'hafero-de.localhost'];
const PAGES_PER_SECTION = isLongTestRun ? 2 : 1;

const sitemaps = new Map<string, readonly SitemapPage[]>();

beforeAll(async () => {
  for (const host of await listShopHosts()) sitemaps.set(host, await fetchSitemapPages(host));
});

describe('the sitemaps of all hosts', () => {
  it('list pages of their own host only, each once', () => {
    expect(sitemaps.size).toBeGreaterThan(20);
    for (const [host, pages] of sitemaps) {
      expect(pages.map(({ url }) => new URL(url).hostname)).toEqual(pages.map(() => host));
      expect(new Set(pages.map(({ url }) => url)).size).toBe(pages.length);
      expect(pages.length).toBeGreaterThan(15);
    }
  });

  it('list the same set of alternates for equivalent pages, each including itself, and only listed pages', () => {
    expect(findHreflangFaults(sitemaps)).toEqual([]);
    const [home] =
      sitemaps.get('havero-nl.localhost')?.filter(({ url }) => new URL(url).pathname === '/') ?? [];
    expect([...(home?.alternates.keys() ?? [])]).toEqual(
      expect.arrayContaining(['nl-NL', 'de-AT', 'x-default']),
    );
  });
});

describe('a sample of pages of the other hosts', () => {
  it('exists, is canonical and has the same metadata as in the sitemap', async () => {
    const others = [...sitemaps].filter(([host]) => !crawledHosts.includes(host));
    const pages = others.flatMap(([, list], index) => pickPages(list, PAGES_PER_SECTION, index));

    expect(pages.length).toBeGreaterThan(PAGES_PER_SECTION * 50);
    expect(await findFaultsOfPages(pages)).toEqual([]);
  });
});

describe('pictures for crawlers', () => {
  it('exist in the size that the page declares', async () => {
    const pages = pickPages(sitemaps.get('hafero-de.localhost') ?? [], 1, 3);

    for (const { url, pictures } of pages) {
      const { hostname, pathname } = new URL(url);
      const tags = readTags((await fetchFromShop(hostname, pathname)).body);
      const getMeta = (name: string) =>
        tags.find(({ attributes }) => attributes.property === name)?.attributes.content ?? '';
      const size = await fetchPngSize(getMeta('og:image'));
      expect([url, size]).toEqual([
        url,
        { width: Number(getMeta('og:image:width')), height: Number(getMeta('og:image:height')) },
      ]);
      for (const picture of pictures) expect((await fetchPngSize(picture)).width).toBeGreaterThan(1400);
    }
  });
});

/** One host per site with sales, by the culture of its language and its own currency next to the euro. */
describe('a price', () => {
  it('is the same on the page, in structured data, API, list and feed of every site', async () => {
    const { body } = await fetchFromShop('havero-nl.localhost', '/api/sites');
    const sites = (JSON.parse(body) as { siteId: number; type: number; domain: string }[]).filter(
      ({ type }) => type !== 2,
    );
    expect(sites).toHaveLength(11);
    for (const [index, { domain }] of sites.entries()) {
      const feed = await fetchMerchantFeed(domain);
      expect(feed.size).toBeGreaterThan(60);
      const products = (sitemaps.get(domain) ?? []).filter(({ section }) => section === 'products');
      // More pages of one site than of the others. All pages with `npm run test:long -- sitemap`.
      const step = (domain === 'havero-nl.localhost' ? 4 : 16) * (isLongTestRun ? 1 : 2);
      for (const { url } of products.filter((_, place) => place % step === index % step)) {
        expect(await findPriceDifferences(url, feed)).toEqual([]);
      }
    }
  });

  it('of a product is the same as in its list, for every product on the first pages of every site', async () => {
    for (const [host, pages] of sitemaps) {
      const list = pages.find(({ section }) => section === 'categories');
      if (!list) continue;
      const feed = await fetchMerchantFeed(host);
      const { pathname } = new URL(list.url);
      const html = (await fetchFromShop(host, pathname)).body;
      const cards = html
        .split('<article')
        .slice(1)
        .filter((card) => findVisiblePrice(card) !== undefined);
      expect(cards.length).toBeGreaterThan(2);
      const formats = createFormats({
        culture: findLanguageTag(html),
        currencyCode: 'EUR',
        indicativeRatePerEur: 1,
      });
      for (const card of cards) {
        const path = /href="([^"]+)"/.exec(card)?.[1] ?? '';
        const offer = [...feed.values()].find(({ link }) => new URL(link).pathname === path);
        expect([path, findVisiblePrice(card)]).toEqual([path, formats.euro(offer?.cents ?? -1)]);
      }
    }
  });
});

/** Returns width and height from the header of a PNG. */
function fetchPngSize(url: string): Promise<{ width: number; height: number }> {
  const { hostname, pathname } = new URL(url);
  const port = getShopPort();
  return new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path: pathname, headers: { host: `${hostname}:${port}` } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks);
          if (answer.statusCode !== 200 || bytes.toString('latin1', 1, 4) !== 'PNG') {
            reject(new Error(`${answer.statusCode} ${url} is no PNG`));
            return;
          }
          resolve({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) });
        });
      },
    )
      .on('error', reject)
      .end();
  });
}
