import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from './axe.ts';
import { isPageWithinWindow, launchBrowser, openPage, WIDTHS, waitForFocus } from './browser.ts';
import { createCustomerActions, marit } from './customer-actions.ts';

const { say, press, field, type, goToCheckout, putIntoCart, waitForStep } = createCustomerActions(
  'havero-nl.localhost',
  'nl',
);
const unknownPostalAddress = { ...marit, streetNumber: '9999', street: 'Klaverweg', city: 'Apeldoorn' };

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const locateConfirmationCheckbox = (page: Page) =>
  page.getByRole('checkbox', { name: say('checkout.confirmAddress') });

/** Sends the step and waits until a field reports the invalid address. */
async function sendInvalidAddress(page: Page, name: 'streetNumber' | 'street'): Promise<void> {
  await press(page, 'checkout.toDelivery');
  await page.locator(`[aria-invalid="true"][name="${name}"]`).waitFor();
  await page.locator('[data-form-summary]').getByText(say('checkout.addressInvalid')).waitFor();
}

describe.each([
  ['with script', { isScripted: true, width: WIDTHS[0] }],
  ['without script', { isScripted: false, width: WIDTHS[1] }],
])('a checkout %s', (_how, options) => {
  it('reports an invalid address, reports another one too, and uses the confirmed one', async () => {
    const { page, troubles, close } = await openPage(browser, options);
    await putIntoCart(page, 'prado-balance', options.isScripted);
    await goToCheckout(page);
    await type(page, unknownPostalAddress);
    await sendInvalidAddress(page, 'streetNumber');
    if (options.isScripted) {
      await waitForFocus(page.locator('[data-form-summary]'));
      expect(await findViolations(page)).toEqual([]);
    }
    expect(await isPageWithinWindow(page)).toBe(true);
    expect(await locateConfirmationCheckbox(page).isChecked()).toBe(false);

    // The confirmation does not apply to another address.
    await locateConfirmationCheckbox(page).check();
    await type(page, { streetNumber: '12', street: 'Onbekendestraat' });
    await sendInvalidAddress(page, 'street');
    expect(await locateConfirmationCheckbox(page).isChecked()).toBe(false);
    expect(await field(page, 'street').inputValue()).toBe('Onbekendestraat');

    await locateConfirmationCheckbox(page).check();
    await press(page, 'checkout.toDelivery');
    await waitForStep(page, 'delivery');
    // The same address in another step is not reported again.
    await page.getByRole('radio', { name: new RegExp(say('checkout.otherAddressNote')) }).check();
    const { zipcode, streetNumber, firstName, lastName } = marit;
    const person = { firstName, lastName };
    await type(page, { ...person, zipcode, streetNumber, street: 'Onbekendestraat', city: 'Apeldoorn' });
    await press(page, 'checkout.toPayment');
    await waitForStep(page, 'payment');
    // The refused requests are in the console only.
    expect(troubles.errors).toEqual([]);
    expect(troubles.responses.filter((response) => !/^4(00|22) .*\/billing\/?$/.test(response))).toEqual([]);
    await close();
  });
});
