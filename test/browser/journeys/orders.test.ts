import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import {
  isPageWithinWindow,
  launchBrowser,
  noTroubles,
  openPage,
  visit,
  WIDTHS,
  waitForAddress,
} from '../browser.ts';
import { createCustomerActions, marit } from '../customer-actions.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { itAtWidths } from '../it-at-widths.ts';

const dutchCustomerActions = createCustomerActions('havero-nl.localhost', 'nl');
const { say } = dutchCustomerActions;
const IDEAL_LABEL = 'iDEAL | Wero';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

const goToPayment = (page: Page, isScripted: boolean) =>
  dutchCustomerActions.goToPayment(page, marit, isScripted);

describe('a guest', () => {
  it.each(WIDTHS)('orders, pays at the bank, and has an empty cart at %i pixels', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width });
    await goToPayment(page, true);
    await dutchCustomerActions.order(page, IDEAL_LABEL);
    await page.waitForURL(/\/api\/testbank\//);
    await expectAccessible(page);
    await dutchCustomerActions.decideAtBank(page, 'approve');
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    // The token is removed from the address as early as possible.
    await waitForAddress(page, dutchCustomerActions.getStepUrl('complete'));
    await page.getByText(say('order.paidLead', { email: marit.emailAddress })).waitFor();
    await expectAccessible(page);
    await page.reload({ waitUntil: 'domcontentloaded' });
    await dutchCustomerActions.waitForThanks(page, marit.firstName);

    await visit(page, dutchCustomerActions.cartUrl);
    await page.getByText(say('cart.empty')).first().waitFor();
    expect(troubles).toEqual(noTroubles);
    await close();
  });

  itAtWidths('orders and pays without script', async (width) => {
    const { page, troubles, close } = await openPage(browser, { width, isScripted: false });
    await goToPayment(page, false);
    await dutchCustomerActions.order(page, IDEAL_LABEL);
    await dutchCustomerActions.decideAtBank(page, 'approve');
    await dutchCustomerActions.waitForThanks(page, marit.firstName);
    expect(await isPageWithinWindow(page)).toBe(true);
    await visit(page, dutchCustomerActions.cartUrl);
    await page.getByText(say('cart.empty')).first().waitFor();
    expect(troubles).toEqual(noTroubles);
    await close();
  });
});
