import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { getCartPath } from '../../shared/rules/cart/cart-paths.ts';
import { getCheckoutPath } from '../../shared/rules/checkout/checkout-paths.ts';
import { findViolations } from './axe.ts';
import {
  launchBrowser,
  openPage,
  untroubled,
  visit,
  WIDTHS,
  waitForAddress,
  waitForHydration,
} from './browser.ts';
import { readMessages, readSampleTexts } from './sample-texts.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const words = readMessages('nl');
const texts = readSampleTexts('nl');
const category = `/${texts.categories.feed!.urlSlug}/${texts.categories.muesli!.urlSlug}/`;
const balance = texts.products['prado-balance']!;
const cartUrl = getShopUrl(host, getCartPath('nl'));
const [billingUrl, deliveryUrl, paymentUrl] = (['billing', 'delivery', 'payment'] as const).map((step) =>
  getShopUrl(host, getCheckoutPath('nl', step)),
) as [string, string, string];

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`%{${name}}`, value),
    words[key]!.split(' |||| ')[0]!,
  );
const press = (page: Page, key: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: say(key) })
    .click();
const field = (page: Page, name: string) => page.locator(`main form [name="${name}"]`).first();
const type = async (page: Page, values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
};

const person = {
  emailAddress: 'marit@stal.example',
  zipcode: '7311 kz',
  streetNumber: '12',
  firstName: 'Marit',
  lastName: 'de Vries',
  phoneNumber: '06 12345678',
};

/** Puts something into the cart and goes to the checkout as a visitor does. */
async function enter(page: Page, isScripted: boolean): Promise<void> {
  await visit(page, getShopUrl(host, category));
  if (isScripted) await waitForHydration(page);
  await page.getByRole('button', { name: say('add.one', { title: balance.name }) }).click();
  if (isScripted) {
    await page.locator('dialog#mini-cart[open]').waitFor();
    await visit(page, cartUrl);
    await waitForHydration(page);
  } else await waitForAddress(page, cartUrl);
  await page.getByRole('link', { name: say('cart.toCheckout') }).click();
  await waitForAddress(page, billingUrl);
  await page.getByRole('heading', { level: 1, name: say('checkout.billingTitle') }).waitFor();
}

/** Nothing is cut off and nothing scrolls sideways. */
const isWithinWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

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

    await type(page, person);
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
    await type(page, person);
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
