import { afterAll, beforeAll, expect, it } from '@jest/globals';
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
import { createCustomerActions, marit } from './customer-actions.ts';
import { itWithAndWithoutScript } from './it-with-and-without-script.ts';

// Delivery prices on the Dutch site: 6.95 to an address, 4.95 to a parcel shop, free at a dealer.
const dutchCustomerActions = createCustomerActions('havero-nl.localhost', 'nl');
const { say, press, type } = dutchCustomerActions;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const chooseDeliveryWay = (page: Page, way: string) =>
  page.locator(`input[name="way"][value="${way}"]`).check();

/** Returns the total of the summary in euro cents: next to the form, or in the line above it. */
const readTotal = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { textContent } = document.querySelector('main details > summary strong')!;
    return Number(textContent!.replace(/\D/g, ''));
  });

const waitForTotal = (page: Page, cents: number): Promise<void> =>
  page
    .locator('main details > summary strong')
    .filter({ hasText: (cents / 100).toFixed(2).replace('.', ',') })
    .waitFor({ state: 'attached' });

/** Returns the delivery details that the payment step shows. */
const readDeliverySummary = async (page: Page): Promise<string> => {
  const change = page.getByRole('link', {
    name: `${say('checkout.change')} ${say('checkout.stepDelivery')}`,
  });
  const row = change.locator('xpath=ancestor::div[1]');
  return ((await row.locator('dd').first().textContent()) ?? '').replaceAll('\u2060', '');
};

async function goToDelivery(page: Page, isScripted: boolean): Promise<void> {
  await dutchCustomerActions.putIntoCart(page, 'prado-balance', isScripted);
  await dutchCustomerActions.goToCheckout(page);
  await type(page, marit);
  await press(page, 'checkout.toDelivery');
  await dutchCustomerActions.waitForStep(page, 'delivery');
}

itWithAndWithoutScript(
  'scripted',
  'the payment step shows the location and the total of each delivery option',
  async (options) => {
    const { isScripted } = options;
    const { page, troubles, close } = await openPage(browser, options);
    await goToDelivery(page, isScripted);
    const toHome = await readTotal(page);
    const totals = { parcelShop: toHome - 200, dealer: toHome - 695 };
    for (const way of ['parcelShop', 'dealer'] as const) {
      await chooseDeliveryWay(page, way);
      if (isScripted) await waitForTotal(page, totals[way]);
      const place = page.locator(`input[name="${way}Id"]`).first();
      const label = page.locator('label', { has: place });
      const name = ((await label.locator('span span').first().textContent()) ?? '').replace(/^1\. /, '');
      await place.check();
      await press(page, 'checkout.toPayment');
      await dutchCustomerActions.waitForStep(page, 'payment');
      expect(await readTotal(page)).toBe(totals[way]);
      const text = await readDeliverySummary(page);
      expect(text).toContain(name);
      expect(text).toMatch(/\d{4} [A-Z]{2} /);
      expect(text).toContain(say('cart.deliveryTime', { days: '1-2' }));
      expect(await page.getByText(say('checkout.atProvider')).count()).toBe(1);
      if (isScripted) expect(await findViolations(page)).toEqual([]);
      expect(await isPageWithinWindow(page)).toBe(true);
      await visit(page, dutchCustomerActions.getStepUrl('delivery'));
      if (isScripted) await waitForHydration(page);
    }
    // Free delivery is shown as a label, on the card of the dealer and in the summary.
    expect(await page.locator('main').getByText('€ 0,00').count()).toBe(0);
    await chooseDeliveryWay(page, 'home');
    if (isScripted) await waitForTotal(page, toHome);
    await press(page, 'checkout.toPayment');
    await dutchCustomerActions.waitForStep(page, 'payment');
    expect(await readTotal(page)).toBe(toHome);
    expect(await readDeliverySummary(page)).toContain('Marit de Vries, Klaverweg 12, 7311 KZ Apeldoorn');
    if (isScripted) expect(troubles).toEqual(noTroubles);
    await close();
  },
);

it('the total follows a delivery option that was chosen before hydration', async () => {
  const { page, close } = await openPage(browser, { width: 390 });
  await goToDelivery(page, true);
  const toHome = await readTotal(page);
  const whenRequested = Promise.withResolvers<void>();
  const whenReleased = Promise.withResolvers<void>();
  await page.route(/\/assets\/main-[^/]+\.js$/, async (route) => {
    whenRequested.resolve();
    await whenReleased.promise;
    await route.continue();
  });
  await visit(page, dutchCustomerActions.getStepUrl('delivery'));
  await whenRequested.promise;
  await chooseDeliveryWay(page, 'dealer');
  expect(await readTotal(page)).toBe(toHome);
  whenReleased.resolve();
  await waitForHydration(page);
  await waitForTotal(page, toHome - 695);
  expect(await page.locator('input[name="way"][value="dealer"]').isChecked()).toBe(true);
  await close();
});
