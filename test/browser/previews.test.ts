import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForHydration,
} from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';
import { createPreviewLink } from './shop-command.ts';

/** Published on 6 October 2026, so its visibility does not depend on the day of the run. */
const ARTICLE_KEY = 'recyclable-bags';
const [BEFORE_PUBLICATION, AFTER_PUBLICATION] = ['2026-01-15T12:00', '2030-01-15T12:00'] as const;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Logs every response that a script has received, after the script has handled it. */
function logFetchedResponses(): void {
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    setTimeout(() => console.debug(response.url));
    return response;
  };
}

describe.each([
  [
    'in Dutch, with script, on a phone',
    { language: 'nl', host: 'havero-nl.localhost', isScripted: true, width: 390 },
  ],
  [
    'in English, without script',
    { language: 'en', host: 'en.havero-nl.localhost', isScripted: false, width: 1440 },
  ],
] as const)('a preview %s', (_how, { language, host, isScripted, width }) => {
  const messages = readMessages(language);
  const { title } = readSampleTexts(language).articles[ARTICLE_KEY]!;
  const getBar = (page: Page) => page.getByRole('region', { name: messages['preview.title']!, exact: true });

  it('is opened, remains on the next pages, is moved and left', async () => {
    const { page, context, troubles, close } = await openPage(browser, { width, isScripted });
    const bar = getBar(page);
    const isReady = () => (isScripted ? waitForHydration(page) : page.waitForLoadState());
    const press = (key: string) =>
      page.getByRole('main').getByRole('button', { name: messages[key]!, exact: true }).click();
    const link = await createPreviewLink([
      '/',
      '--at',
      BEFORE_PUBLICATION,
      '--site',
      'havero-nl',
      '--language',
      language,
    ]);

    const [path = '', token = ''] = link.split('#');
    await visit(page, getShopUrl(host, isScripted ? link : path));
    await isReady();
    const field = page.getByLabel(messages['preview.token']!, { exact: true });
    if (isScripted) expect(await field.inputValue()).toBe(token);
    else await field.fill(token);
    expect(page.url()).not.toContain(token);
    await press('preview.open');
    await page.waitForURL(getShopUrl(host, '/'));
    await bar.waitFor();
    await isReady();
    // The accessibility check is a script itself.
    if (isScripted) expect(await findViolations(page, 'section')).toEqual([]);

    // Follows a link of the page: with script, no other document is loaded.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page
      .locator('main a[href="/media/"], footer a[href="/media/"], header a[href="/media/"]')
      .last()
      .evaluate((element) => {
        if (element instanceof HTMLElement) element.click();
      });
    await page.waitForURL(getShopUrl(host, '/media/'));
    await bar.waitFor();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(isScripted);
    expect(await page.getByRole('main').getByText(title!).count()).toBe(0);

    const stale = isScripted ? await context.newPage() : null;
    if (stale) {
      await stale.addInitScript(logFetchedResponses);
      await visit(stale, getShopUrl(host, '/'));
      await waitForHydration(stale);
    }

    await bar.getByRole('link').click();
    await page.waitForURL(/\/preview\//);
    await page.getByLabel(messages['preview.moment']!, { exact: true }).fill(AFTER_PUBLICATION);
    await isReady();
    await press('preview.move');
    await page.waitForURL(getShopUrl(host, '/media/'));
    await page.getByRole('main').getByText(title!).first().waitFor();
    expect(await bar.textContent()).toContain('2030');

    await isReady();
    await bar.getByRole('button').click();
    await page.waitForURL(getShopUrl(host, '/media/'));
    await bar.waitFor({ state: 'detached' });
    expect(await isPageWithinWindow(page)).toBe(true);

    if (stale) {
      // This document shows a preview that was left, so the next page is loaded as a new document of the
      // present. The page makes several requests, and each response reports the change: one of them arrives
      // after the document was requested.
      const documents: string[] = [];
      const asked = Promise.withResolvers<void>();
      const answered = Promise.withResolvers<void>();
      stale.on('console', (message) => {
        if (message.text().endsWith('/api/partners')) answered.resolve();
      });
      await stale.route('**/api/partners', async (route) => {
        await asked.promise;
        await route.continue();
      });
      await stale.route('**/media/', async (route) => {
        documents.push(route.request().url());
        asked.resolve();
        await answered.promise;
        await route.continue();
      });
      await stale
        .locator('header a[href="/media/"], footer a[href="/media/"]')
        .last()
        .evaluate((element) => {
          if (element instanceof HTMLElement) element.click();
        });
      await stale.waitForURL(getShopUrl(host, '/media/'));
      await getBar(stale).waitFor({ state: 'detached' });
      expect(documents).toEqual([getShopUrl(host, '/media/')]);
      await stale.close();
    }
    expect({ ...troubles, console: [], responses: [] }).toEqual(noTroubles);
    await close();
  });
});
