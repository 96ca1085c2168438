import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { launchBrowser, openPage, untroubled, visit, WIDTHS, waitForAddress } from './browser.ts';
import { createShopCustomer, isWithinWindow, marit } from './shop-customer.ts';

const customer = createShopCustomer('havero-nl.localhost', 'nl');
const { say, press, field, type, cartUrl, getStepUrl, goToCheckout, putIntoCart } = customer;
const [billingUrl, deliveryUrl, paymentUrl] = [
  getStepUrl('billing'),
  getStepUrl('delivery'),
  getStepUrl('payment'),
];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Puts something into the cart and goes to the checkout as a visitor does. */
async function enter(page: Page, isScripted: boolean): Promise<void> {
  await putIntoCart(page, 'prado-balance', isScripted);
  await goToCheckout(page);
}

describe.each(WIDTHS)('the checkout at %i pixels', (width) => {
  it('leads a guest from the cart to the payment, tells every fault in its place, and keeps what was typed', async () => {
    const { page, troubles, close } = await openPage(browser, { width });
    await enter(page, true);
    expect(await findViolations(page)).toEqual([]);

    await type(page, { emailAddress: 'marit.stal.example', firstName: 'Marit' });
    await press(page, 'checkout.toDelivery');
    const summary = page.locator('[data-form-summary]');
    await summary.waitFor();
    expect(await summary.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await field(page, 'emailAddress').inputValue()).toBe('marit.stal.example');
    expect(await field(page, 'emailAddress').getAttribute('aria-invalid')).toBe('true');
    expect(await page.title()).toContain('Fout');
    expect(await findViolations(page)).toEqual([]);
    expect(await isWithinWindow(page)).toBe(true);

    await type(page, marit);
    // The look-up fills in street and town when the number is left.
    await field(page, 'phoneNumber').focus();
    await page.getByText(say('checkout.addressFound', { address: 'Klaverweg 12, Apeldoorn' })).waitFor();
    expect(await field(page, 'street').inputValue()).toBe('Klaverweg');
    await press(page, 'checkout.toDelivery');
    await waitForAddress(page, deliveryUrl);
    await page.getByRole('heading', { level: 1, name: say('checkout.deliveryTitle') }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await isWithinWindow(page)).toBe(true);

    await page.getByRole('radio', { name: new RegExp(say('checkout.parcelShopNote')) }).check();
    await press(page, 'checkout.toPayment');
    await summary.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await field(page, 'nearParcelShop').fill('Arnhem');
    await page
      .getByRole('button', { name: say('checkout.showPlaces') })
      .first()
      .click();
    await page
      .getByText(/Arnhem’$/)
      .first()
      .waitFor();
    await page.locator('input[name="parcelShopId"]').first().check();
    await press(page, 'checkout.toPayment');
    await waitForAddress(page, paymentUrl);
    await page.getByRole('heading', { level: 1, name: say('checkout.paymentTitle') }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(await isWithinWindow(page)).toBe(true);

    await page.getByRole('button', { name: / € / }).click();
    await summary.waitFor();
    expect(await summary.getByRole('link').count()).toBe(2);
    expect(await findViolations(page)).toEqual([]);
    expect(troubles).toEqual(untroubled);
    await close();
  });

  it('works without script', async () => {
    const { page, close } = await openPage(browser, { width, isScripted: false });
    await enter(page, false);
    await type(page, { emailAddress: 'nope' });
    await press(page, 'checkout.toDelivery');
    await page.locator('[data-form-summary]').waitFor();
    expect(await field(page, 'emailAddress').inputValue()).toBe('nope');
    // Postcode and number are enough of a Dutch address.
    await type(page, marit);
    await press(page, 'checkout.toDelivery');
    await waitForAddress(page, deliveryUrl);
    await press(page, 'checkout.toPayment');
    await waitForAddress(page, paymentUrl);
    await page.getByRole('button', { name: / € / }).click();
    await page.locator('[data-form-summary]').waitFor();
    await close();
  });

  it('fits with letters twice as large', async () => {
    const { page, close } = await openPage(browser, { width });
    await enter(page, true);
    await page.addStyleTag({ content: '' }).catch(() => undefined);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await isWithinWindow(page)).toBe(true);
    await close();
  });
});

it('nobody enters a step that is not ready', async () => {
  const { page, close } = await openPage(browser, {});
  await visit(page, paymentUrl);
  expect(page.url()).toBe(cartUrl);
  await enter(page, true);
  await visit(page, paymentUrl);
  expect(page.url()).toBe(billingUrl);
  const answer = await visit(page, deliveryUrl);
  expect(page.url()).toBe(billingUrl);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  await close();
});
