import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { ACCOUNT_ORDERS_PATH, ACCOUNT_REGISTER_PATH } from '../../../shared/rules/account/account-paths.ts';
import { createAccountActions } from '../account-actions.ts';
import { launchBrowser, noTroubles, openPage } from '../browser.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { fetchFromShop } from '../shop-client.ts';

const host = 'havero-nl.localhost';
const dutchAccountActions = createAccountActions(host, 'nl');
const { say, open } = dutchAccountActions;

const password = 'Haverstro 12';

const scriptModes = [
  ['with script, on a phone', { isScripted: true, width: 390 }],
  ['without script', { isScripted: false, width: 1440 }],
] as const;

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

/** Opens an order from the list of orders. */
async function openOrder(page: Page, orderNumber: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: `${say('orders.details')} ${say('order.number', { number: orderNumber })}` })
    .click();
  await dutchAccountActions.waitForTitle(page, say('order.number', { number: orderNumber }));
}

it.each(scriptModes)(
  'a customer registers, activates the account, signs in, orders and gets the invoice %s',
  async (_how, { isScripted, width }) => {
    const { context, page, troubles, close } = await openPage(browser, { width, isScripted });
    const emailAddress = `nieuw-${width}@stal.example`;
    await open(page, ACCOUNT_REGISTER_PATH, isScripted);
    await expectAccessible(page, isScripted);
    await dutchAccountActions.register(page, { emailAddress, password });
    await expectAccessible(page, isScripted);

    await open(page, await dutchAccountActions.readMailedPath(emailAddress, 'activate'), isScripted);
    await expectAccessible(page, isScripted);
    await dutchAccountActions.activate(page, password);
    await expectAccessible(page, isScripted);
    await dutchAccountActions.signIn(page, { emailAddress, password });
    await dutchAccountActions.waitForHome(page);
    await page.getByText(say('orders.none')).waitFor();

    const orderNumber = await dutchAccountActions.orderAndPay(page, emailAddress, isScripted);
    await open(page, ACCOUNT_ORDERS_PATH, isScripted);
    await openOrder(page, orderNumber);
    await expectAccessible(page, isScripted);
    const invoice = page.getByRole('main').getByRole('link', { name: /^Factuur \d{4}-V-\d{6} \(PDF\)$/ });
    const [download] = await Promise.all([page.waitForEvent('download'), invoice.click()]);
    expect(await download.failure()).toBeNull();
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);

    const path = (await invoice.getAttribute('href')) ?? '';
    const { status, headers, body } = await dutchAccountActions.fetchAs(context, path);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(body.slice(0, 5)).toBe('%PDF-');
    const anonymousVisitor = await fetchFromShop(host, path);
    expect(anonymousVisitor.status).toBe(401);
    expect(anonymousVisitor.body).not.toContain('%PDF-');

    // Reorders: the cart gets the items, the customer, the delivery and the payment method of the order.
    await page
      .getByRole('main')
      .getByRole('button', { name: say('orders.again') })
      .click();
    await page.getByText(say('orders.inCart', { number: orderNumber })).waitFor();
    await page
      .getByRole('main')
      .getByRole('link', { name: say('checkout.toPayment') })
      .click();
    await dutchAccountActions.waitForTitle(page, say('checkout.paymentTitle'));
    await page.getByText('Klaverweg 12').first().waitFor();
    expect(await page.getByRole('radio', { checked: true }).first().getAttribute('value')).toBe('1');
    expect(troubles).toEqual(noTroubles);
    await close();
  },
);
