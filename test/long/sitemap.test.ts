import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fetchMerchantFeed, findPriceDifferences } from '../browser/compare-prices.ts';
import { fetchSitemapPages, findFaultsOfPages, listShopHosts } from '../browser/sitemap-crawl.ts';
import { type RunningShop, startShop } from '../browser/start-shop.ts';

let shop: RunningShop;

beforeAll(async () => {
  shop = await startShop();
  process.env.SHOP_TEST_PORT = String(shop.port);
}, 300_000);

afterAll(async () => {
  delete process.env.SHOP_TEST_PORT;
  await shop?.stop();
});

it('every page in the sitemaps of all hosts is canonical, with the same metadata as in the sitemap', async () => {
  let count = 0;
  for (const host of await listShopHosts()) {
    const pages = await fetchSitemapPages(host);
    count += pages.length;
    expect(await findFaultsOfPages(pages)).toEqual([]);
  }
  expect(count).toBeGreaterThan(2500);
}, 1_800_000);

it('every variant of every host has the same price on the page, in structured data, in the API and in the feed', async () => {
  let count = 0;
  for (const host of await listShopHosts()) {
    const products = (await fetchSitemapPages(host)).filter(({ section }) => section === 'products');
    if (products.length === 0) continue;
    const feed = await fetchMerchantFeed(host);
    count += products.length;
    for (const { url } of products) expect(await findPriceDifferences(url, feed)).toEqual([]);
  }
  expect(count).toBeGreaterThan(1500);
}, 1_800_000);
