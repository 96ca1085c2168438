import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type SentryServer, startSentryServer } from '../fixtures/sentry-server.ts';
import { launchBrowser, openPage, waitForHydration } from './browser.ts';
import { type RunningShop, startSecondWeb } from './start-shop.ts';

/** A separate web: the one that the other tests share sends no error reports. */
let sentryServer: SentryServer;
let shop: Pick<RunningShop, 'port' | 'stop'>;
let browser: Browser;

beforeAll(async () => {
  sentryServer = await startSentryServer();
  [shop, browser] = await Promise.all([
    startSecondWeb({ SENTRY_DSN: sentryServer.dsn, RELEASE: 'test-1' }),
    launchBrowser(),
  ]);
});

afterAll(async () => {
  await Promise.all([browser?.close(), shop?.stop()]);
  await sentryServer?.close();
});

describe('a shop with SENTRY_DSN', () => {
  it('reports a browser error in spite of its strict policy, without personal data', async () => {
    const { page, close } = await openPage(browser);
    await page.goto(`http://havero-nl.localhost:${shop.port}/?q=SECRET`);
    await waitForHydration(page);
    // The reporter is loaded after hydration: its file is requested, then it runs.
    const reporter = await page.waitForFunction(
      () =>
        performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/report-errors-'))
          ?.name,
    );
    await page.evaluate(
      async (address) => {
        await import(address);
      },
      String(await reporter.jsonValue()),
    );
    const answer = page.waitForResponse((response) => response.url().endsWith('/errors'));
    await page.evaluate(() => {
      // Outside this call, which would catch the error.
      setTimeout(() => {
        throw new TypeError('the basket of jo.doe@example.com broke');
      });
    });
    expect((await answer).status()).toBe(204);
    const event = await sentryServer.waitFor(({ platform }) => platform === 'javascript');
    expect(event).toMatchObject({
      release: 'test-1',
      tags: { process: 'browser', path: '/', siteId: 1, languageId: 1 },
      exception: { values: [{ type: 'TypeError', value: 'the basket of [e-mail] broke' }] },
    });
    expect(sentryServer.raw.join('\n')).not.toMatch(/SECRET|jo\.doe/);
    await close();
  });
});
