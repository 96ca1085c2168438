import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { getLocalisedSegment } from '../../shared/rules/localised-segments.ts';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  pictureBrowserArguments,
  visit,
  waitForAddress,
  waitForHydration,
} from './browser.ts';
import { itAtWidths } from './it-at-widths.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const dutchMessages = readMessages('nl');
const dutchHost = 'havero-nl.localhost';
const categoryPath = `/${dutchSampleTexts.categories.feed!.urlSlug}/`;

/** Maximum layout shift of one visit: the limit of a good page (web.dev/cls). */
const maxLayoutShift = 0.1;

let browser: Browser;

beforeAll(async () => {
  // A picture must not cause a layout shift when it loads.
  browser = await launchBrowser(pictureBrowserArguments);
});

afterAll(() => browser?.close());

/** Adds up layout shifts without user input, from the first paint on. */
async function recordLayoutShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shop = window as Window & { movedBy?: number };
    shop.movedBy = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shop.movedBy = (shop.movedBy ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as Window & { movedBy?: number }).movedBy ?? 0);
}

describe('layout stability of a page', () => {
  for (const pathname of [
    '/',
    categoryPath,
    `/${dutchSampleTexts.products['prado-senior']!.urlSlug}/`,
    `/${dutchSampleTexts.pages.payment!.urlSlug}/`,
  ])
    itAtWidths(`has no layout shift on ${pathname} while notices appear and disappear`, async (width) => {
      const { context, page, close } = await openPage(browser, { width });
      await page.route('**/visitor-country', (route) => route.fulfill({ json: { countryCode: 'DE' } }));
      const readLayoutShift = await recordLayoutShifts(page);
      await visit(page, getShopUrl(dutchHost, pathname));
      await waitForHydration(page);
      await page.getByRole('region', { name: dutchMessages['countryNotice.label']! }).waitFor();

      const notice = (key: string) =>
        page.getByRole('status').filter({ hasText: dutchMessages[key]! }).first();
      await context.setOffline(true);
      await notice('connection.offline').waitFor();
      await context.setOffline(false);
      await notice('connection.back').waitFor();
      expect(await readLayoutShift()).toBeLessThanOrEqual(maxLayoutShift);
      await close();
    });
});

it.each([768, 1088, 1440])(
  'the country notice has its controls in one row and causes no layout shift at %i px',
  async (width) => {
    const { page, close } = await openPage(browser, { width });
    await page.route('**/visitor-country', (route) => route.fulfill({ json: { countryCode: 'DE' } }));
    await visit(page, getShopUrl(dutchHost, '/'));
    const notice = page.getByRole('region', { name: dutchMessages['countryNotice.label']! });
    await notice.waitFor();
    const tops = await notice.locator('p, select, button').evaluateAll((parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 20);
      }),
    );
    expect(tops.length).toBe(4);
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1);
    // The notice takes no space in the page, so the top of the page does not move.
    expect(
      await page
        .locator('body > div > header, body > header')
        .first()
        .evaluate((header) => header.getBoundingClientRect().top),
    ).toBe(0);
    await close();
  },
);

itAtWidths('the consent banner covers no button of the country notice', async (width) => {
  const { page, close } = await openPage(browser, { width, hasAnswered: false });
  await page.route('**/visitor-country', (route) => route.fulfill({ json: { countryCode: 'DE' } }));
  await visit(page, getShopUrl(dutchHost, '/'));
  const consent = page.getByRole('region', { name: dutchMessages['consent.title']!, exact: true });
  await consent.waitFor();
  const notice = page.locator('[data-country-notice]');
  await notice.waitFor({ state: 'attached' });
  const findCovered = () =>
    notice.locator('select, button').evaluateAll((controls) =>
      controls
        .filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          // A control that is not displayed has no size and cannot be focused.
          return (
            width > 0 && !control.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          );
        })
        .map((control) => control.outerHTML),
    );
  expect(await findCovered()).toEqual([]);
  await consent.getByRole('button', { name: dutchMessages['consent.refuse']! }).press('Enter');
  await page.getByRole('region', { name: dutchMessages['countryNotice.label']! }).waitFor();
  expect(await notice.locator('button').count()).toBeGreaterThan(1);
  expect(await findCovered()).toEqual([]);
  await close();
});

describe('a visitor redirected to the shop of their country', () => {
  const from = `/${readSampleTexts('da').categories.feed!.urlSlug}/?horse-type=pony`;
  const danishHost = 'havero-dk.localhost';

  itAtWidths('sees a notice with a link to the requested page, without another redirect', async (width) => {
    const { context, page, troubles, close } = await openPage(browser, { width });
    await page.route('**/visitor-country', (route) => route.fulfill({ json: { countryCode: 'NL' } }));
    const readLayoutShift = await recordLayoutShifts(page);
    await visit(page, getShopUrl(danishHost, from));
    const target = getShopUrl(dutchHost, `${categoryPath}?horse-type=pony`);
    await waitForAddress(page, target);
    const notice = page.getByRole('region', { name: dutchMessages['redirectNotice.label']! });
    await notice.waitFor();
    await notice.getByRole('status').filter({ hasText: 'Nederland' }).waitFor();
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(await readLayoutShift()).toBeLessThanOrEqual(maxLayoutShift);
    const back = notice.getByRole('link', { name: dutchMessages['redirectNotice.back']! });
    expect(await back.getAttribute('href')).toBe(getShopUrl(danishHost, from));

    await back.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await waitForAddress(page, getShopUrl(danishHost, from));
    await waitForHydration(page);
    const isChoice = async () =>
      (await context.cookies(getShopUrl(danishHost, '/'))).some(({ name }) => name === 'localization');
    expect(await isChoice()).toBe(true);

    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) asked.push(request.url());
    });
    const whenAnswered = page.waitForResponse(/localization|Sites/i);
    await visit(page, getShopUrl(danishHost, '/'));
    await whenAnswered;
    await waitForHydration(page);
    expect(asked).toEqual([getShopUrl(danishHost, '/')]);
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths('closes the notice, which stays closed after a reload', async (width) => {
    const { page, close } = await openPage(browser, { width });
    await page.route('**/visitor-country', (route) => route.fulfill({ json: { countryCode: 'NL' } }));
    await visit(page, getShopUrl(danishHost, '/'));
    await waitForAddress(page, getShopUrl(dutchHost, '/'));
    const notice = page.getByRole('region', { name: dutchMessages['redirectNotice.label']! });
    await notice.getByRole('button', { name: dutchMessages['shell.closeNotice']! }).press('Enter');
    await notice.waitFor({ state: 'detached' });
    const whenRequested = page.waitForResponse('**/visitor-country');
    await page.reload();
    await whenRequested;
    await waitForHydration(page);
    expect(await notice.count()).toBe(0);
    await close();
  });
});

it('the outline of the next page is shown at the scroll position of the visitor, which is preserved', async () => {
  const { page, close } = await openPage(browser, { width: 390 });
  await visit(page, getShopUrl(dutchHost, categoryPath));
  await waitForHydration(page);
  await page.route(/\/api\//, () => undefined); // the request is left unanswered
  const product = page.locator('article :is(h2, h3) a').nth(10);
  await product.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(800);

  await product.evaluate((link) => (link as HTMLAnchorElement).click());
  const outline = page.locator('[data-skeleton] > *').first();
  await outline.waitFor();
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  const box = await outline.boundingBox();
  expect(box!.y).toBeGreaterThanOrEqual(0);
  expect(box!.y).toBeLessThan(844);
  await close();
});

/**
 * The short form checks all pages of a shop without a share, and every third page of each other shop, with
 * its number as offset.
 */
describe.each([
  ['de', 'hafero-de.localhost', null],
  ['da', 'havero-dk.localhost', 0],
  ['sv', 'havero-se.localhost', 1],
  ['et', 'havero-ee.localhost', 2],
] as const)('the long labels of %s', (language, host, share) => {
  it('fit narrow windows', async () => {
    const texts = readSampleTexts(language);
    const widths = [320, 360] as const;
    const { page, close } = await openPage(browser, { width: widths[0] });
    const paths = [
      '/',
      `/${texts.categories.feed!.urlSlug}/${texts.categories.fibre!.urlSlug}/`,
      `/${texts.products['nuvo-amino']!.urlSlug}/`,
      `/${texts.pages.imprint!.urlSlug}/`,
      `/${texts.pages.accessibility!.urlSlug}/`,
      // The maximum number of columns: the table scrolls, not the page.
      `/${getLocalisedSegment('compare', language)}/?ids=101,112,142,149`,
    ];
    const wide: string[] = [];
    const seen = paths.filter((_, index) => isLongTestRun || share === null || index % 3 === share);
    for (const pathname of seen) {
      const answer = await visit(page, getShopUrl(host, pathname));
      expect([pathname, answer?.status()]).toEqual([pathname, 200]);
      await waitForHydration(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        if (!(await isPageWithinWindow(page))) wide.push(`${pathname} at ${width}`);
      }
    }
    expect(wide).toEqual([]);
    await close();
  });
});
