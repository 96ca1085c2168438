import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { selectRotatedTestCases } from '../fixtures/test-case-sampling.ts';
import { launchBrowser, noTroubles, openPage, visit, waitForAddress, waitForHydration } from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const width = 390;
const pageSize = 24;

/** Shops in three languages, with the duration of a touch in milliseconds: a short one and a long one. */
const shops = [
  ['nl', 'havero-nl.localhost', 40],
  ['de', 'hafero-de.localhost', 100],
  ['et', 'havero-ee.localhost', 40],
] as const;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/**
 * Registers a test for one shop in the short form, a different one for each test, and for all shops in the
 * long form.
 */
function itInSelectedShops(name: string, run: (shop: (typeof shops)[number]) => Promise<void>): void {
  for (const shop of selectRotatedTestCases(shops, registeredTestCount))
    it(`${name} (${shop[0]})`, () => run(shop));
  registeredTestCount += 1;
}
let registeredTestCount = 0;

/** Touches the middle of an element as a finger does, and leaves the resulting events to the browser. */
async function touch(page: Page, target: Locator, durationMs: number): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.evaluate((element) => {
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [box] });
  // Duration of the touch.
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/**
 * Holds back every script file that is requested from now on.
 *
 * @returns a function that releases them and all later ones
 */
async function holdBackScripts(page: Page): Promise<() => void> {
  const whenReleased = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!start-)[^/]+\.js$/, async (route: Route) => {
    await whenReleased.promise;
    // The requesting page may be gone by now.
    await route.continue().catch(() => undefined);
  });
  return whenReleased.resolve;
}

/** Counts the documents that are loaded after this call. */
function recordDocumentCount(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count++;
  });
  return () => count;
}

const readProductTitles = (page: Page) => page.locator('main article :is(h2, h3)').allInnerTexts();
const locateNextPageLink = (page: Page) => page.locator('main nav a[href$="?p=2"]').first();

/** Opens a phone whose pictures are generated already: the first visitor of a shop waits long for them. */
async function openPhonePage() {
  const opened = await openPage(browser, { width, hasTouch: true });
  const picture = { contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' };
  await opened.page.route('**/images/**', (route) => route.fulfill(picture));
  return opened;
}

const getCategoryPath = (language: string) => `/${readSampleTexts(language).categories.feed!.urlSlug}/`;

describe('a product list on a touch screen', () => {
  /**
   * Expects that the second page is appended to the first, that the focus moves there, and that no document
   * is loaded.
   */
  async function expectNextPageAppended(
    page: Page,
    before: readonly string[],
    documents: number,
  ): Promise<void> {
    await page.locator('main article').nth(pageSize).waitFor();
    const after = await readProductTitles(page);
    expect(after.length).toBeGreaterThan(pageSize);
    expect(after.slice(0, pageSize)).toEqual(before);
    await page.waitForFunction((title) => document.activeElement?.textContent === title, after[pageSize]);
    expect(documents).toBe(0);
  }

  itInSelectedShops('grows at the first tap before hydration', async ([language, host, durationMs]) => {
    const category = getCategoryPath(language);
    const { page, troubles, close } = await openPhonePage();
    const release = await holdBackScripts(page);
    await visit(page, getShopUrl(host, category));
    const before = await readProductTitles(page);
    const readDocuments = recordDocumentCount(page);

    await touch(page, locateNextPageLink(page), durationMs);
    await page.locator('main nav a[aria-busy="true"]').waitFor();
    release();

    await waitForAddress(page, getShopUrl(host, `${category}?p=2`));
    await expectNextPageAppended(page, before, readDocuments());
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itInSelectedShops(
    'grows at the first tap, which loads the code for it',
    async ([language, host, durationMs]) => {
      const category = getCategoryPath(language);
      const { page, troubles, close } = await openPhonePage();
      await visit(page, getShopUrl(host, category));
      await waitForHydration(page);
      const release = await holdBackScripts(page);
      const before = await readProductTitles(page);
      const readDocuments = recordDocumentCount(page);

      await touch(page, locateNextPageLink(page), durationMs);
      await page.locator('main nav a[aria-busy="true"]').waitFor();
      release();

      await waitForAddress(page, getShopUrl(host, `${category}?p=2`));
      await expectNextPageAppended(page, before, readDocuments());
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itInSelectedShops(
    'adds a product to the comparison by a tap before hydration',
    async ([language, host, durationMs]) => {
      const category = getCategoryPath(language);
      const { page, troubles, close } = await openPhonePage();
      const release = await holdBackScripts(page);
      await visit(page, getShopUrl(host, category));
      const readDocuments = recordDocumentCount(page);
      const first = page.locator('article a[data-compare]').first();

      await touch(page, first, durationMs);
      release();

      await page.getByRole('region', { name: readMessages(language)['comparison.label']! }).waitFor();
      expect(new URL(page.url()).pathname).toBe(category);
      expect(readDocuments()).toBe(0);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );
});

it('shows suggestions in a search field that was tapped before hydration', async () => {
  const [, host, durationMs] = shops[0];
  const { page, troubles, close } = await openPhonePage();
  const release = await holdBackScripts(page);
  await visit(page, getShopUrl(host));
  const field = page.locator('input[name="q"]:visible');

  await touch(page, field, durationMs);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'q');
  expect(await page.getByRole('listbox').count()).toBe(0);
  release();

  await page.getByRole('listbox').getByRole('option').first().waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('a list on a slow phone grows at the first tap, as soon as the page is visible', async () => {
  const [language, host, durationMs] = shops[0];
  const category = getCategoryPath(language);
  const { context, page, troubles, close } = await openPhonePage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await visit(page, getShopUrl(host, category));
  const readDocuments = recordDocumentCount(page);

  await touch(page, locateNextPageLink(page), durationMs);

  await page.locator('main article').nth(pageSize).waitFor();
  expect(readDocuments()).toBe(0);
  expect(troubles).toEqual(noTroubles);
  await close();
});

it('no link waits for the client bundle once it has loaded and the pointer is near', async () => {
  const { categories, products } = readSampleTexts('nl');
  const paths = [
    '/',
    `/${categories.feed!.urlSlug}/?horse-type=pony`,
    `/${products['prado-senior']!.urlSlug}/`,
  ];
  const { page, troubles, close } = await openPage(browser, { width });
  for (const path of [...paths, '/zoeken/?q=muesli', '/vergelijken/?ids=101,102']) {
    await visit(page, getShopUrl(shops[0][1], path));
    await waitForHydration(page);
    await page.locator('main a').last().hover();
    await page.waitForFunction(() => !document.querySelector('[data-waits]'));
  }
  expect(troubles).toEqual(noTroubles);
  await close();
});
