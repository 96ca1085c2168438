import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { isLongTestRun } from '../fixtures/test-case-sampling.ts';
import { findViolations } from './axe.ts';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  waitForAddress,
  waitForFocus,
  waitForHydration,
} from './browser.ts';
import { createCustomerActions, enlarge, findOverflows, marit } from './customer-actions.ts';
import { itAtWidths } from './it-at-widths.ts';
import { getShopUrl } from './shop-client.ts';

const host = 'havero-nl.localhost';
const dutchCustomerActions = createCustomerActions(host, 'nl');
const { say, press, field, type, cartUrl, getStepUrl, goToCheckout, putIntoCart } = dutchCustomerActions;
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

/** Adds a product to the cart and goes to the checkout as a visitor does. */
async function enterCheckout(page: Page, isScripted: boolean): Promise<void> {
  await putIntoCart(page, 'prado-balance', isScripted);
  await goToCheckout(page);
}

describe('the checkout', () => {
  itAtWidths(
    'leads a guest from the cart to the payment, shows every error at its field, and keeps the input',
    async (width) => {
      const { page, troubles, close } = await openPage(browser, { width });
      await enterCheckout(page, true);
      expect(await findViolations(page)).toEqual([]);

      await type(page, { emailAddress: 'marit.stal.example', firstName: 'Marit' });
      await press(page, 'checkout.toDelivery');
      const summary = page.locator('[data-form-summary]');
      await summary.waitFor();
      await waitForFocus(summary);
      expect(await field(page, 'emailAddress').inputValue()).toBe('marit.stal.example');
      expect(await field(page, 'emailAddress').getAttribute('aria-invalid')).toBe('true');
      expect(await page.title()).toContain('Fout');
      expect(await findViolations(page)).toEqual([]);
      expect(await isPageWithinWindow(page)).toBe(true);

      await type(page, marit);
      // The address look-up fills in street and town when the number loses the focus.
      await field(page, 'phoneNumber').focus();
      await page.getByText(say('checkout.addressFound', { address: 'Klaverweg 12, Apeldoorn' })).waitFor();
      expect(await field(page, 'street').inputValue()).toBe('Klaverweg');
      await press(page, 'checkout.toDelivery');
      await waitForAddress(page, deliveryUrl);
      await page.getByRole('heading', { level: 1, name: say('checkout.deliveryTitle') }).waitFor();
      expect(await findViolations(page)).toEqual([]);
      expect(await isPageWithinWindow(page)).toBe(true);

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
      expect(await isPageWithinWindow(page)).toBe(true);

      await page.getByRole('button', { name: / € / }).click();
      await summary.waitFor();
      expect(await summary.getByRole('link').count()).toBe(2);
      expect(await findViolations(page)).toEqual([]);
      expect(troubles).toEqual(noTroubles);
      await close();
    },
  );

  itAtWidths('works without script', async (width) => {
    const { page, close } = await openPage(browser, { width, isScripted: false });
    await enterCheckout(page, false);
    await type(page, { emailAddress: 'nope' });
    await press(page, 'checkout.toDelivery');
    await page.locator('[data-form-summary]').waitFor();
    expect(await field(page, 'emailAddress').inputValue()).toBe('nope');
    // Postcode and number are enough for a Dutch address.
    await type(page, marit);
    await press(page, 'checkout.toDelivery');
    await waitForAddress(page, deliveryUrl);
    await press(page, 'checkout.toPayment');
    await waitForAddress(page, paymentUrl);
    await page.getByRole('button', { name: / € / }).click();
    await page.locator('[data-form-summary]').waitFor();
    await close();
  });
});

it('the checkout redirects from a step whose previous steps are not complete', async () => {
  const { page, close } = await openPage(browser, {});
  await visit(page, paymentUrl);
  expect(page.url()).toBe(cartUrl);
  await enterCheckout(page, true);
  await visit(page, paymentUrl);
  expect(page.url()).toBe(billingUrl);
  const answer = await visit(page, deliveryUrl);
  expect(page.url()).toBe(billingUrl);
  expect(answer?.headers()['cache-control']).toBe('private, no-store');
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  await close();
});

describe('with text of twice the size, from 360 to 1440 pixels', () => {
  let errors = 0;

  /**
   * Expects that the page does not scroll horizontally or clip content at any width, and that its errors are
   * accessible. The short form checks every second error.
   */
  async function expectFits(page: Page, isError = false): Promise<void> {
    if (isError) {
      if (isLongTestRun || errors % 2 === 0) expect(await findViolations(page)).toEqual([]);
      errors += 1;
    }
    expect(await findOverflows(page)).toEqual([]);
  }

  it('every step and its error messages fit', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    const summary = page.locator('[data-form-summary]');
    const notice = page.getByRole('main').locator('[data-form-notice]');
    await enterCheckout(page, true);
    await enlarge(page);
    await expectFits(page);
    await type(page, { emailAddress: 'nope', zipcode: '12', phoneNumber: 'x', streetNumber: 'x' });
    await page.getByText(say('checkout.forCompany')).first().click();
    await type(page, { vatNumber: 'NL1' });
    await press(page, 'checkout.toDelivery');
    await summary.waitFor();
    await expectFits(page, true);
    await type(page, { ...marit, street: 'Klaverweg', city: 'Apeldoorn', vatNumber: '' });
    await press(page, 'checkout.toDelivery');
    await dutchCustomerActions.waitForStep(page, 'delivery');
    await expectFits(page);

    const choose = (way: string) => page.locator(`input[name="way"][value="${way}"]`).check();
    await choose('address');
    await press(page, 'checkout.toPayment');
    await summary.waitFor();
    await expectFits(page, true);
    // Errors of a delivery option are shown while it is chosen.
    await choose('parcelShop');
    await summary.waitFor({ state: 'detached' });
    await press(page, 'checkout.toPayment');
    await summary.waitFor();
    await expectFits(page, true);
    await page.locator('input[name="parcelShopId"]').first().check();
    await summary.waitFor({ state: 'detached' });
    const search = async (near: string) => {
      await field(page, 'nearParcelShop').fill(near);
      // An empty field is reported before the response arrives, so the next press waits for the response.
      await page.locator('button[name="search"][value="parcelShop"]:not([aria-busy="true"])').click();
    };
    await search('');
    await summary.waitFor();
    await expectFits(page, true);
    await search('Nergenshuizen');
    await page
      .getByText(say('checkout.noPlaces', { near: 'Nergenshuizen' }))
      .first()
      .waitFor();
    await expectFits(page, true);
    await choose('home');
    await press(page, 'checkout.toPayment');
    await dutchCustomerActions.waitForStep(page, 'payment');
    await expectFits(page);

    await type(page, { giftCardNumber: '4111 1111 1111 1111' });
    await dutchCustomerActions.pressOrderButton(page);
    await summary.waitFor();
    await page.getByRole('radio', { name: 'iDEAL' }).check();
    await field(page, 'acceptsTerms').check();
    // A gift card without its PIN.
    await dutchCustomerActions.pressOrderButton(page);
    await page.getByText(say('checkout.giftCardRefused')).first().waitFor();
    // The previous attempt showed the same message. A late response would replace the message about the code.
    await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' });
    await expectFits(page, true);
    await type(page, { giftCardNumber: '' });
    await page.locator('main summary').last().click();
    await page.getByRole('textbox', { name: say('cart.code') }).fill('GEENCODE');
    await page.getByRole('button', { name: say('cart.codeApply'), exact: true }).click();
    await page.getByText(say('cart.codeUnknown')).first().waitFor();
    await expectFits(page, true);
    await page.route(/\/complete$/, (route) => route.abort());
    await dutchCustomerActions.pressOrderButton(page);
    await notice.getByText(say('checkout.orderFailed')).waitFor();
    await expectFits(page, true);
    await page.unroute(/\/complete$/);

    await dutchCustomerActions.pressOrderButton(page);
    const again = page.getByRole('button', { name: say('order.payAgain', { amount: '' }) });
    for (const [decision, title] of [
      ['leave', say('order.waiting')],
      ['fail', say('order.failed')],
      ['approve', say('order.thanks', { name: marit.firstName })],
    ] as const) {
      await dutchCustomerActions.waitForBank(page);
      await enlarge(page);
      await expectFits(page);
      if (decision === 'leave') await dutchCustomerActions.leaveBank(page);
      else await dutchCustomerActions.decideAtBank(page, decision);
      await dutchCustomerActions.waitForTitle(page, title);
      await waitForHydration(page);
      await enlarge(page);
      await expectFits(page);
      if (decision !== 'approve') await again.click();
    }
    await close();
  });

  it('the pages of a bank transfer, an unknown order and a withdrawal fit', async () => {
    const { page, close } = await openPage(browser, { width: 390 });
    await dutchCustomerActions.goToPayment(page, marit, true);
    await dutchCustomerActions.order(page, say('payment.sepaTransfer'));
    await dutchCustomerActions.decideAtBank(page, 'later');
    await dutchCustomerActions.waitForTitle(page, say('order.waitingForTransfer'));
    await enlarge(page);
    await expectFits(page);
    await visit(
      page,
      `${getStepUrl('complete')}?orderId=${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}&token=x`,
    );
    await page.getByText(/\+31 88 000 00 10\.$/).waitFor();
    await enlarge(page);
    await expectFits(page, true);

    await visit(page, getShopUrl(host, `/${dutchCustomerActions.texts.pages.withdrawal!.urlSlug}/`));
    await waitForHydration(page);
    await enlarge(page);
    await expectFits(page);
    await press(page, 'withdrawal.next');
    await page.locator('[data-form-summary]').waitFor();
    await expectFits(page, true);
    await page.getByLabel(say('withdrawal.name')).fill('Marit de Vries');
    await page.getByLabel(say('withdrawal.contract')).fill('2026-000001');
    await page.getByLabel(say('withdrawal.email')).fill('ruimte@stal.example');
    await press(page, 'withdrawal.next');
    await page.getByText(say('withdrawal.statement')).waitFor();
    await expectFits(page);
    await press(page, 'withdrawal.confirm');
    await page.getByRole('link', { name: say('withdrawal.receipt') }).waitFor();
    await expectFits(page);
    await close();
  });
});
