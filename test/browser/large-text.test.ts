import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, openPage, setWindowWidth, visit, waitForHydration } from './browser.ts';
import { createCustomerActions, marit } from './customer-actions.ts';
import { readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const dutchSampleTexts = readSampleTexts('nl');
const dutchHost = 'havero-nl.localhost';
const germanHost = 'hafero-de.localhost';
const calculatorPath = '/futterberatung/';

/** One page of each route kind that a visitor reaches by its address. */
const pages: readonly (readonly [host: string, pathname: string])[] = [
  [dutchHost, '/'],
  ['havero-corporate.localhost', '/'],
  [dutchHost, `/${dutchSampleTexts.categories.feed!.urlSlug}/`],
  [dutchHost, `/${dutchSampleTexts.products['prado-balance']!.urlSlug}/`],
  [dutchHost, '/vergelijken/?ids=101,102,103'],
  [dutchHost, '/zoeken/?q=muesli'],
  [dutchHost, '/winkelwagen/'],
  [dutchHost, `/${dutchSampleTexts.pages['customer-service']!.urlSlug}/`],
  [dutchHost, `/${dutchSampleTexts.articles['feeding-basics']!.urlSlug}/`],
  [dutchHost, `/${dutchSampleTexts.articles['faq-feed-advice']!.urlSlug}/`],
  [dutchHost, `/${dutchSampleTexts.articles.blog!.urlSlug}/`],
  [dutchHost, `/${dutchSampleTexts.articles['weigh-a-scoop']!.urlSlug}/`],
  [dutchHost, '/media/'],
  [dutchHost, '/verkooppunten/?place=7311+KZ'],
  [dutchHost, '/bestaat-niet/'],
  [dutchHost, '/account/login/'],
  [dutchHost, '/account/register/'],
  [dutchHost, '/cart/handover/'],
  [germanHost, calculatorPath],
  [germanHost, `${calculatorPath}?cp=40&de=9.8&dm=86&roughage=hay&sugar=150&type=pony&weight=200&work=none`],
];
/** A phone, the first width of the wide layout, and a desktop. */
const widths = [390, 1088, 1440];

let browser: Browser;

beforeAll(async () => {
  // Text size as in the browser settings; the media queries for the window width follow it.
  browser = await launchBrowser(['--blink-settings=imagesEnabled=false,defaultFontSize=32']);
});

afterAll(() => browser?.close());

/**
 * Returns by how far the page scrolls horizontally, and which visible header controls overlap, one line each.
 */
const findLayoutFaults = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px sideways`] : [];
    const controls = [...document.querySelectorAll('header:not(main header) :is(a, button, input)')].filter(
      // The button with the magnifying glass is drawn inside the search field.
      (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('form button'),
    );
    for (const [index, one] of controls.entries()) {
      const a = one.getBoundingClientRect();
      if (a.left < -1 || a.right > clientWidth + 1) faults.push(`outside: ${one.textContent}`);
      for (const other of controls.slice(index + 1)) {
        const b = other.getBoundingClientRect();
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width > 1 && height > 1) faults.push(`overlap: ${one.textContent} | ${other.textContent}`);
      }
    }
    return faults;
  });

async function findLayoutFaultsAtWidths(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths) {
    await setWindowWidth(page, width);
    found.push(...(await findLayoutFaults(page)).map((fault) => `${name} at ${width}: ${fault}`));
  }
  return found;
}

it('pages of every route kind fit text of twice the size at three widths', async () => {
  const { page, close } = await openPage(browser, { width: 1440 });
  const found: string[] = [];
  for (const [host, pathname] of pages) {
    await visit(page, getShopUrl(host, pathname));
    // Checks that the browser setting is in effect.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
    found.push(...(await findLayoutFaultsAtWidths(page, `${host}${pathname}`)));
  }
  await close();
  expect(found).toEqual([]);
});

it('the links at the end of the header fit their icons and labels at the normal text size', async () => {
  const usual = await launchBrowser();
  const { page, close } = await openPage(usual);
  for (const host of [dutchHost, germanHost]) {
    await visit(page, getShopUrl(host, '/'));
    for (const width of [320, ...widths]) {
      await setWindowWidth(page, width);
      const cramped = await page
        .locator('header [data-comparison-count]')
        .locator('xpath=../..')
        .locator('a')
        .evaluateAll((links) =>
          links
            .filter(
              (link) =>
                link.checkVisibility() &&
                ((link.querySelector('svg')?.getBoundingClientRect().width ?? 0) < 18 ||
                  link.scrollWidth > link.clientWidth + 1),
            )
            .map((link) => link.textContent),
        );
      expect([host, width, cramped]).toEqual([host, width, []]);
      expect([host, width, await findLayoutFaults(page)]).toEqual([host, width, []]);
    }
  }
  await close();
  await usual.close();
});

it('the checkout steps fit text of twice the size at three widths', async () => {
  const { putIntoCart, goToCheckout, type, press } = createCustomerActions(dutchHost, 'nl');
  const { page, close } = await openPage(browser, { width: 1440, isScripted: true });
  await putIntoCart(page, 'prado-balance', true);
  const found = await findLayoutFaultsAtWidths(page, 'filled cart');
  await setWindowWidth(page, 1440);
  await goToCheckout(page);
  await waitForHydration(page);
  found.push(...(await findLayoutFaultsAtWidths(page, 'billing')));
  await setWindowWidth(page, 1440);
  await type(page, { ...marit, street: 'Klaverweg', city: 'Apeldoorn' });
  await press(page, 'checkout.toDelivery');
  await page.waitForURL(/levering|delivery|bezorg/);
  found.push(...(await findLayoutFaultsAtWidths(page, 'delivery')));
  await setWindowWidth(page, 1440);
  await press(page, 'checkout.toPayment');
  await page.waitForURL(/betal|payment/);
  found.push(...(await findLayoutFaultsAtWidths(page, 'payment')));
  await close();
  expect(found).toEqual([]);
});
