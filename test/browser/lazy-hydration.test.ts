import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, noTroubles, openPage, visit, waitForAddress, waitForHydration } from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const host = 'havero-nl.localhost';
const categoryPath = `/${dutchSampleTexts.categories.feed!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** The client bundle of a page, without its first script, which is in the page from the start. */
const clientBundlePattern = /\/assets\/main-[^/]+\.js$/;

/**
 * Holds the client bundle of every page back.
 *
 * @returns `asked` resolves when a page has requested it; `release` lets it load
 */
async function holdClientBundleBack(page: Page) {
  const whenRequested = Promise.withResolvers<void>();
  const whenReleased = Promise.withResolvers<void>();
  await page.route(clientBundlePattern, async (route) => {
    whenRequested.resolve();
    await whenReleased.promise;
    // The requesting page may be gone by now.
    await route.continue().catch(() => undefined);
  });
  return { asked: whenRequested.promise, release: () => whenReleased.resolve() };
}

const countHydratedDocuments = (page: Page) => page.locator('html[data-hydrated="true"]').count();
const isFirstDocument = (page: Page) => page.evaluate(() => 'isFirstDocument' in document);
const markDocument = (page: Page) => page.evaluate(() => Object.assign(document, { isFirstDocument: true }));

describe('a page whose client bundle is late', () => {
  itAtWidths('can follow links, open its menu and search before hydration', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    const { asked } = await holdClientBundleBack(page);
    await visit(page, getShopUrl(host, categoryPath));
    await asked;

    const product = page.locator('main article :is(h2, h3) a').first();
    const path = await product.getAttribute('href');
    await product.click();
    await waitForAddress(page, getShopUrl(host, path!));

    const opener = page.locator('button[popovertarget]').filter({ visible: true }).first();
    const dialogId = await opener.getAttribute('popovertarget');
    await opener.click();
    await page.locator(`#${dialogId}`).waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');

    await page.locator('header').getByRole('searchbox').fill('muesli');
    await page.keyboard.press('Enter');
    await waitForAddress(page, getShopUrl(host, '/zoeken/?q=muesli'));
    await page.locator('main article').first().waitFor();

    expect(await countHydratedDocuments(page)).toBe(0);
    expect(troubles.errors).toEqual([]);
    await close();
  });

  itAtWidths('applies a choice from before hydration as soon as it is hydrated, once', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    const { asked, release } = await holdClientBundleBack(page);
    await visit(page, getShopUrl(host, categoryPath));
    await markDocument(page);
    const sort = page.locator('main select[name="sort"]');

    // The page is rendered, and its first script listens: no choice is possible before.
    await asked;
    await sort.selectOption('-price');
    expect(new URL(page.url()).search).toBe('');
    const before = await page.evaluate(() => history.length);
    release();

    await waitForAddress(page, getShopUrl(host, `${categoryPath}?sort=-price`));
    await waitForHydration(page);
    expect(await sort.inputValue()).toBe('-price');
    expect(await isFirstDocument(page)).toBe(true);
    expect(await page.evaluate(() => history.length)).toBe(before + 1);
    expect(troubles.errors).toEqual([]);
    await close();
  });

  itAtWidths('keeps typed input and opened panels, which then work without a reload', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    const { asked, release } = await holdClientBundleBack(page);
    await visit(page, getShopUrl(host, categoryPath));
    await markDocument(page);
    const field = page.locator('header').getByRole('searchbox');
    const opener = page.locator('button[popovertarget]').filter({ visible: true }).first();
    const dialog = page.locator(`#${await opener.getAttribute('popovertarget')}`);

    await field.fill('slobber');
    await opener.click();
    await dialog.waitFor({ state: 'visible' });
    await asked;
    release();
    await waitForHydration(page);

    expect(await field.inputValue()).toBe('slobber');
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await field.press('Enter');
    await waitForAddress(page, getShopUrl(host, '/zoeken/?q=slobber'));
    await page.locator('main h1').waitFor();
    expect(await isFirstDocument(page)).toBe(true);
    expect(troubles.errors).toEqual([]);
    await close();
  });
});

it('filters the questions by text that was typed before hydration', async () => {
  const { page, troubles, close } = await openPage(browser);
  const { asked, release } = await holdClientBundleBack(page);
  await visit(page, getShopUrl(host, `/${dutchSampleTexts.articles['faq-orders-returns']!.urlSlug}/`));
  await asked;
  await page.locator('main input[name="q"]').fill('gewicht');
  release();
  await waitForHydration(page);
  await page.locator('main').getByText('3 vragen gevonden', { exact: true }).waitFor();
  expect(troubles).toEqual(noTroubles);
  await close();
});

describe('a page whose client bundle never loads', () => {
  it('still works as without script', async () => {
    const { page, troubles, close } = await openPage(browser);
    await page.route(clientBundlePattern, (route) => route.abort());
    // The page requests it when it is idle, possibly before the next steps of this test.
    const failed = page.waitForEvent('requestfailed', (request) => clientBundlePattern.test(request.url()));
    await visit(page, getShopUrl(host));
    await page.locator('header').getByRole('searchbox').fill('muesli');
    await failed;

    await page.keyboard.press('Enter');
    await waitForAddress(page, getShopUrl(host, '/zoeken/?q=muesli'));
    const product = page.locator('main article :is(h2, h3) a').first();
    const path = await product.getAttribute('href');
    await product.click();

    await waitForAddress(page, getShopUrl(host, path!));
    expect(await page.locator('h1').count()).toBe(1);
    expect(troubles.errors).toEqual([]);
    await close();
  });
});
