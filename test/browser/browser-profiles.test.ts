import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, openPage, visit } from './browser.ts';
import { getShopUrl } from './shop-client.ts';

const homeUrl = getShopUrl('havero-nl.localhost', '/');

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

it('an emptied profile has no data that a page writes while its visit ends', async () => {
  const first = await openPage(browser);
  await visit(first.page, homeUrl);
  await first.page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      localStorage.setItem('left', 'by the visit before');
      // biome-ignore lint/suspicious/noDocumentCookie: it runs in the browser, where this is how
      document.cookie = 'left=by the visit before; path=/';
      port2.postMessage(null);
    };
    port2.postMessage(null);
  });
  await first.close();

  const next = await openPage(browser);
  expect(next.context).toBe(first.context);
  await visit(next.page, homeUrl);
  expect(await next.page.evaluate(() => localStorage.getItem('left'))).toBeNull();
  expect(await next.page.evaluate(() => document.cookie)).not.toContain('left');
  await next.close();
});
