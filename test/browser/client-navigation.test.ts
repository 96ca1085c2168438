import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, visit, waitForAddress, waitForHydration } from './browser.ts';
import { expectHeading, followMenuLink, openDialogContaining, readScrollTop, seen } from './page-actions.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const dutchMessages = readMessages('nl');
const englishSampleTexts = readSampleTexts('en');
const dutchHost = 'havero-nl.localhost';
const englishHost = 'en.havero-nl.localhost';
const categoryPath = `/${dutchSampleTexts.categories.feed!.urlSlug}/`;
const englishCategoryPath = `/${englishSampleTexts.categories.feed!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

describe('navigation with script', () => {
  it('moves the focus to the heading of the new page and updates the title', async () => {
    const { page, troubles, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost));
    await waitForHydration(page);

    await followMenuLink(page, categoryPath, true);
    await waitForAddress(page, getShopUrl(dutchHost, categoryPath));
    await expectHeading(page, dutchSampleTexts.categories.feed!.name);

    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.title()).toContain(dutchSampleTexts.categories.feed!.name);
    expect(await readScrollTop(page)).toBe(0);
    expect(await page.locator('head title').count()).toBe(1);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('restores the position of the followed link on Back', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost, categoryPath));
    await waitForHydration(page);
    const product = page.locator('main article :is(h2, h3) a').nth(5);
    const href = await product.getAttribute('href');

    await product.click();
    await waitForAddress(page, getShopUrl(dutchHost, href!));
    await page.goBack({ waitUntil: 'domcontentloaded' });
    await waitForAddress(page, getShopUrl(dutchHost, categoryPath));

    await page.waitForFunction((path) => document.activeElement?.getAttribute('href') === path, href);
    await close();
  });

  it('keeps the page of the list and the campaign parameter when the language changes', async () => {
    const { page, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost, `${categoryPath}?p=2&utm_source=spring`));
    await waitForHydration(page);

    const language = page.locator(`a[href^="${getShopUrl(englishHost)}"]`);
    if ((await language.filter({ visible: true }).count()) === 0) await openDialogContaining(page, language);
    await seen(language).click();

    await waitForAddress(page, getShopUrl(englishHost, `${englishCategoryPath}?p=2&utm_source=spring`));
    await close();
  });

  it('finds products by a search term', async () => {
    const { page, troubles, close } = await openPage(browser);
    await visit(page, getShopUrl(dutchHost));
    await waitForHydration(page);

    await seen(page.getByRole('searchbox')).fill('muesli');
    await page.keyboard.press('Enter');
    await waitForAddress(page, getShopUrl(dutchHost, '/zoeken/?q=muesli'));
    await seen(page.locator('main article')).waitFor();

    expect(troubles).toEqual(noTroubles);
    await close();
  });

  it('shows the page for an unknown address, with status 404', async () => {
    const { page, troubles, close } = await openPage(browser);
    const answer = await visit(page, getShopUrl(dutchHost, '/bestaat-niet/'));
    await waitForHydration(page);

    expect(answer?.status()).toBe(404);
    expect(await page.locator('h1').count()).toBe(1);
    expect(troubles.errors).toEqual([]);
    await close();
  });

  it('reports a lost connection, keeps the page, and continues when the connection is back', async () => {
    const { context, page, troubles, close } = await openPage(browser);
    // Assets are requested from the shop, not from the browser cache.
    await page.route('**/assets/*', (route) => route.fallback());
    await visit(page, getShopUrl(dutchHost));
    await waitForHydration(page);
    await page.evaluate(() => Object.assign(document, { isFirstDocument: true }));
    // The code for an offline page is fetched while there is a connection.
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/ErrorPage-')),
    );
    const notice = (key: string) => page.getByRole('status').filter({ hasText: dutchMessages[key]! });

    await context.setOffline(true);
    await notice('connection.offline').first().waitFor();
    await followMenuLink(page, categoryPath, true);
    // Once in the notice, and once as the result of the click.
    await notice('connection.offline').nth(1).waitFor({ state: 'attached' });
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('h1').count()).toBe(1);

    await context.setOffline(false);
    await notice('connection.back').waitFor();
    await followMenuLink(page, categoryPath, true);
    await waitForAddress(page, getShopUrl(dutchHost, categoryPath));
    await expectHeading(page, dutchSampleTexts.categories.feed!.name);
    expect(await page.evaluate(() => 'isFirstDocument' in document)).toBe(true);
    expect(troubles.errors).toEqual([]);
    await close();
  });
});
