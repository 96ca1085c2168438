import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  pictureBrowserArguments,
  visit,
  WIDTHS,
  waitForAddress,
  waitForHydration,
} from '../browser.ts';
import { takeNextWidths } from '../it-at-widths.ts';
import { expectHeading, followMenuLink, openDialogContaining, readScrollTop, seen } from '../page-actions.ts';
import { readSampleTexts } from '../sample-texts.ts';
import { getShopUrl } from '../shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const englishSampleTexts = readSampleTexts('en');
const dutchHost = 'havero-nl.localhost';
const englishHost = 'en.havero-nl.localhost';
const categoryPath = `/${dutchSampleTexts.categories.feed!.urlSlug}/`;
const englishCategoryPath = `/${englishSampleTexts.categories.feed!.urlSlug}/`;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser(pictureBrowserArguments);
});

afterAll(() => browser?.close());

const scriptModes = [
  ...WIDTHS.map((width) => ({ how: 'with script, without a reload', isScripted: true, width })),
  ...takeNextWidths().map((width) => ({ how: 'without script', isScripted: false, width })),
];

describe('a visitor', () => {
  it.each(scriptModes)(
    'goes $how, at $width pixels, from the home page to a product, back and into another language',
    async ({ isScripted, width }) => {
      const { page, troubles, close } = await openPage(browser, { width, isScripted });
      const settle = async () => {
        if (isScripted) await waitForHydration(page);
      };
      const arrive = async (pathname: string) => {
        await waitForAddress(page, getShopUrl(dutchHost, pathname));
        expect(await isPageWithinWindow(page)).toBe(true);
      };

      await visit(page, getShopUrl(dutchHost));
      await settle();
      expect(await page.locator('h1').count()).toBe(1);
      await page.evaluate(() => Object.assign(document, { isFirstDocument: true }));

      await followMenuLink(page, categoryPath, isScripted);
      await arrive(categoryPath);
      await expectHeading(page, dutchSampleTexts.categories.feed!.name);
      if (isScripted) await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      const firstPageTitles = await page.locator('main article').allInnerTexts();
      expect(firstPageTitles).toHaveLength(24);

      await seen(page.locator(`main nav li a[href="${categoryPath}?p=2"]`)).click();
      await arrive(`${categoryPath}?p=2`);
      const secondPage = page.locator('main article');
      await expect(secondPage.allInnerTexts()).resolves.not.toContain(firstPageTitles[0]);

      const product = page.locator('main article :is(h2, h3) a').last();
      const productPath = await product.getAttribute('href');
      const productName = (await product.innerText()).trim();
      await product.scrollIntoViewIfNeeded();
      const leftAt = await readScrollTop(page);
      expect(leftAt).toBeGreaterThan(0);
      await product.click();
      await arrive(productPath!);
      await expectHeading(page, productName);

      await page.goBack({ waitUntil: 'domcontentloaded' });
      await arrive(`${categoryPath}?p=2`);
      await expectHeading(page, dutchSampleTexts.categories.feed!.name);
      // Without script, the browser itself restores the scroll position.
      if (isScripted) {
        await page.waitForFunction((top) => Math.abs(window.scrollY - top) <= 2, leftAt);
        expect(await page.evaluate(() => 'isFirstDocument' in document)).toBe(true);
      }

      const language = page.locator(`a[href^="${getShopUrl(englishHost)}"]`);
      if ((await language.filter({ visible: true }).count()) === 0)
        await openDialogContaining(page, language);
      await seen(language).click();
      await waitForAddress(page, getShopUrl(englishHost, `${englishCategoryPath}?p=2`));
      await settle();
      await expectHeading(page, englishSampleTexts.categories.feed!.name);
      expect(await page.locator('html').getAttribute('lang')).toBe('en-GB');

      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );
});
